/** Repeats a write that must not happen twice, after the state has shown that it has not happened. */
import type { Clock } from './clock.ts'
import { ConflictError, OutcomeUnknownError } from './errors.ts'
import { backoffMs } from './retry.ts'

/** How often a client repeats, and the clock by which it waits. */
export interface Repetition {
  clock: Clock
  maxRetries: number
}

export interface CheckedWrite<T> extends Repetition {
  attempt: () => Promise<T>
  /** Reads the state: what the write has led to, `not-yet` if it has certainly not happened, else `unclear`. */
  check: () => Promise<{ done: T } | 'not-yet' | 'unclear'>
  signal: AbortSignal | undefined
}

export async function repeatChecked<T>(write: CheckedWrite<T>): Promise<T> {
  const { attempt, check, clock, maxRetries, signal } = write
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      // A conflict of a later attempt can mean that an earlier one was slow and has succeeded.
      const isOpen = error instanceof OutcomeUnknownError || (retries > 0 && error instanceof ConflictError)
      const waitMs = backoffMs({ retries, maxRetries, random: clock.random })
      if (!isOpen) throw error
      if (error instanceof OutcomeUnknownError && waitMs !== undefined) await clock.sleep(waitMs, signal)
      const state = await check()
      if (typeof state === 'object') return state.done
      if (state === 'unclear' || waitMs === undefined || error instanceof ConflictError) throw error
    }
  }
}
