/** Reading orders. The ids of items and billing items lie on each row, so that a list reads one table. */

import type { Address } from '../../../domain/postal-address.ts'
import { type Fragment, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId, RetailerId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/keyset.ts'
import type { FindOwned, HasOwned, LoadOwned } from '../../../platform/owned.ts'
import type { OrderingBillingItemsRow, OrderingItemsRow, OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Status } from '../life/move-table.ts'
import type { Shipment } from './shipment.ts'

type SingleColumn =
  | 'shipping_address'
  | 'expected_earliest_on'
  | 'expected_latest_on'
  | 'updated_latest_on'
  | 'shipment'
type IdColumn = 'item_ids' | 'variant_ids' | 'billing_item_ids'
type Terms = 'platform_fee_percent' | 'new_customer_fee_percent' | 'fee_vat_percent' | 'currency_rate'

export type OrderRow = Omit<
  OrderingOrdersRow,
  SingleColumn | Terms | IdColumn | 'status' | 'move_count' | 'billing_address'
> & { status: Status; billing_address: Address; item_ids: string[]; billing_item_ids: string[] } & Partial<
    Pick<OrderingOrdersRow, Exclude<SingleColumn, 'shipping_address' | 'shipment'>> & {
      shipping_address: Address
      shipment: Shipment | null
      /** Of the items, in their order. */
      variant_ids: string[]
    }
  >

export type ItemRow = OrderingItemsRow
export type BillingItemRow = OrderingBillingItemsRow

export const findOrder: FindOwned<OrderRow> = async (db, brandId, id) => {
  const [order] = await withIds(
    (ids) => db<OrderRow[]>`
      select ${ownColumns(db)}, ${ids(db)}, ${db.unsafe(SINGLE)}
      from ordering.orders
      where brand_id = ${brandId} and id = ${id}`,
  )
  return order
}

/** With the columns of single reads, in no order. */
export const loadOrders: LoadOwned<OrderRow> = async (db, brandId, ids) => {
  return await db<OrderRow[]>`
    select ${singleColumns(db)}
    from ordering.orders
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/**
 * Reads orders with the ids that their rows have, and once more with those that have to be looked up where a row has none.
 * Only to be ready to look them up makes a page a fifth slower.
 */
async function withIds(read: (ids: (db: Queryable) => Fragment) => Promise<OrderRow[]>): Promise<OrderRow[]> {
  const orders = await read(storedIds)
  const isComplete = orders.every(({ item_ids, billing_item_ids }) => item_ids && billing_item_ids)
  return isComplete ? orders : await read(foundIds)
}

export interface OrderFilter {
  status?: Status
  retailer?: string
}

/**
 * One page, newest first; rides on orders_newest_idx, or on the index of a filter. The ids of variants come with the rows
 * for those who want the variants next.
 */
export async function listOrders(
  db: Queryable,
  brandId: BrandId,
  { status, retailer }: OrderFilter,
  walk: Walk,
  { withVariantIds = false }: { withVariantIds?: boolean } = {},
): Promise<OrderRow[]> {
  return await withIds(
    (ids) => db<OrderRow[]>`
      select ${ownColumns(db)}, ${ids(db)} ${withVariantIds ? db`, variant_ids` : db``}
      from ordering.orders
      where brand_id = ${brandId}
        ${status === undefined ? db`` : db`and status = ${status}`}
        ${retailer === undefined ? db`` : db`and retailer_id = ${retailer}`}
        ${newestFirst(db, walk, (cursor) => db`select created_at, id from ordering.orders where brand_id = ${brandId} and id = ${cursor}`)}`,
  )
}

export const hasOrder: HasOwned = async (db, brandId, id) => {
  const found = await db`select from ordering.orders where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** Whose an order is, for those who know no brand and for the answer to a miss; rides on orders_id_idx. */
export async function ownersOfOrder(
  db: Queryable,
  id: string,
): Promise<{ brandId: BrandId; retailerId: RetailerId } | undefined> {
  const [order] = await db<{ brandId: BrandId; retailerId: RetailerId }[]>`
    select brand_id as "brandId", retailer_id as "retailerId" from ordering.orders where id = ${id}`
  return order
}

export const loadItems: LoadOwned<ItemRow> = async (db, brandId, ids) => {
  return await db<ItemRow[]>`
    select ${itemColumns(db)}
    from ordering.items
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export const loadBillingItems: LoadOwned<BillingItemRow> = async (db, brandId, ids) => {
  return await db<BillingItemRow[]>`
    select ${billingItemColumns(db)}
    from ordering.billing_items
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** In their order. */
export async function itemsOfOrder(db: Queryable, brandId: BrandId, orderId: OrderId): Promise<ItemRow[]> {
  return await db<ItemRow[]>`
    select ${itemColumns(db)}
    from ordering.items
    where brand_id = ${brandId} and order_id = ${orderId}
    order by position`
}

export async function billingItemsOfOrder(
  db: Queryable,
  brandId: BrandId,
  orderId: OrderId,
): Promise<BillingItemRow[]> {
  return await db<BillingItemRow[]>`
    select ${billingItemColumns(db)}
    from ordering.billing_items
    where brand_id = ${brandId} and order_id = ${orderId}
    order by position`
}

const itemColumns = (db: Queryable) => db`
  brand_id, id, order_id, position, variant_id, currency, quantity, unit_multiplier, unit_price_minor, vat_rate,
  amount_minor, vat_minor, created_at, updated_at`

const billingItemColumns = (db: Queryable) => db`
  brand_id, id, order_id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at,
  updated_at`

export const listColumns = (db: Queryable) => db`${ownColumns(db)}, ${foundIds(db)}`

const storedIds = (db: Queryable) => db`item_ids, billing_item_ids`

/** An order that a version before migration 15 took in has no ids on its row. */
const foundIds = (db: Queryable) => db`
  coalesce(item_ids, array(
    select items.id from ordering.items
    where items.brand_id = orders.brand_id and order_id = orders.id
    order by position
  )) as item_ids,
  coalesce(billing_item_ids, array(
    select billing_items.id from ordering.billing_items
    where billing_items.brand_id = orders.brand_id and order_id = orders.id
    order by position
  )) as billing_item_ids`

const ownColumns = (db: Queryable) => db`
  brand_id, id, reference, retailer_id, status, currency, total_minor, total_vat_minor, net_minor, shipping_method,
  brand_reject_type, brand_reject_reason, retailer_reject_reason, retailer_cancellation_request_reason,
  billing_address, submitted_at, shipped_at, brand_paid_at, created_at, updated_at`

const SINGLE =
  'shipping_address, expected_earliest_on, expected_latest_on, updated_latest_on, shipment, variant_ids'

export const singleColumns = (db: Queryable) => db`${listColumns(db)}, ${db.unsafe(SINGLE)}`

/** Those of a row that this version has just written, ids and all. */
export const writtenColumns = (db: Queryable) => db`
  ${ownColumns(db)}, ${storedIds(db)}, ${db.unsafe(SINGLE)}`
