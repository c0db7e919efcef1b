/** Rate limits in fixed windows per caller, counted in memory, in the parent of several processes, or in Redis. */
import cluster from 'node:cluster'
import { createRequire } from 'node:module'
import type { Redis } from 'ioredis'
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../../config.ts'
import type { Log } from '../log.ts'
import { createBreaker } from '../resilience/breaker.ts'

interface RateLimitWindow {
  name: string
  points: number
  seconds: number
}

/** A set of windows that apply together. */
export interface RateLimitPolicy {
  name: string
  windows: readonly RateLimitWindow[]
}

export interface RateLimitVerdict {
  allowed: boolean
  /** The window with the fewest requests left. */
  window: RateLimitWindow
  remaining: number
  msBeforeReset: number
}

export interface RateLimits {
  consume(policy: RateLimitPolicy, key: string): Promise<RateLimitVerdict>
  /** Whether nodes (by Redis) or processes (by their parent) count together now; null where nothing is shared. */
  sharing(): 'together' | 'alone' | null
  /** How many requests this process has refused in the last hour. */
  refusedRequests(): number
  close(): Promise<void>
}

type Limiter = RateLimiterMemory | RateLimiterRedis | RateLimiterCluster

/** A connection to Redis without data for this long, while a reply is due, is closed. */
const SILENT_MS = 5000
/** Far longer than a reply takes, and an acceptable delay for the one request that waits for it. */
const ANSWER_WITHIN_MS = 500

export function createRateLimits(config: Config, policies: readonly RateLimitPolicy[], log: Log): RateLimits {
  const redis = config.redisUrl ? connectRedis(config.redisUrl) : undefined
  // Processes that share a port share their counts through their parent.
  const isSharing = cluster.isWorker && config.processes > 1
  const alone = countPerWindow(policies, (options) => new RateLimiterMemory(options))
  const refusals = countLastHour()
  const counted =
    (consume: RateLimits['consume']): RateLimits['consume'] =>
    async (policy, key) => {
      const verdict = await consume(policy, key)
      if (!verdict.allowed) refusals.add()
      return verdict
    }
  const { refusedRequests } = refusals
  if (!redis && !isSharing)
    return { consume: counted(alone), sharing: () => null, refusedRequests, async close() {} }

  const together = countPerWindow(policies, (options) =>
    redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
      : new RateLimiterCluster({ ...options, timeoutMs: ANSWER_WITHIN_MS }),
  )
  const store = redis ? 'Redis' : 'the parent process'
  // While the shared store is down, each process limits by its own counts instead of refusing or admitting everything.
  const breaker = createBreaker({
    log,
    away: `${store} does not respond; each process counts requests on its own`,
    back: `${store} responds again; requests are counted together`,
  })
  return {
    consume: counted((policy, key) =>
      breaker.run(
        () => together(policy, key),
        () => alone(policy, key),
      ),
    ),
    sharing: () => (breaker.isAway() ? 'alone' : 'together'),
    refusedRequests,
    async close() {
      redis?.disconnect()
    },
  }
}

const MINUTE_MS = 60_000
const MINUTES = 60

/** Counts by the minute in a ring buffer: each count replaces that of the same minute an hour before. */
function countLastHour(): { add(): void; refusedRequests(): number } {
  const counts = Array.from({ length: MINUTES }, () => ({ minute: -1, count: 0 }))
  const thisMinute = () => Math.floor(performance.now() / MINUTE_MS)
  return {
    add() {
      const minute = thisMinute()
      const at = minute % MINUTES
      const before = counts[at]?.minute === minute ? counts[at].count : 0
      counts[at] = { minute, count: before + 1 }
    },
    refusedRequests() {
      const oldest = thisMinute() - MINUTES
      return counts.reduce((sum, { minute, count }) => (minute > oldest ? sum + count : sum), 0)
    },
  }
}

/** Counts each request with one limiter per window. */
function countPerWindow(
  policies: readonly RateLimitPolicy[],
  create: (options: { keyPrefix: string; points: number; duration: number }) => Limiter,
): RateLimits['consume'] {
  const limiters = new Map(
    policies.map((policy) => [
      policy,
      policy.windows.map(({ name, points, seconds }) =>
        create({ keyPrefix: `tradehall:${policy.name}:${name}`, points, duration: seconds }),
      ),
    ]),
  )
  return async (policy, key) => {
    const windows = limiters.get(policy) ?? []
    const results = await Promise.all(windows.map((limiter) => consumePoint(limiter, key)))
    const allowed = results.every((result) => result.allowed)
    // A request that one window refuses must not consume points of the others.
    if (!allowed) await Promise.all(windows.map((limiter, i) => results[i]?.allowed && limiter.reward(key)))
    return tightest(policy, results)
  }
}

interface WindowResult {
  allowed: boolean
  remaining: number
  msBeforeReset: number
}

async function consumePoint(limiter: Limiter, key: string): Promise<WindowResult> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key)
    return { allowed: true, remaining: remainingPoints, msBeforeReset: msBeforeNext }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { allowed: false, remaining: 0, msBeforeReset: refusal.msBeforeNext }
  }
}

/** The refusing window with the latest reset; if all allow the request, the one with the fewest requests left. */
function tightest(policy: RateLimitPolicy, results: readonly WindowResult[]): RateLimitVerdict {
  let chosen = 0
  for (let i = 1; i < results.length; i++) {
    const a = results[i] as WindowResult
    const b = results[chosen] as WindowResult
    const tighter =
      a.allowed === b.allowed
        ? a.allowed
          ? a.remaining < b.remaining
          : a.msBeforeReset > b.msBeforeReset
        : !a.allowed
    if (tighter) chosen = i
  }
  return { window: policy.windows[chosen] as RateLimitWindow, ...(results[chosen] as WindowResult) }
}

function connectRedis(url: string): Redis {
  // Loaded here, because it needs 17 MB and only servers with Redis use it.
  const ioredis = createRequire(import.meta.url)('ioredis') as typeof import('ioredis')
  const redis = new ioredis.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    commandTimeout: ANSWER_WITHIN_MS,
    // A host that vanished never closes its connection; a new connection may reach its replacement.
    socketTimeout: SILENT_MS,
  })
  // The circuit breaker logs outages; an 'error' event without a listener would end the process.
  redis.on('error', () => {})
  return redis
}
