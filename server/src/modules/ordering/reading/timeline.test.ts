/** The timeline of an order. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARRIER_ENV, parcelScan, reportScan } from '../../../../test/carrier-events.ts'
import { market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { confirm, pickupAt, quoteBy } from '../../../../test/quotes.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { orderOf } from '../../../../test/shipping.ts'
import { type Subscribed, subscribe } from '../../../../test/webhooks.ts'

const shop = await market({ cleanUp: afterAll, env: CARRIER_ENV })
const receiver = await startReceiver([200, 500], afterAll)
let subscribed: Subscribed
let acceptingRequestId = ''
let orderId: string
const path = () => `/api/v1/orders/${orderId}/timeline`

interface Entry {
  id: string
  attributes: {
    kind: string
    occurredAt: string
    requestId: string | null
    move: { command: string } | null
    delivery: { event: string } | null
    pickup: object | null
    tracking: { status: string } | null
  }
  relationships: { application: { data: { id: string } | null } }
}

const nameOf = ({ attributes: { kind, move, delivery, tracking } }: Entry) =>
  [kind, move?.command ?? delivery?.event ?? tracking?.status].join(' ').trim()

beforeAll(async () => {
  subscribed = await subscribe(shop, {
    url: receiver.url,
    events: ['order.brand_created', 'order.brand_accepted'],
  })
  ;({ id: orderId } = await placeOrder(shop))
  await shop.runJobs()
  await shop.advance(3600)
  const acceptance = await transition(shop, orderId, { type: 'brand-validates' })
  acceptingRequestId = String(acceptance.headers['x-request-id'])
  await shop.runJobs()
  await shop.advance(3600)
  const quote = await quoteBy(shop, orderId, 'marketplace')
  await confirm(shop, quote.quoteUuid)
  await shop.runJobs()
  await shop.advance(3600)
  await shop.send('POST', `/api/v1/orders/${orderId}/ship/schedule-pickup`, { body: pickupAt('04-03-2026') })
  const { shippingOverview } = await orderOf(shop, orderId)
  const number = shippingOverview.parcels[0].trackedPackage.trackingNumber
  await reportScan(shop, parcelScan(number, 'PRE_TRANSIT'))
})

test('merges history, webhooks, pickups and tracking events, newest first', async () => {
  const { status, body } = await shop.send('GET', `${path()}?include=application`)
  expect(status).toBe(200)
  expect(body.data.map(nameOf)).toEqual([
    'tracking PRE_TRANSIT',
    'pickup',
    'move generate-labels',
    'move confirm-label-quote',
    'delivery order.brand_accepted',
    'move brand-validates',
    'delivery order.brand_created',
    'move submit',
  ])
  const [tracking, pickup, , , failed, accepted, delivered] = body.data as Entry[]
  expect(tracking?.attributes.tracking).toEqual({
    carrierCode: 'marketplace',
    parcelNumber: 1,
    status: 'PRE_TRANSIT',
    details: null,
  })
  expect(pickup?.attributes.pickup).toEqual({
    pickupDate: '2026-03-04',
    readyTime: '09:00:00',
    closeTime: '15:00:00',
    reference: expect.any(String),
  })
  expect(failed?.attributes.delivery).toEqual({
    event: 'order.brand_accepted',
    state: 'waiting',
    attemptsCount: 2,
    status: 500,
    durationMs: expect.any(Number),
    subscriptionId: subscribed.id,
    url: receiver.url,
  })
  expect(delivered?.attributes.delivery).toMatchObject({ state: 'delivered', status: 200 })
  expect(accepted?.attributes.move).toEqual({
    command: 'brand-validates',
    from: 'ankor_confirmed',
    to: 'brand_confirmed',
    movedBy: 'brand',
    userId: null,
    eventType: 'order.brand_accepted',
    details: {},
  })
  expect([failed, accepted].map((entry) => entry?.attributes.requestId)).toEqual([
    acceptingRequestId,
    acceptingRequestId,
  ])
  expect(tracking?.attributes.requestId).toBeNull()
  const { applicationId } = shop.credentials
  expect([failed, accepted].map((entry) => entry?.relationships.application.data?.id)).toEqual([
    applicationId,
    applicationId,
  ])
  expect(body.included.map(({ id }: Entry) => id)).toEqual([applicationId])
})

test('has pages in both directions', async () => {
  const { body: whole } = await shop.send('GET', `${path()}?page[limit]=100`)
  const ids = whole.data.map(({ id }: Entry) => id)
  expect(whole.links.next).toBeUndefined()
  const walked = async (start: string, direction: 'next' | 'prev') => {
    const pages: string[][] = []
    let last = start
    for (let url: string | undefined = start; url !== undefined; ) {
      const { body } = await shop.send('GET', url)
      pages.push(body.data.map(({ id }: Entry) => id))
      last = url
      url = body.links[direction]?.replace(/^https?:\/\/[^/]+/, '')
    }
    return { pages, last }
  }
  const forwards = await walked(`${path()}?page[limit]=3`, 'next')
  expect(forwards.pages.flat()).toEqual(ids)
  const backwards = await walked(forwards.last, 'prev')
  expect(backwards.pages.reverse().flat()).toEqual(ids)
})

test('of another brand answers 403, of an unknown order 404', async () => {
  expect((await shop.send('GET', path(), { as: 'otherBrand' })).status).toBe(403)
  expect((await shop.send('GET', `/api/v1/orders/${randomUUID()}/timeline`)).status).toBe(404)
})

test('refuses an invalid cursor', async () => {
  const { status, body } = await shop.send('GET', `${path()}?page[after]=${randomUUID()}`)
  expect([status, body.errors[0].source.parameter]).toEqual([400, 'page[after]'])
})
