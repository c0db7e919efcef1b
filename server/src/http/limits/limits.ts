/** The rate limits of the API and their response headers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '../../domain/problems.ts'
import type { RateLimitPolicy, RateLimits, RateLimitVerdict } from '../../platform/processes/rate-limit.ts'

const HOUR = 3600

/** The hour allows 40 minutes at the full rate, and the day 12 such hours. */
const sustained = (name: string, perMinute: number): RateLimitPolicy => ({
  name,
  windows: [
    { name: 'minute', points: perMinute, seconds: 60 },
    { name: 'hour', points: perMinute * 40, seconds: HOUR },
    { name: 'day', points: perMinute * 40 * 12, seconds: 24 * HOUR },
  ],
})

export const APPLICATION = sustained('application', 600)
/** The limit of one session; enough for a page that polls and prefetches. */
export const SESSION = sustained('session', 600)
export const ADDRESS = sustained('address', 120)
/** Polls of open pages: ten tabs at one request in five seconds. */
export const ACTIVITY = sustained('activity', 120)
/** Checks of the addresses of receivers, each of which contacts another machine. */
export const URL_CHECK: RateLimitPolicy = {
  name: 'url-check',
  windows: [{ name: 'minute', points: 10, seconds: 60 }],
}
/** Static files of pages: a first visit needs some twenty, and many people may share an address. */
export const STATIC_FILES = sustained('static-files', 1200)
export const TOKEN: RateLimitPolicy = {
  name: 'token',
  windows: [{ name: 'hour', points: 60, seconds: HOUR }],
}

/** Limits the counters that one address can create with invented client ids. Allows twenty clients at their full limit. */
export const TOKEN_ADDRESS: RateLimitPolicy = {
  name: 'token-address',
  windows: [{ name: 'hour', points: 1200, seconds: HOUR }],
}

export const POLICIES = [
  APPLICATION,
  SESSION,
  ADDRESS,
  ACTIVITY,
  URL_CHECK,
  STATIC_FILES,
  TOKEN,
  TOKEN_ADDRESS,
]

const describedPolicies = new Map(
  POLICIES.map((policy) => [
    policy,
    policy.windows.map((window) => `"${window.name}";q=${window.points};w=${window.seconds}`).join(', '),
  ]),
)

/** Sets the rate limit headers, and throws a 429 problem when a window is exhausted. */
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
 * Counts a token request that was refused before its client was identified for its address. Returns the error to send:
 * the 429 problem if the limit of the address is exceeded, otherwise the given error.
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
