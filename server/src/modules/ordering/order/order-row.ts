/** The row of an order: its columns, how one order is read, and what decisions are based on. */
import type { Address } from '../../../domain/postal-address.ts'
import { type Fragment, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId, RetailerId } from '../../../platform/ids.ts'
import { brandOfId } from '../../../platform/owned-ids.ts'
import type { Walk } from '../../../platform/queries/keyset.ts'
import type { FindOwned, HasOwned, LoadOwned } from '../../../platform/queries/owned.ts'
import { type RowVersion, versionOf } from '../../../platform/queries/row-version.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import type { RemovedItem } from './items.ts'
import type { CommandInput, Status } from './move-table.ts'
import type { Shipment } from './shipment.ts'

/** Columns that lists omit. */
type SingleColumn =
  | 'shipping_address'
  | 'expected_earliest_on'
  | 'expected_latest_on'
  | 'updated_latest_on'
  | 'shipment'
  | 'removed_items'
type IdColumn = 'item_ids' | 'variant_ids' | 'billing_item_ids'
type TermsColumn = 'platform_fee_percent' | 'new_customer_fee_percent' | 'fee_vat_percent' | 'currency_rate'

export type OrderRow = Omit<
  OrderingOrdersRow,
  SingleColumn | TermsColumn | IdColumn | 'status' | 'move_count' | 'billing_address' | 'changed_at'
> & { status: Status; billing_address: Address; item_ids: string[]; billing_item_ids: string[] } & Partial<
    Pick<OrderingOrdersRow, Exclude<SingleColumn, 'shipping_address' | 'shipment' | 'removed_items'>> & {
      shipping_address: Address
      shipment: Shipment | null
      removed_items: RemovedItem[] | null
      /** In the order of `item_ids`. */
      variant_ids: string[]
    }
  >

export const findOrder: FindOwned<OrderRow & RowVersion> = async (db, brandId, id) => {
  const [order] = await withIds(
    (ids) => db<(OrderRow & RowVersion)[]>`
      select ${ownColumns(db)}, ${ids(db, brandId)}, ${db.unsafe(SINGLE)}, xmin as row_version
      from ordering.orders
      where brand_id = ${brandId} and id = ${id}`,
  )
  return order
}

/**
 * Depends on the row of the order, and on the ids of other rows, because an order from before migration 15 does not have
 * them on its row. Items are removed and never added, so their number is enough. `others`: versions of other
 * rows that the resource shows.
 */
export const orderVersion = (
  { id, row_version, updated_at, item_ids, billing_item_ids }: OrderRow & RowVersion,
  others: readonly (string | number)[] = [],
): string => versionOf([id, row_version, updated_at, item_ids.length, ...billing_item_ids, ...others])

