import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { type Received, startReceiver } from '../../../../test/receiver.ts'
import { labelledOrder } from '../../../../test/shipping.ts'
import {
  deliveriesOf,
  EVERY_EVENT_OF_ORDERS,
  requestSubscription,
  subscribe,
} from '../../../../test/webhooks.ts'
import { transaction } from '../../../platform/database.ts'
import { moveOrder, type OrderRow, type Status } from '../../ordering/index.ts'

const TWINS = ['order.brand_confirmed', 'order.received']
const INCLUDED = 'retailer,orderItems,billingItems'
const typeOf = ({ body }: Received) => body.meta.event.type as string
const orderOf = ({ body }: Received) => body.data.id as string

test('every event of orders arrives once, in the sequence of its order, with the order as the API shows it', async () => {
  const shop = await market()
  const receiver = await startReceiver()
  const { secret } = await subscribe(shop, {
    url: receiver.url,
    events: [...EVERY_EVENT_OF_ORDERS, ...TWINS],
  })
  const told = new Map<string, string[]>()
  /** Changes an order, delivers the events, and compares them with what the API shows then. */
  async function step(order: OrderRow, work: () => Promise<unknown>, ...events: string[]): Promise<void> {
    const before = receiver.received.length
    await work()
    await shop.runJobs()
    const came = receiver.received.slice(before)
    expect(came.map(typeOf)).toEqual(events)
    told.set(order.id, [...(told.get(order.id) ?? []), ...events])
    const { body: read } = await shop.send('GET', `/api/v1/orders/${order.id}?include=${INCLUDED}`)
    for (const { body } of came) {
      expect(body.data).toEqual({ ...read.data, type: 'orders' })
      expect(body.included).toEqual(read.included)
      expect(new Set(body.included.map(({ type }: { type: string }) => type))).toEqual(
        new Set(['retailer', 'order-items', 'billing-items']),
      )
    }
  }
  const start = async () => {
    const order = await placeOrder(shop)
    await step(order, async () => {}, 'order.brand_created')
    return order
  }
  const accept = (order: OrderRow) =>
    shop.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
      body: { data: { type: 'brand-validates' } },
    })
  const edit = (order: OrderRow, address: object) =>
    shop.send('PATCH', `/api/operator/v1/orders/${order.id}`, {
      as: 'operator',
      body: { data: { type: 'orders', id: order.id, attributes: address } },
    })
  const move = (order: OrderRow, from: Status, to: Status, ...events: string[]) =>
    step(order, () => moveOrderTo(shop, { ...order, status: from }, to), ...events)
  const place = { street: 'Kaai 99', city: 'Gent', postalCode: '9000', countryCode: 'BE' }

  const paid = await start()
  await step(paid, () => edit(paid, { billingAddress: place }), 'order.billing_address_updated')
  await step(paid, () => edit(paid, { shippingAddress: place }), 'order.shipping_address_updated')
  await step(paid, () => accept(paid), 'order.brand_accepted', 'order.brand_confirmed')
  const again = { brandId: paid.brand_id, orderId: paid.id }
  const marketplace = { party: 'marketplace', applicationId: null } as const
  await step(
    paid,
    () => moveOrder(shop.platform, again, { command: 'revert-acceptance', by: marketplace }),
    'order.brand_accepted_reverted',
  )
  await step(paid, () => accept(paid), 'order.brand_accepted', 'order.brand_confirmed')
  await move(paid, 'brand_confirmed', 'shipping_labels_generated', 'order.shipping_labels_generated')
  await move(paid, 'shipping_labels_generated', 'brand_confirmed', 'order.shipping_labels_generated_reverted')
  await move(paid, 'brand_confirmed', 'shipped', 'order.shipped')
  await move(paid, 'shipped', 'received', 'order.shipment_received', 'order.received')
  await move(paid, 'received', 'invoiced')
  await move(paid, 'invoiced', 'brand_paid', 'order.brand_paid')

  const rejected = await start()
  const reject = {
    data: { type: 'brand-rejects', attributes: { rejectType: 'OTHER', rejectReason: 'Sold out.' } },
  }
  await step(
    rejected,
    async () => {
      const answer = await shop.send('POST', `/api/v1/orders/${rejected.id}/-actions/transition`, {
        body: reject,
      })
      expect(answer.status, answer.text).toBe(200)
    },
    'order.brand_rejected',
  )
  await step(rejected, () => shop.advance(11), 'order.cancelled')

  const refused = await start()
  await moveOrderTo(shop, refused, 'shipped')
  await step(refused, async () => {}, 'order.brand_accepted', 'order.brand_confirmed', 'order.shipped')
  await move(refused, 'shipped', 'reception_refused', 'order.shipment_refused')

  expect(new Set(receiver.received.map(typeOf))).toEqual(new Set([...EVERY_EVENT_OF_ORDERS, ...TWINS]))
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
    receiver.received.length,
  )
  const byOrder = Map.groupBy(receiver.received, orderOf)
  for (const [order, events] of told) expect(byOrder.get(order)?.map(typeOf)).toEqual(events)
  for (const { text, headers, body } of receiver.received) {
    expect(headers.signature).toBe(createHmac('sha256', secret).update(text).digest('hex'))
    expect(headers['x-marketplace-hmac-sha256']).toBe(headers.signature)
    expect(new Webhook(secret).verify(text, headers)).toEqual(body)
    expect(headers['content-type']).toBe('application/vnd.api+json')
    expect(Object.keys(body)).toEqual(['meta', 'jsonapi', 'data', 'included'])
    expect(body.meta.event).toEqual({
      id: headers['webhook-id'],
      applicationId: shop.credentials.applicationId,
      type: expect.any(String),
      timestamp: expect.toSatisfy((seconds: number) => Number.isInteger(seconds), 'whole seconds'),
    })
    // The events are less than an hour away from the start of the clock.
    expect(Math.abs(body.meta.event.timestamp - Date.parse('2026-03-02T09:00:00Z') / 1000)).toBeLessThan(3600)
  }
})

