/** Handing orders of the marketplace over to the warehouse, and all blockers. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { snapshotOfOrder } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder, SERVER } from '../../../../test/orders.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { type OrderRow, type Status, submitOrder } from '../../../modules/ordering/index.ts'
import { addGoods, enrol, lotsOf, SERVED_COUNTRIES, type TestGoods } from '../test-goods.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials
await enrol(shop, brandId)

const transition = (id: string, attributes?: object) =>
  shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, {
    body: { data: { type: 'brand-requests-fulfillment', ...(attributes && { attributes }) } },
  })
const request = (id: string, body?: unknown) =>
  shop.send('POST', `/api/v1/master-orders/${id}/-actions/request-fulfillment`, { body })
const check = (id: string) => shop.send('GET', `/api/v1/master-orders/${id}/-actions/check-fulfillability`)
const isFulfillable = (id: string) => shop.send('GET', `/api/v1/orders/${id}/is-fulfillable`)
const ofMasterOrder = (id: string) =>
  shop.send('GET', `/api/v1/master-orders/${id}/fulfillment-orders?include=statusUpdates`)

/** Creates an accepted order of two lines, of 2 and 3 packs, with stock in the warehouse. */
async function orderWithGoods(
  testGoods: readonly (TestGoods | null)[] = [{}, {}],
  status: Status = 'brand_confirmed',
) {
  const order = await moveOrderTo(shop, await placeOrder(shop), status)
  const items = await itemsOf(order)
  const goods = await Promise.all(
    items.map(({ variant_id }, i) => {
      const own = testGoods[i]
      return own ? addGoods(shop, brandId, variant_id, own) : null
    }),
  )
  return { order, goods, variantIds: items.map(({ variant_id }) => variant_id) }
}

const itemsOf = async ({ id }: OrderRow) =>
  await db<
    { variant_id: string }[]
  >`select variant_id from ordering.items where order_id = ${id} order by position`

const blockersOf = ({ status, body }: Answer) => ({
  status,
  codes: body.errors.map((error: { detail: string }) => error.detail),
  meta: body.errors.map((error: { meta: object }) => error.meta),
})
const NONE = { undeclaredItems: [], unavailableItems: [] }

