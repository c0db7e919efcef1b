/** Accepting an order, unchanged or with lower quantities. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import {
  addRetailer,
  changeBrand,
  itemChange,
  ORDER_INCLUDES,
  readOrder,
  snapshotOfOrder,
  transition,
  type Wire,
} from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import type { OrderRow } from '../order/order-row.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform

beforeAll(() => changeBrand(shop, { newCustomerFeePercent: 7.5 }))

const product = (priceMinor: number, unit_multiplier: number, vat_rate: number) => ({
  unit_multiplier,
  vat_rate,
  variants: [
    {
      original_wholesale_price_minor: priceMinor,
      stock: { onHand: 50 },
    },
  ],
})
const PRODUCTS = [product(333, 6, 5.5), product(1259, 1, 20), product(250, 12, 0)]

/** The first order of a retailer with the brand: 4 packs of 6 at 3.33, 3 of 1 at 12.59, 2 of 12 at 2.50. */
async function firstOrder(): Promise<OrderRow> {
  const retailerId = await addRetailer(shop)
  return await placeOrder(shop, { retailerId, products: PRODUCTS, quantities: [4, 3, 2] })
}
const accept = (id: string, attributes?: unknown, include = '') =>
  transition(
    shop,
    id,
    { type: 'brand-validates', ...(attributes !== undefined && { attributes }) },
    { include },
  )
const attributesOf = (body: { included: Wire[] }, type: string) =>
  body.included.filter((one) => one.type === type).map(({ attributes }) => attributes)
const levelsOf = async (id: string) => {
  const { levels } = await snapshotOfOrder(shop, id)
  return levels.map(({ available, reserved }) => ({ available, reserved }))
}

const AS_ORDERED = {
  brandTotalAmount: 17_769, // 7992 + 3777 + 6000
  brandTotalAmountVat: 1195, // 439.56 + 755.4 + 0
  brandTotalAmountWithVat: 18_964,
  brandNetAmount: 15_232, // − 1777 − 355 − 1333 − 267
}

test('an order has the sums of its lines, less the fees of a first order', async () => {
  const { id } = await firstOrder()
  const { body } = await readOrder(shop, id, 'billingItems,orderItems')
  expect(body.data.attributes).toMatchObject(AS_ORDERED)
  expect(attributesOf(body, 'order-items')).toMatchObject([
    { quantity: 4, multipliedQuantity: 24, brandAmount: 7992, brandAmountVat: 440, brandAmountWithVat: 8432 },
    { quantity: 3, multipliedQuantity: 3, brandAmount: 3777, brandAmountVat: 755, brandAmountWithVat: 4532 },
    { quantity: 2, multipliedQuantity: 24, brandAmount: 6000, brandAmountVat: 0, brandAmountWithVat: 6000 },
  ])
  expect(attributesOf(body, 'billing-items')).toMatchObject([
    { type: 'brand_platform_fees', vatRate: 20, amount: -1777, amountVat: -355, amountWithVat: -2132 },
    { type: 'brand_new_customer_fees', vatRate: 20, amount: -1333, amountVat: -267, amountWithVat: -1600 },
  ])
})

test('only the first order of a retailer has the fee for new customers', async () => {
  const first = await firstOrder()
  const second = await placeOrder(shop, { retailerId: first.retailer_id })
  const types = async (id: string) =>
    attributesOf((await readOrder(shop, id, 'billingItems')).body, 'billing-items').map(({ type }) => type)
  expect(await types(first.id)).toEqual(['brand_platform_fees', 'brand_new_customer_fees'])
  expect(await types(second.id)).toEqual(['brand_platform_fees'])
})

