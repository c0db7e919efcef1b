/** The billing item for the cost or refund of a shipment to the brand. An order has at most one. */
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { type BillingItemRow, billingItemsOfOrder } from '../order/items.ts'
import { netAmount } from './amounts.ts'
import type { BillingItemType } from './fees.ts'

const TYPES = {
  fee: 'brand_shipping_fees',
  refund: 'brand_shipping_fees_refund',
} as const satisfies Record<string, BillingItemType>

export interface ShippingCharge {
  type: keyof typeof TYPES
  amountMinor: number
}

type ChargedOrder = Pick<
  OrderingOrdersRow,
  'brand_id' | 'id' | 'currency' | 'currency_rate' | 'total_minor' | 'total_vat_minor'
>

/**
 * Replaces the charge of the shipment, or removes it for null, and returns the columns of the order that depend on it. The
 * quoted amount is charged as it is, without VAT on top.
 */
export async function billShipping(
  work: Work,
  order: ChargedOrder,
  charge: ShippingCharge | null,
): Promise<Pick<OrderingOrdersRow, 'net_minor' | 'billing_item_ids'>> {
  const { db: tx } = work
  const items = await billingItemsOfOrder(tx, order.brand_id, order.id)
  const isShipping = ({ type }: BillingItemRow) => (Object.values(TYPES) as string[]).includes(type)
  const old = items.filter(isShipping)
  if (old.length > 0) {
    await tx`
      delete from ordering.billing_items
      where brand_id = ${order.brand_id} and id = any(${old.map(({ id }) => id)}::uuid[])`
  }
  const rest = items.filter((item) => !isShipping(item))
  const added = charge && charge.amountMinor > 0 ? [newBillingItem(work, order, charge, items)] : []
  for (const item of added) await tx`insert into ordering.billing_items ${tx(item as never)}`
  const all = [...rest, ...added]
  const amounts = all.map((item) => ({
    type: item.type,
    amountMinor: item.amount_minor,
    vatMinor: item.vat_minor,
  }))
  const totals = { totalMinor: order.total_minor, totalVatMinor: order.total_vat_minor }
  return { net_minor: netAmount(totals, amounts), billing_item_ids: all.map(({ id }) => id) }
}

function newBillingItem(
  { clock, ids }: Work,
  { brand_id, id, currency, currency_rate }: ChargedOrder,
  { type, amountMinor }: ShippingCharge,
  others: readonly BillingItemRow[],
): BillingItemRow {
  const now = clock.now()
  return {
    brand_id,
    id: ids.next(),
    order_id: id,
    position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
    type: TYPES[type],
    currency,
    vat_rate: 0,
    currency_rate,
    amount_minor: amountMinor,
    vat_minor: 0,
    created_at: now,
    updated_at: now,
  }
}
