import type { RateLimits } from '../platform/rate-limit.ts'
import type { Signals } from '../platform/signals.ts'
import { TOKEN, TOKEN_ADDRESS } from './limits.ts'

const OF_TOKENS = new Set([TOKEN, TOKEN_ADDRESS])

/**
 * Lets a reset of the sandbox forget how often tokens were asked for. Counts lie in this process, in its parent or in
 * Redis; wherever they are, each reset begins new ones under other names, and those before it run out by themselves.
 */
export function forgetTokenCounts(limits: RateLimits, signals: Signals): RateLimits {
  let resets = 0
  signals.on('token-counts', async (revision) => {
    resets = revision
  })
  return {
    ...limits,
    consume: (policy, key) =>
      limits.consume(policy, OF_TOKENS.has(policy) && resets > 0 ? `${resets}|${key}` : key),
  }
}
