/** Orders that the warehouse ships. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { expectSoundLots } from '../../../../test/warehouse.ts'
import { END } from '../../../modules/ended/groups.ts'
import { addGoods, enrol, lotsOf, type TestGoods } from '../../fulfillment/test-goods.ts'
import { act, addOrder, addVariant, advance, inCountry, line, ORDERS, readWhole } from '../test-requests.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
const operator = operatorOf(shop)
await enrol(shop, brandId)

afterEach(async () => {
  await expectSoundLedger(db)
  await expectSoundLots(db)
})

/** A draft of two packs; the warehouse and the brand have five packs each. */
async function draft(wish: TestGoods = {}, more: object = {}) {
  const variant = await addVariant(shop)
  const { itemId, fulfillableId } = await addGoods(shop, brandId, variant, wish)
  const id = await addOrder(shop, {
    customer: inCountry('DE'),
    items: [line(variant)],
    shippingMethod: 'fulfillment',
    ...more,
  })
  return { id, variant, itemId, fulfillableId }
}
const fulfillmentOf = async (id: string) => {
  const [row] = await db<{ id: string; status: string }[]>`
    select id, status from fulfillment.orders where master_order_id = ${id}`
  return { id: row?.id ?? '', status: row?.status }
}
const atBrand = async (variant: string) => {
  const [level] = await readLevels(db, [variant])
  return [level?.available, level?.reserved]
}
const runJobs = async () => expect((await shop.runJobs()).failed).toBe(0)
const lot = (available: number, reserved: number) => ({ 'L-1': { available, reserved } })

test('confirmation reserves batches, and the shipment is requested once the order is paid and prepared', async () => {
  const { id, variant, itemId } = await draft()
  expect((await shop.send('GET', `${ORDERS}/${id}`)).body.data.attributes.shipping.shippingMethod).toBe(
    'fulfillment',
  )
  expect(await lotsOf(shop, itemId)).toEqual(lot(5, 0))
  expect((await act(shop, id, 'confirm')).status).toBe(200)
  expect(await lotsOf(shop, itemId)).toEqual(lot(3, 2))
  expect(await atBrand(variant)).toEqual([5, 0])
  await runJobs()
  expect((await readWhole(shop, id)).status).toBe('payment_confirmed')
  await shop.advance(86_400)
  await runJobs()
  expect((await fulfillmentOf(id)).status).toBe('internal')

  expect((await operator.send('POST', `/order-pay-orders/${id}/-actions/prepare-shipping`)).status).toBe(200)
  expect((await fulfillmentOf(id)).status).toBe('requested')
  // The simulated warehouse takes about one working day.
  await shop.advance(8 * 3600)
  await runJobs()
  const { status, attributes } = await readWhole(shop, id)
  expect([status, attributes.tracking.trackingNumber]).toEqual([
    'shipped',
    expect.stringMatching(/^TW\d{12}$/),
  ])
  expect(await lotsOf(shop, itemId)).toEqual(lot(3, 0))
  expect(await atBrand(variant)).toEqual([5, 0])
  const read = await shop.send('GET', `/api/v1/fulfillment/orders/${(await fulfillmentOf(id)).id}`)
  expect(read.body.data).toMatchObject({
    attributes: { status: 'shipped', recipientType: 'business' },
    links: { order: expect.stringContaining(`${ORDERS}/${id}`) },
  })
})

test('a cancelled order releases its batches, and so does a declined one', async () => {
  const { id, itemId } = await draft()
  await act(shop, id, 'confirm')
  expect((await act(shop, id, 'cancel')).status).toBe(200)
  expect([await fulfillmentOf(id), await lotsOf(shop, itemId)]).toMatchObject([
    { status: 'cancelled' },
    lot(5, 0),
  ])
  const declined = await draft({}, { customer: { ...inCountry('DE'), email: 'desk+declined@kettle.test' } })
  await act(shop, declined.id, 'confirm')
  await runJobs()
  expect((await readWhole(shop, declined.id)).status).toBe('cancelled')
  expect(await lotsOf(shop, declined.itemId)).toEqual(lot(5, 0))
})

test('confirmation returns the blockers and changes nothing', async () => {
  const codes = async (id: string) => {
    const { status, body } = await act(shop, id, 'confirm')
    return [status, body.errors.map(({ detail }: { detail: string }) => detail)]
  }
  const scarce = await draft({ lots: [{ batches: 1 }] })
  const elsewhere = await draft({}, { customer: inCountry('SE') })
  expect(await codes(scarce.id)).toEqual([422, ['unavailable_items']])
  expect(await codes(elsewhere.id)).toEqual([422, ['not_available_for_international_orders']])
  for (const { id, itemId, batches } of [
    { ...scarce, batches: 1 },
    { ...elsewhere, batches: 5 },
  ]) {
    expect(await readWhole(shop, id)).toMatchObject({ status: 'created', payment: undefined })
    expect(await lotsOf(shop, itemId)).toEqual(lot(batches, 0))
  }
})

