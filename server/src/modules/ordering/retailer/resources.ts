/** The resources of an order as its retailer sees it. */

import { attribute, instantMicros, instantOffset, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { orNull, uuid } from '../../../domain/fields.ts'
import type { Ctx } from '../../../http/operation.ts'
import { shownAddress } from '../../catalog/index.ts'
import { amount, encodeLine, lineSchema, totalWithVat } from '../order/order-lines.ts'
import type { ShipmentParcel } from '../order/shipment.ts'
import { readSizes } from '../order/shipment.ts'
import { addressSchema, trackingStatus, withLink } from '../reading/shipping-overview.ts'
import { timelineTracking } from '../reading/timeline-resource.ts'
import { order, status } from '../resources.ts'
import type { BoughtLine, RetailerOrderRow } from './orders.ts'
import type { RetailerTimelineRow } from './timeline.ts'

const { attributes } = order

const text = (example: string, description: string) => Type.String({ examples: [example], description })

const boughtLine = Type.Object(
  {
    ...lineSchema.properties,
    productName: text('Beeswax candle', 'Name of the product.'),
    variantName: text('Beeswax candle, 20 cm', 'Name of the variant.'),
    sku: text('BW-20', "The brand's article number."),
    imageUrl: orNull(Type.String({ examples: ['https://cdn.tradehall.test/products/beeswax-pillar.jpg'] }), {
      description: 'The first image of the variant, or of its product; null when both have none.',
    }),
  },
  { title: 'PurchasedLine', description: 'A line of an order, with what it is called today.' },
)

const boughtLines = Type.Array(boughtLine, { description: 'What was ordered, line by line.' })

const removedLines = Type.Array(boughtLine, {
  description:
    'The lines that the brand left out when it accepted the order: their quantity and amounts are 0.',
})

const showBoughtLine = (line: BoughtLine, ctx: Ctx) => ({
  ...encodeLine(line),
  productName: line.variant?.productName ?? '',
  variantName: line.variant?.variantName ?? '',
  sku: line.variant?.sku ?? '',
  imageUrl: shownAddress(line.variant?.imageUrl ?? null, ctx),
})

const parcels = Type.Array(
  Type.Object(
    {
      trackingNumber: orNull(text('SW0099123', "The carrier's number; null if there is none.")),
      trackingLink: orNull(
        text('https://track.example.test/SW0099123', 'Where to follow it; null if there is no page.'),
      ),
      currentStatus: orNull(trackingStatus, {
        description: 'What the carrier has told last; null if nothing.',
      }),
      weight: Type.Integer({ examples: [5200], description: 'Its weight in grams.' }),
    },
    { title: 'PurchasedParcel', description: 'A parcel of the order.' },
  ),
  { description: 'The parcels of the order; none until the brand has chosen a carrier.' },
)

/** Before a carrier is chosen, the sizes are those of the quotes, which concern only the brand. */
function parcelsOf({ shipment }: RetailerOrderRow, ctx: unknown) {
  if (!shipment?.provider) return []
  const all: readonly ShipmentParcel[] =
    shipment.sizes === undefined ? shipment.parcels : readSizes(shipment.sizes)
  return all.map(({ weight, trackedPackage }) => {
    if (!trackedPackage) return { trackingNumber: null, trackingLink: null, currentStatus: null, weight }
    const { trackingNumber, trackingLink, currentStatus } = withLink(trackedPackage, ctx as Ctx | undefined)
    return { trackingNumber, trackingLink, currentStatus, weight }
  })
}

/** The tracking that the brand entered for its own carrier, or that of the marketplace's labels. */
function trackingOf({ shipment }: RetailerOrderRow, ctx: Ctx | undefined) {
  const { tracking = null, transaction = null } = shipment ?? {}
  if (tracking) return { number: tracking.number || null, link: tracking.link || null }
  if (!transaction) return { number: null, link: null }
  const { trackingNumber, trackingLink } = withLink(transaction.tracking, ctx)
  return { number: trackingNumber, link: trackingLink }
}

/** Omits fees and the net amount, which concern the brand and the marketplace only. */
export const retailerOrder = resource<RetailerOrderRow>()({
  name: 'retailerOrder',
  type: 'orders',
  description: 'What you ordered from a brand.',
  attributes: {
    brandId: attribute(uuid(), 'brand_id', {
      description: 'Whom it was ordered from.',
    }),
    brandName: textAttribute('Alder & Wick', 'brand_name', 'What the brand is called today.'),
    status: attributes.status,
    reference: attributes.reference,
    currency: attribute(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }), 'currency', {
      description: 'Currency of the amounts, a code of ISO 4217.',
    }),
    totalAmount: attribute(amount(9000, 'All lines without VAT'), 'total_minor'),
    totalAmountVat: attribute(amount(1800, 'The VAT of all lines'), 'total_vat_minor'),
    totalAmountWithVat: attribute(amount(10_800, 'All lines with VAT'), totalWithVat),
    shippingAmount: attribute(
      amount(1500, "What the shipment costs without VAT, 0 from the brand's threshold on"),
      'shipping_minor',
    ),
    shippingAmountVat: attribute(amount(300, 'The VAT on the shipment'), 'shipping_vat_minor'),
    payableAmountVat: attribute(
      amount(2100, 'The VAT of lines and shipment'),
      (row) => row.total_vat_minor + row.shipping_vat_minor,
    ),
    payableAmountWithVat: attribute(
      amount(12_600, 'What you pay: lines and shipment with VAT'),
      (row) => totalWithVat(row) + row.shipping_minor + row.shipping_vat_minor,
    ),
    lineCount: attribute(Type.Integer({ examples: [1] }), (row) => row.item_ids.length, {
      description: 'How many lines it has.',
    }),
    brandRejectReason: textOrNullAttribute(
      'Sold out until autumn.',
      'brand_reject_reason',
      'Why the brand rejected it, in its words; null if it gave none.',
    ),
    retailerRejectReason: attributes.retailerRejectReason,
    retailerCancellationRequestReason: attributes.retailerCancellationRequestReason,
    cancellationDeclineReason: attribute(
      nullable(Type.String({ examples: ['The parcel is packed already.'] })),
      (row) => (row.status === 'ankor_confirmed' ? row.request_decline_reason : null),
      {
        description:
          'Why the marketplace declined your request for a cancellation; null if it did not, and once the brand has decided.',
      },
    ),
    billingAddress: attribute(addressSchema, 'billing_address', { description: 'Where the invoice goes.' }),
    shippingAddress: attribute(addressSchema, 'shipping_address', {
      only: 'single',
      description: 'Where the goods go.',
    }),
    submittedAt: attributes.submittedAt,
    expectedShippingDate: attribute(
      Type.String({ format: 'date', examples: ['2026-04-02'] }),
      'expected_on',
      {
        description: 'The last day on which the brand expects to ship it.',
      },
    ),
    shippedAt: attributes.shippedAt,
    updatedAt: attributes.updatedAt,
    carrier: attribute(
      nullable(Type.String({ examples: ['dpd'] })),
      ({ shipment }) => shipment?.provider ?? null,
      {
        only: 'single',
        description:
          'Who carries it; `other` for a carrier unknown here. Null until the brand has chosen one.',
      },
    ),
    trackingNumber: attribute(
      nullable(Type.String({ examples: ['DP00000000000000000101'] })),
      (row) => trackingOf(row, undefined).number,
      { only: 'single', description: "The carrier's number of the shipment; null if there is none." },
    ),
    trackingLink: attribute(
      nullable(Type.String({ examples: ['https://track.example.test/DP00000000000000000101'] })),
      (row, ctx) => trackingOf(row, ctx as Ctx | undefined).link,
      { only: 'single', description: 'Where to follow the shipment; null if there is no page.' },
    ),
    expectedArrivalAt: attribute(
      nullable(instantOffset),
      ({ shipment }) => {
        const eta = shipment?.transaction?.tracking.eta
        return eta ? new Date(eta) : null
      },
      { only: 'single', description: 'When the carrier expects to deliver it; null if nobody has told.' },
    ),
    parcels: attribute(parcels, parcelsOf, { only: 'single' }),
    lines: attribute(
      boughtLines,
      ({ lines }, ctx) => lines?.map((line) => showBoughtLine(line, ctx as Ctx)),
      {
        only: 'single',
      },
    ),
    removedLines: attribute(
      removedLines,
      ({ removed = [] }, ctx) => removed.map((line) => showBoughtLine(line, ctx as Ctx)),
      { only: 'single' },
    ),
  },
})

const move = Type.Object(
  {
    command: text('brand-validates', 'What was asked for.'),
    from: orNull(status, { description: 'The status before it; null for the first entry.' }),
    to: status,
    movedBy: Type.Enum(['brand', 'marketplace', 'carrier', 'retailer'], { description: 'Who did it.' }),
    reason: orNull(text('Ordered twice.', 'The words that were given with it; null if there were none.')),
  },
  { title: 'PurchaseMove', description: 'A step of the order.' },
)

/** Omits webhooks, applications, users, and data that concerns only brand and marketplace. */
export const retailerTimelineEntry = resource<RetailerTimelineRow>()({
  name: 'retailerTimelineEntry',
  type: 'timeline-entries',
  description: 'Something that happened to an order of yours. It has the attribute of its kind.',
  attributes: {
    kind: attribute(Type.Enum(['move', 'tracking']), 'kind', {
      description: 'What kind of entry it is; the attribute of that name has more.',
    }),
    occurredAt: attribute(instantMicros, 'occurred_at', { description: 'When it happened.' }),
    move: attribute(nullable(move), (row) => row.move ?? null),
    tracking: attribute(nullable(timelineTracking), (row) => row.tracking ?? null),
  },
})
