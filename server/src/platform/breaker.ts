import { causeChain } from './cause-chain.ts'
import type { Log } from './log.ts'

/** Does without a helper while that does not answer, so that nobody waits for it more than once. */
export interface Breaker {
  /** What `ask` answers, or `instead` when it fails or has failed lately. */
  run<T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T>
  isAway(): boolean
}

/** Often enough to be back soon, and seldom beside the requests. */
const PROBE_MS = 1000

export interface BreakerOptions {
  log: Log
  /** Log lines for the moments at which the helper goes and comes back. */
  away: string
  back: string
  probeMs?: number
}

/** While the helper is away, one question in a while is put to it all the same, and nobody waits for that answer. */
export function createBreaker({ log, away, back, probeMs = PROBE_MS }: BreakerOptions): Breaker {
  let isAway = false
  let probeAt = 0

  function failed(error: unknown): void {
    probeAt = performance.now() + probeMs
    if (isAway) return
    isAway = true
    log.warn({ causes: causeChain(error) }, away)
  }
  function answered(): void {
    if (!isAway) return
    isAway = false
    log.info(back)
  }
  function probe(ask: () => Promise<unknown>): void {
    if (performance.now() < probeAt) return
    probeAt = Number.POSITIVE_INFINITY
    ask().then(answered, failed)
  }

  return {
    isAway: () => isAway,
    async run(ask, instead) {
      if (isAway) {
        probe(ask)
        return await instead()
      }
      try {
        return await ask()
      } catch (error) {
        failed(error)
        return await instead()
      }
    },
  }
}
