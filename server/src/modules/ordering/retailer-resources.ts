import { attribute, instantOffset, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { orderLines } from './order-lines.ts'
import { order } from './resources.ts'
import type { RetailerOrderRow } from './retailer-orders.ts'
import { addressSchema } from './shipping-overview.ts'

const { attributes } = order
const amount = (example: number) =>
  Type.Integer({ examples: [example], description: 'In minor units of the currency.' })

/** What the retailer pays and where it goes. Fees, and what the brand is paid, are between brand and marketplace. */
export const retailerOrder = resource<RetailerOrderRow>()({
  name: 'retailerOrder',
  type: 'orders',
  description: 'What you ordered from a brand.',
  attributes: {
    brandId: attribute(Type.String({ format: 'uuid' }), 'brand_id'),
    status: attributes.status,
    reference: attributes.reference,
    currency: attribute(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }), 'currency'),
    totalAmount: attribute(amount(9000), 'total_minor', { description: 'All lines, without VAT.' }),
    totalAmountVat: attribute(amount(1800), 'total_vat_minor'),
    totalAmountWithVat: attribute(amount(10_800), (row) => row.total_minor + row.total_vat_minor),
    shippingAmount: attribute(amount(1500), 'shipping_minor', {
      description: "What the shipment costs, without VAT; 0 from the brand's threshold on.",
    }),
    shippingAmountVat: attribute(amount(300), 'shipping_vat_minor', { description: 'The VAT on it.' }),
    lineCount: attribute(Type.Integer({ examples: [1] }), (row) => row.item_ids.length),
    brandRejectReason: attribute(
      nullable(Type.String({ examples: ['Sold out until autumn.'] })),
      'brand_reject_reason',
      { description: "The brand's words, if it gave any." },
    ),
    retailerRejectReason: attributes.retailerRejectReason,
    retailerCancellationRequestReason: attributes.retailerCancellationRequestReason,
    billingAddress: attribute(addressSchema, 'billing_address'),
    shippingAddress: attribute(addressSchema, 'shipping_address', { only: 'single' }),
    submittedAt: attributes.submittedAt,
    shippedAt: attribute(nullable(instantOffset), 'shipped_at'),
    updatedAt: attribute(instantOffset, 'updated_at'),
    lines: attribute(orderLines, 'lines', { only: 'single' }),
  },
})
