/** What was ordered stays known when a brand accepts less, and is shown before it does. */
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import {
  addRetailer,
  itemChange,
  readOrder,
  snapshotOfOrder,
  transition,
} from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { DEMO } from '../../identity/index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform

const PRODUCTS = [
  { unit_multiplier: 6, variants: [{ original_wholesale_price_minor: 500, stock: { onHand: 50 } }] },
  { unit_multiplier: 12, variants: [{ original_wholesale_price_minor: 200, stock: { onHand: 50 } }] },
]
// A retailer without discounts.
const retailerId = await addRetailer(shop)
const ordered = () => placeOrder(shop, { retailerId, products: PRODUCTS, quantities: [3, 2] })
/** One of three packs, and none of two. */
const less = ({ item_ids: [first = '', second = ''] }: { item_ids: string[] }) => ({
  orderItems: [itemChange(first, 1), itemChange(second, 0)],
})
const preview = (id: string, data: object, as: 'brand' | 'otherBrand' = 'brand') =>
  shop.send('POST', `/api/v1/orders/${id}/-actions/preview-transition`, { as, body: { data } })
const accepting = (attributes: object) => ({ type: 'brand-validates', attributes })

test('a preview has the amounts that the transition leads to, and changes nothing', async () => {
  const order = await ordered()
  const everything = async () => ({
    order: await snapshotOfOrder(shop, order.id),
    outbox: await db`select count(*)::integer from platform.outbox`,
    jobs: await db`select count(*)::integer from graphile_worker.jobs`,
  })
  const before = await everything()
  const { status, body } = await preview(order.id, accepting(less(order)))
  expect(status).toBe(200)
  expect(await everything()).toEqual(before)
  const was = (await readOrder(shop, order.id)).body.data.attributes
  const { body: accepted } = await transition(shop, order.id, accepting(less(order)), {
    include: 'billingItems',
  })
  const is = accepted.data.attributes
  const { attributes } = body.data
  expect(body.data).toMatchObject({ type: 'transition-previews', id: order.id })
  expect(attributes).toMatchObject({ from: 'ankor_confirmed', to: 'brand_confirmed' })
  for (const name of [
    'brandTotalAmount',
    'brandTotalAmountVat',
    'brandTotalAmountWithVat',
    'brandNetAmount',
  ]) {
    expect([name, attributes.before[name], attributes.after[name]]).toEqual([name, was[name], is[name]])
  }
  expect(is.brandNetAmount).toBeLessThan(was.brandNetAmount)
  const fees = accepted.included.map((item: { attributes: { type: string; amountWithVat: number } }) => [
    item.attributes.type,
    item.attributes.amountWithVat,
  ])
  expect(fees.length).toBeGreaterThan(0)
  expect(
    attributes.after.billingItems.map(({ type, amountWithVat }: { type: string; amountWithVat: number }) => [
      type,
      amountWithVat,
    ]),
  ).toEqual(fees)
  expect(attributes.items).toMatchObject([
    {
      orderedQuantity: 3,
      quantityBefore: 3,
      quantityAfter: 1,
      brandAmountBefore: 9000,
      brandAmountAfter: 3000,
    },
    { orderedQuantity: 2, quantityBefore: 2, quantityAfter: 0, brandAmountBefore: 4800, brandAmountAfter: 0 },
  ])
})

test('a preview is refused as the transition is', async () => {
  const order = await ordered()
  const [first = ''] = order.item_ids
  const bodies = [
    accepting({ orderItems: [itemChange(first, 99)] }),
    accepting({ orderItems: order.item_ids.map((id) => itemChange(id, 0)) }),
    { type: 'brand-rejects', attributes: { rejectType: 'OTHER' } },
    { type: 'brand-settles-refusal' },
    { type: 'no-such-transition' },
  ]
  for (const data of bodies) {
    const [previewed, tried] = [await preview(order.id, data), await transition(shop, order.id, data)]
    expect(previewed.status).toBeGreaterThanOrEqual(409)
    expect([previewed.status, previewed.body.errors]).toEqual([tried.status, tried.body.errors])
  }
  expect((await preview(order.id, accepting({}), 'otherBrand')).status).toBe(403)
})

