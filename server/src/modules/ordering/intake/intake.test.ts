import { randomUUID } from 'node:crypto'
import type { Problem } from '@tradehall/jsonapi'
import { afterAll, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, pointersOf } from '../../../../test/answers.ts'
import { addTestProducts, type ProductOverrides } from '../../../../test/catalog.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { addRetailer, changeBrand, snapshotOfOrder } from '../../../../test/order-requests.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { type OrderPointers, submitOrder } from './intake.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials

interface Intake {
  id?: string
  type?: string
  attributes?: object
}
const send = ({ id, type = 'orders', attributes = {} }: Intake) =>
  shop.send('POST', '/api/operator/v1/orders', {
    as: 'operator',
    body: { data: { type, ...(id && { id }), attributes } },
  })

/** The ids of the first variants of new products. */
async function addVariants(overrides: readonly ProductOverrides[], brand = brandId): Promise<string[]> {
  const products = await addTestProducts(shop.platform, brand, overrides)
  return products.map(({ variants }) => variants[0]?.id ?? '')
}

async function newOrder({
  quantity = 1,
  retailerId = '',
  brand = brandId,
  product = {} as ProductOverrides,
} = {}) {
  const [productVariantId = ''] = await addVariants([product], brand)
  return {
    brandId: brand,
    retailerId: retailerId || (await addRetailer(shop)),
    lines: [{ productVariantId, quantity }],
  }
}

const amountsIn = ({ body }: Answer) => {
  const { brandTotalAmount, brandTotalAmountVat, brandTotalAmountWithVat, brandNetAmount } =
    body.data.attributes
  return [brandTotalAmount, brandTotalAmountVat, brandTotalAmountWithVat, brandNetAmount]
}
const feesOf = async (orderId: string) =>
  await db`
    select type, amount_minor, vat_minor, currency, currency_rate
    from ordering.billing_items
    where order_id = ${orderId}
    order by position`

test('an order is priced and charged, and the response is complete', async () => {
  const [first, second] = (await addVariants([{ unit_multiplier: 6 }, { vat_rate: 5.5 }])) as [string, string]
  const retailerId = await addRetailer(shop, { firstName: 'Mara', lastName: 'Voss' })
  const lines = [
    { productVariantId: second, quantity: 1 },
    { productVariantId: first, quantity: 2 },
  ]
  const answer = await send({ attributes: { brandId, retailerId, lines } })
  expect(answer.status).toBe(201)
  const address = {
    name: 'Mara Voss',
    organisationName: 'Corner Shelf',
    street: 'Lindenallee 4',
    city: 'Berlin',
    postalCode: '10115',
    countryCode: 'DE',
  }
  const now = expect.stringMatching(/^2026-03-02T09:\d\d:\d\d\+00:00$/)
  expect(answer.body.data).toEqual({
    type: 'orders',
    id: expect.any(String),
    attributes: {
      brandId,
      brandName: 'Alder & Wick',
      storeName: 'Corner Shelf',
      requestDeclineReason: null,
      revertRequestReason: null,
      retailerId,
      status: 'ankor_confirmed',
      reference: expect.any(Number),
      brandCurrency: 'EUR',
      brandTotalAmount: 13_000,
      brandTotalAmountVat: 2455,
      brandTotalAmountWithVat: 15_455,
      // A fee of 10 percent, and 20 percent VAT on the fee.
      brandNetAmount: 15_455 - 1300 - 260,
      brandRejectReason: null,
      retailerRejectReason: null,
      retailerCancellationRequestReason: null,
      rejectType: null,
      submittedAt: now,
      shippedAt: null,
      brandPaidAt: null,
      createdAt: now,
      updatedAt: now,
      shippingMethod: null,
      shippingOverview: expect.objectContaining({ shipToAddress: address }),
      billingAddress: address,
      shippingAddress: address,
      lines: [
        {
          id: expect.any(String),
          productVariantId: second,
          quantity: 1,
          orderedQuantity: 1,
          pieces: 1,
          vatRate: 5.5,
          unitPrice: 1000,
          amount: 1000,
          amountVat: 55,
          amountWithVat: 1055,
        },
        {
          id: expect.any(String),
          productVariantId: first,
          quantity: 2,
          orderedQuantity: 2,
          pieces: 12,
          vatRate: 20,
          unitPrice: 1000,
          amount: 12_000,
          amountVat: 2400,
          amountWithVat: 14_400,
        },
      ],
      removedItems: [],
    },
  })
  const { id } = answer.body.data
  const seenByBrand = await shop.send('GET', `/api/v1/orders/${id}`)
  expect(seenByBrand.body.data.attributes).toMatchObject({
    status: 'ankor_confirmed',
    brandTotalAmount: 13_000,
    billingStreet: 'Lindenallee 4',
  })
})