describe('without changes', () => {
  const current = async (id: string) => {
    const { items } = await snapshotOfOrder(shop, id)
    return { orderItems: items.map((item) => itemChange(item.id, item.quantity)) }
  }

  test.each([
    ['without attributes', () => undefined],
    ['with empty attributes', () => ({})],
    ['with an empty list of items', () => ({ orderItems: [] })],
    ['with unchanged quantities', current],
    ['with an unknown attribute', () => ({ note: 'thank you' })],
  ])('%s: only the status moves', async (_, attributes) => {
    const { id } = await firstOrder()
    const before = await snapshotOfOrder(shop, id)
    await shop.advance(60)
    const answer = await accept(id, await attributes(id))
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({
      ...AS_ORDERED,
      status: 'brand_confirmed',
      shippingMethod: null,
      brandRejectReason: null,
    })
    const after = await snapshotOfOrder(shop, id)
    const { orders, moves, events, ...rest } = after
    const { orders: oldOrders, moves: oldMoves, events: oldEvents, ...oldRest } = before
    expect(rest).toEqual(oldRest)
    expect(orders).toEqual([
      {
        ...oldOrders[0],
        status: 'brand_confirmed',
        move_count: 2,
        status_since: moves[1]?.created_at,
        updated_at: moves[1]?.created_at,
      },
    ])
    expect(orders[0]?.updated_at - oldOrders[0]?.updated_at).toBeGreaterThanOrEqual(60_000)
    expect(moves).toEqual([
      ...oldMoves,
      expect.objectContaining({ command: 'brand-validates', details: {}, number: 2 }),
    ])
    expect(events).toEqual([
      ...oldEvents,
      expect.objectContaining({ id: moves[1]?.event_id, type: 'order.brand_accepted' }),
    ])
  })

  test('the response is the order as it is read afterwards, with the requested includes', async () => {
    const { id } = await firstOrder()
    const include = ORDER_INCLUDES.join()
    const answer = await accept(id, undefined, include)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual((await readOrder(shop, id, include)).body)
    expect(answer.body.included).toHaveLength(15)
  })
})

