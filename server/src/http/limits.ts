/** The request limits of the API and the headers that tell callers where they stand. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '../domain/problems.ts'
import type { RateLimitPolicy, RateLimits, RateLimitVerdict } from '../platform/rate-limit.ts'

const HOUR = 3600

/** So many a minute, for 40 minutes of an hour, for 12 hours of a day. */
const sustained = (name: string, aMinute: number): RateLimitPolicy => ({
  name,
  windows: [
    { name: 'minute', points: aMinute, seconds: 60 },
    { name: 'hour', points: aMinute * 40, seconds: HOUR },
    { name: 'day', points: aMinute * 40 * 12, seconds: 24 * HOUR },
  ],
})

export const APPLICATION = sustained('application', 600)
export const ADDRESS = sustained('address', 120)
export const TOKEN: RateLimitPolicy = {
  name: 'token',
  windows: [{ name: 'hour', points: 60, seconds: HOUR }],
}

/** Bounds how many windows an address can open with invented client ids: twenty clients that use all they may. */
export const TOKEN_ADDRESS: RateLimitPolicy = {
  name: 'token-address',
  windows: [{ name: 'hour', points: 1200, seconds: HOUR }],
}

export const POLICIES = [APPLICATION, ADDRESS, TOKEN, TOKEN_ADDRESS]

const describedPolicies = new Map(
  POLICIES.map((policy) => [
    policy,
    policy.windows.map((window) => `"${window.name}";q=${window.points};w=${window.seconds}`).join(', '),
  ]),
)

/** Puts the counts into the answer's headers, and refuses when a window is used up. */
export function applyVerdict(reply: FastifyReply, policy: RateLimitPolicy, verdict: RateLimitVerdict): void {
  const seconds = Math.max(1, Math.ceil(verdict.msBeforeReset / 1000))
  reply.header('x-ratelimit-limit', verdict.window.points)
  reply.header('x-ratelimit-remaining', verdict.remaining)
  reply.header('ratelimit-policy', describedPolicies.get(policy))
  reply.header('ratelimit', `"${verdict.window.name}";r=${verdict.remaining};t=${seconds}`)
  if (verdict.allowed) return
  reply.header('retry-after', seconds)
  reply.header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + seconds)
  throw tooManyRequests(
    `More than ${verdict.window.points} requests in one ${verdict.window.name}. Wait ${seconds} seconds, then try again.`,
  )
}

/**
 * What to answer to a token request that was refused before its client was known: it counts for its address, and when
 * that has used up its requests the answer says so.
 */
export async function countRefusedTokenRequest(
  limits: RateLimits | null,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const isTokenRequest = request.routeOptions.config.operation?.media === 'form'
  if (!limits || !isTokenRequest || reply.hasHeader('x-ratelimit-limit')) return error
  try {
    applyVerdict(reply, TOKEN, await limits.consume(TOKEN, request.ip))
    return error
  } catch (refusal) {
    return refusal
  }
}
