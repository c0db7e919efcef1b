/** The moves of fulfillment orders and of the orders that they ship. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, idsOf } from '../../../../test/answers.ts'
import { market, type Who } from '../../../../test/market.ts'
import { snapshotOfOrder } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { STATUSES_UNTIL_SHIPPED } from '../../../../test/warehouse.ts'
import { addGoods, enrol, lotsOf } from '../test-goods.ts'
import { FULFILLMENT_MOVES, FULFILLMENT_STATUSES, type FulfillmentMove, shortestPath } from './move-table.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
await enrol(shop, brandId)

/** Creates an order of 2 and 3 packs with stock in the warehouse, and its fulfillment order. */
async function handedOver() {
  const order = await moveOrderTo(shop, await placeOrder(shop), 'brand_confirmed')
  const items = await db<{ variant_id: string }[]>`
    select variant_id from ordering.items where order_id = ${order.id} order by position`
  const variantIds = items.map(({ variant_id }) => variant_id)
  const [first] = await Promise.all(variantIds.map((id) => addGoods(shop, brandId, id, { unitsPerBatch: 6 })))
  await shop.send('POST', `/api/v1/master-orders/${order.id}/-actions/request-fulfillment`)
  const { body } = await shop.send('GET', `/api/v1/master-orders/${order.id}/fulfillment-orders`)
  return { order, variantIds, itemId: first?.itemId ?? '', id: body.data[0].id as string }
}

const asOperator = (path: string, body?: unknown) =>
  shop.send('POST', `/api/operator/v1/${path}`, { as: 'operator', body })
const tell = (id: string, command: string, body?: unknown) =>
  asOperator(`fulfillment-orders/${id}/-actions/${command}`, body)
const advance = (id: string, to: string, as: Who = 'brand') =>
  shop.send('POST', `/api/testing/fulfillment-orders/${id}/-actions/advance`, { as, body: { to } })
const read = (id: string) => shop.send('GET', `/api/v1/fulfillment/orders/${id}?include=statusUpdates`)
const updatesOf = async (id: string) =>
  (await read(id)).body.included.map(
    ({ attributes }: { attributes: { status: string } }) => attributes.status,
  )
const statusOfOrder = async (id: string) => (await snapshotOfOrder(shop, id)).orders[0]?.status
/** Reads the statuses as operator, whose endpoints remain after the end date. */
const statusesOf = async (ids: readonly (string | undefined)[]) =>
  await Promise.all(
    ids.map(async (id) => {
      const { body } = await shop.send('GET', `/api/operator/v1/fulfillment-orders/${id}`, { as: 'operator' })
      return body.data.attributes.status as string
    }),
  )
const CARRIAGE = { carrierName: 'dpd', trackingNumber: '0150501', trackingLink: 'https://track.test/0150501' }
const FREE = { 'L-1': { available: 5, reserved: 0 } }
const GONE = { 'L-1': { available: 3, reserved: 0 } }

describe('the table of moves', () => {
  const moves: readonly FulfillmentMove[] = FULFILLMENT_MOVES

  test('reaches every status, and a final status from each', () => {
    expect(new Set(moves.map(({ to }) => to))).toEqual(new Set(FULFILLMENT_STATUSES))
    for (const from of FULFILLMENT_STATUSES.filter((one) => one !== 'shipped' && one !== 'cancelled')) {
      expect(shortestPath(from, 'shipped'), from).toBeDefined()
      expect(shortestPath(from, 'cancelled', { withOrder: true }), from).toBeDefined()
    }
    for (const end of ['shipped', 'cancelled'] as const) {
      expect(moves.filter(({ from }) => from.includes(end))).toEqual([])
    }
  })

  test('ships step by step', () => {
    const path = ['request', 'acknowledge', 'schedule', 'release', 'ship']
    expect(shortestPath('internal', 'shipped')).toEqual(path)
    expect(shortestPath('cancellation_requested', 'shipped')).toEqual(['ship'])
  })

  test('cancels only before picking, except when the order is taken back', () => {
    expect(shortestPath('scheduled', 'cancelled')).toEqual(['request-cancellation', 'cancel'])
    expect(shortestPath('released', 'cancelled')).toBeUndefined()
    expect(shortestPath('released', 'cancelled', { withOrder: true })).toEqual(['put-back'])
  })

  test('holds batches until its end', () => {
    for (const { command, to, batches } of moves) {
      const expected = to === 'shipped' ? 'ship' : to === 'cancelled' ? 'release' : undefined
      expect(batches, command).toBe(command === 'open' ? 'reserve' : expected)
    }
  })
})

