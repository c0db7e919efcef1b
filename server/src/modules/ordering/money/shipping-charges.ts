/** What the shipment of an order costs its brand, or brings it. An order has one such billing item at most. */
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { type BillingItemRow, billingItemsOfOrder } from '../reading/orders.ts'
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

type Charged = Pick<
  OrderingOrdersRow,
  'brand_id' | 'id' | 'currency' | 'currency_rate' | 'total_minor' | 'total_vat_minor'
>

/**
 * Writes what the shipment costs, instead of what it was to cost before; null takes that back. Gives the columns of the
 * order that follow from it. The quoted amount is what is charged: there is no VAT on top.
 */
export async function billShipping(
  work: Work,
  order: Charged,
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
  const added = charge && charge.amountMinor > 0 ? [newItem(work, order, charge, items)] : []
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

function newItem(
  { clock, ids }: Work,
  { brand_id, id, currency, currency_rate }: Charged,
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