test('a rejection can be previewed too', async () => {
  const { id } = await ordered()
  const { body } = await preview(id, {
    type: 'brand-rejects',
    attributes: { rejectType: 'PAYMENT_ISSUES_WITH_RETAILER' },
  })
  expect(body.data.attributes).toMatchObject({ from: 'ankor_confirmed', to: 'rejected' })
})

test('items keep the quantity that was ordered, and those left out stay on the order and in its history', async () => {
  const order = await ordered()
  const [first, second] = order.item_ids
  const { body } = await transition(shop, order.id, accepting(less(order)), { include: 'orderItems' })
  const removed = [
    {
      id: second,
      productVariantId: order.variant_ids?.[1],
      orderedQuantity: 2,
      multipliedOrderedQuantity: 24,
      vatRate: expect.any(Number),
      brandUnitPrice: 200,
      orderedAmount: 4800,
    },
  ]
  expect(body.data.attributes.removedItems).toEqual(removed)
  expect(body.data.relationships.orderItems.data.map(({ id }: { id: string }) => id)).toEqual([first])
  expect(body.included).toMatchObject([{ id: first, attributes: { quantity: 1, orderedQuantity: 3 } }])
  const read = (await readOrder(shop, order.id)).body.data.attributes
  expect(read.removedItems).toEqual(removed)
  const history = (await shop.send('GET', `/api/v1/orders/${order.id}/history`)).body.data
  expect(history[0].attributes).toMatchObject({
    command: 'brand-validates',
    removedItems: removed,
    details: {
      items: [
        { id: first, from: 3, to: 1 },
        { id: second, from: 2, to: 0 },
      ],
      net: { from: order.net_minor, to: read.brandNetAmount },
    },
  })
  expect(history[1].attributes.removedItems).toEqual([])
  const list = (await shop.send('GET', `/api/v1/orders?filter[q]=${order.reference}`)).body.data
  expect(list[0].attributes).not.toHaveProperty('removedItems')
})

test('a second acceptance keeps what the first one was of', async () => {
  const order = await ordered()
  const [first = '', second = ''] = order.item_ids
  await transition(shop, order.id, accepting({ orderItems: [itemChange(first, 2)] }))
  const accepted = { ...order, status: 'brand_confirmed' as const }
  await moveOrderTo(shop, accepted, 'ankor_confirmed')
  const more = await transition(shop, order.id, accepting({ orderItems: [itemChange(first, 3)] }))
  expect(more.body.errors).toMatchObject([{ code: 'QUANTITY_TOO_HIGH', meta: { maximum: 2 } }])
  const { body } = await transition(
    shop,
    order.id,
    accepting({ orderItems: [itemChange(first, 0), itemChange(second, 1)] }),
    { include: 'orderItems' },
  )
  expect(body.data.attributes.removedItems).toMatchObject([
    { id: first, orderedQuantity: 3, orderedAmount: 9000 },
  ])
  expect(body.included).toMatchObject([{ id: second, attributes: { quantity: 1, orderedQuantity: 2 } }])
})

test('the retailer sees how much of each line was accepted', async () => {
  const order = await placeOrder(shop, {
    retailerId: DEMO.retailerId,
    products: PRODUCTS,
    quantities: [3, 2],
  })
  await transition(shop, order.id, accepting(less(order)))
  const { body } = await shop.send('GET', `/api/retailer/v1/orders/${order.id}`, { as: 'retailer' })
  expect(body.data.attributes.lines).toMatchObject([{ quantity: 1, orderedQuantity: 3 }])
  expect(body.data.attributes.removedLines).toMatchObject([
    { quantity: 0, orderedQuantity: 2, amount: 0, productName: expect.stringMatching(/./) },
  ])
})

test('an item of an earlier version, whose number is not stored, counts as accepted in full', async () => {
  const order = await ordered()
  const [first = ''] = order.item_ids
  await db`update ordering.items set ordered_quantity = null where order_id = ${order.id}`
  expect((await readOrder(shop, order.id, 'orderItems')).body.included).toMatchObject([
    { attributes: { quantity: 3, orderedQuantity: 3 } },
    { attributes: { quantity: 2, orderedQuantity: 2 } },
  ])
  await transition(shop, order.id, accepting({ orderItems: [itemChange(first, 1)] }))
  const { body } = await readOrder(shop, order.id, 'orderItems')
  expect(body.included[0].attributes).toMatchObject({ quantity: 1, orderedQuantity: 3 })
})
