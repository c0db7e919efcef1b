/** The resource of an order as its retailer sees it. */

import { attribute, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textOrNullAttribute } from '../../domain/attributes.ts'
import { uuid } from '../../domain/fields.ts'
import type { Ctx } from '../../http/operation.ts'
import { amount, orderLines, totalWithVat } from './reading/order-lines.ts'
import type { RetailerOrderRow } from './reading/retailer-orders.ts'
import { addressSchema, withLink } from './reading/shipping-overview.ts'
import { order } from './resources.ts'

const { attributes } = order

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
    billingAddress: attribute(addressSchema, 'billing_address', { description: 'Where the invoice goes.' }),
    shippingAddress: attribute(addressSchema, 'shipping_address', {
      only: 'single',
      description: 'Where the goods go.',
    }),
    submittedAt: attributes.submittedAt,
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
    lines: attribute(orderLines, 'lines', { only: 'single' }),
  },
})
