import {
  attribute,
  ignoredMembers,
  ignoredMeta,
  nullable,
  REFUSE_STRAYS,
  resource,
  toMany,
  toOne,
} from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { country, line, name, orNull, text, uuid } from '../../../domain/fields.ts'
import type { ShippedItem } from '../../ordering/index.ts'
import { TRACKING_STATUSES } from '../carriers/carrier.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import { showQuote } from '../resources.ts'
import type { ParcelReport, ShipmentReport } from './shipment-reports.ts'
import type { ParcelView, ShipmentView } from './shipment-view.ts'

const status = Type.Enum([...TRACKING_STATUSES], { description: 'What has become of it.' })
const number = text(100, 'SW0099123', "The carrier's number.")
const link = Type.String({
  format: 'uri',
  pattern: '^https?://[^/]',
  maxLength: 1000,
  examples: ['https://track.example.test/SW0099123'],
  description: 'Where to follow it.',
})
const fromAddress = Type.Object(
  {
    name: name('Alder & Wick', 'Name of the sender.'),
    street: line('Waskaarsplein 4', 'Street and number.'),
    city: name('Antwerpen', 'Town.'),
    postalCode: text(20, '2000', 'Postal code.'),
    countryCode: country('Country'),
  },
  { description: 'Where it comes from.' },
)
/** Published both plain and wrapped. */
const sentFromAddress = Type.Union([
  fromAddress,
  Type.Object({ data: fromAddress }, { description: 'The same, wrapped.' }),
])
const side = (what: string) =>
  Type.Integer({ minimum: 1, maximum: 10_000, examples: [40], description: `${what} in centimetres.` })
const weight = Type.Integer({
  minimum: 1,
  maximum: 10_000_000,
  examples: [5200],
  description: 'Weight in grams.',
})
const pieces = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [2], description })
const lotNumber = text(100, 'L-2026-04', 'The lot that it is of.')
const expiryDate = Type.String({
  format: 'date',
  examples: ['2027-01-31'],
  description: 'Until when it keeps.',
})

export const trackedShipment = resource<ShipmentView>()({
  name: 'trackedShipment',
  type: 'shipping-shipment',
  accepts: ['shipping-shipments', 'shipment-trackings', 'shipments'],
  description: 'Deprecated: the shipment of an order.',
  attributes: {
    carrier: textAttribute('dpd', 'carrier', 'Who carries it; `other` when nobody has told.'),
    serviceCode: textOrNullAttribute(
      'CL',
      'service_code',
      "The carrier's code of the service of its quote; null without a quote.",
    ),
    trackingNumber: attribute(nullable(number), 'tracking_number'),
    trackingLink: attribute(nullable(link), 'tracking_link'),
    status: attribute(status, 'status'),
    fromAddress: attribute(nullable(fromAddress), 'from_address'),
  },
  relationships: {
    shipmentParcel: toMany('trackedParcel', { by: 'parcelsOfTrackedShipments', parent: 'shipment' }),
    shipmentQuote: toOne('trackedQuote', 'quote_id'),
    shippedItems: toMany('trackedItem', { by: 'itemsOfTrackedShipments', parent: 'shipment' }),
  },
})

export interface ParcelOfShipment extends ParcelView {
  shipment: string
  label: { content: string; contentType: 'pdf' } | null
}

export const trackedParcel = resource<ParcelOfShipment>()({
  name: 'trackedParcel',
  type: 'shipping-shipment-parcel',
  accepts: ['shipping-shipment-parcels', 'tracked-packages'],
  description: 'Deprecated: a parcel of a shipment.',
  attributes: {
    trackingNumber: attribute(nullable(number), 'tracking_number'),
    trackingLink: attribute(nullable(link), 'tracking_link'),
    status: attribute(status, 'status'),
    length: attribute(nullable(side('Length')), 'length_cm'),
    width: attribute(nullable(side('Width')), 'width_cm'),
    height: attribute(nullable(side('Height')), 'height_cm'),
    weight: attribute(nullable(weight), 'weight_g'),
    serialShippingContainerCode: textOrNullAttribute(
      '00376104250021234569',
      'sscc',
      'Its SSCC; null if nobody has told it.',
    ),
    label: attribute(
      nullable(
        Type.Object({
          content: Type.String({ description: 'The file, in base64.', examples: ['JVBERi0xLjQK'] }),
          contentType: Type.Enum(['gif', 'pdf'], { description: 'Which kind of file it is.' }),
        }),
      ),
      'label',
      { description: 'The label of the marketplace; null without one.' },
    ),
  },
})

