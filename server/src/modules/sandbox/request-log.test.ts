import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { type Market, market } from '../../../test/market.ts'
import { itemChange, transition } from '../../../test/order-requests.ts'
import { placeOrder } from '../../../test/orders.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { subscribe } from '../../../test/webhooks.ts'
import { pruneRequests } from './queries.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const REQUESTS = '/api/testing/requests'
type Logged = { id: string; attributes: Record<string, unknown> }
const list = async (query: string, from: Market = shop): Promise<Logged[]> =>
  (await from.send('GET', `${REQUESTS}?page[limit]=200&${query}`)).body.data
const one = async (id: unknown, as: 'brand' | 'operator' | 'otherBrand' | 'retailer' = 'brand') =>
  await shop.send('GET', `${REQUESTS}/${id}`, { as })

afterEach(() => void vi.useRealTimers())

test('a single request shows its whole bodies, and the list their beginnings', async () => {
  const text = `${'x'.repeat(5000)}ü`
  const sent = `{ "data": { "type": "users", "attributes": { "note": "${text}" } } }`
  const asked = await shop.send('POST', '/api/v1/email-verifications', { payload: sent })
  const id = asked.headers['x-request-id']
  expect((await one(id)).body.data.attributes).toMatchObject({ requestBody: sent, responseBody: asked.text })
  const listed = (await list('')).find((row) => row.id === id)
  expect(listed?.attributes).toMatchObject({ requestBody: sent.slice(0, 1024) })
  expect(listed?.attributes).not.toHaveProperty('effects')
})

test('bodies are cut after 64 KB, and after 1 KB if many long ones were just logged', async () => {
  // Stops the timer, so that only the queries write, and all requests are in one batch.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const busy = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  const payload = JSON.stringify({ data: 'y'.repeat(100_000) })
  const lengths: number[] = []
  const asked = await Promise.all(
    Array.from({ length: 30 }, () => busy.send('POST', '/api/v1/email-verifications', { payload })),
  )
  for (const { headers } of asked) {
    const { body } = await busy.send('GET', `${REQUESTS}/${headers['x-request-id']}`)
    lengths.push(body.data.attributes.requestBody.length)
  }
  expect(new Set(lengths)).toEqual(new Set([65_536, 1024]))
  // The bodies of the first million characters, about sixteen.
  expect(lengths.filter((length) => length === 65_536).length).toBeLessThan(20)
  // Each query has written a batch since then.
  const later = await busy.send('POST', '/api/v1/email-verifications', { payload })
  const { body } = await busy.send('GET', `${REQUESTS}/${later.headers['x-request-id']}`)
  expect(body.data.attributes.requestBody).toHaveLength(65_536)
})

test('secrets are redacted in long bodies, also if their name is spelled with escapes', async () => {
  const filler = 'z'.repeat(20_000)
  const payloads = [
    `{"filler":"${filler}","password":"open sesame"}`,
    `{"filler":"${filler}","pass\\u0077ord":"open sesame"}`,
    `{"password":"open sesame","filler":"${filler}${filler}${filler}${filler}"}`,
  ]
  for (const payload of payloads) {
    const asked = await shop.send('POST', '/api/v1/email-verifications', { payload })
    const { body } = await one(asked.headers['x-request-id'])
    expect(body.data.attributes.requestBody).toContain('[redacted]')
    expect(body.data.attributes.requestBody).not.toContain('open sesame')
  }
})

test('a secret in a long response is redacted', async () => {
  const receiver = await startReceiver()
  const { secret } = await subscribe(shop, { url: receiver.url })
  const asked = await shop.send('GET', '/api/v1/webhook-subscriptions?page[limit]=100')
  expect(asked.text).toContain(secret)
  const { body } = await one(asked.headers['x-request-id'])
  expect(body.data.attributes.responseBody).toContain('[redacted]')
  expect(body.data.attributes.responseBody).not.toContain(secret)
})

test('the log can be filtered by application, path, class of status and time', async () => {
  const here = await market()
  const { applicationId } = here.credentials
  await here.send('GET', '/api/v1/orders?page[limit]=1')
  const before = here.platform.clock.now()
  await here.advance(3600)
  await here.send('GET', '/api/v1/me')
  await here.send('GET', '/api/v1/me?unknown=1')
  const urls = async (query: string) => (await list(query, here)).map(({ attributes }) => attributes.url)
  expect(await urls('filter[path]=/api/v1/me')).toEqual(['/api/v1/me?unknown=1', '/api/v1/me'])
  expect(await urls('filter[statusClass]=4xx')).toEqual(['/api/v1/me?unknown=1'])
  expect(await urls('filter[statusClass]=5xx')).toEqual([])
  expect(await urls(`filter[application]=${applicationId}`)).toHaveLength(3)
  expect(await urls(`filter[application]=${randomUUID()}`)).toEqual([])
  expect(await urls('filter[caller]=application')).toHaveLength(3)
  expect(await urls('filter[caller]=user')).toEqual([])
  const between = new Date(before.getTime() + 60_000).toISOString()
  expect(await urls(`filter[requestedAt][to]=${between}`)).toEqual(['/api/v1/orders?page[limit]=1'])
  expect(await urls(`filter[requestedAt][from]=${between}`)).toHaveLength(2)
})

