/** A Redis of the run on a port of its own, for the limits that the nodes share. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/ports.ts'
import { signalAll } from '../../test/stopped.ts'

export interface Redis {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
}

/** Undefined where there is no `redis-server`. */
export async function openRedis(folder: string): Promise<Redis | undefined> {
  const port = await freePort()
  let running: ChildProcess | undefined
  const signal = (name: NodeJS.Signals) => signalAll(running?.pid === undefined ? [] : [running.pid], name)
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      running = spawn('redis-server', optionsFor(port), { cwd: folder, detached: true, stdio: 'ignore' })
      await once(running, 'spawn')
      while (!(await accepts(port))) {
        if (running.exitCode !== null) throw new Error(`redis-server ended with ${running.exitCode}.`)
        await wait(20)
      }
    },
    async kill() {
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      signal('SIGKILL')
      await once(running, 'exit')
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
  try {
    await redis.start()
    return redis
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const optionsFor = (port: number) => [
  ...['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  // A title would overwrite the environment of the process, by which a cleanup finds it.
  ...['--set-proc-title', 'no'],
]

function accepts(port: number): Promise<boolean> {
  const probe = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => probe.destroy()) as Promise<boolean>
}