export interface ItemOfShipment extends ShippedItem {
  id: string
  shipment: string
  parcelId: string
}

export const trackedItem = resource<ItemOfShipment>()({
  name: 'trackedItem',
  type: 'shipping-shipment-shipped-item',
  description: 'Deprecated: what is in a parcel.',
  attributes: {
    parcelId: attribute(uuid('The parcel.'), 'parcelId'),
    productVariantId: attribute(uuid('What it is.'), 'productVariantId'),
    batchQuantity: attribute(pieces('How many packs.'), 'batchQuantity'),
    unitQuantity: attribute(pieces('How many pieces.'), 'unitQuantity'),
    lotNumber: attribute(nullable(lotNumber), 'lotNumber'),
    expiryDate: attribute(nullable(expiryDate), 'expiryDate'),
  },
})

type QuoteObject = ReturnType<typeof showQuote> & { id: string }

export const asQuoteObject = (row: QuoteRow): QuoteObject => ({ id: row.id, ...showQuote(row) })

const day = (description: string) => Type.String({ format: 'date', examples: ['2026-03-10'], description })

export const trackedQuote = resource<QuoteObject>()({
  name: 'trackedQuote',
  type: 'shipping-quotes',
  accepts: ['shipping-quote'],
  description: 'Deprecated: the quote by which an order is shipped.',
  attributes: {
    quoteUuid: attribute(uuid('Id of the quote.'), 'quoteUuid'),
    carrierCode: textAttribute(
      'dpd',
      'carrierCode',
      'Whose price it is; `marketplace` is the label service of the marketplace.',
    ),
    serviceCode: textAttribute(
      'CL',
      'serviceCode',
      "The carrier's code of the service; empty for `marketplace`.",
    ),
    serviceCommercialName: textAttribute(
      'DPD Classic',
      'serviceCommercialName',
      'What the carrier calls the service; empty for `marketplace`.',
    ),
    collectionMethod: attribute(Type.Array(Type.String({ examples: ['drop-off'] })), 'collectionMethod', {
      description: 'How parcels get to the carrier; empty for `marketplace`.',
    }),
    shippingCost: attribute(
      Type.Object({
        amount: Type.Integer({ examples: [840], description: 'In minor units of the currency.' }),
        currency: Type.String({ examples: ['EUR'], description: 'A code of ISO 4217.' }),
      }),
      'shippingCost',
      { description: 'What the brand pays; with `marketplace` what it gets.' },
    ),
    timeInTransit: attribute(
      nullable(
        Type.Object({
          estimatedDeliveryDate: day('When it arrives.'),
          pickupDate: day('When it leaves.'),
          businessDaysInTransit: Type.Integer({ examples: [2], description: 'Working days on the way.' }),
        }),
      ),
      'timeInTransit',
      { description: 'Null when the carrier promises nothing, and for `marketplace`.' },
    ),
  },
})
const perhaps = <S extends Parameters<typeof orNull>[0]>(schema: S) => Type.Optional(orNull(schema))
/** Clients may send back what they read. */
const shippedItems = Type.Optional(Type.Object({}, { description: 'Ignored: parcels tell what is in them.' }))
const linkage = (spellings: readonly string[], description: string) => ({
  type: Type.Enum([...spellings], { description: 'The kind of resource.' }),
  id: uuid(description),
})

