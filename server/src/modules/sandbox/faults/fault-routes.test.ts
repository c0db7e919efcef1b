import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { chance } from '../../../../test/chance.ts'
import { type Market, market, type Who } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll })
afterEach(async () => void (await shop.send('DELETE', '/api/testing/faults')))

const inject = (on: Market, body: object) => on.send('POST', '/api/testing/faults', { body })
const statusOf = async (on: Market, path = '/api/v1/me/config') => (await on.send('GET', path)).status

test('a fault returns its status as often as its count', async () => {
  const fault = await inject(shop, { path: '/api/v1/me/config', status: 503, count: 2 })
  expect(fault.status).toBe(201)
  expect(fault.body.data.attributes).toMatchObject({
    path: '/api/v1/me/config',
    status: 503,
    remaining: 2,
    share: 1,
    delayMs: 0,
  })
  expect([await statusOf(shop), await statusOf(shop), await statusOf(shop)]).toEqual([503, 503, 200])
})

test('a fault hits exactly its count of concurrent requests', async () => {
  await inject(shop, { path: '/api/v1/*', status: 500, count: 7 })
  const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf(shop)))
  expect(statuses.filter((status) => status === 500)).toHaveLength(7)
})

test('faults hit only their path and method, never /api/testing, and can be removed', async () => {
  await inject(shop, { path: '*', method: 'GET', status: 500 })
  expect(await statusOf(shop)).toBe(500)
  const post = await shop.send('POST', '/api/v1/email-verifications', { body: {} })
  expect(post.status).toBe(422)
  const listed = await shop.send('GET', '/api/testing/faults')
  expect(listed.body.data).toHaveLength(1)
  expect((await shop.send('DELETE', '/api/testing/faults')).status).toBe(200)
  expect(await statusOf(shop)).toBe(200)
})

test('429 carries Retry-After and X-RateLimit-Reset', async () => {
  await inject(shop, { status: 429, count: 1 })
  const answer = await shop.send('GET', '/api/v1/me/config')
  expect(answer.status).toBe(429)
  expect(answer.headers['retry-after']).toBe('1')
  expect(Number(answer.headers['x-ratelimit-reset'])).toBeGreaterThan(1_700_000_000)
})

test('Retry-After and the number of errors can be chosen', async () => {
  await inject(shop, { status: 503, retryAfter: 7, errors: 3, count: 1 })
  const unavailable = await shop.send('GET', '/api/v1/me/config')
  expect(unavailable.headers).toMatchObject({ 'retry-after': '7' })
  expect(unavailable.headers['x-ratelimit-reset']).toBeUndefined()
  const { errors } = unavailable.body
  expect(errors).toHaveLength(3)
  expect(new Set(errors.map(({ detail }: { detail: string }) => detail)).size).toBe(3)

  await inject(shop, { status: 429, retryAfter: 0, count: 1 })
  const limited = await shop.send('GET', '/api/v1/me/config')
  expect(limited.headers['retry-after']).toBe('0')
  expect(limited.body.errors).toHaveLength(1)
})

test('after a fault is used up, older faults hit', async () => {
  await inject(shop, { status: 500, count: 1 })
  await inject(shop, { status: 503, count: 1 })
  expect([await statusOf(shop), await statusOf(shop), await statusOf(shop)]).toEqual([503, 500, 200])
})

test('a fault can be removed by its id, and the others stay', async () => {
  const older = await inject(shop, { status: 500 })
  const newer = await inject(shop, { status: 503 })
  const remove = () => shop.send('DELETE', `/api/testing/faults/${newer.body.data.id}`)
  expect(await statusOf(shop)).toBe(503)
  expect((await remove()).status).toBe(200)
  expect(await statusOf(shop)).toBe(500)
  expect((await remove()).status).toBe(404)
  const { data } = (await shop.send('GET', '/api/testing/faults')).body
  expect(data.map(({ id }: { id: string }) => id)).toEqual([older.body.data.id])
})

