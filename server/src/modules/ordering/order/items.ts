/** The items and billing items of an order. */
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { OrderId, VariantId } from '../../../platform/ids.ts'
import type { ListOwnedBy, LoadOwned } from '../../../platform/queries/owned.ts'
import type { OrderingBillingItemsRow, OrderingItemsRow } from '../../../platform/rows.ts'

export type ItemRow = OrderingItemsRow
export type BillingItemRow = OrderingBillingItemsRow

/** Items from before migration 144 have no number of their own: it is not known that they were lowered. */
export const orderedQuantity = (item: { quantity: number; ordered_quantity: number | null }): number =>
  item.ordered_quantity ?? item.quantity

/** An item that the brand left out when it accepted the order, as the API shows it. It is stored on the row of the order. */
export interface RemovedItem {
  id: string
  productVariantId: VariantId
  orderedQuantity: number
  multipliedOrderedQuantity: number
  vatRate: number
  brandUnitPrice: number
  orderedAmount: number
}

export const loadItems: LoadOwned<ItemRow> = async (db, brandId, ids) => {
  return await db<ItemRow[]>`
    select ${itemColumns(db)} from ordering.items where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export const loadBillingItems: LoadOwned<BillingItemRow> = async (db, brandId, ids) => {
  return await db<BillingItemRow[]>`
    select ${billingItemColumns(db)} from ordering.billing_items where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** Sorted by position. */
export const itemsOfOrder: ListOwnedBy<ItemRow, OrderId> = async (db, brandId, orderId) => {
  return await db<ItemRow[]>`
    select ${itemColumns(db)}
    from ordering.items
    where brand_id = ${brandId} and order_id = ${orderId}
    order by position`
}

export const billingItemsOfOrder: ListOwnedBy<BillingItemRow, OrderId> = async (db, brandId, orderId) => {
  return await db<BillingItemRow[]>`
    select ${billingItemColumns(db)}
    from ordering.billing_items
    where brand_id = ${brandId} and order_id = ${orderId}
    order by position`
}

const itemColumns = (db: Queryable) => db`
  brand_id, id, order_id, position, variant_id, currency, quantity, ordered_quantity, unit_multiplier, unit_price_minor, vat_rate,
  amount_minor, vat_minor, created_at, updated_at`

const billingItemColumns = (db: Queryable) => db`
  brand_id, id, order_id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at,
  updated_at`