test('the warehouse reports each step, and shipping also ships the order', async () => {
  const { order, itemId, id } = await handedOver()
  await shop.runJobs()
  expect((await read(id)).body.data.attributes.status).toBe('requested')
  for (const command of ['acknowledge', 'schedule', 'release']) {
    expect((await tell(id, command)).status, command).toBe(200)
  }
  expect(await statusOfOrder(order.id)).toBe('fulfillment_requested')
  await shop.advance(60)
  const shipped = await tell(id, 'ship', CARRIAGE)
  expect(shipped.body.data.attributes).toMatchObject({
    ...CARRIAGE,
    status: 'shipped',
    brandId,
    masterOrderId: order.id,
    shipTo: { countryCode: 'BE' },
    shippedItems: expect.arrayContaining([
      expect.objectContaining({ batchQuantity: 2, unitQuantity: 12, lotNumber: 'L-1', expiryDate: null }),
    ]),
  })
  expect(await updatesOf(id)).toEqual(STATUSES_UNTIL_SHIPPED)
  const { attributes } = (await shop.send('GET', `/api/v1/orders/${order.id}`)).body.data
  expect(attributes).toMatchObject({
    status: 'shipped',
    shippedAt: '2026-03-02T09:01:00+00:00',
    shippingMethod: 'fulfillment',
    shippingOverview: {
      provider: 'dpd',
      tracking: { number: CARRIAGE.trackingNumber, link: CARRIAGE.trackingLink },
    },
  })
  const wrapped = await shop.send('GET', `/api/v1/master-orders/${order.id}?include=shipment`)
  expect(wrapped.body.included).toEqual([
    {
      type: 'shipments',
      id,
      attributes: {
        shippedAt: attributes.shippedAt,
        trackingNumber: CARRIAGE.trackingNumber,
        shippingCarrier: 'dpd',
        trackingUrl: CARRIAGE.trackingLink,
      },
    },
  ])
  for (const door of ['orders', 'master-orders']) {
    const path = `/api/v1/${door}/${order.id}/tracking?include=shippedItems`
    const { data, included } = (await shop.send('GET', path)).body
    expect(data).toMatchObject({ id, attributes: { carrier: 'dpd', status: 'TRANSIT' } })
    const shown = included.map((item: { attributes: object }) => item.attributes)
    expect(shown).toContainEqual(expect.objectContaining({ batchQuantity: 2, unitQuantity: 12 }))
  }
  expect((await snapshotOfOrder(shop, order.id)).moves.at(-1)).toMatchObject({
    command: 'fulfil',
    moved_by: 'carrier',
    details: { fulfillmentOrderId: id },
  })
  expect(await lotsOf(shop, itemId)).toEqual(GONE)
  await expectSoundLedger(db)
})

