/** The complete document of one order. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer, readOrder, type Wire } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, otherBrand, retailer } = shop.credentials

const OFFSET = /^2026-03-02T09:\d\d:\d\d\+00:00$/
const MICROS = /^2026-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const offset = expect.stringMatching(OFFSET)
const micros = expect.stringMatching(MICROS)
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

describe('a new order', () => {
  const address = { name: 'Mila Voss', organisationName: 'Goods in', street: 'Kai 9', city: 'Kiel' }
  const business = {
    companyName: 'Voss GmbH',
    storeName: 'Voss and Sons',
    storeUrl: 'https://voss.test/',
    email: 'buy@voss.test',
    firstName: 'Mila',
    lastName: 'Voss',
    taxNumber: '30/123/45678',
    vatNumber: 'DE123456789',
    eoriNumber: 'DE1234567',
    phoneNumberE164: '+4943100000',
    businessIdentifier: 'DE123456789',
  }

  test('has all attributes and relationships', async () => {
    const retailerId = await addRetailer(shop, {
      ...business,
      address: { ...address, postalCode: '24103', countryCode: 'DE' },
    })
    const prices = { original_wholesale_price_minor: 333 }
    const placed = await placeOrder(shop, {
      retailerId,
      products: [{ unit_multiplier: 6, vat_rate: 5.5, variants: [prices] }],
      quantities: [2],
    })
    const { status, body } = await readOrder(shop, placed.id, 'retailer,billingItems,orderItems')
    expect(status).toBe(200)
    const [billingItemId] = placed.billing_item_ids
    const [itemId] = placed.item_ids
    const since = { createdAt: micros, updatedAt: micros }
    expect(body).toEqual({
      jsonapi: { version: '1.0' },
      data: {
        type: 'order',
        id: placed.id,
        attributes: {
          masterOrderId: placed.id,
          status: 'ankor_confirmed',
          reference: placed.reference,
          removedItems: [],
          brandCurrency: 'EUR',
          brandTotalAmount: 3996,
          brandTotalAmountVat: 220,
          brandTotalAmountWithVat: 4216,
          // Fees of 400 and their VAT of 80 are subtracted.
          brandNetAmount: 3736,
          brandRejectReason: null,
          retailerRejectReason: null,
          retailerCancellationRequestReason: null,
          billingName: 'Mila Voss',
          billingOrganisationName: 'Goods in',
          billingStreet: 'Kai 9',
          billingPostalCode: '24103',
          billingCity: 'Kiel',
          billingCountryCode: 'DE',
          submittedAt: offset,
          shippedAt: null,
          brandPaidAt: null,
          createdAt: offset,
          updatedAt: offset,
          shippingMethod: null,
          shippingOverview: {
            availableShippingMethods: ['custom', 'marketplace'],
            shipToAddress: { ...address, postalCode: '24103', countryCode: 'DE' },
            // Three to five business days after Monday, 2 March.
            expectedShippingDates: {
              minimum: '2026-03-05T00:00:00+00:00',
              maximum: '2026-03-09T23:59:59+00:00',
              updatedMaximum: null,
            },
            provider: null,
            tracking: null,
            latestQuote: null,
            parcels: [],
            transaction: null,
          },
        },
        relationships: {
          retailer: { data: { type: 'retailer', id: retailerId } },
          billingItems: { data: [{ type: 'billing-items', id: billingItemId }] },
          orderItems: { data: [{ type: 'order-items', id: itemId }] },
        },
      },
      included: [
        {
          type: 'retailer',
          id: retailerId,
          attributes: {
            ...business,
            ...since,
          },
        },
        {
          type: 'billing-items',
          id: billingItemId,
          attributes: {
            type: 'brand_platform_fees',
            currency: 'EUR',
            vatRate: 20,
            currencyRate: 1,
            amount: -400,
            amountVat: -80,
            amountWithVat: -480,
            ...since,
          },
        },
        {
          type: 'order-items',
          id: itemId,
          attributes: {
            brandCurrency: 'EUR',
            quantity: 2,
            multipliedQuantity: 12,
            vatRate: 5.5,
            brandUnitPrice: 333,
            orderedQuantity: 2,
            brandAmount: 3996,
            brandAmountVat: 220,
            brandAmountWithVat: 4216,
            ...since,
          },
          relationships: { productVariant: { data: { type: 'productVariant', id: uuid } } },
        },
      ],
    })
  })

  test('of a retailer with an incomplete account has nulls, and an address without names gets those of the retailer', async () => {
    const retailerId = await addRetailer(shop)
    const { id } = await placeOrder(shop, { retailerId })
    const { body } = await readOrder(shop, id, 'retailer')
    expect(body.data.attributes).toMatchObject({ billingName: null, billingOrganisationName: 'Corner Shelf' })
    expect(body.data.attributes.shippingOverview.shipToAddress).toEqual({
      name: null,
      organisationName: 'Corner Shelf',
      street: 'Lindenallee 4',
      city: 'Berlin',
      postalCode: '10115',
      countryCode: 'DE',
    })
    expect(body.included[0].attributes).toMatchObject({
      companyName: null,
      storeUrl: null,
      firstName: null,
      lastName: null,
      taxNumber: null,
      vatNumber: null,
      eoriNumber: null,
      phoneNumberE164: null,
      businessIdentifier: null,
    })
  })

  test('of a brand in another currency has the exchange rate of the euro in its fees', async () => {
    const { id } = await placeOrder(shop, { brandId: otherBrand.brandId })
    const answer = await shop.send('GET', `/api/v1/orders/${id}?include=billingItems,orderItems`, {
      as: 'otherBrand',
    })
    const rates = await shop.send('GET', '/api/v1/currencies/rates/latest', { as: null })
    const euro = rates.body.data.find(
      ({ attributes: { fromCurrency, toCurrency } }: Wire) => `${fromCurrency}${toCurrency}` === 'EURGBP',
    )
    expect(answer.body.data.attributes.brandCurrency).toBe('GBP')
    const [fee, item] = answer.body.included
    expect(fee.attributes).toMatchObject({ currency: 'GBP', currencyRate: euro.attributes.rate })
    expect(item.attributes.brandCurrency).toBe('GBP')
  })
})

test('a shipped and paid order has both times, by the clock', async () => {
  const placed = await placeOrder(shop)
  await shop.advance(60)
  await moveOrderTo(shop, placed, 'shipped')
  const shipped = (await readOrder(shop, placed.id)).body.data.attributes
  expect(shipped.shippedAt).toMatch(OFFSET)
  expect(shipped.shippedAt > shipped.submittedAt).toBe(true)
  expect(shipped.brandPaidAt).toBeNull()
  expect(shipped.updatedAt).toBe(shipped.shippedAt)
  await shop.advance(60)
  await moveOrderTo(shop, { ...placed, status: 'shipped' }, 'brand_paid')
  const paid = (await readOrder(shop, placed.id)).body.data.attributes
  expect(paid.brandPaidAt).toMatch(OFFSET)
  expect(paid.brandPaidAt > paid.shippedAt).toBe(true)
  expect(paid).toMatchObject({
    status: 'brand_paid',
    shippedAt: shipped.shippedAt,
    submittedAt: shipped.submittedAt,
    createdAt: shipped.createdAt,
    updatedAt: paid.brandPaidAt,
  })
})

describe('ownership', () => {
  test("another brand's order is forbidden, an unknown one is not found", async () => {
    const foreign = await placeOrder(shop, { brandId: otherBrand.brandId })
    for (const [id, status] of [
      [foreign.id, 403],
      [randomUUID(), 404],
      ['1000042', 404],
    ] as const) {
      const answer = await readOrder(shop, id, 'orderItems')
      expect(answer.status).toBe(status)
      expect(answer.body).not.toHaveProperty('data')
      expect(pointersOf(answer)).toEqual([undefined])
    }
  })

  test('a retailer or a client without a token cannot read it', async () => {
    const { id } = await placeOrder(shop, { brandId, retailerId: retailer.retailerId })
    const url = `/api/v1/orders/${id}`
    expect((await shop.send('GET', url, { as: 'retailer' })).status).toBe(403)
    expect((await shop.send('GET', url, { as: null })).status).toBe(401)
  })

  test('its id may be written in capitals', async () => {
    const { id } = await placeOrder(shop)
    const { status, body } = await readOrder(shop, id.toUpperCase())
    expect([status, body.data.id]).toEqual([200, id])
  })
})