test('an intake reserves its packs, begins the history and fires one event', async () => {
  const attributes = await newOrder({ quantity: 3 })
  const { body } = await send({ attributes })
  const { moves, events } = await snapshotOfOrder(shop, body.data.id)
  const [application] = await db`select id from identity.applications where client_id = 'demo-operator'`
  expect(moves).toMatchObject([
    {
      number: 1,
      command: 'submit',
      from_status: null,
      to_status: 'ankor_confirmed',
      moved_by: 'retailer',
      application_id: application?.id,
    },
  ])
  expect(events).toMatchObject([
    { id: moves[0]?.event_id, type: 'order.brand_created', brand_id: brandId, subject_id: body.data.id },
  ])
  const variantId = attributes.lines[0]?.productVariantId ?? ''
  expect(await readLevels(db, [variantId])).toMatchObject([{ available: 2, reserved: 3 }])
  await expectSoundLedger(db)
})

test('given addresses are used with their own names, or with the company of the retailer if they have none', async () => {
  const billing = { street: 'Rue Haute 1', city: 'Lille', postalCode: '59000', countryCode: 'FR' }
  const shipping = { ...billing, name: 'Depot', organisationName: 'Night Shift', street: 'Quai 2' }
  const attributes = {
    ...(await newOrder()),
    billingAddress: billing,
    shippingAddress: { ...shipping, name: null },
  }
  const { body } = await send({ attributes })
  expect(body.data.attributes).toMatchObject({
    billingAddress: { ...billing, name: null, organisationName: 'Corner Shelf' },
    shippingAddress: { ...shipping, name: null },
  })
  const named = await send({ attributes: { ...(await newOrder()), shippingAddress: shipping } })
  expect(named.body.data.attributes.shippingAddress).toEqual(shipping)
})

test('a retailer without an address needs one in the order; the billing address follows it', async () => {
  const retailerId = await addRetailer(shop, { address: null })
  const attributes = await newOrder({ retailerId })
  const refused = await send({ attributes })
  expectRefusedAt(refused, 'data.attributes.shippingAddress')
  const shippingAddress = { street: 'Quai 2', city: 'Lille', postalCode: '59000', countryCode: 'FR' }
  const { body } = await send({ attributes: { ...attributes, shippingAddress } })
  expect(body.data.attributes.billingAddress).toMatchObject(shippingAddress)
})