test.each([
  ['ship', 'the order', 'fulfil', 'shipped', 'shipped', GONE],
  ['take back', 'the order', 'take-back-fulfillment', 'brand_confirmed', 'cancelled', FREE],
] as const)(
  'the operator can %s %s by itself, from every status',
  async (_verb, _what, command, to, end, lots) => {
    const open = FULFILLMENT_STATUSES.filter((status) => status !== 'shipped' && status !== 'cancelled')
    for (const status of open) {
      const { order, variantIds, itemId, id } = await handedOver()
      if (status !== 'internal') expect((await advance(id, status)).status, status).toBe(200)
      const answer = await asOperator(`orders/${order.id}/-actions/${command}`)
      expect([answer.status, answer.body.data?.attributes.status], status).toEqual([200, to])
      expect((await read(id)).body.data.attributes.status).toBe(end)
      expect(await lotsOf(shop, itemId)).toEqual(lots)
      // Taking an order back reserves it at the brand again; shipping by the warehouse leaves the brand's stock alone.
      const held = to === 'brand_confirmed' ? { available: 3, reserved: 2 } : { available: 5, reserved: 0 }
      expect((await readLevels(db, variantIds))[0]).toMatchObject(held)
    }
    await expectSoundLedger(db)
  },
)

test('the warehouse can cancel on request, which returns the order to the brand', async () => {
  const { order, variantIds, itemId, id } = await handedOver()
  expect((await tell(id, 'request-cancellation')).status).toBe(200)
  expect(await statusOfOrder(order.id)).toBe('fulfillment_requested')
  expect((await tell(id, 'cancel')).status).toBe(200)
  expect(await statusOfOrder(order.id)).toBe('brand_confirmed')
  expect(await lotsOf(shop, itemId)).toEqual(FREE)
  expect((await readLevels(db, variantIds))[0]).toMatchObject({ available: 3, reserved: 2 })
  // The order can be handed over again, which creates a new fulfillment order.
  expect(
    (await shop.send('POST', `/api/v1/master-orders/${order.id}/-actions/request-fulfillment`)).status,
  ).toBe(200)
  const all = await shop.send('GET', `/api/v1/master-orders/${order.id}/fulfillment-orders`)
  expect(idsOf(all)).toHaveLength(2)
  expect(idsOf(all)[1]).toBe(id)
  const linkage = await shop.send('GET', `/api/v1/master-orders/${order.id}/relationships/fulfillment-orders`)
  expect(linkage.body.data).toEqual(idsOf(all).map((one) => ({ type: 'fulfillment-orders', id: one })))
  await expectSoundLedger(db)
})

test('a warehouse may ship although a cancellation was requested', async () => {
  const { order, id } = await handedOver()
  expect((await advance(id, 'cancellation_requested')).status).toBe(200)
  expect((await tell(id, 'ship', CARRIAGE)).status).toBe(200)
  expect(await statusOfOrder(order.id)).toBe('shipped')
})

test('a command that the status does not allow returns 409 and changes nothing', async () => {
  const { order, id } = await handedOver()
  for (const command of ['schedule', 'release', 'cancel']) {
    const answer = await tell(id, command)
    expect([answer.status, codesOf(answer)], command).toEqual([409, ['FULFILLMENT_ORDER_ACTION_FAILED']])
  }
  expect((await tell(id, 'ship', CARRIAGE)).status).toBe(409)
  expectRefusedAt(await tell(id, 'ship', { carrierName: 'dpd' }), 'trackingNumber')
  // Partial shipments are rejected.
  const fewer = [{ fulfillableId: randomUUID(), batchQuantity: 1, unitQuantity: 6 }]
  expectRefusedAt(await tell(id, 'ship', { ...CARRIAGE, shippedItems: fewer }), 'shippedItems')
  expect((await advance(id, 'released')).status).toBe(200)
  for (const to of ['requested', 'released', 'cancelled', 'cancellation_requested']) {
    expect((await advance(id, to)).status, to).toBe(409)
  }
  expectRefusedAt(await advance(id, 'internal'), 'to')
  expect(await statusOfOrder(order.id)).toBe('fulfillment_requested')
})

