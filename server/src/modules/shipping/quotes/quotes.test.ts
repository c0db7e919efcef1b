import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer, transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import {
  confirm,
  PARCEL,
  type Quote,
  quoteBy,
  quoteOfCarrier,
  quotesOf,
  requestQuotes,
} from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials
const settings = (body: object) => shop.send('PATCH', `/api/v1/brands/shipping-settings/${brandId}`, { body })

describe('quotes', () => {
  test('are those of the marketplace and of every carrier that serves the route, the cheapest first', async () => {
    const quotes = await quotesOf(shop, (await acceptedOrder(shop)).id)
    const amounts = quotes.map(({ shippingCost }) => shippingCost.amount)
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    expect(new Set(quotes.map(({ carrierCode }) => carrierCode))).toEqual(
      new Set(['marketplace', 'dpd', 'dhl', 'ups', 'fedex']),
    )
    expect(quoteOfCarrier(quotes, 'marketplace')).toEqual({
      quoteUuid: expect.any(String),
      carrierCode: 'marketplace',
      serviceCode: '',
      serviceCommercialName: '',
      collectionMethod: [],
      shippingCost: { amount: expect.any(Number), currency: 'EUR' },
      timeInTransit: null,
    })
    expect(quoteOfCarrier(quotes, 'dpd')).toMatchObject({
      serviceCode: 'CL',
      serviceCommercialName: 'DPD Classic',
      collectionMethod: ['pickup', 'drop-off'],
      timeInTransit: { businessDaysInTransit: expect.any(Number) },
    })
  })

  test('have no pickup or delivery on a weekend', async () => {
    const order = await acceptedOrder(shop)
    await shop.setTime('2026-03-06T18:00:00Z')
    const days = (await quotesOf(shop, order.id)).flatMap(({ timeInTransit }) =>
      timeInTransit ? [timeInTransit.pickupDate, timeInTransit.estimatedDeliveryDate] : [],
    )
    await shop.setTime('2026-03-02T09:00:00Z')
    expect(days.length).toBeGreaterThan(4)
    for (const day of days) expect([0, 6]).not.toContain(new Date(day).getUTCDay())
    expect(days.toSorted()[0]).toBe('2026-03-09')
  })

  test('replace the parcels and the latest quote of the order, which shows the cheapest', async () => {
    const { id } = await acceptedOrder(shop)
    const first = await quotesOf(shop, id)
    const second = await quotesOf(shop, id, [PARCEL, { length: 60, width: 40, height: 40, kg: 11.8 }])
    const cheapest = second[0] as Quote
    const { shippingOverview, status, shippingMethod } = await orderOf(shop, id)
    expect([status, shippingMethod]).toEqual(['brand_confirmed', null])
    expect(shippingOverview).toMatchObject({
      provider: null,
      tracking: null,
      transaction: null,
      latestQuote: {
        id: cheapest.quoteUuid,
        provider: cheapest.carrierCode,
        rateProvider: cheapest.carrierCode,
        rateAmount: cheapest.shippingCost,
        shippingCostsOverview: { ...cheapest.shippingCost, type: 'refund' },
      },
      parcels: [
        {
          length: 40,
          width: 30,
          height: 20,
          weight: 5200,
          distanceUnit: 'cm',
          massUnit: 'g',
          trackedPackage: null,
        },
        { length: 60, width: 40, height: 40, weight: 11_800, trackedPackage: null },
      ],
    })
    expect(first.length).toBe(second.length)
  })

  test('stay confirmable after newer ones were requested, each with its own parcels', async () => {
    const { id } = await acceptedOrder(shop)
    const first = await quotesOf(shop, id)
    await quotesOf(shop, id, [PARCEL, { length: 60, width: 40, height: 40, kg: 11.8 }])
    const old = quoteOfCarrier(first, 'dpd')
    expect((await confirm(shop, old.quoteUuid)).status).toBe(200)
    const { status, shippingOverview } = await orderOf(shop, id)
    expect(status).toBe('shipped')
    expect(shippingOverview.latestQuote).toMatchObject({ id: old.quoteUuid, rateAmount: old.shippingCost })
    expect(shippingOverview.parcels).toMatchObject([{ length: 40, width: 30, height: 20, weight: 5200 }])
  })

  test('from before a reset of the labels are void, also if newer ones were requested since', async () => {
    const { order } = await labelledOrder(shop)
    const [before] = await shop.platform.db`
      select shipment->'latestQuote'->>'id' as id from ordering.orders where id = ${order.id}`
    const attributes = { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }
    await transition(shop, order.id, { type: 'brand-resets-shipping-labels-generation', attributes })
    expect((await confirm(shop, before?.id)).status).toBe(409)
    const [fresh] = await quotesOf(shop, order.id)
    const old = await confirm(shop, before?.id)
    expect([old.status, codesOf(old)]).toEqual([409, ['STATE_UPDATE_FAILED']])
    expect(old.body.errors[0].detail).toContain('was reset')
    expect((await confirm(shop, fresh?.quoteUuid ?? '')).status).toBe(200)
    await shop.runJobs()
  })

  test('are shown and confirmed like others if their parcels are stored as objects', async () => {
    const { id } = await acceptedOrder(shop)
    const [cheapest] = await quotesOf(shop, id)
    const before = await orderOf(shop, id)
    const { db } = shop.platform
    await db`
      update shipping.quote_requests
      set parcels = ${[{ lengthCm: 40, widthCm: 30, heightCm: 20, weightG: 5200 }] as never}::json
      where order_id = ${id}`
    await db`
      update ordering.orders
      set shipment = shipment - 'sizes'
        || ${db.json({ parcels: [{ length: 40, width: 30, height: 20, weight: 5200 }] })}
      where id = ${id}`
    expect((await orderOf(shop, id)).shippingOverview).toEqual(before.shippingOverview)
    expect((await confirm(shop, cheapest?.quoteUuid ?? '')).status).toBe(200)
    const [parcel] = await db`
      select length_cm, width_cm, height_cm, weight_g
      from shipping.parcels
      join shipping.shipments using (brand_id)
      where shipment_id = shipments.id and order_id = ${id}`
    expect(parcel).toEqual({ length_cm: 40, width_cm: 30, height_cm: 20, weight_g: 5200 })
  })

  test('are created for an order that the brand has accepted, and for no other', async () => {
    for (const status of ['ankor_confirmed', 'shipped', 'rejected', 'brand_paid'] as const) {
      const order = await moveOrderTo(shop, await placeOrder(shop), status)
      const answer = await requestQuotes(shop, order.id)
      expect([answer.status, codesOf(answer)]).toEqual([409, ['STATE_UPDATE_FAILED']])
      expect(answer.body.errors[0].meta).toEqual({ status, possibleIn: 'brand_confirmed' })
    }
  })

  test('are refused while labels are being created', async () => {
    const { id } = await acceptedOrder(shop)
    await confirm(shop, (await quoteBy(shop, id, 'marketplace')).quoteUuid)
    expect((await requestQuotes(shop, id)).status).toBe(409)
    await shop.runJobs()
  })

  test('return 403 for an order of another brand and 404 for an unknown one', async () => {
    const { id } = await acceptedOrder(shop)
    expect((await requestQuotes(shop, id, [PARCEL], 'otherBrand')).status).toBe(403)
    expect((await requestQuotes(shop, randomUUID())).status).toBe(404)
  })

  test('need valid parcels, with an error for each violated rule', async () => {
    const { id } = await acceptedOrder(shop)
    const answer = await requestQuotes(shop, id, [
      { ...PARCEL, kg: 31 },
      { length: 200, width: 200, height: 1, kg: 1 },
    ])
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ title: 'Unprocessable Content', source: { pointer: 'parcels.0.kg' } }),
      expect.objectContaining({ title: 'Unprocessable Content', source: { pointer: 'parcels.1' } }),
    ])
    expect((await orderOf(shop, id)).shippingOverview.parcels).toEqual([])
  })

  test('ignore unknown members of a parcel, and refuse a misspelt side together with the missing one', async () => {
    const { id } = await acceptedOrder(shop)
    expect((await requestQuotes(shop, id, [{ ...PARCEL, colour: 'red', box: { number: 7 } }])).status).toBe(
      200,
    )
    const { height: heigth, ...sides } = PARCEL
    const answer = await requestQuotes(shop, id, [{ ...sides, heigth }])
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['parcels.0.height', 'parcels.0.heigth']])
    expect(answer.body.errors[1].detail).toBe(
      '"heigth" is unknown here: probably parcels.0.height was meant.',
    )
  })

  test('need the whole list again: an empty list does not mean the previous parcels', async () => {
    const { id } = await acceptedOrder(shop)
    const [quote] = await quotesOf(shop, id)
    const before = (await orderOf(shop, id)).shippingOverview
    const answer = await requestQuotes(shop, id, [])
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['parcels']])
    expect((await orderOf(shop, id)).shippingOverview).toEqual(before)
    expect((await confirm(shop, quote?.quoteUuid ?? '')).status).toBe(200)
  })
})

