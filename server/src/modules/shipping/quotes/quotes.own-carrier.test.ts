/** No accepted order gets stuck: for any parcels and any destination there is a quote, and it leads to a shipment. */
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { randomRuns, testSeed } from '../../../../test/chance.ts'
import { answer, carriersWith, type Seen, startCarrierService } from '../../../../test/label-service.ts'
import { type Market, market } from '../../../../test/market.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import { confirm, type Quote, quoteOfCarrier, quotesOf } from '../../../../test/quotes.ts'
import { acceptedOrder, expectSoundShipping, orderOf } from '../../../../test/shipping.ts'
import { lengthAndGirth } from './parcels.ts'

const SETTINGS = ['marketplace', 'carriers'] as const

/** A sender address that no built-in carrier serves: all built-in rate cards start in Europe. */
const FROM_JAPAN = { street: 'Kaigan 1-2', city: 'Tokyo', postalCode: '105-0022', countryCode: 'JP' }

async function shipFrom(shop: Market, shippingAddress: object): Promise<void> {
  const { status, text } = await shop.send(
    'PATCH',
    `/api/v1/brands/shipping-settings/${shop.credentials.brandId}`,
    { body: { shippingAddress, eoriNumber: 'GB123456789000', lucidNumber: 'DE0000000000041' } },
  )
  if (status !== 200) throw new Error(text)
}

const orderTo = async (shop: Market, countryCode: string) => {
  const address = { street: 'Street 1', city: 'Town', postalCode: '1000', countryCode }
  return await acceptedOrder(shop, { retailerId: await addRetailer(shop, { address }) })
}

describe.each(SETTINGS)('with labels for quotes of %s', async (labelQuotes) => {
  const env = { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_LABEL_QUOTES: labelQuotes }
  const shop = await market({ cleanUp: afterAll, env })
  await shipFrom(shop, FROM_JAPAN)

  test('a route that no carrier serves has one quote without a fee, for a carrier of the brand', async () => {
    const { id, net_minor } = await orderTo(shop, 'JP')
    const quotes = await quotesOf(shop, id)
    expect(quotes).toEqual([
      {
        quoteUuid: expect.any(String),
        carrierCode: 'custom',
        serviceCode: '',
        serviceCommercialName: 'Own carrier',
        collectionMethod: [],
        shippingCost: { amount: 0, currency: 'EUR' },
        timeInTransit: null,
      },
    ])
    const quoted = await orderOf(shop, id)
    expect(quoted.shippingOverview).toMatchObject({
      availableShippingMethods: ['custom'],
      latestQuote: { provider: 'custom', rateProvider: 'custom', shippingCostsOverview: null },
    })
    const confirmed = await confirm(shop, quoteOfCarrier(quotes, 'custom').quoteUuid)
    expect(confirmed.status, confirmed.text).toBe(200)
    expect(confirmed.body.data).toMatchObject({ provider: 'custom', shippingCost: '€0.00' })
    expect(confirmed.body.data).not.toHaveProperty('refund')
    expect(await orderOf(shop, id)).toMatchObject({
      status: 'shipped',
      shippingMethod: 'custom',
      brandNetAmount: net_minor,
      shippingOverview: { provider: 'other', tracking: null, latestQuote: { provider: 'custom' } },
    })
  })

  test('its confirmation can include tracking details', async () => {
    const { id } = await orderTo(shop, 'JP')
    const [quote] = await quotesOf(shop, id)
    const tracking = { trackingProvider: 'Yamato', trackingNumber: '4000-1234' }
    expect((await confirm(shop, quote?.quoteUuid ?? '', { tracking })).status).toBe(200)
    expect((await orderOf(shop, id)).shippingOverview).toMatchObject({
      provider: 'other',
      tracking: { number: '4000-1234', link: '' },
    })
  })

  test('any parcels that the API accepts can be shipped to any country', { timeout: 120_000 }, async () => {
    const side = fc.double({ min: 1, max: 274, noNaN: true }).map((cm) => Math.round(cm * 10) / 10)
    const parcel = fc
      .record({ length: side, width: side, height: side, grams: fc.integer({ min: 1, max: 30_000 }) })
      .map(({ grams, ...sides }) => ({ ...sides, kg: grams / 1000 }))
      .filter(({ length, width, height }) => lengthAndGirth([length, width, height]) <= 400)
    const country = fc.constantFrom('BE', 'US', 'JP', 'GB', 'DE', 'AQ', 'NC', 'ZA', 'CH', 'FK', 'GL', 'MC')
    const home = { street: 'Waskaarsplein 4', city: 'Antwerpen', postalCode: '2000', countryCode: 'BE' }
    await fc.assert(
      fc.asyncProperty(
        fc.array(parcel, { minLength: 1, maxLength: 20 }),
        country,
        fc.constantFrom(home, FROM_JAPAN),
        fc.nat(),
        async (parcels, to, from, choice) => {
          await shipFrom(shop, from)
          const { id } = await orderTo(shop, to)
          const quotes = await quotesOf(shop, id, parcels)
          expect(quotes.length).toBeGreaterThan(0)
          const { quoteUuid } = quotes[choice % quotes.length] as Quote
          expect((await confirm(shop, quoteUuid)).status).toBe(200)
          await shop.runJobs()
          const { status } = await orderOf(shop, id)
          if (status === 'shipping_labels_generated')
            await shop.send('POST', `/api/testing/orders/${id}/-actions/advance`, { body: { to: 'shipped' } })
          expect((await orderOf(shop, id)).status).toBe('shipped')
        },
      ),
      { seed: testSeed(), numRuns: randomRuns(10) },
    )
    await expectSoundShipping(shop)
  })
})

test('if no carrier responds, there is still the quote for a carrier of the brand', async () => {
  const service = await startCarrierService()
  Object.assign(service.settings, { from: ['*'], to: ['*'] })
  const shop = await market({ env: carriersWith(service) })
  await shipFrom(shop, FROM_JAPAN)
  const { id } = await orderTo(shop, 'JP')
  const fail = (_request: Seen, response: ServerResponse) => answer(response, 500, {})
  service.next.push(...Array.from({ length: 20 }, () => fail))
  expect((await quotesOf(shop, id)).map(({ carrierCode }) => carrierCode)).toEqual(['custom'])
  expect(service.seen.length).toBeGreaterThan(0)
})
