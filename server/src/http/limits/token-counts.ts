import type { RateLimits } from '../../platform/processes/rate-limit.ts'
import type { Signals } from '../../platform/processes/signals.ts'
import { TOKEN, TOKEN_ADDRESS } from './limits.ts'

const TOKEN_POLICIES = new Set([TOKEN, TOKEN_ADDRESS])

/**
 * Makes a reset of the sandbox clear the rate limits of the token endpoint. The counters are stored in this process, in
 * its parent or in Redis, so each reset uses keys with a new prefix instead of deleting them; the old counters expire.
 */
export function forgetTokenCounts(limits: RateLimits, signals: Signals): RateLimits {
  let resets = 0
  signals.on('token-counts', async (revision) => {
    resets = revision
  })
  return {
    ...limits,
    consume: (policy, key) =>
      limits.consume(policy, TOKEN_POLICIES.has(policy) && resets > 0 ? `${resets}|${key}` : key),
  }
}
