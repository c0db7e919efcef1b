/** A command in a process group of its own, which never outlives this program, however that ends. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

export interface ProcessGroup {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Sends a signal to the command and all that it has started. */
  signal(name: NodeJS.Signals): void
}

export interface GroupOptions {
  folder: string
  environment: Readonly<Record<string, string | undefined>>
}

export function startGroup(command: string, { folder, environment }: GroupOptions): ProcessGroup {
  const child = spawn(command, {
    cwd: folder,
    env: environment,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, because a shell or npm stands between us and the program.
    detached: true,
  })
  const signal = (name: NodeJS.Signals) => signalGroup(child.pid, name)
  const kill = () => signal('SIGKILL')
  process.once('exit', kill)
  const endGuard = child.pid === undefined ? () => {} : guard(child.pid)
  child.once('close', () => {
    process.off('exit', kill)
    endGuard()
  })
  return { child, signal }
}

function signalGroup(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Ends the group when this program is killed without notice: the kernel closes the pipe, to which nothing is ever written.
 * Returns how to end the guard, for when the group is over and its number may be given to another one.
 */
function guard(group: number): () => void {
  const shell = spawn('sh', ['-c', `read -r _; kill -s KILL -- -${group}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.on('error', () => {})
  shell.unref()
  return () => shell.kill('SIGKILL')
}
