/** Counting requests per caller in fixed windows: in memory, in the parent of several processes, or in Redis. */
import cluster from 'node:cluster'
import { Redis } from 'ioredis'
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../config.ts'

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
  close(): Promise<void>
}

type Limiter = RateLimiterMemory | RateLimiterRedis | RateLimiterCluster

export function createRateLimits(config: Config, policies: readonly Policy[]): RateLimits {
  const redis = config.redisUrl ? connectRedis(config.redisUrl) : undefined
  const limiters = new Map(
    policies.map((policy) => [
      policy,
      policy.windows.map((window) => createLimiter(config, redis, policy, window)),
    ]),
  )
  return {
    async consume(policy, key) {
      const windows = limiters.get(policy) ?? []
      const results = await Promise.all(windows.map((limiter) => take(limiter, key)))
      const allowed = results.every((result) => result.allowed)
      // A request that one window refuses must not use up the others.
      if (!allowed) await Promise.all(windows.map((limiter, i) => results[i]?.allowed && limiter.reward(key)))
      return tightest(policy, results)
    },
    async close() {
      redis?.disconnect()
    },
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

function createLimiter(config: Config, redis: Redis | undefined, policy: Policy, window: Window): Limiter {
  const options = {
    keyPrefix: `tradehall:${policy.name}:${window.name}`,
    points: window.points,
    duration: window.seconds,
  }
  if (redis) {
    // With Redis away, limit by this process alone rather than refuse or let everything through.
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    })
  }
  // Processes that share a port share their counts through their parent.
  if (cluster.isWorker && config.processes > 1) return new RateLimiterCluster({ ...options, timeoutMs: 1000 })
  return new RateLimiterMemory(options)
}

function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(times * 100, 2000),
  })
  // Outages show in the insurance limiter's work; an unheard 'error' event would end the process.
  redis.on('error', () => {})
  return redis
}