test('only one of a concurrent shipment and cancellation succeeds', async () => {
  const { order, itemId, id } = await handedOver()
  await advance(id, 'released')
  const answers = await Promise.all([
    tell(id, 'ship', CARRIAGE),
    asOperator(`orders/${order.id}/-actions/take-back-fulfillment`),
    asOperator(`orders/${order.id}/-actions/fulfil`),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const status = (await statusOfOrder(order.id)) as string
  expect([status, (await read(id)).body.data.attributes.status]).toBeOneOf([
    ['shipped', 'shipped'],
    ['brand_confirmed', 'cancelled'],
  ])
  expect(await lotsOf(shop, itemId)).toEqual(status === 'shipped' ? GONE : FREE)
  await expectSoundLedger(db)
})

test('advancing the order to shipped in the sandbox ships its fulfillment order', async () => {
  const { order, id } = await handedOver()
  const moved = await shop.send('POST', `/api/testing/orders/${order.id}/-actions/advance`, {
    body: { to: 'shipped' },
  })
  expect(moved.status, moved.text).toBe(200)
  expect((await read(id)).body.data.attributes.status).toBe('shipped')
})

test('lists are paged, can be sorted and filtered', async () => {
  const made: string[] = []
  for (let i = 0; i < 3; i++) {
    await shop.advance(1)
    made.unshift((await handedOver()).id)
  }
  await advance(made[1] ?? '', 'scheduled')
  const list = (query: string) => shop.send('GET', `/api/v1/fulfillment/orders?${query}`)
  const page = await list('page[limit]=2')
  expect(idsOf(page)).toEqual(made.slice(0, 2))
  const { total } = page.body.meta.page
  expect(page.body.meta.page).toMatchObject({ currentPage: 1, from: 1, to: 2, perPage: 2 })
  expect(idsOf(await list(`sort=createdAt&page[offset]=${total - 3}`))).toEqual(made.toReversed())
  expect(idsOf(await list('filter[status]=scheduled&page[limit]=1'))).toEqual([made[1]])
  expect(idsOf(await list(`filter[uuid][]=${made[2]}&filter[uuid][]=${randomUUID()}`))).toEqual([made[2]])
  const included = await list('include=statusUpdates&page[limit]=2')
  expect(included.body.included.length).toBe(1 + 4)
  for (const query of ['sort=status', 'page[limit]=101', 'page[offset]=-1', 'filter[status]=x']) {
    expect((await list(query)).status, query).toBe(400)
  }
  const all = await shop.send(
    'GET',
    `/api/operator/v1/fulfillment-orders?page[limit]=2&filter[brand]=${brandId}`,
    {
      as: 'operator',
    },
  )
  expect(idsOf(all)).toEqual(made.slice(0, 2))
})

test('returns 403 for other brands, and 404 for unknown ids', async () => {
  const { id } = await handedOver()
  expect((await shop.send('GET', `/api/v1/fulfillment/orders/${id}`, { as: 'otherBrand' })).status).toBe(403)
  expect((await read(randomUUID())).status).toBe(404)
  expect((await advance(id, 'shipped', 'otherBrand')).status).toBe(403)
  expect((await advance(randomUUID(), 'shipped', 'operator')).status).toBe(404)
  expect((await tell(randomUUID(), 'acknowledge')).status).toBe(404)
  expect((await advance(id, 'shipped', 'operator')).status).toBe(200)
})

test('after the end date the operator ships or takes back open orders, and the simulation stops', async () => {
  await shop.setTime('2026-11-30T23:58:00Z')
  const waiting = [await handedOver(), await handedOver()]
  await shop.setTime('2026-12-01T00:00:00Z')
  const [one, two] = waiting
  await shop.runJobs()
  await shop.advance(86_400)
  await shop.runJobs()
  // Only the request to the warehouse was made.
  expect(await statusesOf([one?.id, two?.id])).toEqual(['requested', 'requested'])
  expect((await tell(one?.id ?? '', 'acknowledge')).status).toBe(200)
  expect((await asOperator(`orders/${one?.order.id}/-actions/fulfil`)).status).toBe(200)
  expect((await asOperator(`orders/${two?.order.id}/-actions/take-back-fulfillment`)).status).toBe(200)
  expect(await statusOfOrder(one?.order.id ?? '')).toBe('shipped')
  expect(await statusOfOrder(two?.order.id ?? '')).toBe('brand_confirmed')
  await expectSoundLedger(db)
})
