import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { CARRIER_ENV, parcelScan, reportScan } from '../../../../test/carrier-events.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer, transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { PARCEL, pickupAt } from '../../../../test/quotes.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { labelledOrder, orderOf } from '../../../../test/shipping.ts'
import { subscribe } from '../../../../test/webhooks.ts'
import { MOVES } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll, env: CARRIER_ENV })
const get = (id: string, search = '') =>
  shop.send('GET', `/api/retailer/v1/orders/${id}/timeline${search}`, { as: 'retailer' })

interface Entry {
  id: string
  attributes: {
    kind: string
    move: { command: string; reason: string | null } | null
    tracking: { status: string; details: string | null } | null
  }
}

const namesOf = (entries: readonly Entry[]) =>
  entries.map(({ attributes: { move, tracking } }) => move?.command ?? tracking?.status)

test('has the moves of the order and tracking events, and nothing that concerns only brand and marketplace', async () => {
  const receiver = await startReceiver()
  await subscribe(shop, { url: receiver.url, events: ['order.brand_created', 'order.shipped'] })
  const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
  await shop.advance(3600)
  await shop.send('POST', `/api/v1/orders/${order.id}/ship/schedule-pickup`, { body: pickupAt('04-03-2026') })
  const numbers = (await orderOf(shop, order.id)).shippingOverview.parcels.map(
    ({ trackedPackage }: { trackedPackage: { trackingNumber: string } }) => trackedPackage.trackingNumber,
  )
  await reportScan(shop, parcelScan(numbers[0], 'TRANSIT', { details: 'Sorted in Gent.' }))
  await shop.runJobs()
  const { status, body } = await get(order.id)
  expect(status).toBe(200)
  expect(namesOf(body.data)).toEqual([
    'TRANSIT',
    'scan-parcel',
    'generate-labels',
    'brand-validates',
    'submit',
  ])
  const keys = (body.data as Entry[]).map(({ attributes: { move, tracking } }) =>
    Object.keys(move ?? tracking ?? {}).join(' '),
  )
  expect(new Set(keys)).toEqual(
    new Set(['carrierCode parcelNumber status details', 'command from to movedBy reason']),
  )
  expect(Object.keys(body.data[0])).toEqual(['type', 'id', 'attributes'])
  expect(Object.keys(body.data[0].attributes)).toEqual(['kind', 'occurredAt', 'move', 'tracking'])
  const { parcels } = (await shop.send('GET', `/api/retailer/v1/orders/${order.id}`, { as: 'retailer' })).body
    .data.attributes
  expect(parcels).toMatchObject([
    { trackingNumber: numbers[0], currentStatus: { status: 'TRANSIT' }, weight: PARCEL.kg * 1000 },
    { trackingNumber: numbers[1] },
  ])
  expect(parcels.every(({ trackingLink }: { trackingLink: string }) => /^http/.test(trackingLink))).toBe(true)
  expect(Object.keys(parcels[0])).toEqual(['trackingNumber', 'trackingLink', 'currentStatus', 'weight'])
})

test('shows the reasons of retailer and brand, and not those of the marketplace', async () => {
  const { id } = await placeOrder(shop)
  await shop.send('POST', `/api/retailer/v1/orders/${id}/-actions/request-cancellation`, {
    as: 'retailer',
    body: { reason: 'Ordered twice.' },
  })
  const rejection = { rejectType: 'PAYMENT_ISSUES_WITH_RETAILER', rejectReason: 'Sold out.' }
  await transition(shop, id, { type: 'brand-rejects', attributes: rejection })
  await shop.send('POST', `/api/operator/v1/orders/${id}/-actions/refuse-rejection`, {
    as: 'operator',
    body: { reason: 'Talked to the brand about it.' },
  })
  const { body, text } = await get(id)
  const reasons = (body.data as Entry[]).map(({ attributes: { move } }) => [move?.command, move?.reason])
  expect(Object.fromEntries(reasons)).toMatchObject({
    'request-cancellation': 'Ordered twice.',
    'brand-rejects': 'Sold out.',
    submit: null,
  })
  expect(text).not.toContain('Talked to the brand')
  expect(text).not.toContain('PAYMENT_ISSUES')
})

test('every move is shown, except the payout of the brand', async () => {
  const { db } = shop.platform
  const { id, brand_id } = await placeOrder(shop)
  const commands = MOVES.map(({ command }) => command).filter((command) => command !== 'submit')
  for (const [i, command] of commands.entries()) {
    await db`
      insert into ordering.moves (brand_id, id, order_id, number, command, from_status, to_status, moved_by, details, created_at)
      values (${brand_id}, ${randomUUID()}, ${id}, ${i + 2}, ${command}, 'shipped', 'shipped', 'marketplace', '{}', now())`
  }
  const { body } = await get(id, '?page[limit]=100')
  const hidden = commands.filter((command) => !namesOf(body.data).includes(command))
  expect(hidden).toEqual(['pay-brand'])
})

test('has pages in both directions', async () => {
  const { order } = await labelledOrder(shop)
  const all = namesOf((await get(order.id)).body.data)
  const first = await get(order.id, '?page[limit]=2')
  expect(namesOf(first.body.data)).toEqual(all.slice(0, 2))
  const next = await shop.send('GET', first.body.links.next, { as: 'retailer' })
  expect(namesOf(next.body.data)).toEqual(all.slice(2))
  const back = await shop.send('GET', next.body.links.prev, { as: 'retailer' })
  expect(namesOf(back.body.data)).toEqual(all.slice(0, 2))
})

test("another retailer's order is forbidden, an unknown one is not found", async () => {
  const foreign = await placeOrder(shop, { retailerId: await addRetailer(shop) })
  expect((await get(foreign.id)).status).toBe(403)
  expect((await get(randomUUID())).status).toBe(404)
})
