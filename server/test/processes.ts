/** Which processes run. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Returns whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The process and everything below it, the database included although it has a session of its own. */
export function treeOf(root: number): number[] {
  const children = allProcesses().filter(({ ppid }) => ppid === root)
  return [root, ...children.flatMap(({ pid }) => treeOf(pid))]
}

function allProcesses(): { pid: number; ppid: number }[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => {
      const [pid = 0, ppid = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, ppid }
    })
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), ppid: parentOf(name) }))
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0 // it ended while we were looking
  }
}
