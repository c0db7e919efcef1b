/** Counting requests per caller in fixed windows: in memory, in the parent of several processes, or in Redis. */
import cluster from 'node:cluster'
import { createRequire } from 'node:module'
import type { Redis } from 'ioredis'
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import { createBreaker } from './breaker.ts'
import type { Log } from './log.ts'

export interface Window {
  name: string
  points: number
  seconds: number
}

/** A set of windows that apply together. */
export interface Policy {
  name: string
  windows: readonly Window[]
}

export interface Verdict {
  allowed: boolean
  /** The window with the fewest requests left. */
  window: Window
  remaining: number
  msBeforeReset: number
}

export interface RateLimits {
  consume(policy: Policy, key: string): Promise<Verdict>
  /** How those count now that should count together: the nodes by Redis, or the processes by their parent. */
  sharing(): 'together' | 'alone' | null
  close(): Promise<void>
}

type Limiter = RateLimiterMemory | RateLimiterRedis | RateLimiterCluster

/** Without a byte for this long, while one was due, a connection to Redis is given up. */
const SILENT_MS = 5000
/** Far more than an answer takes, and not much for a request that has to wait for it once. */
const ANSWER_WITHIN_MS = 500

export function createRateLimits(config: Config, policies: readonly Policy[], log: Log): RateLimits {
  const redis = config.redisUrl ? connectRedis(config.redisUrl) : undefined
  // Processes that share a port share their counts through their parent.
  const isSharing = cluster.isWorker && config.processes > 1
  const alone = count(policies, (options) => new RateLimiterMemory(options))
  if (!redis && !isSharing) return { consume: alone, sharing: () => null, async close() {} }

  const together = count(policies, (options) =>
    redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
      : new RateLimiterCluster({ ...options, timeoutMs: ANSWER_WITHIN_MS }),
  )
  const keeper = redis ? 'Redis' : 'the parent process'
  // Limit by this process alone rather than refuse, wait, or let everything through.
  const breaker = createBreaker({
    log,
    away: `${keeper} does not answer; requests are counted by each process alone`,
    back: `${keeper} answers again; requests are counted together`,
  })
  return {
    consume: (policy, key) =>
      breaker.run(
        () => together(policy, key),
        () => alone(policy, key),
      ),
    sharing: () => (breaker.isAway() ? 'alone' : 'together'),
    async close() {
      redis?.disconnect()
    },
  }
}

/** Counts with one limiter for each window. */
function count(
  policies: readonly Policy[],
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
    const results = await Promise.all(windows.map((limiter) => take(limiter, key)))
    const allowed = results.every((result) => result.allowed)
    // A request that one window refuses must not use up the others.
    if (!allowed) await Promise.all(windows.map((limiter, i) => results[i]?.allowed && limiter.reward(key)))
    return tightest(policy, results)
  }
}

interface Taken {
  allowed: boolean
  remaining: number
  msBeforeReset: number
}

async function take(limiter: Limiter, key: string): Promise<Taken> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key)
    return { allowed: true, remaining: remainingPoints, msBeforeReset: msBeforeNext }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { allowed: false, remaining: 0, msBeforeReset: refusal.msBeforeNext }
  }
}

/** Among the windows that refuse, the one that stays closed longest; otherwise the one with the fewest left. */
function tightest(policy: Policy, results: readonly Taken[]): Verdict {
  let chosen = 0
  for (let i = 1; i < results.length; i++) {
    const a = results[i] as Taken
    const b = results[chosen] as Taken
    const tighter =
      a.allowed === b.allowed
        ? a.allowed
          ? a.remaining < b.remaining
          : a.msBeforeReset > b.msBeforeReset
        : !a.allowed
    if (tighter) chosen = i
  }
  return { window: policy.windows[chosen] as Window, ...(results[chosen] as Taken) }
}

function connectRedis(url: string): Redis {
  // Loaded here: 17 MB, for those who have a Redis.
  const ioredis = createRequire(import.meta.url)('ioredis') as typeof import('ioredis')
  const redis = new ioredis.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    commandTimeout: ANSWER_WITHIN_MS,
    // A machine that vanished never closes its connection; a new one may find another.
    socketTimeout: SILENT_MS,
  })
  // Outages show in what the breaker says; an unheard 'error' event would end the process.
  redis.on('error', () => {})
  return redis
}
