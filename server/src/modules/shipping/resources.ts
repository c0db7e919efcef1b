/** Request and response bodies of this module: plain objects, as the specification does not use JSON:API resources here. */
import { jsonApiMember } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { country, instant, line, name, orNull, text, uuid } from '../../domain/fields.ts'
import { MARKETPLACE } from './carrier-list.ts'
import { COLLECTION_METHODS, TRACKING_STATUSES } from './carriers/carrier.ts'
import { LABEL_FORMATS } from './labels/label.ts'
import { chargeTypeOf } from './quotes/flows.ts'
import type { NewQuote, QuoteRow } from './quotes/queries.ts'
import { PICKUP_WINDOWS } from './shipments/pickups.ts'

const strict = { additionalProperties: false }

const day = (description: string) => Type.String({ format: 'date', examples: ['2026-03-10'], description })

const quote = Type.Object(
  {
    quoteUuid: uuid('Id of the quote, for confirming it.'),
    carrierCode: Type.String({
      examples: ['dpd'],
      description:
        'Who carries it; `marketplace` is the label service of the marketplace, `custom` a carrier of the brand.',
    }),
    serviceCode: Type.String({
      examples: ['CL'],
      description: "The carrier's code of the service; empty for `marketplace` and `custom`.",
    }),
    serviceCommercialName: Type.String({
      examples: ['DPD Classic'],
      description: 'What the carrier calls the service; empty for `marketplace`.',
    }),
    collectionMethod: Type.Array(Type.Enum([...COLLECTION_METHODS]), {
      description: 'How parcels get to the carrier; empty for `marketplace` and `custom`.',
    }),
    shippingCost: Type.Object(
      {
        amount: Type.Integer({ examples: [840], description: 'In minor units of the currency.' }),
        currency: Type.String({ examples: ['EUR'], description: 'A code of ISO 4217.' }),
      },
      { description: 'What the brand pays; with `marketplace` what it gets.' },
    ),
    timeInTransit: orNull(
      Type.Object({
        estimatedDeliveryDate: day('When it arrives.'),
        pickupDate: day('When it leaves.'),
        businessDaysInTransit: Type.Integer({ examples: [2], description: 'Working days on the way.' }),
      }),
      { description: 'Null when the carrier promises nothing, and for `marketplace` and `custom`.' },
    ),
  },
  { title: 'ShippingQuote', description: 'What a carrier asks for the parcels of an order.' },
)

export const quotesAnswer = Type.Object({
  jsonapi: jsonApiMember,
  data: Type.Array(quote, { description: 'The cheapest first.' }),
})

/** The service behind the label service of the marketplace is not disclosed. */
const UNNAMED = { serviceCode: '', serviceCommercialName: '', collectionMethod: [], timeInTransit: null }

export const showQuote = (row: NewQuote) => ({
  quoteUuid: row.id,
  carrierCode: row.carrier_code,
  serviceCode: row.service_code,
  serviceCommercialName: row.service_name,
  collectionMethod: row.collection_methods,
  shippingCost: { amount: row.cost_minor, currency: row.currency },
  timeInTransit: row.transit && {
    estimatedDeliveryDate: row.transit.deliveryOn,
    pickupDate: row.transit.pickupOn,
    businessDaysInTransit: row.transit.businessDays,
  },
  ...(row.carrier_code === MARKETPLACE && UNNAMED),
})

export const confirmBody = Type.Object(
  {
    labelFormat: Type.Optional(
      Type.Enum([...LABEL_FORMATS], {
        description:
          '`default` is a page of the size of a label, `full_page` is A4. For labels of the marketplace; `default` when absent.',
      }),
    ),
    tracking: Type.Optional(
      Type.Object(
        {
          trackingProvider: Type.Optional(name('DPD', 'Who carries it.')),
          trackingNumber: Type.Optional(text(100, '01505012345678', "The carrier's number.")),
          trackingLink: Type.Optional(
            Type.String({
              format: 'uri',
              pattern: '^https?://[^/]',
              maxLength: 1000,
              examples: ['https://track.example.test/01505012345678'],
              description: 'Where to follow it.',
            }),
          ),
        },
        {
          ...strict,
          description:
            'For a shipment that you have carried by yourself: provider and number, or a link. With it the order is shipped at once, whichever quote it is.',
        },
      ),
    ),
  },
  strict,
)