describe('with lower quantities', () => {
  test('lowers a line, removes another, keeps the third, and recalculates all amounts', async () => {
    const order = await firstOrder()
    const [first, second, third] = order.item_ids
    const before = await snapshotOfOrder(shop, order.id)
    await shop.advance(60)
    const changes = [itemChange(second, 0), itemChange(first, 2)]
    const answer = await accept(order.id, { orderItems: changes }, 'billingItems,orderItems')
    expect(answer.status).toBe(200)
    const { data } = answer.body
    expect(data.attributes).toMatchObject({
      status: 'brand_confirmed',
      brandTotalAmount: 9996, // 3996 + 6000
      brandTotalAmountVat: 220, // 219.78
      brandTotalAmountWithVat: 10_216,
      brandNetAmount: 8116, // − 1000 − 200 − 750 − 150
    })
    expect(data.attributes.updatedAt > data.attributes.createdAt).toBe(true)
    expect(data.relationships.orderItems.data).toEqual([
      { type: 'order-items', id: first },
      { type: 'order-items', id: third },
    ])
    expect(attributesOf(answer.body, 'order-items')).toMatchObject([
      { quantity: 2, multipliedQuantity: 12, brandAmount: 3996, brandAmountVat: 220, brandUnitPrice: 333 },
      { quantity: 2, multipliedQuantity: 24, brandAmount: 6000, brandAmountVat: 0, brandUnitPrice: 250 },
    ])
    expect(attributesOf(answer.body, 'billing-items')).toMatchObject([
      { type: 'brand_platform_fees', amount: -1000, amountVat: -200, amountWithVat: -1200 },
      { type: 'brand_new_customer_fees', amount: -750, amountVat: -150, amountWithVat: -900 },
    ])
    expect(answer.body).toEqual((await readOrder(shop, order.id, 'billingItems,orderItems')).body)

    const after = await snapshotOfOrder(shop, order.id)
    const items = Object.fromEntries(after.items.map((item) => [item.id, item]))
    expect(items[third as string]).toEqual(before.items[2])
    expect(items[first as string]?.updated_at - before.items[0]?.updated_at).toBeGreaterThanOrEqual(60_000)
    expect(items[first as string]?.created_at).toEqual(before.items[0]?.created_at)
    for (const [i, item] of after.billingItems.entries()) {
      expect(item.updated_at - before.billingItems[i]?.updated_at).toBeGreaterThanOrEqual(60_000)
    }
    expect(after.moves[1]?.details).toEqual({
      items: [
        { id: first, productVariantId: expect.any(String), from: 4, to: 2 },
        { id: second, productVariantId: expect.any(String), from: 3, to: 0 },
      ],
      net: { from: AS_ORDERED.brandNetAmount, to: after.orders[0]?.net_minor },
      removedItems: [expect.objectContaining({ id: second, orderedQuantity: 3, orderedAmount: 3777 })],
    })
    expect(after.events.map(({ type }) => type)).toEqual(['order.brand_created', 'order.brand_accepted'])
  })

  test('releases the freed stock, and keeps the rest reserved', async () => {
    const order = await firstOrder()
    const variants = (await snapshotOfOrder(shop, order.id)).levels.map(
      ({ variant_id }) => variant_id as string,
    )
    const stockOf = async () =>
      await Promise.all(
        variants.map(async (id) => {
          const { body } = await shop.send('GET', `/api/v1/product-variants/${id}`)
          const { availableQuantity, reservedQuantity, stockQuantity } = body.data.attributes
          return [availableQuantity, reservedQuantity, stockQuantity]
        }),
      )
    expect(await stockOf()).toEqual([
      [46, 4, 50],
      [47, 3, 50],
      [48, 2, 50],
    ])
    const [first, second] = order.item_ids
    await accept(order.id, { orderItems: [itemChange(first, 1), itemChange(second, 0)] })
    expect(await stockOf()).toEqual([
      [49, 1, 50],
      [50, 0, 50],
      [48, 2, 50],
    ])
    const { movements } = await snapshotOfOrder(shop, order.id)
    expect(movements.map(({ movement_type }) => movement_type)).toEqual(['order_reserved', 'order_cancelled'])
    expect(movements[1]?.metadata).toEqual({ transition: 'brand_confirmed', masterOrderUuid: order.id })
    await expectSoundLedger(db)
  })

  test('releases variants that are always in stock too', async () => {
    const products = [{ variants: [{ stock: { isAlwaysInStock: true } }] }]
    const order = await placeOrder(shop, { products, quantities: [900] })
    expect(await levelsOf(order.id)).toEqual([{ available: 0, reserved: 900 }])
    await accept(order.id, { orderItems: [itemChange(order.item_ids[0], 1)] })
    expect(await levelsOf(order.id)).toEqual([{ available: 0, reserved: 1 }])
    await expectSoundLedger(db)
  })

  test('keeps the prices and the terms of the day of the order', async () => {
    const order = await firstOrder()
    await changeBrand(shop, { platformFeePercent: 50, newCustomerFeePercent: 50, feeVatPercent: 0 })
    const [{ variant_id }] = (await snapshotOfOrder(shop, order.id)).levels as never as [
      { variant_id: string },
    ]
    const priced = await shop.send('PATCH', `/api/v1/product-variants/${variant_id}/prices`, {
      body: {
        data: {
          type: 'product-variants',
          id: variant_id,
          attributes: { wholesalePrice: 1500, retailPrice: 3000 },
        },
      },
    })
    expect(priced.status).toBe(200)
    const [first, second] = order.item_ids
    const { body } = await accept(order.id, { orderItems: [itemChange(first, 2), itemChange(second, 0)] })
    expect(body.data.attributes.brandNetAmount).toBe(8116)
    await changeBrand(shop, { platformFeePercent: 10, newCustomerFeePercent: 7.5, feeVatPercent: 20 })
  })

  test.each(['order-items', 'order-item', 'orderItems', 'orderItem'])('takes the type %s', async (type) => {
    const order = await firstOrder()
    const id = order.item_ids[0]?.toUpperCase()
    const { status, body } = await accept(order.id, { orderItems: [itemChange(id, 1, type)] }, 'orderItems')
    expect(status).toBe(200)
    expect(attributesOf(body, 'order-items').map(({ quantity }) => quantity)).toEqual([1, 3, 2])
    expect(body.included[0].type).toBe('order-items')
  })

  test('cannot be repeated with other quantities', async () => {
    const order = await firstOrder()
    const change = { orderItems: [itemChange(order.item_ids[0], 3)] }
    expect((await accept(order.id, change)).status).toBe(200)
    const before = await snapshotOfOrder(shop, order.id)
    const again = await accept(order.id, { orderItems: [itemChange(order.item_ids[0], 2)] })
    expect(again.status).toBe(409)
    expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
  })
})