describe('a request', () => {
  test.each([
    ['the transition', transition],
    ['the action of the master order', request],
  ])('by %s changes order, stock and fulfillment order together', async (_door, ask) => {
    const lots = [
      { number: 'late', batches: 5, expiresAt: '2027-12-31T00:00:00Z' },
      { number: 'soon', batches: 1, expiresAt: '2026-12-31T00:00:00Z' },
    ]
    const { order, goods, variantIds } = await orderWithGoods([{ lots, unitsPerBatch: 6 }, {}])
    expect((await check(order.id)).body).toEqual({ jsonapi: { version: '1.0' } })
    const answer = await ask(order.id)
    expect(answer.status, answer.text).toBe(200)

    const read = (await shop.send('GET', `/api/v1/orders/${order.id}`)).body.data.attributes
    expect(read).toMatchObject({ status: 'fulfillment_requested', shippingMethod: 'fulfillment' })
    // The stock at the brand is released, and batches in the warehouse are reserved, earliest expiry first.
    expect(await readLevels(db, variantIds)).toMatchObject([
      { available: 5, reserved: 0 },
      { available: 5, reserved: 0 },
    ])
    expect(await lotsOf(shop, goods[0]?.itemId ?? '')).toEqual({
      late: { available: 4, reserved: 1 },
      soon: { available: 0, reserved: 1 },
    })
    const { body } = await ofMasterOrder(order.id)
    expect(body.data).toMatchObject([
      {
        type: 'fulfillment-orders',
        attributes: {
          reference: expect.stringMatching(/^O_\d+$/),
          status: 'internal',
          items: [
            {
              fulfillmentItemId: goods[0]?.itemId,
              quantity: 1,
              lotNumber: 'soon',
              expiryDate: '2026-12-31T00:00:00Z',
            },
            { fulfillmentItemId: goods[0]?.itemId, quantity: 1, lotNumber: 'late' },
            { fulfillmentItemId: goods[1]?.itemId, quantity: 3, lotNumber: 'L-1', expiryDate: null },
          ],
          shippedItems: [],
          recipientType: 'business',
          externalReference: String(order.reference),
          instructions: null,
        },
        links: { order: expect.stringMatching(new RegExp(`/api/v1/master-orders/${order.id}$`)) },
      },
    ])
    expect(
      body.included.map((update: { attributes: { status: string } }) => update.attributes.status),
    ).toEqual(['internal'])
    const { moves } = await snapshotOfOrder(shop, order.id)
    expect(moves.at(-1)).toMatchObject({
      command: 'brand-requests-fulfillment',
      details: { fulfillmentOrderId: body.data[0].id },
    })
    await expectSoundLedger(db)
  })

  test('uses only lots with enough remaining shelf life', async () => {
    const lots = [
      { number: 'soon', batches: 5, expiresAt: '2026-04-01T00:00:00Z' },
      { number: 'late', batches: 5, expiresAt: '2027-12-31T00:00:00Z' },
    ]
    const { order, goods, variantIds } = await orderWithGoods([{ lots }, { lots }])
    const [productVariantId, second] = variantIds
    const items = [{ productVariantId, minimumRemainingShelfLife: 90 }, { productVariantId: second }]
    expect((await request(order.id, { data: { items } })).status).toBe(200)
    expect(await lotsOf(shop, goods[0]?.itemId ?? '')).toMatchObject({
      soon: { reserved: 0 },
      late: { reserved: 2 },
    })
    expect(await lotsOf(shop, goods[1]?.itemId ?? '')).toMatchObject({
      soon: { reserved: 3 },
      late: { reserved: 0 },
    })
  })

  test('without enough remaining shelf life changes nothing', async () => {
    const lots = [{ batches: 5, expiresAt: '2026-04-01T00:00:00Z' }]
    const { order, goods, variantIds } = await orderWithGoods([{ lots }, {}])
    const before = await snapshotOfOrder(shop, order.id)
    const items = [{ productVariantId: variantIds[0], minimumRemainingShelfLife: 90 }]
    expect(blockersOf(await request(order.id, { data: { items } }))).toEqual({
      status: 422,
      codes: ['unavailable_items'],
      meta: [{ ...NONE, unavailableItems: [goods[0]?.fulfillableId] }],
    })
    expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
    expect(await lotsOf(shop, goods[1]?.itemId ?? '')).toEqual({ 'L-1': { available: 5, reserved: 0 } })
  })

  test('with unknown or repeated variants is refused with their pointers', async () => {
    const { order, variantIds } = await orderWithGoods()
    const items = [randomUUID(), variantIds[0], variantIds[0]].map((productVariantId) => ({
      productVariantId,
    }))
    expectRefusedAt(
      await request(order.id, { data: { items } }),
      'data.items.0.productVariantId',
      'data.items.2.productVariantId',
    )
    const wrong = [{ productVariantId: variantIds[0], minimumRemainingShelfLife: -1 }]
    expectRefusedAt(
      await request(order.id, { data: { items: wrong } }),
      'data.items.0.minimumRemainingShelfLife',
    )
    expect((await snapshotOfOrder(shop, order.id)).orders[0]?.status).toBe('brand_confirmed')
  })

  test('in another status returns 409, and a repeated one returns the blocker', async () => {
    const { order } = await orderWithGoods([{}, {}], 'ankor_confirmed')
    for (const ask of [transition, request]) {
      const answer = await ask(order.id)
      expect([answer.status, answer.body.errors[0].code]).toEqual([409, 'ORDER_ACTION_TRANSITION_FAILED'])
    }
    await moveOrderTo(shop, order, 'brand_confirmed')
    expect((await transition(order.id)).status).toBe(200)
    for (const answer of [await transition(order.id), await request(order.id), await check(order.id)]) {
      expect(blockersOf(answer)).toEqual({ status: 422, codes: ['already_being_fulfilled'], meta: [NONE] })
    }
  })

  test('returns 403 for an order of another brand, and 404 for an unknown one', async () => {
    const foreign = await placeOrder(shop, { brandId: otherBrand.brandId })
    for (const ask of [transition, request, check, isFulfillable, ofMasterOrder]) {
      expect((await ask(foreign.id)).status).toBe(403)
      expect((await ask(randomUUID())).status).toBe(404)
    }
  })

  test('succeeds once of two concurrent ones, and for one of two orders for the last batches', async () => {
    const { order, goods } = await orderWithGoods()
    const twice = await Promise.all([transition(order.id), request(order.id)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await ofMasterOrder(order.id)).body.data).toHaveLength(1)
    expect(await lotsOf(shop, goods[1]?.itemId ?? '')).toEqual({ 'L-1': { available: 2, reserved: 3 } })

    const first = await orderWithGoods([{ lots: [{ batches: 3 }] }, {}])
    const lines = first.variantIds.map((productVariantId, i) => ({ productVariantId, quantity: 2 - i }))
    const { retailerId } = shop.credentials.retailer
    const { order: other } = await submitOrder(shop.platform, { brandId, retailerId, lines }, SERVER)
    const second = await moveOrderTo(shop, other, 'brand_confirmed')
    const raced = await Promise.all([request(first.order.id), request(second.id)])
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await lotsOf(shop, first.goods[0]?.itemId ?? '')).toEqual({ 'L-1': { available: 1, reserved: 2 } })
  })
})

