import { causeChain } from './cause-chain.ts'
import type { Log } from './log.ts'

/** Does without a helper while that does not answer, so that nobody waits for it again and again. */
export interface Breaker {
  /** What `ask` answers, or `instead` when it fails or has failed too often lately. */
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
  /** How many questions in a row it must leave unanswered before it counts as away. */
  failures?: number
  /** In milliseconds. Real time, unless the helper is part of what the sandbox's clock moves. */
  now?: () => number
}

/** While the helper is away, one question in a while is put to it all the same, and nobody waits for that answer. */
export function createBreaker({
  log,
  away,
  back,
  probeMs = PROBE_MS,
  failures = 1,
  now = () => performance.now(),
}: BreakerOptions): Breaker {
  let isAway = false
  let isProbed = false
  let failedAt = 0
  let inARow = 0

  function failed(error: unknown): void {
    failedAt = now()
    inARow++
    if (isAway || inARow < failures) return
    isAway = true
    log.warn({ causes: causeChain(error) }, away)
  }
  function answered(): void {
    inARow = 0
    if (!isAway) return
    isAway = false
    log.info(back)
  }
  function probe(ask: () => Promise<unknown>): void {
    const restedMs = now() - failedAt
    // A clock that was set back says nothing of how long it was.
    if (isProbed || (restedMs >= 0 && restedMs < probeMs)) return
    isProbed = true
    ask()
      .then(answered, failed)
      .finally(() => {
        isProbed = false
      })
  }

  return {
    isAway: () => isAway,
    async run(ask, instead) {
      if (isAway) {
        probe(ask)
        return await instead()
      }
      try {
        const answer = await ask()
        answered()
        return answer
      } catch (error) {
        failed(error)
        return await instead()
      }
    },
  }
}
