/** Works on the tasks of a queue, one after the other, until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises'
import { ConnectionError, OutcomeUnknownError, RateLimitError, ServerError } from '@tradehall/client'
import { log } from './log.ts'
import type { DueTask, Store, TaskQueue } from './store.ts'

/** The client has retried for half a minute already, so the pause is longer than its last wait. */
const PAUSE_MS = 60_000
const TRY_AGAIN_MS = 2000
/** Each delay of a task is twice the one before, up to this. */
const MAX_DELAY_MS = 5 * 60_000
/** The longest wait of a timer, in case the clock is set meanwhile. */
const MAX_IDLE_MS = 60_000

/** The task cannot be done yet and may succeed in a moment; this is no failure. */
export class TryAgain extends Error {}

export interface QueueOptions {
  store: Store
  /** Must be harmless if it is interrupted and run again. */
  run: (task: DueTask) => Promise<unknown>
  /** Tells whether nothing can go on after this error. */
  isFatal: (error: unknown) => boolean
  signal: AbortSignal
}

export class QueueWorker {
  /** Resolves when the queue has stopped. */
  readonly ended: Promise<void>
  #bell = new AbortController()

  constructor(queue: TaskQueue, options: QueueOptions) {
    this.ended = this.#work(queue, options)
  }

  /** Tells that there is a new task. */
  wake(): void {
    this.#bell.abort()
  }

  async #work(queue: TaskQueue, { store, run, isFatal, signal }: QueueOptions): Promise<void> {
    while (!signal.aborted) {
      this.#bell = new AbortController()
      const task = store.nextTask(queue)
      if ('dueAt' in task) {
        const idleMs = Math.min(task.dueAt - Date.now(), MAX_IDLE_MS)
        const woken = AbortSignal.any([signal, this.#bell.signal])
        await pause(idleMs, undefined, { signal: woken }).catch(() => undefined)
        continue
      }
      try {
        store.endTask(task.id, { result: (await run(task)) ?? null })
      } catch (error) {
        // The task stays as it is, and the next start does it.
        if (signal.aborted || isFatal(error)) return
        failTask(store, task, error as Error)
      }
    }
  }
}

function failTask(store: Store, { id, kind, attempts }: DueTask, error: Error): void {
  const { message: reason } = error
  const isSoon = error instanceof TryAgain
  if (isSoon || isTransient(error)) {
    const delayMs = Math.min((isSoon ? TRY_AGAIN_MS : PAUSE_MS) * 2 ** attempts, MAX_DELAY_MS)
    store.postponeTask(id, delayMs, reason)
    log('warn', 'A task is tried again later.', { id, kind, delayMs, reason })
  } else {
    store.endTask(id, { failure: reason })
    log('error', 'A task has failed.', { id, kind, reason })
  }
}

/** The server may be away for longer than the client retries. */
const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof ServerError ||
  error instanceof RateLimitError ||
  error instanceof OutcomeUnknownError
