/** The schema and the rendering of `shippingOverview`, from the shipment that is stored on the order. */
import { instantOffset } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { orNull, uuid } from '../../../domain/fields.ts'
import { wholeAddress } from '../../../domain/postal-address.ts'
import type { Ctx } from '../../../http/operation.ts'
import { signLink } from '../../../http/pages/signed-links.ts'
import { endOfDay, startOfDay } from '../intake/shipping-dates.ts'
import type { OrderRow } from '../order/order-row.ts'
import { NO_SHIPMENT, readSizes, type ShipmentParcel, type ShipmentTracking } from '../order/shipment.ts'

const text = (example: string, description: string) =>
  orNull(Type.String({ examples: [example], description }))
const instant = (description: string) => ({ ...instantOffset.schema, description })

export const addressSchema = Type.Object(
  {
    name: text('Jo Verlinden', 'Name of a person.'),
    organisationName: text('Harbour Lane Stores', 'Name of a company or a shop.'),
    street: text('Kaai 12', 'Street and number.'),
    city: text('Gent', 'Town.'),
    postalCode: text('9000', 'Postal code.'),
    countryCode: text('BE', 'Country, a code of ISO 3166-1.'),
  },
  { title: 'OrderAddress', description: 'An address of an order.' },
)

const money = {
  amount: Type.Integer({ examples: [840], description: 'In minor units of the currency.' }),
  currency: Type.String({ examples: ['EUR'], description: 'Its currency, a code of ISO 4217.' }),
}

const latestQuoteSchema = Type.Object(
  {
    id: uuid('Id of the quote.'),
    provider: Type.String({
      examples: ['marketplace'],
      description: 'Who would carry it: a carrier, or `custom` when the brand does it by itself.',
    }),
    rateProvider: Type.String({ examples: ['marketplace'], description: 'Whose price it is.' }),
    rateAmount: Type.Object(money, { description: 'The price of these parcels.' }),
    shippingCostsOverview: orNull(
      Type.Object(
        {
          ...money,
          type: Type.Enum(['fee', 'refund'], { description: 'What it is to the brand.' }),
        },
        { description: 'What the brand pays or gets; null when that is nothing.' },
      ),
    ),
  },
  { title: 'LatestQuote', description: 'The confirmed quote, or the cheapest of the newest request.' },
)

const pickupAddressSchema = Type.Object(
  {
    name: Type.String({ examples: ['Alder & Wick'], description: 'What is written at the door.' }),
    contactName: Type.String({ examples: ['Ines Okoye'], description: 'Whom to ask for.' }),
    countryCode: Type.String({ examples: ['BE'], description: 'Country, a code of ISO 3166-1.' }),
    city: Type.String({ examples: ['Antwerpen'], description: 'Town.' }),
    postalCode: Type.String({ examples: ['2000'], description: 'Postal code.' }),
    street: Type.String({ examples: ['Waskaarsplein 4'], description: 'Street and number.' }),
    phoneNumber: Type.String({ examples: ['+32470000012'], description: 'Whom to call.' }),
  },
  { description: 'Where the parcels are; null for pickups that older versions have booked.' },
)

const trackingNumber = Type.String({ examples: ['SW0099123'], description: "The carrier's number." })

export const trackingStatus = Type.Object(
  {
    status: Type.Enum(['UNKNOWN', 'PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'], {
      description: 'Where it is on its way.',
    }),
    statusDetails: text('Sorted in Gent.', "The carrier's words; null without any."),
    updatedAt: orNull(instant('When that happened; null before the first scan.')),
    location: Type.Object(
      {
        city: text('Gent', 'Town.'),
        state: text('Oost-Vlaanderen', 'Region.'),
        zip: text('9000', 'Postal code.'),
        country: text('BE', 'Country, a code of ISO 3166-1.'),
      },
      { description: 'Where that happened.' },
    ),
  },
  { title: 'TrackingStatus', description: 'What the carrier has told last.' },
)

const trackingSchema = {
  eta: orNull(instant('When it is expected to arrive; null if nobody has told.')),
  trackingNumber: text('SW0099123', "The carrier's number; null if nobody has told it."),
  trackingLink: text('https://track.example.test/SW0099123', 'Where to follow it; null if there is no page.'),
  currentStatus: trackingStatus,
}

const centimetres = (description: string) => Type.Integer({ examples: [40], description })

const parcelSchema = Type.Object(
  {
    length: centimetres('Its length.'),
    width: centimetres('Its width.'),
    height: centimetres('Its height.'),
    distanceUnit: Type.Literal('cm', { description: 'The unit of its sides.' }),
    weight: Type.Integer({ examples: [5200], description: 'Its weight.' }),
    massUnit: Type.Literal('g', { description: 'The unit of its weight.' }),
    trackedPackage: orNull(
      Type.Object(
        {
          labelUrl: text(
            'https://marketplace.example.test/api/v1/orders/…/shipping-labels/…/pdf?expires=…&signature=…',
            'The label as a PDF, for your token; without a token for a day from now. Null when there is none.',
          ),
          ...trackingSchema,
          trackingNumber,
        },
        { description: 'Its label and where it is; null before there is a label.' },
      ),
    ),
  },
  { title: 'OrderParcel', description: 'A parcel of the order.' },
)