test('every attempt includes the same resources as the first, and each order its own', async () => {
  const shop = await market()
  const receiver = await startReceiver([500, 500, 200])
  const subscribed = await subscribe(shop, { url: receiver.url })
  const orders = [await placeOrder(shop), await placeOrder(shop)]
  await shop.runJobs()
  const linked = ({ body }: Received) =>
    ['retailer', 'orderItems', 'billingItems']
      .flatMap((name) => body.data.relationships[name].data)
      .map(({ id }: { id: string }) => id)
  expect(receiver.received.map(orderOf).sort()).toEqual(orders.map(({ id }) => id).sort())
  for (const one of receiver.received) {
    expect(one.body.included.map(({ id }: { id: string }) => id)).toEqual(linked(one))
  }
  // Removes the first line, which the API then no longer shows.
  const [order] = orders
  const changed = await shop.send('POST', `/api/v1/orders/${order?.id}/-actions/transition`, {
    body: {
      data: {
        type: 'brand-validates',
        attributes: {
          orderItems: [{ id: order?.item_ids[0], type: 'order-items', attributes: { quantity: 0 } }],
        },
      },
    },
  })
  expect(changed.status, changed.text).toBe(200)
  await shop.advance(10)
  await shop.runJobs()
  const [first, second] = receiver.received.filter((one) => orderOf(one) === order?.id)
  expect(second?.text).toBe(first?.text)
  expect(first?.body.included.map(({ id }: { id: string }) => id)).toContain(order?.item_ids[0])
  const [newest] = (await shop.send('GET', `${subscribed.path}/deliveries`)).body.data
  const { body } = await shop.send('GET', `${subscribed.path}/deliveries/${newest.id}`)
  expect(receiver.received.map(({ text }) => text)).toContain(body.data.attributes.body)
})

