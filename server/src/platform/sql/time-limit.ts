/**
 * Bounds the time that a request waits for the database. All statements and retries of a request share one limit. A
 * request that exceeds it fails with `DatabaseAway` (`../database-health/away.ts`).
 *
 * Time is counted in timer ticks rather than read from a clock, so that a process that was suspended receives the
 * results that arrived meanwhile before it gives them up.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseAway } from '../database-health/away.ts'

/** Short compared with any limit, and long compared with the microseconds that a tick takes. */
const TICK_MS = 500

/** The time that one request has waited for the database. */
export interface DatabaseWait {
  /** The tick at which the wait began, moved forward by its pauses. */
  since: number
  spent: number
  isOver: boolean
  /** The brand that it is for, and its node in a distributed database, if both are known. */
  home?: { node: number; brandId: string }
}

export class TimeLimit {
  /** A wait of more ticks than this times out. */
  readonly maxTicks: number
  readonly #waits = new AsyncLocalStorage<DatabaseWait>()
  readonly #timer: NodeJS.Timeout | undefined
  #ticks = 0

  /** Calls `onTick` at each tick. Without a limit there are no ticks. */
  constructor(answerWithinMs: number | undefined, onTick: () => void) {
    this.maxTicks = answerWithinMs ? Math.ceil(answerWithinMs / TICK_MS) : Number.POSITIVE_INFINITY
    if (!answerWithinMs) return
    this.#timer = setInterval(() => {
      this.#ticks++
      onTick()
    }, TICK_MS).unref()
  }

  newWait(): DatabaseWait {
    return { since: this.#ticks, spent: 0, isOver: false }
  }

  /** Counts all statements of `work` as part of this wait. */
  run<T>(wait: DatabaseWait, work: () => T): T {
    wait.since = this.#ticks - wait.spent
    // A new context costs more than this check, and most requests reach their handler in the one of their admission.
    return this.#waits.getStore() === wait ? work() : this.#waits.run(wait, work)
  }

  /** Excludes the time until the next `run`, which is not spent on the database. */
  pause(wait: DatabaseWait): void {
    wait.spent = this.#ticks - wait.since
  }

  /** That of the current request; undefined outside of a request. */
  get wait(): DatabaseWait | undefined {
    return this.#waits.getStore()
  }

  /** The ticks that the current request has waited; undefined outside of a request. */
  waitedTicks(): number | undefined {
    const wait = this.#waits.getStore()
    // Timers and streams that a request started may outlive it.
    return wait && !wait.isOver ? this.#ticks - wait.since : undefined
  }

  waitedMs(): number {
    return (this.waitedTicks() ?? 0) * TICK_MS
  }

  /** Throws if the current request has exceeded the limit. Called before each statement. */
  check(): void {
    if (this.#timer && (this.waitedTicks() ?? 0) > this.maxTicks)
      throw new DatabaseAway('The request exceeded its time limit for the database.')
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