test('the price is the current one, with the best discount for the retailer', async () => {
  const product = { discount_rate: 0.05 }
  const buy = async (retailerId: string) =>
    (await send({ attributes: await newOrder({ retailerId, product }) })).body.data.attributes.lines[0]
      .unitPrice
  const retailerId = await addRetailer(shop, { segment: 'museums' })
  const rule = (ratePercent: number, more: object) =>
    shop.send('POST', `/api/operator/v1/brands/${brandId}/discount-rules`, {
      as: 'operator',
      body: {
        data: {
          type: 'discount-rules',
          attributes: { name: 'Rule', ratePercent, retailerSegment: 'museums', ...more },
        },
      },
    })
  expect(await buy(retailerId)).toBe(950)
  await rule(30, { startsAt: '2026-01-01T00:00:00Z' })
  await rule(50, { startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' })
  await rule(60, { startsAt: '2026-04-01T00:00:00Z' })
  expect(await buy(retailerId)).toBe(700)
  expect(await buy(await addRetailer(shop))).toBe(950)
})

test('the fee for a new customer is charged on the first order only, also if two are concurrent', async () => {
  await changeBrand(shop, { newCustomerFeePercent: 5, platformFeePercent: 10, feeVatPercent: 20 })
  const retailerId = await addRetailer(shop)
  const [one, two] = await Promise.all([newOrder({ retailerId }), newOrder({ retailerId })])
  const answers = await Promise.all([send({ attributes: one }), send({ attributes: two })])
  answers.push(await send({ attributes: await newOrder({ retailerId }) }))
  const fees = await Promise.all(answers.map(({ body }) => feesOf(body.data.id)))
  const platform = { type: 'brand_platform_fees', amount_minor: -100, vat_minor: -20 }
  const both = [platform, { type: 'brand_new_customer_fees', amount_minor: -50, vat_minor: -10 }]
  const withBoth = fees.findIndex((list) => list.length === 2)
  expect([...fees].sort((a, b) => b.length - a.length)).toMatchObject([both, [platform], [platform]])
  expect(withBoth).toBeLessThan(2)
  expect(answers.map(amountsIn).map(([, , , net]) => net)).toEqual(
    answers.map((_, i) => (i === withBoth ? 1020 : 1080)),
  )
  await changeBrand(shop, { newCustomerFeePercent: 0 })
})

test('the fees of a brand that is paid in pounds have the current exchange rate', async () => {
  const attributes = await newOrder({ brand: otherBrand.brandId })
  const { body } = await send({ attributes })
  expect(body.data.attributes.brandCurrency).toBe('GBP')
  const [rate] =
    await db`select rate from general.currency_rates where from_currency = 'EUR' and to_currency = 'GBP'`
  expect(rate?.rate).not.toBe(1)
  expect(await feesOf(body.data.id)).toMatchObject([{ currency: 'GBP', currency_rate: rate?.rate }])
  const inEuro = await send({ attributes: await newOrder() })
  expect(await feesOf(inEuro.body.data.id)).toMatchObject([{ currency: 'EUR', currency_rate: 1 }])
})

test('a known id returns the stored order and reserves nothing again', async () => {
  const id = randomUUID()
  const attributes = await newOrder({ quantity: 2 })
  const first = await send({ id, attributes })
  const stored = await snapshotOfOrder(shop, id)
  const other = await newOrder()
  const again = await send({ id: id.toUpperCase(), type: 'order', attributes: other })
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.body.data).toEqual(first.body.data)
  expect(await snapshotOfOrder(shop, id)).toEqual(stored)
})

test('concurrent requests with the same id create one order', async () => {
  const id = randomUUID()
  const attributes = await newOrder()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send({ id, attributes })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  const { moves, events } = await snapshotOfOrder(shop, id)
  expect([moves.length, events.length]).toEqual([1, 1])
  const variantId = attributes.lines[0]?.productVariantId ?? ''
  expect(await readLevels(db, [variantId])).toMatchObject([{ available: 4, reserved: 1 }])
})

test("the id of another brand's order is refused, also in concurrent requests", async () => {
  const id = randomUUID()
  const [mine, theirs] = await Promise.all([newOrder(), newOrder({ brand: otherBrand.brandId })])
  const answers = await Promise.all([send({ id, attributes: mine }), send({ id, attributes: theirs })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
  expect(pointersOf(answers.find(({ status }) => status === 403) as Answer)).toEqual(['data.id'])
  expect(await db`select id from ordering.orders where id = ${id}`).toHaveLength(1)
  const later = await Promise.all([send({ id, attributes: mine }), send({ id, attributes: theirs })])
  expect(later.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('insufficient stock is one error for each short line, and nothing is stored', async () => {
  const [a, b, c] = await addVariants([{}, {}, { variants: [{ stock: { onHand: 0 } }] }])
  const lines = [6, 5, 1].map((quantity, i) => ({ productVariantId: [a, b, c][i], quantity }))
  const id = randomUUID()
  const retailerId = await addRetailer(shop)
  const answer = await send({ id, attributes: { brandId, retailerId, lines } })
  expect([answer.status, codesOf(answer)]).toEqual([409, ['INSUFFICIENT_STOCK', 'INSUFFICIENT_STOCK']])
  expect(pointersOf(answer)).toEqual(['data.attributes.lines.0.quantity', 'data.attributes.lines.2.quantity'])
  expect(answer.body.errors.map(({ meta }: { meta: object }) => meta)).toEqual([
    { available: 5 },
    { available: 0 },
  ])
  const everything = await snapshotOfOrder(shop, id)
  expect(Object.values(everything).flat()).toEqual([])
  expect(await readLevels(db, [a ?? '', b ?? ''])).toMatchObject([{ reserved: 0 }, { reserved: 0 }])
  // A refused order does not make the retailer a customer either.
  expect(await db`select from ordering.customers where retailer_id = ${retailerId}`).toHaveLength(0)
})

test('a variant that the brand does not sell, or that is repeated, is reported at its line', async () => {
  const [known = '', archived = ''] = await addVariants([
    {},
    { archived_at: new Date('2026-02-01T00:00:00Z') },
  ])
  const [foreign = ''] = await addVariants([{}], otherBrand.brandId)
  const lines = [known, randomUUID(), foreign, archived, known.toUpperCase()].map((productVariantId) => ({
    productVariantId,
    quantity: 1,
  }))
  const retailerId = await addRetailer(shop)
  const answer = await send({ attributes: { brandId, retailerId, lines } })
  expect([answer.status, pointersOf(answer)]).toEqual([
    422,
    [1, 2, 3, 4].map((i) => `data.attributes.lines.${i}.productVariantId`),
  ])
})

test('an unknown brand and an unknown retailer are reported together', async () => {
  const { lines } = await newOrder()
  const answer = await send({ attributes: { brandId: randomUUID(), retailerId: randomUUID(), lines } })
  expect([answer.status, pointersOf(answer)]).toEqual([
    422,
    ['data.attributes.brandId', 'data.attributes.retailerId'],
  ])
})

test('returns 422 when the amount of a line is too large to be exact', async () => {
  const product = { unit_multiplier: 1000, variants: [{ original_wholesale_price_minor: 2_000_000_000 }] }
  const answer = await send({ attributes: await newOrder({ quantity: 100_000, product }) })
  expectRefusedAt(answer, 'data.attributes.lines.0.quantity')
})

test('errors point into the request of the caller, and have no pointer without one', async () => {
  const by = { party: 'retailer', applicationId: null } as const
  const wanted = await newOrder({ quantity: 6 })
  const placesOf = async (at?: OrderPointers) => {
    const problem = await submitOrder(shop.platform, wanted, by, at).catch((error: Problem) => error)
    return (problem as Problem).errors.map(({ source }) => source)
  }
  const lines = [{ productVariantId: 'basket.first', quantity: 'basket.packs' }]
  expect(await placesOf({ lines })).toEqual([{ pointer: 'basket.packs' }])
  expect(await placesOf()).toEqual([undefined])
})

const LINE = { productVariantId: randomUUID(), quantity: 1 }
const ADDRESS = { street: 'Quai 2', city: 'Lille', postalCode: '59000', countryCode: 'FR' }
const BAD: [pointer: string, why: string, attributes: object][] = [
  ['brandId', 'no uuid', { brandId: 'x' }],
  ['retailerId', 'null', { retailerId: null }],
  ['lines', 'empty', { lines: [] }],
  ['lines', 'too many', { lines: Array(201).fill(LINE) }],
  ['lines', 'no list', { lines: 'all' }],
  ['lines.0.productVariantId', 'no uuid', { lines: [{ ...LINE, productVariantId: 'x' }] }],
  ['lines.0.quantity', 'zero', { lines: [{ ...LINE, quantity: 0 }] }],
  ['lines.0.quantity', 'negative', { lines: [{ ...LINE, quantity: -1 }] }],
  ['lines.0.quantity', 'a fraction', { lines: [{ ...LINE, quantity: 1.5 }] }],
  ['lines.0.quantity', 'a text', { lines: [{ ...LINE, quantity: '1' }] }],
  ['lines.0.quantity', 'too large', { lines: [{ ...LINE, quantity: 100_001 }] }],
  ['lines.0.price', 'unknown', { lines: [{ ...LINE, price: 1 }] }],
  ['billingAddress.zip', 'unknown', { billingAddress: { ...ADDRESS, zip: '1' } }],
  ['billingAddress.street', 'blank', { billingAddress: { ...ADDRESS, street: ' ' } }],
  ['shippingAddress.countryCode', 'no country', { shippingAddress: { ...ADDRESS, countryCode: 'XX' } }],
]

test.each(BAD)('%s is refused: %s', async (pointer, _why, attributes) => {
  const good = { brandId, retailerId: shop.credentials.retailer.retailerId, lines: [LINE] }
  const answer = await send({ attributes: { ...good, ...attributes } })
  expectRefusedAt(answer, `data.attributes.${pointer}`)
})

test('brand, retailer and lines are required, and the type must be that of an order', async () => {
  expect(pointersOf(await send({})).sort()).toEqual(
    ['brandId', 'lines', 'retailerId'].map((field) => `data.attributes.${field}`),
  )
  const attributes = await newOrder()
  expect(pointersOf(await send({ type: 'retailers', attributes }))).toEqual(['data.type'])
  expect((await send({ type: 'internal-orders', attributes })).status).toBe(201)
})