test('a test event includes the resources of a real event, and their linkage is valid', async () => {
  const shop = await market()
  const receiver = await startReceiver()
  const { path } = await subscribe(shop, { url: receiver.url })
  const body = { data: { type: 'webhook-subscriptions', attributes: { event: 'order.shipped' } } }
  expect((await shop.send('POST', `${path}/-actions/test`, { body })).status).toBe(201)
  await shop.runJobs()
  const [{ body: told } = { body: {} }] = receiver.received
  const linkage = ['retailer', 'orderItems', 'billingItems'].flatMap(
    (name) => told.data.relationships[name].data,
  )
  expect(told.included.map(({ type, id }: { type: string; id: string }) => ({ type, id }))).toEqual(linkage)
})

test('events show labels as the API does, with URLs that return them', async () => {
  const shop = await market({ env: { TRADEHALL_PUBLIC_URL: 'https://market.test' } })
  const receiver = await startReceiver()
  await subscribe(shop, { url: receiver.url, events: ['order.shipping_labels_generated'] })
  const { order } = await labelledOrder(shop)
  await shop.runJobs()
  const { body: read } = await shop.send('GET', `/api/v1/orders/${order.id}`)
  const [{ body: told } = { body: {} }] = receiver.received
  expect(told.data).toEqual({ ...read.data, type: 'orders' })
  const { labelUrl } = told.data.attributes.shippingOverview.parcels[0].trackedPackage
  expect(labelUrl).toMatch(/^https:\/\/market\.test\/api\/v1\/orders\//)
  const { pathname, search } = new URL(labelUrl)
  const label = await shop.send('GET', pathname + search, { as: null })
  expect([label.status, label.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('the history of an order names the event that was sent', async () => {
  const shop = await market()
  const receiver = await startReceiver()
  await subscribe(shop, { url: receiver.url })
  const order = await placeOrder(shop)
  await shop.runJobs()
  const [entry] = await shop.platform.db`select event_id from ordering.moves where order_id = ${order.id}`
  expect(receiver.received[0]?.body.meta.event.id).toBe(entry?.event_id)
})

test('each subscription gets the events that it names, and another brand gets none', async () => {
  const shop = await market()
  const [one, two, foreign] = [await startReceiver(), await startReceiver(), await startReceiver()]
  await subscribe(shop, { url: one.url, events: ['order.brand_created'] })
  await subscribe(shop, { url: two.url, events: ['order.brand_accepted', 'order.brand_created'] })
  const [other] = await shop.platform.db`
    select id from identity.applications where brand_id = ${shop.credentials.otherBrand.brandId}`
  const request = { url: foreign.url, events: EVERY_EVENT_OF_ORDERS, applicationId: other?.id }
  expect((await requestSubscription(shop, request, 'otherBrand')).status).toBe(201)
  const order = await placeOrder(shop)
  await moveOrderTo(shop, order, 'brand_confirmed')
  await shop.runJobs()
  expect(one.received.map(typeOf)).toEqual(['order.brand_created'])
  expect(two.received.map(typeOf)).toEqual(['order.brand_created', 'order.brand_accepted'])
  expect(foreign.received).toEqual([])
  const ids = [one, two].map(({ received }) => received[0]?.body.meta.event.id)
  expect(ids[0]).toBe(ids[1])
})

test('a transaction that is rolled back sends nothing', async () => {
  const shop = await market()
  const receiver = await startReceiver()
  const subscribed = await subscribe(shop, { url: receiver.url, events: ['order.brand_accepted'] })
  const order = await placeOrder(shop)
  const changed = transaction(shop.platform.db, async (tx) => {
    const by = { party: 'brand', applicationId: null } as const
    await moveOrder(
      { ...shop.platform, db: tx },
      { brandId: order.brand_id, orderId: order.id },
      { command: 'brand-validates', by },
    )
    throw new Error('changed my mind')
  })
  await expect(changed).rejects.toThrow('changed my mind')
  await shop.runJobs()
  expect(receiver.received).toEqual([])
  expect(await deliveriesOf(shop, subscribed)).toEqual([])
})
