/**
 * The schema of the carriers file, in which the operator configures carriers. `docs/operators/carriers.md` explains its
 * members.
 */
import { type Static, Type } from 'typebox'
import { country, currency, text } from '../../../domain/fields.ts'
import { WEEKDAYS } from './calendar.ts'
import { COLLECTION_METHODS } from './carrier.ts'

const closed = { additionalProperties: false }

const slug = (example: string, description: string) =>
  Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    expected: `a lower-case slug such as ${example}`,
    description,
  })
const whole = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })
/** Exceeds the price of any parcel, and the sum of twenty is still exact as a double. */
const amountMinor = whole(0, 100_000_000, 'An amount in minor units of the currency of the card.')
const prefixes = Type.Array(
  Type.String({ pattern: '^[0-9A-Z]{1,10}$', expected: 'the beginning of a postal code such as 35 or BT' }),
  { minItems: 1, maxItems: 500, description: 'Beginnings of postal codes, in capitals and without spaces.' },
)
const area = { countryCode: country('Country'), prefixes: Type.Optional(prefixes) }
const time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$',
  expected: 'a time such as 09:00:00',
})
const sentence = text(300, 'Parcels for the islands travel by sea.', 'A sentence for the brand.')

const calendar = {
  serviceDays: Type.Array(Type.Enum([...WEEKDAYS]), { minItems: 1, maxItems: 7, uniqueItems: true }),
  holidays: Type.Array(
    Type.String({
      pattern: '^(\\d{4}-)?\\d{2}-\\d{2}$',
      expected: 'a day such as 12-25 (every year) or 2027-03-29',
    }),
    { maxItems: 500 },
  ),
}

const known = {
  code: slug('dpd', 'The carrier code of quotes.'),
  name: text(60, 'DPD', 'What people call it, also on labels.'),
  trackingLink: Type.Optional(
    Type.String({
      pattern: '^https://[^/]+/.*\\{trackingNumber\\}',
      maxLength: 300,
      expected: 'an https address that has {trackingNumber} in it',
    }),
  ),
  ...calendar,
}

/** A country code, the name of a country group, or `*` for all countries. */
const place = Type.String({
  pattern: '^([A-Z]{2}|[a-z][a-z0-9-]{0,39}|\\*)$',
  expected: 'a country code such as BE, the name of a group, or *',
})
const places = Type.Array(place, { minItems: 1, maxItems: 300 })
const group = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', expected: 'a lower-case name such as benelux' }),
    countries: Type.Array(country('Country'), { minItems: 1, maxItems: 300 }),
  },
  closed,
)

const zone = Type.Object(
  {
    name: slug('domestic', 'What services call it.'),
    from: places,
    to: places,
    sameCountry: Type.Optional(Type.Boolean({ description: 'Only from a country to itself.' })),
  },
  closed,
)

const step = Type.Object({ upToG: whole(1, 1_000_000, 'Weight.'), minor: amountMinor }, closed)

const price = Type.Object(
  {
    zone: slug('domestic', 'Name of a zone.'),
    transitDays: Type.Optional(whole(0, 60, 'Service days from the pickup to the delivery.')),
    steps: Type.Array(step, { minItems: 1, maxItems: 200 }),
    beyond: Type.Optional(
      Type.Object({ everyG: whole(1, 1_000_000, 'Weight.'), minor: amountMinor }, closed),
    ),
  },
  closed,
)

const service = Type.Object(
  {
    code: Type.String({
      pattern: '^[A-Za-z0-9_-]{0,40}$',
      expected: 'a code of up to 40 letters and digits',
    }),
    name: Type.String({ maxLength: 100 }),
    labelName: Type.Optional(text(40, 'Standard', 'What labels call it, where that is not its name.')),
    collectionMethods: Type.Array(Type.Enum([...COLLECTION_METHODS]), { uniqueItems: true }),
    prices: Type.Array(price, { minItems: 1, maxItems: 50 }),
  },
  closed,
)

const limits = Type.Object(
  {
    parcels: whole(1, 20, 'Parcels of a shipment.'),
    weightG: whole(1, 1_000_000, 'Weight of a parcel.'),
    longestSideCm: whole(1, 1000, 'Longest side of a parcel.'),
    lengthAndGirthCm: whole(1, 4000, 'Longest side and girth of a parcel.'),
  },
  closed,
)

const oversize = Type.Object(
  {
    longestSideOverCm: Type.Optional(whole(1, 1000, 'Longest side.')),
    lengthAndGirthOverCm: Type.Optional(whole(1, 4000, 'Longest side and girth.')),
    weightOverG: Type.Optional(whole(1, 1_000_000, 'Weight.')),
    minor: amountMinor,
  },
  { ...closed, minProperties: 2 },
)

const remote = Type.Object({ ...area, minor: amountMinor, extraDays: whole(0, 30, 'Service days.') }, closed)

const pickup = Type.Object(
  {
    windows: Type.Array(Type.Object({ readyTime: time, closeTime: time }, closed), {
      minItems: 1,
      maxItems: 10,
    }),
    cutOffTime: time,
    daysAhead: whole(1, 60, 'How many days ahead it can be booked.'),
    weightG: Type.Optional(whole(1, 10_000_000, 'The most that is taken at once.')),
    refuses: Type.Optional(Type.Array(Type.Object({ ...area, sentence }, closed), { maxItems: 100 })),
  },
  closed,
)

const rateCardSettings = Type.Object(
  {
    kind: Type.Literal('rate-card'),
    ...known,
    trackingPrefix: Type.String({ pattern: '^[A-Z]{2,4}$', expected: 'two to four capital letters' }),
    currency: currency('Currency of the amounts'),
    otherCurrencies: Type.Array(
      Type.Object(
        {
          currency: currency('Another currency'),
          perHundred: whole(1, 1_000_000, 'Its minor units for a hundred of the card.'),
        },
        closed,
      ),
      { maxItems: 200 },
    ),
    zones: Type.Array(zone, { minItems: 1, maxItems: 50 }),
    services: Type.Array(service, { minItems: 1, maxItems: 20 }),
    volumetricCm3PerKg: Type.Optional(whole(1, 100_000, 'A kilogram for so much volume.')),
    limits,
    surcharges: Type.Object(
      {
        fuelPercent: Type.Number({ minimum: 0, maximum: 100 }),
        oversize: Type.Array(oversize, { maxItems: 20 }),
        remote: Type.Array(remote, { maxItems: 200 }),
      },
      closed,
    ),
    refuses: Type.Optional(Type.Array(Type.Object({ ...area, sentence }, closed), { maxItems: 200 })),
    pickup: Type.Optional(pickup),
  },
  closed,
)

const httpSettings = Type.Object(
  {
    kind: Type.Literal('http'),
    ...known,
    url: Type.String({
      pattern: '^https?://[^/?#@]+(/[^?#]*)?$',
      maxLength: 300,
      expected: 'an https address without a user, a query and a fragment',
    }),
    from: places,
    to: places,
    timeoutMs: Type.Optional(whole(100, 60_000, 'How long one try may take.')),
    attempts: Type.Optional(whole(1, 5, 'How often it is tried.')),
  },
  closed,
)

export const carriersFile = Type.Object(
  {
    groups: Type.Array(group, { maxItems: 100 }),
    carriers: Type.Array(Type.Union([rateCardSettings, httpSettings]), { minItems: 1, maxItems: 50 }),
  },
  closed,
)

export type RateCardSettings = Static<typeof rateCardSettings>
export type HttpSettings = Static<typeof httpSettings>
export type CountryGroup = Static<typeof group>
export type CarriersFile = Static<typeof carriersFile>
