/**
 * Child processes of the benchmark: the parent's side and the child's side.
 *
 *   starting → ready → (task → done)* → ended
 *
 * A child sends `ready` over IPC, or `failed` with a message, as the processes of the server do. It exits when the channel
 * closes, so that no process outlives a benchmark that was killed.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ChildMessage } from '../src/processes/supervisor.ts'

export type BenchMessage =
  | ChildMessage
  | { type: 'done'; result: unknown }
  | { type: 'memory'; rssBytes: number }

export interface Child {
  pid: number
  /** The address that the child listens on, if it does. */
  address: string
  /** Sends one task and waits for its result. One task at a time. */
  ask: (task: unknown) => Promise<unknown>
  onMemory: (listener: (rssBytes: number) => void) => void
  end: () => Promise<void>
}

export interface ChildOptions {
  /** Name of a file in this folder. */
  script: string
  /** Aborts pending waits; ending the child is left to its owner. */
  stop: AbortSignal
  environment?: Record<string, string | undefined>
  execArgv?: string[]
}

/** A server needs time to drain and to write its profile. */
const END_MS = 8000

export async function startChild({ script, stop, environment, execArgv = [] }: ChildOptions): Promise<Child> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = fork(path, {
    env: environment ?? process.env,
    execArgv,
    // Ctrl-C in a terminal reaches the benchmark only, which then ends its children in order.
    detached: true,
    // Log lines are rendered and written as usual, but not into the results.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const memoryListeners: ((rssBytes: number) => void)[] = []
  child.on('message', (message: BenchMessage) => {
    if (message.type === 'memory') for (const listener of memoryListeners) listener(message.rssBytes)
  })

  function next(type: 'ready' | 'done'): Promise<BenchMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<BenchMessage>()
    const onMessage = (message: BenchMessage) => {
      if (message.type === type) resolve(message)
      if (message.type === 'failed') reject(new Error(message.sentence))
    }
    const onExit = () => reject(new Error(`The process of ${script} ended unexpectedly.`))
    const onStop = () => reject(stop.reason)
    child.on('message', onMessage)
    child.once('exit', onExit)
    stop.addEventListener('abort', onStop)
    return promise.finally(() => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      stop.removeEventListener('abort', onStop)
    })
  }

  async function end(): Promise<void> {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), END_MS)
    await exited
    clearTimeout(late)
  }

  try {
    const ready = await next('ready')
    return {
      pid: child.pid as number,
      address: (ready.type === 'ready' && ready.address) || '',
      async ask(task) {
        child.send(task as object)
        const done = await next('done')
        return done.type === 'done' ? done.result : undefined
      },
      onMemory: (listener) => void memoryListeners.push(listener),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The child's side: reports that it is ready and executes tasks until the parent disconnects. */
export function serveTasks<Task>(work: (task: Task) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (task: Task) => {
    work(task).then(
      (result) => sendToParent({ type: 'done', result }),
      (error: Error) => sendToParent({ type: 'failed', sentence: error.stack ?? error.message }),
    )
  })
  sendToParent({ type: 'ready' })
}

export function sendToParent(message: BenchMessage): void {
  if (process.connected) process.send?.(message)
}
