import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, pointersOf } from '../../../test/answers.ts'
import { market, type Who } from '../../../test/market.ts'
import { addRetailer, changeBrand } from '../../../test/order-requests.ts'
import { placeOrder } from '../../../test/orders.ts'
import { MAX_AMOUNT_MINOR } from './franco-rules.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials
const SETTINGS = '/api/v1/brands/franco-settings'

const save = (attributes: unknown, as: Who = 'brand', more: object = { type: 'franco-settings' }) =>
  shop.send('POST', SETTINGS, { as, body: { data: { ...more, attributes } } })
const settings = async (as: Who = 'brand') => (await shop.send('GET', SETTINGS, { as })).body.data
const settingOf = async (corridor: string, as: Who = 'brand') =>
  (await settings(as)).find(
    (one: { attributes: { corridor: string } }) => one.attributes.corridor === corridor,
  )
const entries = async (corridor: string) =>
  await db`
    select number, amount_minor, fee_minor
    from brands.franco_settings
    where brand_id = ${brandId} and corridor = ${corridor}
    order by number`
const franco = (ids: string[], as: Who) =>
  shop.send('GET', `/api/v1/brands/franco?${ids.map((id) => `filter[brandId][]=${id}`).join('&')}`, { as })

describe('the settings of a brand', () => {
  test('are one for each corridor, and by default no order is charged', async () => {
    const all = await settings()
    expect(all.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
      { corridor: 'domestic', amount: 0, currency: 'EUR', fee: 0 },
      { corridor: 'eu8', amount: 0, currency: 'EUR', fee: 0 },
      { corridor: 'international', amount: 60_000, currency: 'EUR', fee: 2500 },
    ])
    expect(all).toEqual(await settings())
    expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(3)
    expect(all[0].meta).toEqual({
      amountOptions: expect.arrayContaining([
        { amount: 30_000, currency: 'EUR', isSpecialDeal: false, isDefault: true },
      ]),
      feeOptions: expect.arrayContaining([
        { amount: 1500, currency: 'EUR', isSpecialDeal: false, isDefault: true },
      ]),
      defaultMaxFeeAmount: 2500,
    })
  })

  test('are the same with and without isOnboarding', async () => {
    for (const value of ['true', 'false']) {
      const { status, body } = await shop.send('GET', `${SETTINGS}?isOnboarding=${value}`)
      expect([status, body.data]).toEqual([200, await settings()])
    }
    expect((await shop.send('GET', `${SETTINGS}?isOnboarding=perhaps`)).status).toBe(400)
  })

  test('get a new entry only when the values change', async () => {
    const wanted = { corridor: 'eu8', amount: 30_000, fee: 1500 }
    const first = await save(wanted)
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({
      type: 'franco-settings',
      attributes: { ...wanted, currency: 'EUR' },
      meta: { defaultMaxFeeAmount: 2500 },
    })
    const again = await save(wanted)
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
    const other = await save({ ...wanted, fee: 2000 })
    expect(other.status).toBe(201)
    expect(other.body.data.id).not.toBe(first.body.data.id)
    expect(await settingOf('eu8')).toEqual(other.body.data)
    const back = await save(wanted)
    expect(back.status).toBe(201)
    expect(await entries('eu8')).toEqual([
      { number: 1, amount_minor: 30_000, fee_minor: 1500 },
      { number: 2, amount_minor: 30_000, fee_minor: 2000 },
      { number: 3, amount_minor: 30_000, fee_minor: 1500 },
    ])
  })

  test('get no entry when the defaults are saved', async () => {
    const nothing = await settingOf('domestic')
    const answer = await save({ corridor: 'domestic', amount: 0, fee: 0 }, 'brand', {})
    expect([answer.status, answer.body.data]).toEqual([200, nothing])
    expect(await entries('domestic')).toEqual([])
  })

  test('get one entry from concurrent requests with equal values, and one for each different value', async () => {
    const statusesOf = async (fees: number[]) => {
      const answers = await Promise.all(
        fees.map((fee) => save({ corridor: 'domestic', amount: 20_000, fee })),
      )
      return answers.map(({ status }) => status).sort()
    }
    expect(await statusesOf([700, 700, 700, 700])).toEqual([200, 200, 200, 201])
    expect(await statusesOf([701, 702, 703])).toEqual([201, 201, 201])
    const all = await entries('domestic')
    expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect((await settingOf('domestic')).attributes.fee).toBe(all.at(-1)?.fee_minor)
  })

  test('are each brand’s own', async () => {
    expect((await settingOf('domestic', 'otherBrand')).attributes).toEqual({
      corridor: 'domestic',
      amount: 20_000,
      currency: 'GBP',
      fee: 1000,
    })
  })

  test.each<Who>(['retailer', 'operator'])('are not for a %s', async (as) => {
    expect((await shop.send('GET', SETTINGS, { as })).status).toBe(403)
    expect((await save({ corridor: 'eu8', amount: 1, fee: 1 }, as)).status).toBe(403)
  })

  test.each([
    [{ corridor: 'moon', amount: 1, fee: 1 }, ['data.attributes.corridor']],
    [{ corridor: 'eu8', amount: -1, fee: 1 }, ['data.attributes.amount']],
    [{ corridor: 'eu8', amount: MAX_AMOUNT_MINOR + 1, fee: 1 }, ['data.attributes.amount']],
    [{ corridor: 'eu8', amount: 1, fee: 2501 }, ['data.attributes.fee']],
    [{ corridor: 'eu8', amount: 1.5, fee: '1' }, ['data.attributes.amount', 'data.attributes.fee']],
    [{}, ['data.attributes.corridor', 'data.attributes.amount', 'data.attributes.fee']],
  ])('%j is 422', async (attributes, pointers) => {
    const answer = await save(attributes)
    expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
  })

  test('another type is 422', async () => {
    const answer = await save({ corridor: 'eu8', amount: 1, fee: 1 }, 'brand', { type: 'brands' })
    expectRefusedAt(answer, 'data.type')
  })
})

