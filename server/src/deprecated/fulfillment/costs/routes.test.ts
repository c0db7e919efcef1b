import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { addTestProducts } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import { addGoods, enrol } from '../test-goods.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId, otherBrand } = shop.credentials
await enrol(shop, brandId)

const PARCEL = { length: 40, width: 30, height: 20, weight: 5200 }
const costs = (overrides: object, as: 'brand' | 'otherBrand' = 'brand') =>
  shop.send('POST', '/api/v1/fulfillment/costs/order', {
    as,
    body: {
      data: {
        type: 'fulfillment-order-costs-specification',
        attributes: {
          orderType: 'internal',
          shipToCountry: 'FR',
          parcels: [PARCEL],
          pickingQuantity: 12,
          ...overrides,
        },
      },
    },
  })

test('costs have lines for shipping and picking', async () => {
  const { status, body } = await costs({})
  expect(status).toBe(200)
  expect(body.data).toMatchObject([
    {
      type: 'fulfillment-order-costs',
      attributes: {
        category: 'shipping',
        quantity: 1,
        unitAmount: 915,
        totalAmount: 915,
        vatRate: 20,
        totalAmountWithVat: 1098,
      },
    },
    { attributes: { category: 'order pick lt 40u', totalAmount: 220 } },
    { attributes: { category: 'unit pick lt 40u', quantity: 12, totalAmount: 384 } },
  ])
  const unsaid = await costs({ orderType: undefined })
  expect([unsaid.status, unsaid.body.data.length]).toEqual([200, 3])
  const remote = await costs({ shipToPostalCode: '20137' })
  expect(remote.body.data[0].attributes.unitAmount).toBe(1815)
})

test('the required attributes of an estimate are validated', async () => {
  expectRefusedAt(await costs({ shipToCountry: 'XX' }), 'data.attributes.shipToCountry')
  expectRefusedAt(await costs({ parcels: [{ ...PARCEL, weight: -1 }] }), 'data.attributes.parcels.0.weight')
  expectRefusedAt(await costs({ parcels: [{ ...PARCEL, length: 1.5 }] }), 'data.attributes.parcels.0.length')
  expectRefusedAt(await costs({ pickingQuantity: undefined }), 'data.attributes.pickingQuantity')
  const elsewhere = await costs({}, 'otherBrand')
  expect([elsewhere.status, elsewhere.body.errors[0].detail]).toEqual([422, 'not_a_fulfillment_brand'])
})

const ADDRESS = { countryCode: 'DE', postalCode: '10115', city: 'Berlin', street: 'Lindenallee 4' }
const feasible = (items: object[], address: object = {}) =>
  shop.send('POST', '/api/v1/fulfillment/feasibility', {
    body: {
      data: { type: 'feasibility-check', attributes: { deliveryAddress: { ...ADDRESS, ...address }, items } },
    },
  })

test('feasibility can be checked for variants, and returns the same blockers with 400', async () => {
  const [product] = await addTestProducts(shop.platform, brandId, [{}])
  const productVariantUuid = product.variants[0]?.id ?? ''
  const undeclared = await feasible([{ productVariantUuid, quantity: 1 }])
  expect([undeclared.status, undeclared.body.errors[0]]).toMatchObject([
    400,
    { status: '400', detail: 'unavailable_items', meta: { undeclaredItems: [productVariantUuid] } },
  ])
  const lots = [{ batches: 5, expiresAt: '2026-06-01T00:00:00Z' }]
  const { fulfillableId } = await addGoods(shop, brandId, productVariantUuid, {
    lots,
    classificationCode: null,
  })
  expect((await feasible([{ productVariantUuid, quantity: 5 }])).body).toEqual({
    jsonapi: { version: '1.0' },
  })
  for (const item of [{ quantity: 6 }, { quantity: 1, minimumRemainingShelfLife: 200 }]) {
    const short = await feasible([{ productVariantUuid, ...item }])
    expect([short.status, short.body.errors[0].meta.unavailableItems]).toEqual([400, [fulfillableId]])
  }
  const abroad = await feasible([{ productVariantUuid, quantity: 1 }], { countryCode: 'GB' })
  expect(abroad.body.errors[0].detail).toBe('missing_hs_code_for_international_order')
  const far = await feasible([{ productVariantUuid, quantity: 1 }], { countryCode: 'ES' })
  expect(far.body.errors[0].detail).toBe('not_available_for_international_orders')
  expectRefusedAt(await feasible([{ productVariantUuid, quantity: 0 }]), 'data.attributes.items.0.quantity')
  expectRefusedAt(await feasible([]), 'data.attributes.items')
  expect((await feasible([{ productVariantUuid: randomUUID(), quantity: 1 }])).status).toBe(400)
  const [foreign] = await addTestProducts(shop.platform, otherBrand.brandId, [{}])
  expect((await feasible([{ productVariantUuid: foreign.variants[0]?.id, quantity: 1 }])).status).toBe(403)
})