test('a fault shows all its settings', async () => {
  const { applicationId } = shop.credentials
  const wanted = { applicationId, path: '/api/v1/*', status: 503, retryAfter: 2, errors: 4 }
  expect((await inject(shop, wanted)).body.data.attributes).toMatchObject({
    ...wanted,
    disconnect: null,
    expireTokens: false,
    unknowns: false,
    marker: null,
  })
  await inject(shop, { disconnect: 'after' })
  await inject(shop, { expireTokens: true })
  await inject(shop, { unknowns: true, marker: 'm7' })
  const { data } = (await shop.send('GET', '/api/testing/faults')).body
  const shown = data.map(({ attributes }: { attributes: object }) => attributes)
  expect(shown).toMatchObject([
    { unknowns: true, marker: 'm7', status: null },
    { expireTokens: true },
    { disconnect: 'after', applicationId: null, retryAfter: null, errors: 1 },
    wanted,
  ])
})

test('a brand may name only its own applications, and the operator any', async () => {
  const body = { status: 500, applicationId: shop.credentials.applicationId }
  const create = (as: Who) => shop.send('POST', '/api/testing/faults', { as, body })
  for (const as of ['brand', 'operator'] as const) expect((await create(as)).status).toBe(201)
  for (const as of ['otherBrand', 'retailer'] as const) expectRefusedAt(await create(as), 'applicationId')
})

test('faults can delay responses without changing them', async () => {
  await inject(shop, { path: '/api/v1/me', delayMs: 300, count: 1 })
  const started = performance.now()
  expect(await statusOf(shop, '/api/v1/me')).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(295)
})

test('a fault hits about its share of the requests', async () => {
  const pick = chance()(0)
  const dice = vi.spyOn(Math, 'random').mockImplementation(() => pick(1_000_000) / 1_000_000)
  onTestFinished(() => dice.mockRestore())
  await inject(shop, { status: 500, share: 0.5 })
  const statuses = await Promise.all(Array.from({ length: 200 }, () => statusOf(shop)))
  const hit = statuses.filter((status) => status === 500).length
  // The probability of a number outside of these limits is about one in ten million.
  expect(hit).toBeGreaterThan(60)
  expect(hit).toBeLessThan(140)
})

test.each([
  [{}, 'status'],
  [{ expireTokens: false, unknowns: false }, 'status'],
  [{ applicationId: null, path: '/api/v1/me' }, 'status'],
  [{ status: 200 }, 'status'],
  [{ status: 500, share: 0 }, 'share'],
  [{ status: 500, share: 2 }, 'share'],
  [{ status: 500, count: 0 }, 'count'],
  [{ status: 500, delayMs: -1 }, 'delayMs'],
  [{ status: 500, delay: 5 }, 'delay'],
  [{ status: 500, path: 'api' }, 'path'],
  [{ status: 500, method: 'PUT' }, 'method'],
  [{ status: 500, retryAfter: -1 }, 'retryAfter'],
  [{ status: 500, retryAfter: 3601 }, 'retryAfter'],
  [{ disconnect: 'after', retryAfter: 1 }, 'retryAfter'],
  [{ status: 500, errors: 0 }, 'errors'],
  [{ status: 500, errors: 21 }, 'errors'],
  [{ delayMs: 1, errors: 2 }, 'errors'],
  [{ disconnect: 'during' }, 'disconnect'],
  [{ disconnect: 'before', status: 500 }, 'disconnect'],
  [{ expireTokens: true, status: 500 }, 'expireTokens'],
  [{ expireTokens: true, disconnect: 'before' }, 'expireTokens'],
  [{ unknowns: true, status: 500 }, 'unknowns'],
  [{ unknowns: true, delayMs: 1 }, 'unknowns'],
  [{ unknowns: true, disconnect: 'after' }, 'unknowns'],
  [{ marker: 'x', expireTokens: true }, 'marker'],
  [{ marker: '' }, 'marker'],
  [{ marker: 'a&b' }, 'marker'],
  [{ marker: 'x'.repeat(33) }, 'marker'],
  [{ status: 500, applicationId: 'me' }, 'applicationId'],
  [{ status: 500, applicationId: '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11' }, 'applicationId'],
])('%j is refused', async (body, pointer) => {
  const answer = await inject(shop, body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)).toContain(
    pointer,
  )
})
