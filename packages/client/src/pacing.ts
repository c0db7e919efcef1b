/** Keeps a client below the rate limits of the server, for all of its callers together. */
import { unlessAborted } from './aborts.ts'
import type { Clock } from './clock.ts'
import { RateLimitError, type RequestLine } from './errors.ts'

export interface PaceOptions {
  clock: Clock
  /** Requests that are under way at the same time. */
  maxConcurrent: number
  /** A longer wait is an error instead. */
  maxWaitMs: number
}

/** The length of a window whose end the server does not tell: the shortest of the specification. */
const WINDOW_MS = 60_000
/** The end of a window is told in whole seconds, so it varies by one between responses. */
const TOLERANCE_MS = 2000

export class Pace {
  readonly #options: PaceOptions
  /** Wakes those who wait for a slot, in their order. */
  readonly #queue = new Set<() => void>()
  #active = 0
  #blockedUntil = 0
  /** Requests that are left in the current window, and its end. */
  #remaining = Number.POSITIVE_INFINITY
  #resetAt = 0

  constructor(options: PaceOptions) {
    this.#options = options
  }

  /** Permits one request, now or when the promise is resolved. `leave` has to follow. */
  enter(request: RequestLine, signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#active >= this.#options.maxConcurrent || this.#waitMs() > 0) return this.#wait(request, signal)
    this.#active += 1
    return undefined
  }

  async #wait(request: RequestLine, signal: AbortSignal | undefined): Promise<void> {
    const { clock, maxConcurrent, maxWaitMs } = this.#options
    let wakeUp: (() => void) | undefined
    const queued = () =>
      new Promise<void>((resolve) => {
        wakeUp = resolve
        this.#queue.add(resolve)
      })
    try {
      for (;;) {
        const waitMs = this.#waitMs()
        if (waitMs > maxWaitMs) throw limitReached(request, waitMs)
        if (waitMs > 0) await clock.sleep(waitMs, signal)
        else if (this.#active < maxConcurrent) break
        else await unlessAborted(queued(), signal)
      }
    } catch (error) {
      // It was woken for a slot that it does not take, and nobody else would wake the next one.
      if (wakeUp && !this.#queue.delete(wakeUp)) this.#wakeNext()
      throw error
    }
    this.#active += 1
  }

  leave(): void {
    this.#active -= 1
    this.#wakeNext()
  }

  #wakeNext(): void {
    const [next] = this.#queue
    if (!next) return
    this.#queue.delete(next)
    next()
  }

  /** Lets nobody send for a while, after a 429. */
  block(ms: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#options.clock.now() + ms)
  }

  /** Reads where the server counts this client, from the headers of any response. */
  observe(headers: Headers): void {
    const remaining = headers.get('x-ratelimit-remaining')
    if (remaining === null || !/^\d+$/.test(remaining)) return
    const now = this.#options.clock.now()
    // The draft standard `RateLimit: "minute";r=599;t=60` tells the end of the window in seconds from now.
    const seconds = /;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
    const resetAt = now + (seconds === undefined ? WINDOW_MS : Number(seconds) * 1000)
    const isNewWindow =
      now >= this.#resetAt || (seconds !== undefined && resetAt > this.#resetAt + TOLERANCE_MS)
    // Responses of one window can arrive out of order.
    this.#remaining = isNewWindow ? Number(remaining) : Math.min(this.#remaining, Number(remaining))
    if (isNewWindow) this.#resetAt = resetAt
  }

  #waitMs(): number {
    const now = this.#options.clock.now()
    // Requests under way are not in the count of the last response.
    const isExhausted = now < this.#resetAt && this.#remaining <= this.#active
    return Math.max(this.#blockedUntil - now, isExhausted ? this.#resetAt - now : 0)
  }
}

function limitReached(request: RequestLine, waitMs: number): RateLimitError {
  const retryAfter = Math.ceil(waitMs / 1000)
  const detail = `The rate limit is used up; the next request is possible in ${retryAfter} seconds, which is longer than maxWaitMs.`
  const errors = [{ detail }]
  return new RateLimitError({ request, status: 429, errors, body: '', requestId: undefined, retryAfter })
}
