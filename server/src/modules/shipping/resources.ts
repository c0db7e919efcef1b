/** Request and response bodies of this module: mostly plain objects, as the specification uses no JSON:API resources for them. */
import {
  attribute,
  instantMicros,
  jsonApiMember,
  nullable,
  REFUSE_STRAYS,
  resource,
} from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { Config } from '../../config.ts'
import { idAttribute, integerAttribute, textAttribute, textOrNullAttribute } from '../../domain/attributes.ts'
import { country, instant, line, name, orNull, storedAddress, text, uuid } from '../../domain/fields.ts'
import { MARKETPLACE } from './carrier-list.ts'
import { COLLECTION_METHODS, type Parcel, TRACKING_STATUSES } from './carriers/carrier.ts'
import { MISSING_REASONS } from './carriers/collect-quotes.ts'
import { LABEL_FORMATS } from './labels/label.ts'
import { chargeTypeOf, flowOf } from './quotes/flows.ts'
import { type NewQuote, type NewRequest, type QuoteRow, quotesOf } from './quotes/queries.ts'
import { PICKUP_WINDOWS } from './shipments/pickups.ts'
import { MAX_PRINTED_ORDERS } from './shipments/printing.ts'
import type { PrintableRow, RecentParcel } from './shipments/queries.ts'

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

const centimetres = (description: string) =>
  Type.Integer({ examples: [40], description: `${description}, in cm.` })

const parcelSize = {
  length: centimetres('Its length'),
  width: centimetres('Its width'),
  height: centimetres('Its height'),
  kg: Type.Number({ examples: [5.2], description: 'Its weight, in kg.' }),
}

const quotesMeta = Type.Object(
  {
    requestedAt: orNull(instant('When the carriers were asked; null if they were not.')),
    parcels: Type.Array(
      Type.Object(parcelSize, { title: 'QuotedParcel', description: 'A parcel as quoted.' }),
      {
        description: 'The parcels that the quotes are for.',
      },
    ),
    consequences: Type.Array(
      Type.Object({
        quoteUuid: uuid('Id of the quote.'),
        leadsTo: Type.Enum(['shipping_labels_generated', 'shipped'], {
          description:
            'The status of the order after the confirmation without `tracking`: `shipped` at once, or `shipping_labels_generated` when the labels are made.',
        }),
        costType: Type.Enum(['fee', 'refund'], {
          description: 'Whether the brand pays `shippingCost` or gets it.',
        }),
      }),
      { description: 'What the confirmation of each quote leads to, in the order of the quotes.' },
    ),
    missingCarriers: Type.Array(
      Type.Object({
        carrier: Type.String({ examples: ['dpd'], description: 'The code of the carrier.' }),
        reason: Type.Enum([...MISSING_REASONS], {
          description:
            'What the carrier refuses (the route, the postal code, the size, weight or number of parcels, the currency, or something else), or how it failed. `suspended`: it failed several times and is not asked for half a minute.',
        }),
        detail: Type.String({
          examples: ['Parcel 1 is heavier than DPD takes, 20000 g.'],
          description: 'The reason in words.',
        }),
      }),
      { description: 'The carriers of the marketplace that have no quote, and why.' },
    ),
  },
  { title: 'ShippingQuotesMeta', description: 'What belongs to the quotes together.' },
)

export const quotesAnswer = Type.Object({
  jsonapi: jsonApiMember,
  data: Type.Array(quote, { description: 'The cheapest first.' }),
  meta: quotesMeta,
})

/** The document of a request, or an empty one. */
export function showQuotes(config: Pick<Config, 'labelQuotes'>, request: NewRequest | undefined) {
  const quotes = request ? quotesOf(request) : []
  return {
    jsonapi: { version: '1.0' },
    data: quotes.map(showQuote),
    meta: {
      requestedAt: request?.created_at.toISOString() ?? null,
      parcels: (request?.parcels ?? []).map(showParcel),
      consequences: quotes.map(({ id, carrier_code }) => ({
        quoteUuid: id,
        leadsTo: LEADS_TO[flowOf(config, carrier_code, false)],
        costType: chargeTypeOf(carrier_code),
      })),
      missingCarriers: request?.missing_carriers ?? [],
    },
  }
}

const LEADS_TO = { labels: 'shipping_labels_generated', own: 'shipped' } as const

const showParcel = ({ lengthCm, widthCm, heightCm, weightG }: Parcel) => ({
  length: lengthCm,
  width: widthCm,
  height: heightCm,
  kg: weightG / 1000,
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

const recentParcel = Type.Object(
  {
    ...parcelSize,
    timesUsed: Type.Integer({ examples: [12], description: 'Parcels of this size in recent shipments.' }),
    lastUsedAt: instant('When the latest shipment with one was confirmed.'),
  },
  { title: 'RecentParcel', description: 'A size of parcels that the brand has shipped recently.' },
)

export const recentParcelsAnswer = Type.Object({
  jsonapi: jsonApiMember,
  data: Type.Array(recentParcel, { description: 'The latest first; at most 20.' }),
})

export const showRecentParcel = ({
  length_cm,
  width_cm,
  height_cm,
  weight_g,
  uses,
  last_used_at,
}: RecentParcel) => ({
  length: length_cm,
  width: width_cm,
  height: height_cm,
  kg: weight_g / 1000,
  timesUsed: uses,
  lastUsedAt: last_used_at.toISOString(),
})

export const orderLabels = resource<PrintableRow>()({
  name: 'orderLabels',
  type: 'order-labels',
  description: 'The labels of the marketplace for the parcels of an order.',
  attributes: {
    orderId: idAttribute('order_id', 'The order.'),
    orderReference: attribute(Type.Integer({ examples: [1000042] }), (row) => Number(row.order_reference), {
      description: 'The number of the order that people use.',
    }),
    carrierCode: textAttribute('marketplace', 'carrier_code', 'Who carries the parcels.'),
    parcels: integerAttribute(2, 'parcels', 'How many parcels, each with a label.'),
    labelFormat: attribute(Type.Enum([...LABEL_FORMATS]), 'label_format', {
      description: 'The size of the pages.',
    }),
    shipTo: attribute(storedAddress, 'ship_to', { description: 'Where the parcels go.' }),
    trackingNumber: textOrNullAttribute(
      'MK00000000000000000101',
      'tracking_number',
      'Of the whole shipment.',
    ),
    createdAt: attribute(instantMicros, 'created_at', { description: 'When the quote was confirmed.' }),
    printedAt: attribute(nullable(instantMicros), 'printed_at', {
      description: 'When they were last marked as printed; null if they are not.',
    }),
  },
})

export const markLabelsBody = Type.Object(
  {
    orders: Type.Array(uuid(), {
      minItems: 1,
      maxItems: MAX_PRINTED_ORDERS,
      uniqueItems: true,
      description: `The orders, 1 to ${MAX_PRINTED_ORDERS}.`,
    }),
    as: Type.Enum(['printed', 'unprinted'], { description: 'What to mark their labels as.' }),
  },
  REFUSE_STRAYS,
)

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
          description:
            'For a shipment that you have carried by yourself: provider and number, or a link. With it the order is shipped at once, whichever quote it is.',
        },
      ),
    ),
  },
  REFUSE_STRAYS,
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
    { description: 'Where the parcels are.' },
  ),
}

export const pickupBody = Type.Object(pickup, REFUSE_STRAYS)
export const wrappedPickupBody = Type.Object(
  { order: Type.Object(pickup, { description: 'The same, wrapped.' }) },
  REFUSE_STRAYS,
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