describe('blockers are reported', () => {
  test('for items that are not declared or not available', async () => {
    const { order, goods, variantIds } = await orderWithGoods([{ lots: [{ batches: 1 }] }, null])
    const expected = {
      status: 422,
      codes: ['unavailable_items'],
      meta: [{ undeclaredItems: [variantIds[1]], unavailableItems: [goods[0]?.fulfillableId] }],
    }
    for (const ask of [check, isFulfillable, transition, request])
      expect(blockersOf(await ask(order.id))).toEqual(expected)
  })

  test('for lots that have expired', async () => {
    const lots = [{ batches: 9, expiresAt: '2026-03-01T00:00:00Z' }]
    const { order } = await orderWithGoods([{ lots }, {}])
    expect(blockersOf(await check(order.id)).codes).toEqual(['unavailable_items'])
  })

  test('for countries, missing classification codes and stock in transfer, each separately', async () => {
    const { order, goods } = await orderWithGoods([{ classificationCode: null }, {}])
    const setCountry = (code: string) =>
      db`update ordering.orders set shipping_address = shipping_address || ${db.json({ countryCode: code })} where id = ${order.id}`
    await setCountry('BE')
    expect((await isFulfillable(order.id)).status).toBe(200)
    await setCountry('GB')
    expect(blockersOf(await isFulfillable(order.id))).toEqual({
      status: 422,
      codes: ['missing_hs_code_for_international_order'],
      meta: [{ ...NONE, undeclaredItems: [goods[0]?.fulfillableId] }],
    })
    await setCountry('US')
    await enrol(shop, brandId, { isTransferring: true })
    expect(blockersOf(await check(order.id)).codes).toEqual([
      'stock_is_being_transferred',
      'not_available_for_international_orders',
      'missing_hs_code_for_international_order',
    ])
    await enrol(shop, brandId, { countryCodes: SERVED_COUNTRIES })
  })

  test('for a brand that is not enrolled, as the only blocker', async () => {
    const order = await moveOrderTo(
      shop,
      await placeOrder(shop, { brandId: otherBrand.brandId }),
      'brand_confirmed',
    )
    const ask = (method: string, path: string, body?: unknown) =>
      shop.send(method, path, { as: 'otherBrand', body })
    const body = { data: { type: 'brand-requests-fulfillment' } }
    for (const answer of [
      await ask('GET', `/api/v1/orders/${order.id}/is-fulfillable`),
      await ask('POST', `/api/v1/orders/${order.id}/-actions/transition`, body),
    ]) {
      expect(blockersOf(answer)).toEqual({ status: 422, codes: ['not_a_fulfillment_brand'], meta: [NONE] })
    }
  })
})

test('after the end date brands are treated as not enrolled, and the endpoints of the group are gone', async () => {
  const { order } = await orderWithGoods()
  const accepted = await snapshotOfOrder(shop, order.id)
  await shop.setTime('2026-11-30T23:59:59Z')
  expect((await isFulfillable(order.id)).status).toBe(200)
  await shop.setTime('2026-12-01T00:00:00Z')
  for (const ask of [request, check, ofMasterOrder]) expect((await ask(order.id)).status).toBe(410)
  const none = { status: 422, codes: ['not_a_fulfillment_brand'], meta: [NONE] }
  for (const ask of [isFulfillable, transition]) {
    const answer = await ask(order.id)
    expect(blockersOf(answer)).toEqual(none)
    expect(answer.headers.deprecation).toMatch(/^@\d+$/)
    expect(answer.headers).not.toHaveProperty('sunset')
  }
  expect(await snapshotOfOrder(shop, order.id)).toEqual(accepted)
})
