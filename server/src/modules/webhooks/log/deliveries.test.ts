import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { deliveriesOf, deliveryOf, subscribe } from '../../../../test/webhooks.ts'

const shop = await market({ cleanUp: afterAll })

test('the log can be filtered by state, event and time, and is paged', async () => {
  const receiver = await startReceiver([200, 500])
  const subscribed = await subscribe(shop, {
    url: receiver.url,
    events: ['order.brand_created', 'order.brand_accepted'],
  })
  const order = await placeOrder(shop)
  await shop.runJobs()
  await shop.advance(3600)
  await moveOrderTo(shop, order, 'brand_confirmed')
  await shop.runJobs()
  const events = async (query: string) =>
    (await deliveriesOf(shop, subscribed, query)).map(({ attributes }) => attributes.event)
  const [created, accepted] = ['order.brand_created', 'order.brand_accepted']
  expect(await events('')).toEqual([created, accepted])
  expect(await events('filter[state]=delivered')).toEqual([created])
  expect(await events('filter[state]=waiting')).toEqual([accepted])
  expect(await events('filter[state]=failed')).toEqual([])
  expect(await events(`filter[event]=${accepted}`)).toEqual([accepted])
  const between = new Date(shop.platform.clock.now().getTime() - 1_800_000).toISOString()
  expect(await events(`filter[createdAt][from]=${between}`)).toEqual([accepted])
  expect(await events(`filter[createdAt][to]=${between}`)).toEqual([created])
  const first = await shop.send('GET', `${subscribed.path}/deliveries?page[limit]=1`)
  expect(first.body.data[0].attributes.event).toBe(accepted)
  const next = await shop.send('GET', first.body.links.next.replace(/^https?:\/\/[^/]+/, ''))
  expect(next.body.data[0].attributes.event).toBe(created)
})

test('a delivery shows its attempts and the bytes that were sent', async () => {
  const receiver = await startReceiver((_received, response) => {
    response.writeHead(500).end('no\0pe')
  })
  const subscribed = await subscribe(shop, { url: receiver.url })
  await placeOrder(shop)
  await shop.runJobs()
  const [{ id } = { id: '' }] = await deliveriesOf(shop, subscribed)
  const delivery = await deliveryOf(shop, subscribed, id)
  expect(delivery.body).toBe(receiver.received[0]?.text)
  expect(delivery.nextAttemptAt).not.toBeNull()
  expect(delivery.attempts).toEqual([
    {
      number: 1,
      outcome: 'refused_by_receiver',
      status: 500,
      detail: null,
      answer: 'nope',
      headers: expect.objectContaining({ signature: receiver.received[0]?.headers.signature }),
      durationMs: expect.any(Number),
      startedAt: expect.stringMatching(/^2026-03-/),
    },
  ])
})

test('redelivery sends the same bytes and id, with up to five more attempts', async () => {
  const receiver = await startReceiver()
  const subscribed = await subscribe(shop, { url: receiver.url })
  await placeOrder(shop)
  await shop.runJobs()
  const [{ id } = { id: '' }] = await deliveriesOf(shop, subscribed)
  receiver.answers = 500
  const again = await shop.send('POST', `${subscribed.path}/deliveries/${id}/-actions/redeliver`)
  expect(again.body.data.attributes).toMatchObject({ state: 'waiting', finishedAt: null })
  await shop.runJobs()
  for (const wait of [10, 100, 1000, 10_000]) {
    await shop.advance(wait)
    await shop.runJobs()
  }
  expect(receiver.received).toHaveLength(6)
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
  const { state, attempts } = await deliveryOf(shop, subscribed, id)
  expect(state).toBe('failed')
  expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
})

test('redelivery since a time sends only the deliveries that failed since then', async () => {
  const receiver = await startReceiver(500)
  const subscribed = await subscribe(shop, { url: receiver.url })
  const failOne = async () => {
    await placeOrder(shop)
    await shop.runJobs()
    for (const wait of [10, 100, 1000, 10_000]) {
      await shop.advance(wait)
      await shop.runJobs()
    }
  }
  await failOne()
  const since = shop.platform.clock.now().toISOString()
  await failOne()
  receiver.answers = 200
  const before = receiver.received.length
  const body = { data: { type: 'webhook-deliveries', attributes: { since } } }
  const answer = await shop.send('POST', `${subscribed.path}/deliveries/-actions/redeliver`, { body })
  expect(answer.body.meta).toEqual({ redelivered: 1 })
  await shop.advance(10)
  await shop.runJobs()
  expect(receiver.received).toHaveLength(before + 1)
  expect((await deliveriesOf(shop, subscribed)).map(({ attributes }) => attributes.state)).toEqual([
    'failed',
    'delivered',
  ])
})

