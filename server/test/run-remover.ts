/**
 * Waits for the end of a run of the tests, which closes its input, however it ends. Then it ends the processes that the
 * run has left (on Linux, where the environment of a process tells) and removes the folder of the run.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const [, , folder = ''] = process.argv
/** What reacts to a signal has stopped by then, embedded databases too. */
const GRACE_MS = 5000

if (folder) {
  process.stdin.resume().on('end', async () => {
    const deadline = performance.now() + GRACE_MS
    for (const pid of processesOf(folder)) signal(pid, 'SIGTERM')
    while (processesOf(folder).length > 0 && performance.now() < deadline) await wait(50)
    for (const pid of processesOf(folder)) signal(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
}

const RUNS = /(?<=^|\0)TRADEHALL_TEST_RUN=[^\0]*/

function processesOf(run: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => RUNS.exec(environmentOf(pid))?.[0].includes(`${run}:`))
    .map(Number)
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    // It has ended, or belongs to another user.
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
