/** A database server whose guard was killed: stopped before the next start. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartRefused } from '@tradehall/kit/failures'
import { readPostmasterFile } from './guard.ts'

/** Long enough for a checkpoint on a slow disk; after that the database is stopped immediately. */
const LEFTOVER_FAST_MS = 5000
const LEFTOVER_IMMEDIATE_MS = 5000

/** This process holds the lock of the folder. */
export async function stopLeftover(
  databaseDir: string,
  log: { info: (message: string) => void },
): Promise<void> {
  const leftover = readPostmasterFile(databaseDir)
  if (!leftover) return
  const isRunning = () => isDatabaseProcess(leftover.pid, databaseDir)
  if (isRunning()) {
    log.info(`stopping the database process ${leftover.pid} of an earlier run`)
    const ended =
      (await signalAndWait(leftover.pid, 'SIGINT', isRunning, LEFTOVER_FAST_MS)) ||
      (await signalAndWait(leftover.pid, 'SIGQUIT', isRunning, LEFTOVER_IMMEDIATE_MS)) ||
      (await signalAndWait(leftover.pid, 'SIGKILL', isRunning, LEFTOVER_IMMEDIATE_MS))
    if (!ended)
      throw new StartRefused(
        `The database process ${leftover.pid} of an earlier run cannot be stopped; end it, and start again.`,
      )
  }
  // The pid may have been reused by another process of this user, and PostgreSQL would refuse to start. PostgreSQL still
  // detects backends that outlive their server, by their shared memory.
  rmSync(join(databaseDir, 'postmaster.pid'), { force: true })
}

async function signalAndWait(
  pid: number,
  signal: NodeJS.Signals,
  isRunning: () => boolean,
  withinMs: number,
): Promise<boolean> {
  if (isRunning()) process.kill(pid, signal)
  const deadline = performance.now() + withinMs
  while (isRunning() && performance.now() < deadline) await wait(20)
  return !isRunning()
}

/** Checks the command line too, because the pid in the file may have been reused. */
function isDatabaseProcess(pid: number, databaseDir: string): boolean {
  try {
    process.kill(pid, 0)
    return commandLine(pid).includes(databaseDir)
  } catch {
    return false
  }
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
}
