/** Events with an end: before it, after it, and after the module that declared them was removed. */
import { expect, test } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { type Market, market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import {
  deliveriesOf,
  deliveryOf,
  requestSubscription,
  type Subscribed,
  subscribe,
} from '../../../../test/webhooks.ts'
import { modulesFor } from '../../../composition.ts'
import type { Module } from '../../../module.ts'
import { eventType, recordEvents } from '../../../platform/events/outbox.ts'
import { sandboxOf } from '../../sandbox/index.ts'
import { webhooksOf } from '../index.ts'

const END = '2027-02-01T00:00:00Z'
const BEFORE = '2027-01-31T23:59:00Z'
const made = eventType('box.made', { shows: 'order', meaning: 'A box was made.', endsAt: new Date(END) })

/** The marketplace with one more module, which declares only the event. */
function withBoxes(): readonly Module[] {
  const trade = modulesFor('production').filter(({ name }) => name !== 'webhooks')
  const all = [...trade, { name: 'boxes', schemas: [], events: [made] }]
  const business = [...all, webhooksOf(all)]
  return [...business, sandboxOf(business)]
}

const record = (shop: Market, orderId: string) =>
  recordEvents(shop.platform, [{ type: made, brandId: shop.credentials.brandId, subjectId: orderId }])
const readSubscription = async (shop: Market, { path }: Subscribed) =>
  (await shop.send('GET', path)).body.data.attributes
const change = (shop: Market, { id, path }: Subscribed, attributes: object) =>
  shop.send('PATCH', path, { body: { data: { type: 'webhook-subscriptions', id, attributes } } })
const DAY = 86_400

test('after its end an event is not sent, and a subscription to this event only stays unchanged', async () => {
  const shop = await market({ modules: withBoxes() })
  const list = async () =>
    (await shop.send('GET', '/api/v1/webhook-subscriptions/events')).body.data.map(
      ({ id }: { id: string }) => id,
    )
  await shop.setTime(BEFORE)
  const receiver = await startReceiver(500)
  const resting = await subscribe(shop, { url: receiver.url, events: ['box.made'] })
  const other = await startReceiver()
  const mixed = await subscribe(shop, { url: other.url, events: ['order.brand_created', 'box.made'] })
  expect(await list()).toContain('box.made')
  const order = await placeOrder(shop)
  await record(shop, order.id)
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)
  expect(other.received.map(({ body }) => body.meta.event.type)).toEqual(['order.brand_created', 'box.made'])
  const before = await readSubscription(shop, resting)
  // One more event, which is recorded before the end and relayed after it.
  await record(shop, order.id)

  await shop.setTime(END)
  expect(await list()).not.toContain('box.made')
  await shop.advance(20)
  await shop.runJobs()
  await placeOrder(shop)
  await record(shop, order.id)
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)
  expect(other.received.map(({ body }) => body.meta.event.type)).toEqual([
    'order.brand_created',
    'box.made',
    'order.brand_created',
  ])
  const [only, ...more] = await deliveriesOf(shop, resting)
  expect(more).toEqual([])
  const { state, attempts } = await deliveryOf(shop, resting, only?.id ?? '')
  expect([state, attempts.at(-1)?.detail]).toEqual(['failed', 'Nobody is told of this event any more.'])

  // No request was made, so days without deliveries must not disable the subscription.
  await shop.advance(6 * DAY)
  await shop.runJobs()
  expect(await readSubscription(shop, resting)).toEqual(before)
  expect((await shop.send('GET', '/api/testing/mails')).text).not.toContain('switched off')

  const again = await shop.send('POST', `${resting.path}/deliveries/${only?.id}/-actions/redeliver`)
  expect(again.status).toBe(200)
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)
  expect(mixed.id).not.toBe(resting.id)
})

test('after its end no request can subscribe to an event, and an existing subscription to it can be changed', async () => {
  const shop = await market({ modules: withBoxes() })
  await shop.setTime(BEFORE)
  const receiver = await startReceiver()
  const resting = await subscribe(shop, { url: receiver.url, events: ['box.made'] })
  await shop.setTime(END)
  const events = ['order.shipped', 'box.made']
  expectRefusedAt(
    await requestSubscription(shop, { url: 'http://127.0.0.1:39999/', events }),
    'data.attributes.events.1',
  )
  const plain = await subscribe(shop, { url: 'http://127.0.0.1:39997/', events: ['order.shipped'] })
  expectRefusedAt(await change(shop, plain, { events }), 'data.attributes.events.1')
  const test = { data: { type: 'webhook-subscriptions', attributes: { event: 'box.made' } } }
  expect((await shop.send('POST', `${resting.path}/-actions/test`, { body: test })).status).toBe(422)
  expect((await readSubscription(shop, resting)).events).toEqual(['box.made'])
  expect((await change(shop, resting, { url: 'http://127.0.0.1:39998/' })).status).toBe(200)
  expect((await change(shop, resting, { events: ['order.shipped'] })).status).toBe(200)
  expect((await readSubscription(shop, resting)).events).toEqual(['order.shipped'])
})

test('after its end a subscription to an event can be read and sent back, with and without the module', async () => {
  const shop = await market({ modules: withBoxes() })
  await shop.setTime(BEFORE)
  const receiver = await startReceiver()
  const events = ['order.shipped', 'box.made']
  const subscribed = await subscribe(shop, { url: receiver.url, events })
  await shop.setTime(END)
  for (const one of [shop, await market({ databaseUrl: shop.databaseUrl })]) {
    await one.setTime(END)
    const { data } = (await one.send('GET', subscribed.path)).body
    const back = await one.send('PATCH', subscribed.path, { body: { data } })
    const { updatedAt: _later, ...same } = data.attributes
    expect([back.status, back.body.data?.attributes], back.text).toMatchObject([200, same])
    expect((await change(one, subscribed, { events: [...events, 'order.cancelled'] })).status).toBe(200)
    expect((await change(one, subscribed, { events })).status).toBe(200)
    expectRefusedAt(await change(one, subscribed, { events: ['box.lost'] }), 'data.attributes.events.0')
  }
})

test('after the module is removed, its waiting deliveries fail, and subscriptions can still be read', async () => {
  const shop = await market({ modules: withBoxes() })
  await shop.setTime(BEFORE)
  const receiver = await startReceiver(500)
  const resting = await subscribe(shop, { url: receiver.url, events: ['box.made'] })
  await record(shop, (await placeOrder(shop)).id)
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)

  const later = await market({ databaseUrl: shop.databaseUrl })
  await later.setTime(END)
  await later.advance(20)
  await later.runJobs()
  expect(receiver.received).toHaveLength(1)
  expect((await readSubscription(later, resting)).events).toEqual(['box.made'])
  expect((await deliveriesOf(later, resting)).map(({ attributes }) => attributes.state)).toEqual(['failed'])
  const listed = await later.send('GET', '/api/v1/webhook-subscriptions')
  expect(listed.body.data).toHaveLength(1)
})