const parcelBody = Type.Object({
  ...linkage(trackedParcel.spellings, 'Id of the parcel: one that was shown, or a new one of your own.'),
  attributes: Type.Object(
    {
      trackingNumber: perhaps(number),
      trackingLink: perhaps(link),
      status,
      length: perhaps(side('Length')),
      width: perhaps(side('Width')),
      height: perhaps(side('Height')),
      weight: perhaps(weight),
      sscc: perhaps(text(50, '00376104250021234569', 'Its serial shipping container code.')),
      shippedItems: Type.Optional(
        Type.Array(
          Type.Object({
            productVariantUuid: uuid('What it is: a variant of the order.'),
            batchQuantity: pieces('How many packs.'),
            unitQuantity: pieces('How many pieces.'),
            lotNumber: perhaps(lotNumber),
            expiryDate: perhaps(expiryDate),
          }),
          { maxItems: 200, description: 'What is in it.' },
        ),
      ),
    },
    { description: 'What is told of the parcel.' },
  ),
})

const attributes = {
  carrier: orNull(name('dpd', 'Who carries it; null for one that you do not know.')),
  trackingNumber: perhaps(number),
  trackingLink: perhaps(link),
  status,
}
const shipmentParcel = Type.Object(
  {
    data: Type.Array(parcelBody, {
      minItems: 1,
      maxItems: 20,
      description: 'Its parcels, with their attributes.',
    }),
  },
  { description: 'The parcels of the shipment.' },
)
const type = Type.Enum([...trackedShipment.spellings], { description: 'The kind of resource.' })
const id = Type.Optional(uuid('Id of the shipment; yours to choose while the order has none that was told.'))

export const createReportBody = Type.Object(
  {
    data: Type.Object({
      type,
      id,
      attributes: Type.Object({ ...attributes, fromAddress: perhaps(sentFromAddress) }),
      fromAddress: perhaps(sentFromAddress),
      relationships: Type.Object({
        shipmentParcel,
        shipmentQuote: Type.Optional(
          Type.Object(
            {
              data: orNull(
                Type.Object(linkage(trackedQuote.spellings, 'Id of a quote of the order.'), {
                  description: 'The quote; null is none.',
                }),
              ),
            },
            { description: 'The quote by which it is shipped.' },
          ),
        ),
        shippedItems,
      }),
      meta: ignoredMeta,
      links: ignoredMeta,
    }),
    ...ignoredMembers,
  },
  REFUSE_STRAYS,
)

/** The sender and the quote cannot be changed. */
export const updateReportBody = Type.Object(
  {
    data: Type.Object({
      type,
      id,
      attributes: Type.Object(attributes),
      relationships: Type.Object({ shipmentParcel, shippedItems }),
      meta: ignoredMeta,
      links: ignoredMeta,
    }),
    ...ignoredMembers,
  },
  REFUSE_STRAYS,
)

/** The sender of a new shipment, which may be a member of `attributes` or of `data`. */
export function senderOfReport({ data }: Static<typeof createReportBody>) {
  const sent = data.attributes.fromAddress ?? data.fromAddress ?? undefined
  return sent && 'data' in sent ? sent.data : sent
}

export function readReport({
  data,
}: Static<typeof createReportBody> | Static<typeof updateReportBody>): ShipmentReport {
  const { carrier, trackingNumber, trackingLink, status } = data.attributes
  const { shipmentParcel, ...others } = data.relationships
  return {
    id: data.id,
    carrier,
    trackingNumber: trackingNumber ?? null,
    trackingLink: trackingLink ?? null,
    status,
    quoteId: 'shipmentQuote' in others ? others.shipmentQuote?.data?.id : undefined,
    parcels: shipmentParcel.data.map(readParcel),
  }
}

const readParcel = ({ id, attributes }: Static<typeof parcelBody>): ParcelReport => ({
  id,
  status: attributes.status,
  trackingNumber: attributes.trackingNumber ?? null,
  trackingLink: attributes.trackingLink ?? null,
  length: attributes.length ?? null,
  width: attributes.width ?? null,
  height: attributes.height ?? null,
  weight: attributes.weight ?? null,
  sscc: attributes.sscc ?? null,
  shippedItems: (attributes.shippedItems ?? []).map((item) => ({
    productVariantId: item.productVariantUuid,
    batchQuantity: item.batchQuantity,
    unitQuantity: item.unitQuantity,
    lotNumber: item.lotNumber ?? null,
    expiryDate: item.expiryDate ?? null,
  })),
})
