/** Polling at a pace that suits the server. */
import type { Clock } from './clock.ts'
import { WaitError } from './errors.ts'

export interface WaitOptions {
  signal?: AbortSignal
  /** Between two requests, instead of the recommended pace. */
  everyMs?: number
  /** Then the wait ends with a `WaitError`. */
  timeoutMs?: number
}

export interface Poll<T> extends WaitOptions {
  read: () => Promise<T>
  /** True when the wait is over; throws if it cannot end well. */
  isDone: (current: T) => boolean
  /** The pauses to begin with; the last one is repeated. */
  paceMs: readonly [number, ...number[]]
  /** What is waited for, for the message of a timeout. */
  goal: string
  clock: Clock
}

export async function poll<T>({ read, isDone, goal, clock, signal, ...options }: Poll<T>): Promise<T> {
  const { everyMs, paceMs, timeoutMs = Number.POSITIVE_INFINITY } = options
  const endsAt = clock.now() + timeoutMs
  for (let polls = 0; ; polls++) {
    const current = await read()
    if (isDone(current)) return current
    const pauseMs = everyMs ?? paceMs[Math.min(polls, paceMs.length - 1)] ?? paceMs[0]
    if (clock.now() + pauseMs > endsAt) {
      throw new WaitError(`Waited ${timeoutMs} ms in vain for ${goal}.`, current)
    }
    await clock.sleep(pauseMs, signal)
  }
}
