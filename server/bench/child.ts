/**
 * The processes of the bench, seen from both sides.
 *
 *   starting → ready → (asked → done)* → ended
 *
 * A child says `ready` by IPC, or `failed` with a sentence, as those of the server do. It ends by itself when the
 * channel closes, so that nothing outlives a bench that was killed.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ChildMessage } from '../src/processes/supervisor.ts'

export type Message = ChildMessage | { type: 'done'; result: unknown } | { type: 'memory'; rssBytes: number }

export interface Child {
  /** Where it listens, when it does. */
  address: string
  /** Hands it one task and waits for the result. One task at a time. */
  ask: (task: unknown) => Promise<unknown>
  onMemory: (listener: (rssBytes: number) => void) => void
  end: () => Promise<void>
}

export interface ChildOptions {
  /** File beside this one. */
  script: string
  /** Ends what is being waited for; ending the child is left to its owner. */
  stop: AbortSignal
  environment?: Record<string, string | undefined>
  execArgv?: string[]
}

/** A server that drains and then writes a profile needs a moment. */
const END_MS = 8000

export async function startChild({ script, stop, environment, execArgv = [] }: ChildOptions): Promise<Child> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = fork(path, {
    env: environment ?? process.env,
    execArgv,
    // Ctrl-C in a terminal reaches the bench only, which then ends its children in order.
    detached: true,
    // Log lines are made and written as always, but not into the table.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const memoryListeners: ((rssBytes: number) => void)[] = []
  child.on('message', (message: Message) => {
    if (message.type === 'memory') for (const listener of memoryListeners) listener(message.rssBytes)
  })

  function next(type: 'ready' | 'done'): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const onMessage = (message: Message) => {
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

/** The other side, for a child that does tasks: says that it is ready and works until its parent goes. */
export function doTasks<Task>(work: (task: Task) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (task: Task) => {
    work(task).then(
      (result) => tellParent({ type: 'done', result }),
      (error: Error) => tellParent({ type: 'failed', sentence: error.stack ?? error.message }),
    )
  })
  tellParent({ type: 'ready' })
}

export function tellParent(message: Message): void {
  if (process.connected) process.send?.(message)
}