describe('the settings of the brand', () => {
  test('limit the countries that it ships to; orders to other countries are refused at submission and when quotes are requested', async () => {
    const german = await addRetailer(shop)
    const { id } = await acceptedOrder(shop, { retailerId: german })
    expect((await settings({ whitelistCountries: ['BE', 'FR'] })).status).toBe(200)
    const refused = await requestQuotes(shop, id)
    expect([refused.status, codesOf(refused)]).toEqual([409, ['SHIPPING_COUNTRY_EXCLUDED']])
    await expect(placeOrder(shop, { retailerId: german })).rejects.toThrow('does not ship to DE')
    await settings({ whitelistCountries: null })
    expect((await requestQuotes(shop, id)).status).toBe(200)
  })

  test('have the numbers that some countries require', async () => {
    const { id } = await acceptedOrder(shop, { retailerId: await addRetailer(shop) })
    await settings({ lucidNumber: '' })
    const refused = await requestQuotes(shop, id)
    expect([refused.status, codesOf(refused)]).toEqual([409, ['SHIPPING_SETTINGS_INCOMPLETE']])
    expect(refused.body.errors[0].detail).toContain('LUCID')
    await settings({ lucidNumber: 'DE0000000000041' })
    expect((await requestQuotes(shop, id)).status).toBe(200)
  })

  test('have the address that parcels are sent from', async () => {
    const { id } = await acceptedOrder(shop)
    const before = (await quoteBy(shop, id, 'dpd')).shippingCost.amount
    const { body } = await shop.send('GET', `/api/v1/brands/shipping-settings/${brandId}`)
    const home = body.data.attributes.shippingAddress
    await settings({
      shippingAddress: { street: 'Rua Nova 3', postalCode: '4000-100', city: 'Porto', countryCode: 'PT' },
    })
    const after = (await quoteBy(shop, id, 'dpd')).shippingCost.amount
    await settings({ shippingAddress: home })
    expect(after).toBeGreaterThan(before)
  })
})

