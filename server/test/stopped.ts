/** Suspends the processes of a dependency (SIGSTOP): it accepts connections and never responds. */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'

/** The process and its descendants, parents first. Linux only: reads `/proc`. */
export async function processTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const entry of await readdir('/proc')) {
    if (/^\d+$/.test(entry)) parents.set(Number(entry), parentOf(entry))
  }
  const tree = [pid]
  for (const known of tree) {
    for (const [child, parent] of parents) if (parent === known) tree.push(child)
  }
  return tree
}

function parentOf(pid: string): number {
  try {
    // The process name before the last closing bracket may contain any character.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already exited.
    }
  }
}