test('returns 403 for the log of another brand, and 404 for unknown deliveries and those of another subscription', async () => {
  const [one, two] = [await startReceiver(), await startReceiver()]
  const [first, second] = [await subscribe(shop, { url: one.url }), await subscribe(shop, { url: two.url })]
  await placeOrder(shop)
  await shop.runJobs()
  const [{ id } = { id: '' }] = await deliveriesOf(shop, first)
  for (const path of [`${first.path}/deliveries`, `${first.path}/deliveries/${id}`]) {
    expect((await shop.send('GET', path, { as: 'otherBrand' })).status).toBe(403)
  }
  expect((await shop.send('GET', `${first.path}/deliveries/${randomUUID()}`)).status).toBe(404)
  expect((await shop.send('GET', `${second.path}/deliveries/${id}`)).status).toBe(404)
  expect((await shop.send('POST', `${second.path}/deliveries/${id}/-actions/redeliver`)).status).toBe(404)
})

test('a test event is sent like any other, also to a subscription that does not name it', async () => {
  const receiver = await startReceiver()
  const subscribed = await subscribe(shop, { url: receiver.url, events: ['order.brand_created'] })
  const body = { data: { type: 'webhook-subscriptions', attributes: { event: 'order.shipped' } } }
  const answer = await shop.send('POST', `${subscribed.path}/-actions/test`, { body })
  expect(answer.status).toBe(201)
  expect(answer.body.data.attributes.isTest).toBe(true)
  await shop.runJobs()
  expect(receiver.received[0]?.body).toMatchObject({
    meta: { event: { type: 'order.shipped', test: true, applicationId: shop.credentials.applicationId } },
    data: { type: 'orders', attributes: { status: expect.any(String) } },
  })
  const unknown = { data: { type: 'webhook-subscriptions', attributes: { event: 'order.lost' } } }
  expect((await shop.send('POST', `${subscribed.path}/-actions/test`, { body: unknown })).status).toBe(422)
  await shop.send('POST', `${subscribed.path}/-actions/pause`)
  expect((await shop.send('POST', `${subscribed.path}/-actions/test`, { body })).status).toBe(409)
})

test('the operator reads the deliveries of any subscription as its brand does', async () => {
  const receiver = await startReceiver([200, 500])
  const { id, path } = await subscribe(shop, {
    url: receiver.url,
    events: ['order.brand_created', 'order.brand_accepted'],
  })
  await moveOrderTo(shop, await placeOrder(shop), 'brand_confirmed')
  await shop.runJobs()
  const asOperator = (way: string) =>
    shop.send('GET', `/api/operator/v1/webhook-subscriptions${way}`, { as: 'operator' })
  for (const query of [
    '',
    '?filter[state]=delivered',
    '?page[limit]=1',
    '?filter[event]=order.brand_accepted',
  ]) {
    const [theirs, own] = [
      await asOperator(`/${id}/deliveries${query}`),
      await shop.send('GET', `${path}/deliveries${query}`),
    ]
    expect([theirs.status, theirs.body.data], query).toEqual([200, own.body.data])
    expect(own.body.data.length, query).toBeGreaterThan(0)
  }
  for (const { id: delivery } of (await asOperator(`/${id}/deliveries`)).body.data) {
    const theirs = await asOperator(`/${id}/deliveries/${delivery}`)
    expect(theirs.body.data.attributes.attempts).toHaveLength(1)
    expect(theirs.body.data).toEqual((await shop.send('GET', `${path}/deliveries/${delivery}`)).body.data)
  }
  const one = await asOperator(`/${id}`)
  expect(one.body.data).toMatchObject({ id, attributes: { brandId: shop.credentials.brandId, failures: 1 } })
  expect(one.text).not.toMatch(/signingSecret|secretEncrypted|_encrypted/)
  const listed = async (query: string) =>
    (await asOperator(`?page[limit]=100${query}`)).body.data.map((row: { id: string }) => row.id)
  const quiet = await subscribe(shop, { url: 'http://127.0.0.1:39996/' })
  expect(await listed('')).not.toContain(quiet.id)
  expect(await listed('&filter[state]=any')).toEqual(expect.arrayContaining([id, quiet.id]))
})

test('returns 404 to the operator for unknown subscriptions and deliveries, and 403 to brands', async () => {
  const { id } = await subscribe(shop, { url: 'http://127.0.0.1:39995/' })
  const base = '/api/operator/v1/webhook-subscriptions'
  for (const way of [
    `/${randomUUID()}`,
    `/${randomUUID()}/deliveries`,
    `/${id}/deliveries/${randomUUID()}`,
  ]) {
    expect((await shop.send('GET', base + way, { as: 'operator' })).status, way).toBe(404)
    expect((await shop.send('GET', base + way)).status, way).toBe(403)
  }
  expect((await shop.send('GET', `${base}/${id}/deliveries`, { as: 'operator' })).body.data).toEqual([])
})
