/** The charges of an order beyond its items: the marketplace's fees, and the flat fee that a retailer pays for shipping. */
import { type Amounts, share } from './amounts.ts'

export interface FeeTerms {
  platformFeePercent: number
  /** Zero unless the order is the first one of the retailer with the brand. */
  newCustomerFeePercent: number
  feeVatPercent: number
}

export const BILLING_ITEM_TYPES = [
  'brand_platform_fees',
  'brand_new_customer_fees',
  'brand_payment_fees',
  'brand_fast_payment',
  'brand_flat_shipping_fees',
  'brand_shipping_fees',
  'brand_shipping_fees_refund',
  'brand_shipping_fees_discount',
] as const

export type BillingItemType = (typeof BILLING_ITEM_TYPES)[number]

export interface Fee extends Amounts {
  type: BillingItemType
  vatRate: number
}

/** The marketplace's fees, as percentages of the order's total without VAT. Amounts are negative; 0 percent adds no item. */
export function fees(
  totalMinor: number,
  { platformFeePercent, newCustomerFeePercent, feeVatPercent }: FeeTerms,
): Fee[] {
  const fee = (type: BillingItemType, percent: number): Fee[] => {
    if (percent === 0) return []
    const amountMinor = share(-totalMinor, percent)
    return [{ type, vatRate: feeVatPercent, amountMinor, vatMinor: share(amountMinor, feeVatPercent) }]
  }
  return [
    ...fee('brand_platform_fees', platformFeePercent),
    ...fee('brand_new_customer_fees', newCustomerFeePercent),
  ]
}

/** The flat fee that the retailer pays the brand for the shipment; 0 adds no item. */
export function shippingFee(amountMinor: number, vatPercent: number): Fee[] {
  if (amountMinor === 0) return []
  const vatMinor = share(amountMinor, vatPercent)
  return [{ type: 'brand_flat_shipping_fees', vatRate: vatPercent, amountMinor, vatMinor }]
}
