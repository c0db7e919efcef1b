import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { address, BOX, call, consignment } from '../../../../test/carriers.ts'
import type { Consignment } from './carrier.ts'
import type { RateCardSettings } from './carrier-settings.ts'
import { createRateCard } from './rate-card.ts'
import { chargedWeight } from './rate-card-prices.ts'

const card: RateCardSettings = {
  kind: 'rate-card',
  code: 'swiftroad',
  name: 'Swiftroad',
  trackingPrefix: 'SW',
  serviceDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  holidays: [],
  currency: 'EUR',
  otherCurrencies: [
    { currency: 'GBP', perHundred: 86 },
    { currency: 'JPY', perHundred: 165 },
  ],
  zones: [
    { name: 'domestic', from: ['BE'], to: ['BE'], sameCountry: true },
    { name: 'abroad', from: ['BE'], to: ['FR', 'GB'] },
  ],
  services: [
    {
      code: 'FAST',
      name: 'Swiftroad Fast',
      collectionMethods: ['pickup'],
      prices: [{ zone: 'abroad', transitDays: 1, steps: [{ upToG: 5000, minor: 2000 }] }],
    },
    {
      code: 'ST',
      name: 'Swiftroad Standard',
      collectionMethods: ['pickup', 'drop-off'],
      prices: [
        { zone: 'domestic', transitDays: 1, steps: [{ upToG: 30_000, minor: 500 }] },
        {
          zone: 'abroad',
          transitDays: 3,
          steps: [
            { upToG: 1000, minor: 700 },
            { upToG: 5000, minor: 1000 },
          ],
          beyond: { everyG: 1000, minor: 90 },
        },
      ],
    },
  ],
  volumetricCm3PerKg: 5000,
  limits: { parcels: 3, weightG: 20_000, longestSideCm: 120, lengthAndGirthCm: 300 },
  surcharges: {
    fuelPercent: 0,
    oversize: [
      { longestSideOverCm: 100, weightOverG: 15_000, minor: 300 },
      { lengthAndGirthOverCm: 250, minor: 1100 },
    ],
    remote: [{ countryCode: 'FR', prefixes: ['20'], minor: 400, extraDays: 2 }],
  },
  refuses: [{ countryCode: 'GB', prefixes: ['ZE'], sentence: 'Swiftroad has no ship.' }],
  pickup: {
    windows: [{ readyTime: '09:00:00', closeTime: '15:00:00' }],
    cutOffTime: '12:00:00',
    daysAhead: 7,
  },
}

const small = { lengthCm: 10, widthCm: 10, heightCm: 10, weightG: 900 }

async function quote(changes: Partial<Consignment> & { currency?: string } = {}, settings = card) {
  const request = { currency: 'EUR', ...consignment({ parcels: [small] }), ...changes }
  return await createRateCard(settings).quote(request, call())
}
const standard = async (...given: Parameters<typeof quote>) =>
  (await quote(...given)).find(({ code }) => code === 'ST')
const cost = async (...given: Parameters<typeof quote>) => (await standard(...given))?.costMinor

describe('the weight selects the price step', () => {
  test.each([
    [1, 700],
    [1000, 700],
    [1001, 1000],
    [5000, 1000],
    [5001, 1090],
    [6000, 1090],
    [6001, 1180],
  ])('%d g cost %d', async (weightG, minor) => {
    expect(await cost({ parcels: [{ ...small, weightG }] })).toBe(minor)
  })

  test('a service without a price beyond its last step is omitted', async () => {
    const codes = async (weightG: number) =>
      (await quote({ parcels: [{ ...small, weightG }] })).map(({ code }) => code)
    expect(await codes(5000)).toEqual(['ST', 'FAST'])
    expect(await codes(5001)).toEqual(['ST'])
  })

  test('and when none is left, the shipment is refused', async () => {
    const fast = { ...card, services: card.services.slice(0, 1) }
    const heavy = quote({ parcels: [{ ...small, weightG: 5001 }] }, fast)
    await expect(heavy).rejects.toMatchObject({ refusal: 'parcel-weight' })
  })

  test.each([
    [{ lengthCm: 40, widthCm: 30, heightCm: 20, weightG: 1000 }, 4800],
    [{ lengthCm: 40, widthCm: 30, heightCm: 20, weightG: 5000 }, 5000],
    [{ lengthCm: 1, widthCm: 1, heightCm: 1, weightG: 0 }, 1],
  ])('a large parcel is charged by its volumetric weight: %o is %d g', (parcel, weightG) => {
    expect(chargedWeight(card, parcel)).toBe(weightG)
  })
})

test('each parcel has its price', async () => {
  expect(await cost({ parcels: [small, { ...small, weightG: 3000 }] })).toBe(1700)
})

test('the first matching zone is used', async () => {
  expect(await cost({ to: address('BE', '9000') })).toBe(500)
})