const money = (description: string) => Type.String({ examples: ['€8.40'], description })

export const confirmAnswer = Type.Object({
  jsonapi: jsonApiMember,
  data: Type.Object(
    {
      id: Type.String({ pattern: '^\\d+$', examples: ['50217'], description: 'Number of the quote.' }),
      uuid: uuid('Id of the quote.'),
      orderUuid: uuid('Id of the order.'),
      provider: Type.String({ examples: ['dpd'], description: 'The carrier of the quote.' }),
      currency: Type.String({ examples: ['EUR'], description: 'A code of ISO 4217.' }),
      shippingCost: money('What the brand pays or gets.'),
      refund: Type.Optional(money('The same, when the brand gets it.')),
    },
    { title: 'ConfirmedQuote', description: 'The confirmed quote.' },
  ),
})

export function showConfirmed(quote: QuoteRow) {
  const shippingCost = moneyText(quote.cost_minor, quote.currency)
  return {
    id: String(quote.number),
    uuid: quote.id,
    orderUuid: quote.order_id,
    provider: quote.carrier_code,
    currency: quote.currency,
    shippingCost,
    ...(chargeTypeOf(quote.carrier_code) === 'refund' && { refund: shippingCost }),
  }
}

const formats = new Map<string, Intl.NumberFormat>()

function moneyText(minor: number, currency: string): string {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency })
  formats.set(currency, format)
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const pickup = {
  pickupDate: Type.String({
    pattern: '^\\d{2}-\\d{2}-\\d{4}$',
    expected: 'a day written DD-MM-YYYY such as 31-03-2026',
    examples: ['31-03-2026'],
    description: 'The day, written DD-MM-YYYY: Monday to Friday, today or later.',
  }),
  pickupTime: Type.Enum(Object.keys(PICKUP_WINDOWS) as (keyof typeof PICKUP_WINDOWS)[], {
    description: 'Between which hours.',
  }),
  pickupAddress: Type.Object(
    {
      name: name('Alder & Wick', 'What is written at the door.'),
      contactName: name('Ines Okoye', 'Whom to ask for.'),
      countryCode: country('Country'),
      city: name('Antwerpen', 'Town.'),
      postalCode: text(20, '2000', 'Postal code.'),
      street: line('Waskaarsplein 4', 'Street and number.'),
      phoneNumber: Type.String({
        pattern: '^\\+?[\\d ()./-]{5,30}$',
        expected: 'a phone number such as +32470000012',
        examples: ['+32470000012'],
        description: 'Whom to call.',
      }),
    },
    { ...strict, description: 'Where the parcels are.' },
  ),
}

export const pickupBody = Type.Object(pickup, strict)
export const wrappedPickupBody = Type.Object(
  { order: Type.Object(pickup, { ...strict, description: 'The same, wrapped.' }) },
  strict,
)

const place = (example: string, description: string) => Type.Optional(orNull(text(200, example, description)))

/** A tracking event of a carrier. */
export const trackingBody = Type.Object(
  {
    eventId: text(200, 'ev-20260306-17', "The carrier's id of the event: the same one is counted once."),
    trackingNumber: text(100, 'DP00000000000000000101', 'Number of a parcel, or of a whole shipment.'),
    status: Type.Enum([...TRACKING_STATUSES], { description: 'What has become of it.' }),
    occurredAt: instant('When it happened; events may arrive in any order.'),
    details: Type.Optional(orNull(text(500, 'Sorted in Gent.', 'In words.'))),
    eta: Type.Optional(orNull(instant('When it is expected to arrive.'))),
    location: Type.Optional(
      orNull(
        Type.Object(
          {
            city: place('Gent', 'Town.'),
            state: place('Oost-Vlaanderen', 'Region.'),
            zip: place('9000', 'Postal code.'),
            country: place('BE', 'Country.'),
          },
          { ...strict, description: 'Where it happened.' },
        ),
      ),
    ),
  },
  strict,
)

export const trackingAnswer = Type.Object({
  outcome: Type.Enum(['applied', 'known', 'ignored'], {
    description:
      '`known`: it was told before. `ignored`: the labels of the parcel were reset. Neither needs to be told again.',
  }),
})