describe('franco', () => {
  test('shows a retailer the terms of the corridor from the brand to its country', async () => {
    await save({ corridor: 'domestic', amount: 15_000, fee: 900 })
    await save({ corridor: 'international', amount: 50_000, fee: 2400 }, 'otherBrand')
    const { status, body } = await franco([otherBrand.brandId, randomUUID(), brandId], 'retailer')
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        type: 'franco',
        id: otherBrand.brandId,
        attributes: { brandId: otherBrand.brandId, amount: 50_000, fee: 2400, maxFee: 2500, currency: 'GBP' },
      },
      {
        type: 'franco',
        id: brandId,
        attributes: { brandId, amount: 15_000, fee: 900, maxFee: 2500, currency: 'EUR' },
      },
    ])
  })

  test('shows the domestic terms to the operator and to the brand itself', async () => {
    for (const as of ['operator', 'brand'] as const) {
      expect((await franco([brandId], as)).body.data[0].attributes.amount).toBe(15_000)
    }
  })

  test('shows a brand no terms of another brand', async () => {
    expect((await franco([brandId, otherBrand.brandId], 'brand')).status).toBe(403)
    expect((await franco([brandId, randomUUID()], 'brand')).body.data).toHaveLength(1)
  })

  test('requires one to fifty brands', async () => {
    const ids = Array.from({ length: 51 }, () => randomUUID())
    expect((await franco(ids, 'retailer')).status).toBe(400)
    expect((await franco(ids.slice(1), 'retailer')).status).toBe(200)
    const none = await shop.send('GET', '/api/v1/brands/franco', { as: 'retailer' })
    expect([none.status, none.body.errors[0].source.parameter]).toEqual([400, 'filter[brandId]'])
    expect((await franco(['alder'], 'retailer')).status).toBe(400)
  })
})