describe('surcharges', () => {
  const flat = { ...card, volumetricCm3PerKg: 1_000_000 }
  test.each([
    ['neither long nor heavy', { ...small, lengthCm: 100 }, 700],
    ['long', { ...small, lengthCm: 101 }, 1000],
    ['the same, whichever side is the longest', { ...small, heightCm: 101 }, 1000],
    ['thick', { lengthCm: 90, widthCm: 41, heightCm: 40, weightG: 900 }, 1800],
    ['both', { lengthCm: 120, widthCm: 40, heightCm: 40, weightG: 900 }, 2100],
    ['heavy', { ...small, weightG: 15_001 }, 1000 + 11 * 90 + 300],
  ])('%s', async (_what, parcel, minor) => {
    expect(await cost({ parcels: [parcel] }, flat)).toBe(minor)
  })

  test('a remote place costs more for each parcel and takes longer', async () => {
    const to = address('FR', '20 000')
    expect(await cost({ to, parcels: [small, small] })).toBe(2 * (700 + 400))
    expect((await standard({ to }))?.transit?.businessDays).toBe(5)
  })

  test('the fuel surcharge is a percentage of all other costs, rounded once', async () => {
    const surcharges = { ...card.surcharges, fuelPercent: 12.75 }
    // 12.75 % of 1100 is 140.25, of 1400 178.5.
    expect(await cost({ to: address('FR', '20000') }, { ...card, surcharges })).toBe(1240)
    expect(await cost({ parcels: [small, small] }, { ...card, surcharges })).toBe(1579)
  })
})

describe('currencies', () => {
  test('a cost is given in the requested currency, in its own minor units', async () => {
    expect(await standard({ currency: 'GBP' })).toMatchObject({ costMinor: 602, currency: 'GBP' })
    expect(await cost({ currency: 'JPY' })).toBe(1155)
  })

  test('one without a rate is refused', async () => {
    await expect(quote({ currency: 'SEK' })).rejects.toMatchObject({ refusal: 'currency' })
  })
})

describe('a shipment that the card excludes is refused with a reason', () => {
  test.each([
    ['parcel-count', { parcels: [small, small, small, small] }],
    ['parcel-weight', { parcels: [small, { ...small, weightG: 20_001 }] }],
    ['parcel-size', { parcels: [{ ...small, widthCm: 121 }] }],
    ['parcel-size', { parcels: [{ lengthCm: 100, widthCm: 60, heightCm: 41, weightG: 900 }] }],
    ['postal-code', { to: address('GB', 'ZE1 0AA') }],
    ['route', { to: address('DE', '10115') }],
    ['route', { from: address('FR', '75001') }],
  ])('%s', async (refusal, changes) => {
    await expect(quote(changes)).rejects.toMatchObject({
      name: 'CarrierRefused',
      carrier: 'swiftroad',
      refusal,
    })
  })

  test('with the sentence of the card if it has one', async () => {
    await expect(quote({ to: address('GB', 'ze1') })).rejects.toThrow('Swiftroad has no ship.')
  })

  test('and labels are refused like quotes', async () => {
    const request = {
      ...consignment({ to: address('GB', 'ZE1') }),
      serviceCode: 'ST',
      orderReference: '1',
      format: 'default',
      idempotencyKey: 'k',
    } as const
    await expect(createRateCard(card).createLabels(request, call())).rejects.toMatchObject({
      refusal: 'postal-code',
    })
  })
})

describe('transit', () => {
  test.each([
    ['2026-03-02T11:59:59Z', '2026-03-02', '2026-03-05'],
    ['2026-03-02T12:00:00Z', '2026-03-03', '2026-03-06'],
    ['2026-03-06T12:00:00Z', '2026-03-09', '2026-03-12'],
    ['2026-03-07T13:00:00Z', '2026-03-09', '2026-03-12'],
  ])('requested at %s, the pickup is on %s and the delivery on %s', async (askedAt, pickupOn, deliveryOn) => {
    const quoted = await standard({ askedAt: new Date(askedAt) })
    expect(quoted?.transit).toEqual({ pickupOn, deliveryOn, businessDays: 3 })
  })
})

test('costs are whole, and a heavier or larger parcel never costs less', () => {
  const side = fc.integer({ min: 1, max: 60 })
  const parcels = fc.record({
    lengthCm: side,
    widthCm: side,
    heightCm: side,
    weightG: fc.integer({ min: 1, max: 20_000 }),
  })
  return fc.assert(
    fc.asyncProperty(
      parcels,
      fc.constantFrom('lengthCm', 'weightG'),
      fc.double({ min: 0, max: 100, noNaN: true }),
      async (parcel, what, fuelPercent) => {
        const settings = { ...card, surcharges: { ...card.surcharges, fuelPercent } }
        const more = {
          ...parcel,
          [what]: Math.min(parcel[what as 'weightG'] + 1, what === 'weightG' ? 20_000 : 60),
        }
        const [less, other] = [
          await cost({ parcels: [parcel] }, settings),
          await cost({ parcels: [more] }, settings),
        ]
        expect(Number.isSafeInteger(less)).toBe(true)
        expect(other).toBeGreaterThanOrEqual(less ?? Number.NaN)
      },
    ),
  )
})

test('the box of other tests has a price', async () => {
  expect(await cost({ parcels: [BOX] })).toBe(1090)
})
