import { causeChain } from '../cause-chain.ts'
import type { Log } from '../log.ts'

/** A circuit breaker around a dependency: while it is open, calls use a fallback instead of waiting for timeouts. */
export interface Breaker {
  /** The result of `call`, or that of `fallback` when `call` fails or the circuit is open. */
  run<T>(call: () => Promise<T>, fallback: () => Promise<T>): Promise<T>
  isAway(): boolean
}

/** Often enough to recover soon, and rare compared with requests. */
const PROBE_MS = 1000

export interface BreakerOptions {
  log: Log
  /** Log messages for the opening and the closing of the circuit. */
  away: string
  back: string
  probeMs?: number
  /** The number of consecutive failures that open the circuit. */
  failures?: number
  /** In milliseconds. Real time, unless the dependency follows the sandbox clock. */
  now?: () => number
}

/** While the circuit is open, the dependency is probed in the background with one call per `probeMs`. */
export function createBreaker({
  log,
  away,
  back,
  probeMs = PROBE_MS,
  failures = 1,
  now = () => performance.now(),
}: BreakerOptions): Breaker {
  let isAway = false
  let isProbing = false
  let failedAt = 0
  let consecutiveFailures = 0

  function failed(error: unknown): void {
    failedAt = now()
    consecutiveFailures++
    if (isAway || consecutiveFailures < failures) return
    isAway = true
    log.warn({ causes: causeChain(error) }, away)
  }
  function succeeded(): void {
    consecutiveFailures = 0
    if (!isAway) return
    isAway = false
    log.info(back)
  }
  function probe(call: () => Promise<unknown>): void {
    const restedMs = now() - failedAt
    // After the clock was set back, the elapsed time is unknown.
    if (isProbing || (restedMs >= 0 && restedMs < probeMs)) return
    isProbing = true
    call()
      .then(succeeded, failed)
      .finally(() => {
        isProbing = false
      })
  }

  return {
    isAway: () => isAway,
    async run(call, fallback) {
      if (isAway) {
        probe(call)
        return await fallback()
      }
      try {
        const result = await call()
        succeeded()
        return result
      } catch (error) {
        failed(error)
        return await fallback()
      }
    },
  }
}