describe('an order', () => {
  const itemsOf = async (orderId: string) =>
    await db`
      select type, amount_minor, vat_minor, vat_rate
      from ordering.billing_items
      where order_id = ${orderId}
      order by position`

  test('below the amount of its corridor pays the fee, which the brand gets; a larger one pays nothing', async () => {
    await save({ corridor: 'eu8', amount: 5000, fee: 1500 })
    const retailerId = await addRetailer(shop)
    const small = await placeOrder(shop, { retailerId, products: [{}], quantities: [4] })
    expect(small.total_minor).toBe(4000)
    expect(await itemsOf(small.id)).toEqual([
      { type: 'brand_platform_fees', amount_minor: -400, vat_minor: -80, vat_rate: 20 },
      { type: 'brand_flat_shipping_fees', amount_minor: 1500, vat_minor: 300, vat_rate: 20 },
    ])
    expect(small.net_minor).toBe(4000 + 800 - 480 + 1800)
    const large = await placeOrder(shop, { retailerId, products: [{}], quantities: [5] })
    expect((await itemsOf(large.id)).map(({ type }) => type)).toEqual(['brand_platform_fees'])
  })

  test('keeps its fee when the brand lowers quantities, also with new terms', async () => {
    await save({ corridor: 'eu8', amount: 5000, fee: 1500 })
    const retailerId = await addRetailer(shop)
    const orders = await Promise.all(
      [3, 5].map((packs) => placeOrder(shop, { retailerId, products: [{}], quantities: [packs] })),
    )
    await save({ corridor: 'eu8', amount: 0, fee: 0 })
    for (const { id, item_ids } of orders) {
      const orderItems = [{ type: 'order-items', id: item_ids[0], attributes: { quantity: 1 } }]
      const { status } = await shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, {
        body: { data: { type: 'brand-validates', attributes: { orderItems } } },
      })
      expect(status).toBe(200)
    }
    const charged = await Promise.all(orders.map(({ id }) => itemsOf(id)))
    expect(charged.map((items) => items.at(-1))).toMatchObject([
      { type: 'brand_flat_shipping_fees', amount_minor: 1500 },
      { type: 'brand_platform_fees', amount_minor: -100 },
    ])
  })

  test('shows the retailer what its shipment costs', async () => {
    await save({ corridor: 'domestic', amount: 50_000, fee: 900 })
    const { id } = await placeOrder(shop)
    const shown = { shippingAmount: 900, shippingAmountVat: 180 }
    const one = await shop.send('GET', `/api/retailer/v1/orders/${id}`, { as: 'retailer' })
    expect(one.body.data.attributes).toMatchObject(shown)
    const list = await shop.send('GET', '/api/retailer/v1/orders?page[limit]=1', { as: 'retailer' })
    expect(list.body.data[0]).toMatchObject({ id, attributes: shown })
  })

  test('uses the corridor to its shipping address, not to the address of the retailer', async () => {
    await save({ corridor: 'domestic', amount: 0, fee: 0 })
    const { id } = await placeOrder(shop)
    const lines = await db`select variant_id from ordering.items where order_id = ${id}`
    const address = { street: '1 Quay', city: 'Leith', postalCode: 'EH6', countryCode: 'GB' }
    const { body } = await shop.send('POST', '/api/operator/v1/orders', {
      as: 'operator',
      body: {
        data: {
          type: 'orders',
          attributes: {
            brandId,
            retailerId: shop.credentials.retailer.retailerId,
            lines: [{ productVariantId: lines[0]?.variant_id, quantity: 1 }],
            shippingAddress: address,
          },
        },
      },
    })
    expect((await itemsOf(body.data.id)).at(-1)).toMatchObject({
      type: 'brand_flat_shipping_fees',
      amount_minor: 2500,
    })
  })

  test('is not charged by terms in a former currency of the brand', async () => {
    await save({ corridor: 'domestic', amount: 50_000, fee: 900 })
    await changeBrand(shop, { currency: 'GBP' })
    expect((await settingOf('domestic')).attributes).toMatchObject({ amount: 0, fee: 0, currency: 'GBP' })
    const { id } = await placeOrder(shop)
    expect((await itemsOf(id)).map(({ type }) => type)).toEqual(['brand_platform_fees'])
    await changeBrand(shop, { currency: 'EUR' })
    expect((await settingOf('domestic')).attributes).toMatchObject({ amount: 50_000, currency: 'EUR' })
  })
})