/** With all columns, in no particular order. */
export const loadOrders: LoadOwned<OrderRow> = async (db, brandId, ids) => {
  return await db<OrderRow[]>`
    select ${singleColumns(db, brandId)} from ordering.orders where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export const hasOrder: HasOwned = async (db, brandId, id) => {
  const found = await db`select from ordering.orders where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** The accounts of an order, for callers without a brand and to distinguish 403 from 404. */
export async function ownersOfOrder(
  db: Queryable,
  id: string,
): Promise<{ brandId: BrandId; retailerId: RetailerId } | undefined> {
  const brandId = await brandOfId(db, 'order', id)
  // The previous version notes no orders, so all brands are asked, with orders_id_idx.
  const [order] = await db<{ brandId: BrandId; retailerId: RetailerId }[]>`
    select brand_id as "brandId", retailer_id as "retailerId"
    from ordering.orders
    where id = ${id} ${ofBrand(db, brandId)}`
  return order
}

/** A condition; none for orders of several brands. */
export const ofBrand = (db: Queryable, brandId: BrandId | undefined): Fragment =>
  brandId === undefined ? db`` : db`and brand_id = ${brandId}`

/**
 * Whose order a page begins at, for a list that is filtered by brand: it may be that of another one. Undefined for a list of
 * all brands, which names none.
 */
export const brandOfCursor = async (
  db: Queryable,
  { brand }: { brand?: BrandId },
  { cursor }: Walk,
): Promise<BrandId | undefined> =>
  brand === undefined || cursor === undefined ? undefined : await brandOfId(db, 'order', cursor)

/**
 * Reads orders with the ids on their rows, and again with selected ids if a row has none. A statement that could always
 * select the ids makes a page a fifth slower, even if it never does.
 */
export async function withIds<Row extends OrderRow>(
  read: (ids: (db: Queryable, brandId: BrandId) => Fragment) => Promise<Row[]>,
): Promise<Row[]> {
  const orders = await read(storedIds)
  const isComplete = orders.every(({ item_ids, billing_item_ids }) => item_ids && billing_item_ids)
  return isComplete ? orders : await read(selectedIds)
}

/** `brandId` is that of all orders, undefined for orders of several brands. */
export const listColumns = (db: Queryable, brandId: BrandId | undefined) =>
  db`${ownColumns(db)}, ${selectedIds(db, brandId)}`

/** For subqueries of a select from `ordering.orders`: a value where there is one, so that only the node of the brand is asked. */
export const brandOfOrders = (db: Queryable, brandId: BrandId | undefined): Fragment =>
  brandId === undefined ? db`orders.brand_id` : db`${brandId}`

const storedIds = (db: Queryable) => db`item_ids, billing_item_ids`

/** Orders from before migration 15 have no ids on their rows. */
const selectedIds = (db: Queryable, brandId: BrandId | undefined) => db`
  coalesce(item_ids, array(
    select items.id from ordering.items
    where items.brand_id = ${brandOfOrders(db, brandId)} and order_id = orders.id
    order by position
  )) as item_ids,
  coalesce(billing_item_ids, array(
    select billing_items.id from ordering.billing_items
    where billing_items.brand_id = ${brandOfOrders(db, brandId)} and order_id = orders.id
    order by position
  )) as billing_item_ids`

export const ownColumns = (db: Queryable) => db`
  brand_id, id, reference, retailer_id, status, currency, total_minor, total_vat_minor, net_minor, shipping_method,
  brand_reject_type, brand_reject_reason, retailer_reject_reason, retailer_cancellation_request_reason,
  revert_request_reason, request_decline_reason, requested_at, status_since, billing_address, submitted_at, shipped_at, brand_paid_at, created_at, updated_at`

const SINGLE =
  'shipping_address, expected_earliest_on, expected_latest_on, updated_latest_on, shipment, removed_items, variant_ids'

export const singleColumns = (db: Queryable, brandId: BrandId) =>
  db`${listColumns(db, brandId)}, ${db.unsafe(SINGLE)}`

/** For `returning`, where a subquery could not select the ids. */
export const writtenColumns = (db: Queryable) => db`
  ${ownColumns(db)}, ${storedIds(db)}, ${db.unsafe(SINGLE)}`

/** Reads an order again that was written with `writtenColumns`, if its row has no ids. */
export async function withSelectedIds<Row extends OrderRow | undefined>(
  db: Queryable,
  written: Row,
): Promise<Row> {
  if (!written || (written.item_ids && written.billing_item_ids)) return written
  const [complete] = await loadOrders(db, written.brand_id, [written.id])
  return { ...written, ...complete }
}

/** Identifies an order; every statement on orders names the brand. */
export interface BrandOrder {
  brandId: BrandId
  orderId: OrderId
}

/** The columns of an order that its row lock protects and that decisions are based on. */
export type LockedOrder = Pick<
  OrderingOrdersRow,
  | 'brand_id'
  | 'id'
  | 'move_count'
  | 'platform_fee_percent'
  | 'new_customer_fee_percent'
  | 'fee_vat_percent'
  | 'billing_address'
  | 'shipping_address'
  | 'reference'
  | 'currency'
  | 'currency_rate'
  | 'total_minor'
  | 'total_vat_minor'
  | 'net_minor'
  | 'shipping_method'
  | 'retailer_cancellation_request_reason'
  | 'revert_request_reason'
> & { status: Status; shipment: Shipment | null; removed_items: RemovedItem[] | null }

/** What a decision adds to a move, beyond what the move table specifies. */
export interface Effects {
  /** Passed to `sets` of the move table. */
  input?: Omit<CommandInput, 'now'>
  columns?: Partial<Omit<OrderingOrdersRow, 'brand_id' | 'id' | 'status' | 'move_count' | 'updated_at'>>
  /** Stored in the history entry: the reason, or what was changed. */
  details?: object
}
