/**
 * How long a request waits for the database. Everything that a request asks, in however many statements and tries, shares
 * one limit.
 *
 * Time is counted in looks of a timer: a process that was stopped itself finds its answers before it gives them up.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseAway } from '../database-away.ts'

/** Short beside any limit, and long beside the microseconds that a look takes. */
const LOOK_MS = 500

/** Of one request. */
export interface DatabaseWait {
  /** The look at which it began, if it had not paused. */
  since: number
  spent: number
  isOver: boolean
}

export class TimeLimit {
  /** A wait of more looks than this is too long. */
  readonly mostLooks: number
  readonly #waits = new AsyncLocalStorage<DatabaseWait>()
  readonly #timer: NodeJS.Timeout | undefined
  #looks = 0

  /** Calls `onLook` at each look. Without a limit there are none. */
  constructor(answerWithinMs: number | undefined, onLook: () => void) {
    this.mostLooks = answerWithinMs ? Math.ceil(answerWithinMs / LOOK_MS) : Number.POSITIVE_INFINITY
    if (!answerWithinMs) return
    this.#timer = setInterval(() => {
      this.#looks++
      onLook()
    }, LOOK_MS).unref()
  }

  newWait(): DatabaseWait {
    return { since: this.#looks, spent: 0, isOver: false }
  }

  /** Whatever `work` asks counts as part of this wait. */
  run<T>(wait: DatabaseWait, work: () => T): T {
    wait.since = this.#looks - wait.spent
    return this.#waits.run(wait, work)
  }

  /** Time until the next `run` does not count: it is spent on something else. */
  pause(wait: DatabaseWait): void {
    wait.spent = this.#looks - wait.since
  }

  /** For how many looks the request has waited that asks now; undefined if no request does. */
  waitedLooks(): number | undefined {
    const wait = this.#waits.getStore()
    // Timers and streams that a request has started outlive it.
    return wait && !wait.isOver ? this.#looks - wait.since : undefined
  }

  waitedMs(): number {
    return (this.waitedLooks() ?? 0) * LOOK_MS
  }

  /** Before anything more is asked. */
  check(): void {
    if ((this.waitedLooks() ?? 0) > this.mostLooks)
      throw new DatabaseAway('The request has waited for the database for too long.')
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