export const shippingOverviewSchema = Type.Object(
  {
    availableShippingMethods: Type.Array(Type.Enum(['custom', 'marketplace']), {
      description:
        'How it can be shipped: `custom` is a carrier of the brand; `marketplace` is missing where its label service does not go.',
    }),
    shipToAddress: addressSchema,
    expectedShippingDates: Type.Object(
      {
        minimum: instant('The earliest, from the lead time of the brand.'),
        maximum: instant('The latest, from the lead time of the brand.'),
        updatedMaximum: orNull(instant('The latest as the brand has told it since; null if it has not.')),
      },
      { description: 'When it is expected to leave.' },
    ),
    provider: text(
      'marketplace',
      'Who carries it; `other` for an unknown carrier; null until it is confirmed.',
    ),
    tracking: orNull(
      Type.Object(
        {
          number: Type.String({ examples: ['SW0099123'], description: 'May be empty.' }),
          link: Type.String({
            examples: ['https://track.example.test/SW0099123'],
            description: 'May be empty.',
          }),
        },
        { description: 'What the brand told of its own shipment; null if it told nothing.' },
      ),
    ),
    latestQuote: orNull(latestQuoteSchema),
    parcels: Type.Array(parcelSchema, { description: 'Its parcels; none before the first quote.' }),
    transaction: orNull(
      Type.Object(
        {
          pickup: orNull(
            Type.Object(
              {
                pickupDate: instant('The day.'),
                readyTime: Type.String({ examples: ['09:00:00'], description: 'From when on.' }),
                closeTime: Type.String({ examples: ['15:00:00'], description: 'Until when.' }),
                externalReferenceId: Type.String({
                  examples: ['PU-1'],
                  description: "The carrier's name of it.",
                }),
                pickupAddress: orNull(pickupAddressSchema),
              },
              { description: 'When the carrier comes for it; null if no pickup was booked.' },
            ),
          ),
          tracking: Type.Object(trackingSchema, { description: 'Where the whole shipment is.' }),
        },
        { description: 'Pickup and tracking; null before there are labels or it was shipped.' },
      ),
    ),
  },
  { title: 'ShippingOverview', description: 'How the order will be shipped, and how it is.' },
)

export function shippingOverview(order: OrderRow, ctx: unknown): unknown {
  const { shipping_address, expected_earliest_on, expected_latest_on, updated_latest_on, shipment } = order
  const at = (moment: Date) => instantOffset.encode?.(moment)
  const { provider, tracking, latestQuote, parcels, sizes, transaction, availableShippingMethods } = {
    ...NO_SHIPMENT,
    ...shipment,
  }
  const parcelsOfOrder = sizes === undefined ? parcels : readSizes(sizes)
  return {
    availableShippingMethods: availableShippingMethods ?? ['custom', 'marketplace'],
    shipToAddress: shipping_address && wholeAddress(shipping_address),
    expectedShippingDates: {
      minimum: at(startOfDay(expected_earliest_on ?? '')),
      maximum: at(endOfDay(expected_latest_on ?? '')),
      updatedMaximum: updated_latest_on ? at(endOfDay(updated_latest_on)) : null,
    },
    provider,
    tracking,
    latestQuote,
    parcels: parcelsOfOrder.map((parcel) => renderParcel(parcel, ctx as Ctx | undefined)),
    transaction: transaction && {
      ...transaction,
      pickup: transaction.pickup && { pickupAddress: null, ...transaction.pickup },
      tracking: withLink(transaction.tracking, ctx as Ctx | undefined),
    },
  }
}

function renderParcel(
  { length, width, height, weight, trackedPackage }: ShipmentParcel,
  ctx: Ctx | undefined,
): unknown {
  const size = { length, width, height, distanceUnit: 'cm', weight, massUnit: 'g' }
  return { ...size, trackedPackage: trackedPackage ? renderTrackedPackage(trackedPackage, ctx) : null }
}

/** Signed links expire, so they are created for each response. */
function renderTrackedPackage(
  { labelPath, ...tracked }: NonNullable<ShipmentParcel['trackedPackage']>,
  ctx: Ctx | undefined,
): unknown {
  const labelUrl = labelPath && (ctx ? ctx.publicUrl + signLink(ctx, labelPath) : labelPath)
  return { labelUrl, ...withLink(tracked, ctx) }
}

/** Covers the transit of a parcel and a while after its delivery. */
const TRACKING_LINK_MS = 90 * 86_400_000

/** Adds a signed link to the tracking page of this server if the carrier has none. */
export function withLink<T extends Pick<ShipmentTracking, 'trackingLink' | 'trackingPath'>>(
  { trackingPath, ...tracking }: T,
  ctx: Ctx | undefined,
): Omit<T, 'trackingPath'> {
  if (tracking.trackingLink !== null || !trackingPath || !ctx) return tracking
  return { ...tracking, trackingLink: ctx.publicUrl + signLink(ctx, trackingPath, TRACKING_LINK_MS) }
}