test('a changed address needs new quotes', async () => {
  const { id } = await acceptedOrder(shop)
  const [quote] = await quotesOf(shop, id)
  const shipping = { street: 'Kaai 14', city: 'Gent', postalCode: '9000', countryCode: 'BE' }
  await shop.send('POST', `/api/testing/orders/${id}/-actions/update-address`, { body: { shipping } })
  expect((await confirm(shop, quote?.quoteUuid ?? '')).status).toBe(409)
  const [fresh] = await quotesOf(shop, id)
  expect((await confirm(shop, fresh?.quoteUuid ?? '')).status).toBe(200)
})

test('the marketplace has a quote for every parcel that the API accepts', async () => {
  const { id } = await acceptedOrder(shop)
  const largest = { length: 273.2, width: 61.6, height: 1.8, kg: 30 }
  const quotes = await quotesOf(shop, id, [largest, { length: 100.1, width: 75.05, height: 74.9, kg: 30 }])
  expect(quotes.map(({ carrierCode }) => carrierCode)).toContain('marketplace')
})

test('other ids of the same request are unknown', async () => {
  const { id } = await acceptedOrder(shop)
  const quotes = await quotesOf(shop, id)
  const ids = quotes.map(({ quoteUuid }) => quoteUuid)
  expect(new Set(ids).size).toBe(quotes.length)
  const after = (quotes.length + 1).toString(16).padStart(4, '0')
  for (const place of ['0000', after, 'ffff']) {
    expect((await confirm(shop, `${ids[0]?.slice(0, -4)}${place}`)).status, place).toBe(404)
  }
})

test('reverting the acceptance voids the quotes', async () => {
  const { id } = await acceptedOrder(shop)
  const [quote] = await quotesOf(shop, id)
  await shop.send('POST', `/api/operator/v1/orders/${id}/-actions/revert-acceptance`, { as: 'operator' })
  await transition(shop, id, { type: 'brand-validates' })
  expect((await orderOf(shop, id)).shippingOverview.latestQuote).toBeNull()
  expect((await confirm(shop, quote?.quoteUuid ?? '')).status).toBe(409)
})