describe('the newest request is first', () => {
  test('also after the clock was moved forward and back', async () => {
    const here = await market()
    const urls = async (query = '') =>
      (await list(`filter[path]=/api/v1/me&${query}`, here)).map(({ attributes }) => attributes.url)
    const before = here.platform.clock.now()
    await here.send('GET', '/api/v1/me?before')
    const move = await here.send('POST', '/api/testing/clock/-actions/advance', { body: { seconds: 86_400 } })
    await here.send('GET', '/api/v1/me?ahead')
    await here.send('POST', '/api/testing/clock/-actions/advance', { body: { seconds: 1 } })
    await here.setTime(before.toISOString())
    const { headers } = await here.send('GET', '/api/v1/me?back')
    const newestFirst = ['/api/v1/me?back', '/api/v1/me?ahead', '/api/v1/me?before']
    expect(await urls()).toEqual(newestFirst)
    expect(await urls(`page[after]=${headers['x-request-id']}`)).toEqual(newestFirst.slice(1))
    // The request that moved the clock arrived before the move.
    const [moved] = (await list('filter[method]=POST', here)).slice(-1)
    expect(moved?.id).toBe(move.headers['x-request-id'])
    expect(moved?.attributes.requestedAt).toBe(before.toISOString())
    const arrivals = (await list('', here)).map(({ attributes }) => String(attributes.arrivedAt))
    expect(arrivals).toEqual(arrivals.toSorted().toReversed())
    await pruneRequests(here.platform.db, 1)
    expect(await urls()).toEqual(newestFirst.slice(0, 1))
  })

  test('by clock time among entries of the previous version', async () => {
    const here = await market()
    await here.send('GET', '/api/v1/me?1')
    await here.advance(1)
    await here.send('GET', '/api/v1/me?2')
    await list('', here)
    await here.platform.db`update sandbox.requests set arrived_at = null`
    const urls = (await list('filter[path]=/api/v1/me', here)).map(({ attributes }) => attributes.url)
    expect(urls).toEqual(['/api/v1/me?2', '/api/v1/me?1'])
  })
})

test('reads of the log and of the activity leave no entry', async () => {
  const here = await market()
  await here.send('GET', '/api/v1/activity')
  expect(await list('', here)).toEqual([])
  expect(await list('', here)).toEqual([])
})

test('a single request shows its effects: moves, events and deliveries, also of jobs', async () => {
  const receiver = await startReceiver()
  await subscribe(shop, { url: receiver.url, events: ['order.brand_accepted', 'order.brand_rejected'] })
  const order = await placeOrder(shop)
  const attributes = { orderItems: [itemChange(order.item_ids[0], 1)] }
  const accepted = await transition(shop, order.id, { type: 'brand-validates', attributes })
  await shop.runJobs()
  const id = accepted.headers['x-request-id']
  const { effects } = (await one(id)).body.data.attributes
  expect(effects).toEqual([
    expect.objectContaining({ type: 'order-moves', name: 'brand-validates', subjectId: order.id }),
    expect.objectContaining({ type: 'webhook-events', name: 'order.brand_accepted', subjectId: order.id }),
    expect.objectContaining({ type: 'webhook-events', name: 'order.brand_confirmed', subjectId: order.id }),
    expect.objectContaining({ type: 'webhook-deliveries', name: 'order.brand_accepted', state: 'delivered' }),
  ])
  const history = await shop.send('GET', `/api/v1/orders/${order.id}/history`)
  expect(history.body.data[0].attributes).toMatchObject({ command: 'brand-validates', requestId: id })
  const read = await shop.send('GET', `/api/v1/orders/${order.id}`)
  expect((await one(read.headers['x-request-id'])).body.data.attributes.effects).toEqual([])
})

test('a job keeps the request of the event that caused it', async () => {
  const order = await placeOrder(shop)
  const attributes = { rejectType: 'OTHER', rejectReason: 'No.' }
  const rejected = await transition(shop, order.id, { type: 'brand-rejects', attributes })
  expect(rejected.status, rejected.text).toBe(200)
  await shop.runJobs()
  await shop.advance(60)
  await shop.runJobs()
  const id = rejected.headers['x-request-id']
  const moves = (await one(id)).body.data.attributes.effects.filter(
    ({ type }: { type: string }) => type === 'order-moves',
  )
  expect(moves.map(({ name }: { name: string }) => name)).toEqual(['brand-rejects', 'approve-rejection'])
})

test('a request of another brand is 403, an unknown one 404, and the operator sees all requests', async () => {
  const asked = await shop.send('GET', '/api/v1/me')
  const id = asked.headers['x-request-id']
  expect((await one(id)).status).toBe(200)
  expect((await one(id, 'otherBrand')).status).toBe(403)
  expect((await one(id, 'retailer')).status).toBe(403)
  expect((await one(id, 'operator')).status).toBe(200)
  expect((await one(randomUUID())).status).toBe(404)
})
