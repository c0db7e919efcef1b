import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { type Market, market } from '../../../test/market.ts'
import { needs } from '../../../test/requirements.ts'
import { freezeTime, until } from '../../../test/time.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { createRateLimits, type RateLimitPolicy } from '../../platform/processes/rate-limit.ts'
import { ADDRESS, APPLICATION, TOKEN } from './limits.ts'

const silent = createLog('silent')
const PATH = '/api/v1/me/config'

test('the limits are those of the specification', () => {
  const shown = (policy: RateLimitPolicy) => policy.windows.map(({ points, seconds }) => [points, seconds])
  expect(shown(APPLICATION)).toEqual([
    [600, 60],
    [24_000, 3600],
    [288_000, 86_400],
  ])
  expect(shown(ADDRESS)).toEqual([
    [120, 60],
    [4800, 3600],
    [57_600, 86_400],
  ])
  expect(shown(TOKEN)).toEqual([[60, 3600]])
})

describe('counting', () => {
  const burst = (shop: Market, count: number, options = {}) =>
    Promise.all(Array.from({ length: count }, () => shop.send('GET', PATH, options)))

  test('an application has 600 requests a minute, whatever its token, and sees how many are left', async () => {
    const shop = await market()
    freezeTime()
    const first = await shop.send('GET', PATH)
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
      ratelimit: expect.stringMatching(/^"minute";r=599;t=\d+$/),
      'ratelimit-policy': '"minute";q=600;w=60, "hour";q=24000;w=3600, "day";q=288000;w=86400',
    })
    expect(first.headers).not.toHaveProperty('retry-after')

    await burst(shop, 598)
    const token = await shop.http.tokens.issue(shop.credentials.applicationId)
    expect((await shop.send('GET', PATH, { token })).headers['x-ratelimit-remaining']).toBe('0')
    const refused = await shop.send('GET', PATH)
    expect(refused.status).toBe(429)
    expect(refused.body.errors[0]).toMatchObject({ status: '429', title: 'Too Many Requests' })
    expect(refused.headers['x-ratelimit-remaining']).toBe('0')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(Number(refused.headers['x-ratelimit-reset'])).toBe(Math.ceil(Date.now() / 1000) + wait)
    expect((await shop.send('GET', PATH, { as: 'otherBrand' })).status).toBe(200)
  })

  test('without a token an address has 120 requests a minute, and bad tokens count among them', async () => {
    const shop = await market()
    const answers = await burst(shop, 120, { as: null, headers: { authorization: 'Bearer forged' } })
    expect(answers.map(({ status }) => status)).toEqual(Array(120).fill(401))
    expect(answers.every(({ headers }) => headers['x-ratelimit-limit'] === '120')).toBe(true)
    expect((await shop.send('GET', '/api/v1/currencies/rates/latest', { as: null })).status).toBe(429)
    expect((await shop.send('GET', '/api/v1/nothing', { as: null })).status).toBe(429)
    expect((await shop.send('GET', PATH)).status).toBe(200)
    expect((await shop.send('GET', '/health/live')).status).toBe(200)
  })

  test('an address behind a trusted proxy is the one that the proxy names', async () => {
    const shop = await market({
      env: { TRADEHALL_TRUST_PROXY: '127.0.0.1', TRADEHALL_OPEN_PLATFORM_ROUTES: 'on' },
    })
    const from = (address: string) => ({
      as: null,
      headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
    })
    const left = async (address: string) =>
      (await shop.send('GET', '/api/v1/platform/config', from(address))).headers['x-ratelimit-remaining']
    expect([await left('192.0.2.1'), await left('192.0.2.1'), await left('192.0.2.2')]).toEqual([
      '119',
      '118',
      '119',
    ])
  })

  test('is off when the setting says so', async () => {
    const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
    expect((await shop.send('GET', PATH)).headers).not.toHaveProperty('x-ratelimit-limit')
  })
})

const SMALL: RateLimitPolicy = {
  name: `test-${process.pid}`,
  windows: [
    { name: 'short', points: 3, seconds: 60 },
    { name: 'long', points: 5, seconds: 3600 },
  ],
}

test('the window with the fewest requests left is reported, and a refused request counts in no other window', async () => {
  const limits = createRateLimits(readConfig({}), [SMALL], silent)
  const results = []
  for (let i = 0; i < 6; i++) results.push(await limits.consume(SMALL, 'a'))
  expect(results.map(({ allowed, remaining, window }) => [allowed, remaining, window.name])).toEqual([
    [true, 2, 'short'],
    [true, 1, 'short'],
    [true, 0, 'short'],
    [false, 0, 'short'],
    [false, 0, 'short'],
    [false, 0, 'short'],
  ])
  expect((await limits.consume(SMALL, 'b')).remaining).toBe(2)
})

const REDIS = 'redis://127.0.0.1:6379'
const redisAnswers = await new Promise<boolean>((resolve) => {
  const probe = new Redis(REDIS, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 })
  probe.on('error', () => {})
  probe
    .connect()
    .then(
      () => resolve(true),
      () => resolve(false),
    )
    .finally(() => probe.disconnect())
})
const runningRedis = { met: redisAnswers, missing: `no Redis answers at ${REDIS}` }

test('with Redis, processes share their counts', needs(runningRedis), async () => {
  const config = readConfig({ TRADEHALL_REDIS_URL: REDIS })
  const policy = { ...SMALL, name: `test-redis-${process.pid}-${Date.now()}` }
  const [one, two] = [createRateLimits(config, [policy], silent), createRateLimits(config, [policy], silent)]
  // Each counts on its own until both are connected.
  let round = 0
  await until(async () => {
    const key = `ready-${round++}`
    await one.consume(policy, key)
    return (await two.consume(policy, key)).remaining === 1
  })
  const taken = [
    await one.consume(policy, 'x'),
    await two.consume(policy, 'x'),
    await one.consume(policy, 'x'),
  ]
  expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0])
  expect((await two.consume(policy, 'x')).allowed).toBe(false)
  await Promise.all([one.close(), two.close()])
})

test('without a connection to Redis, each process limits requests by its own counts', async () => {
  const config = readConfig({ TRADEHALL_REDIS_URL: 'redis://127.0.0.1:1' })
  const limits = createRateLimits(config, [SMALL], silent)
  const results = []
  for (let i = 0; i < 4; i++) results.push((await limits.consume(SMALL, 'a')).allowed)
  expect(results).toEqual([true, true, true, false])
  await limits.close()
})