test('the minimum remaining shelf life of a line selects the lots', async () => {
  const variant = await addVariant(shop)
  const { itemId } = await addGoods(shop, brandId, variant, {
    lots: [
      { number: 'soon', batches: 5, expiresAt: '2026-04-01T00:00:00Z' },
      { number: 'late', batches: 5, expiresAt: '2027-12-31T00:00:00Z' },
    ],
  })
  const items = [{ ...line(variant), minimumRemainingShelfLife: 90 }]
  const id = await addOrder(shop, { customer: inCountry('DE'), items, shippingMethod: 'fulfillment' })
  expect((await act(shop, id, 'confirm')).status).toBe(200)
  expect(await lotsOf(shop, itemId)).toMatchObject({ soon: { reserved: 0 }, late: { reserved: 2 } })
})

test('the last batches go to one of several concurrently confirmed orders', async () => {
  const { id, variant, itemId } = await draft({ lots: [{ batches: 3 }] })
  const others = await Promise.all(
    [1, 2, 3].map(() =>
      addOrder(shop, { customer: inCountry('DE'), items: [line(variant)], shippingMethod: 'fulfillment' }),
    ),
  )
  const answers = await Promise.all([id, ...others].map((one) => act(shop, one, 'confirm')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  expect(await lotsOf(shop, itemId)).toEqual(lot(1, 2))
})

test('concurrent confirmation and cancellation leave no reserved batches', async () => {
  const { id, itemId } = await draft()
  await Promise.all([act(shop, id, 'confirm'), act(shop, id, 'cancel'), act(shop, id, 'confirm')])
  await act(shop, id, 'cancel')
  await runJobs()
  expect((await readWhole(shop, id)).status).toBe('cancelled')
  expect(await lotsOf(shop, itemId)).toEqual(lot(5, 0))
})

test('an order that the warehouse cancels is reserved at the brand, which ships it', async () => {
  const { id, variant, itemId } = await draft()
  await advance(shop, id, 'waiting_shipping')
  const { id: fulfillmentId } = await fulfillmentOf(id)
  for (const step of ['request-cancellation', 'cancel']) {
    const { status } = await operator.send('POST', `/fulfillment-orders/${fulfillmentId}/-actions/${step}`)
    expect(status, step).toBe(200)
  }
  const { status, attributes } = await readWhole(shop, id)
  expect([status, attributes.shipping.shippingMethod]).toEqual(['waiting_shipping', 'custom'])
  expect([await atBrand(variant), await lotsOf(shop, itemId)]).toEqual([[3, 2], lot(5, 0)])
  expect((await advance(shop, id, 'shipped')).status).toBe(200)
  expect(await atBrand(variant)).toEqual([3, 0])
})

test('the warehouse does not ship an unpaid order', async () => {
  const { id, itemId } = await draft(
    {},
    { customer: { ...inCountry('DE'), email: 'desk+stalled@kettle.test' } },
  )
  await act(shop, id, 'confirm')
  const path = `/api/testing/fulfillment-orders/${(await fulfillmentOf(id)).id}/-actions/advance`
  expect((await shop.send('POST', path, { body: { to: 'shipped' } })).status).toBe(409)
  expect((await fulfillmentOf(id)).status).toBe('internal')
  expect(await lotsOf(shop, itemId)).toEqual(lot(3, 2))
})

test('after the end the operator can ship paid orders, and unpaid ones reserve nothing', async () => {
  const paid = await draft()
  await advance(shop, paid.id, 'payment_confirmed')
  const unpaid = await draft({}, { customer: { ...inCountry('DE'), email: 'desk+stalled@kettle.test' } })
  await act(shop, unpaid.id, 'confirm')
  await shop.setTime(END.toISOString())
  await shop.advance(2 * 3600)
  await runJobs()
  for (const command of ['prepare-shipping', 'ship']) {
    const { status } = await operator.send('POST', `/order-pay-orders/${paid.id}/-actions/${command}`)
    expect(status, command).toBe(200)
  }
  expect((await fulfillmentOf(paid.id)).status).toBe('shipped')
  expect((await fulfillmentOf(unpaid.id)).status).toBe('cancelled')
  expect(await lotsOf(shop, paid.itemId)).toEqual(lot(3, 0))
  expect(await lotsOf(shop, unpaid.itemId)).toEqual(lot(5, 0))
  const left = await operator.send('GET', '/order-pay-orders?filter[status]=brand_confirmed')
  expect(idsOf(left)).not.toContain(unpaid.id)
})
