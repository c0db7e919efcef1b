/** The access token of a client: kept in memory, renewed early, requested once for all callers. */
import { unlessAborted } from './aborts.ts'
import type { Clock } from './clock.ts'
import { ConnectionError, RateLimitError, ServerError } from './errors.ts'

export interface IssuedToken {
  text: string
  expiresInSeconds: number
}

export interface TokenSource {
  get(signal: AbortSignal | undefined): string | Promise<string>
  /** Forgets a token that the server has refused. False if there is no way to get another one. */
  discard(token: string): boolean
}

/** Renewed 5 to 10 minutes early, at a random moment, so that many processes do not renew at the same time. */
const EARLY_MS = 5 * 60_000
const SPREAD_MS = 5 * 60_000
/** After a failed renewal, while the old token is valid. */
const RENEW_AGAIN_MS = 30_000

export function fixedToken(token: string): TokenSource {
  return { get: () => token, discard: () => false }
}

export class RenewedToken implements TokenSource {
  readonly #request: () => Promise<IssuedToken>
  readonly #clock: Clock
  #current: { text: string; renewAt: number; expiresAt: number } | undefined
  #renewal: Promise<string> | undefined

  constructor(request: () => Promise<IssuedToken>, clock: Clock) {
    this.#request = request
    this.#clock = clock
  }

  get(signal: AbortSignal | undefined): string | Promise<string> {
    if (this.#current && this.#clock.now() < this.#current.renewAt) return this.#current.text
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return unlessAborted(this.#renewal, signal)
  }

  discard(token: string): boolean {
    // Another caller may have renewed it already.
    if (this.#current?.text === token) this.#current = undefined
    return true
  }

  async #renew(): Promise<string> {
    try {
      const { text, expiresInSeconds } = await this.#request()
      // Measured by a clock that nobody sets, so a wrong time of day does no harm.
      const now = this.#clock.now()
      const lifeMs = expiresInSeconds * 1000
      const earlyMs = Math.min(EARLY_MS + this.#clock.random() * SPREAD_MS, lifeMs / 2)
      this.#current = { text, renewAt: now + lifeMs - earlyMs, expiresAt: now + lifeMs }
      return text
    } catch (error) {
      const current = this.#current
      const now = this.#clock.now()
      if (!current || now >= current.expiresAt || !isTemporary(error)) throw error
      current.renewAt = Math.min(now + RENEW_AGAIN_MS, current.expiresAt)
      return current.text
    }
  }
}

const isTemporary = (error: unknown) =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError
