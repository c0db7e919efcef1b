/** Reads orders. Each row has the ids of its items and billing items, so that a list reads one table. */
import type { Address } from '../../../domain/postal-address.ts'
import { type Fragment, oneOf, oneOfTexts, planAnew, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId, RetailerId } from '../../../platform/ids.ts'
import {
  type ChangedRow,
  type ChangeWalk,
  changedMicros,
  oldestChangeFirst,
} from '../../../platform/queries/changes.ts'
import { inOrder, type ListOrder, type Walk } from '../../../platform/queries/keyset.ts'
import type { FindOwned, HasOwned, ListOwnedBy, LoadOwned } from '../../../platform/queries/owned.ts'
import { type RowVersion, versionOf } from '../../../platform/queries/row-version.ts'
import type { OrderingBillingItemsRow, OrderingItemsRow, OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Status } from '../life/move-table.ts'
import { isMatch, type Matches } from './order-search.ts'
import type { Shipment } from './shipment.ts'

/** Columns that lists omit. */
type SingleColumn =
  | 'shipping_address'
  | 'expected_earliest_on'
  | 'expected_latest_on'
  | 'updated_latest_on'
  | 'shipment'
type IdColumn = 'item_ids' | 'variant_ids' | 'billing_item_ids'
type TermsColumn = 'platform_fee_percent' | 'new_customer_fee_percent' | 'fee_vat_percent' | 'currency_rate'

export type OrderRow = Omit<
  OrderingOrdersRow,
  SingleColumn | TermsColumn | IdColumn | 'status' | 'move_count' | 'billing_address' | 'changed_at'
> & { status: Status; billing_address: Address; item_ids: string[]; billing_item_ids: string[] } & Partial<
    Pick<OrderingOrdersRow, Exclude<SingleColumn, 'shipping_address' | 'shipment'>> & {
      shipping_address: Address
      shipment: Shipment | null
      /** In the order of `item_ids`. */
      variant_ids: string[]
    }
  >

export type ItemRow = OrderingItemsRow
export type BillingItemRow = OrderingBillingItemsRow

export const findOrder: FindOwned<OrderRow & RowVersion> = async (db, brandId, id) => {
  const [order] = await withIds(
    (ids) => db<(OrderRow & RowVersion)[]>`
      select ${ownColumns(db)}, ${ids(db)}, ${db.unsafe(SINGLE)}, xmin as row_version
      from ordering.orders
      where brand_id = ${brandId} and id = ${id}`,
  )
  return order
}

/**
 * Depends on the row of the order, and on the ids of other rows, because an order from before migration 15 does not have
 * them on its row. Items are removed and never added, so their number stands for their ids. `others`: versions of other
 * rows that the resource shows.
 */
export const orderVersion = (
  { id, row_version, updated_at, item_ids, billing_item_ids }: OrderRow & RowVersion,
  others: readonly (string | number)[] = [],
): string => versionOf([id, row_version, updated_at, item_ids.length, ...billing_item_ids, ...others])

/** With all columns, in no particular order. */
export const loadOrders: LoadOwned<OrderRow> = async (db, brandId, ids) => {
  return await db<OrderRow[]>`
    select ${singleColumns(db)} from ordering.orders where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/**
 * Reads orders with the ids on their rows, and again with selected ids if a row has none. A statement that could always
 * select the ids makes a page a fifth slower, even if it never does.
 */
async function withIds<Row extends OrderRow>(
  read: (ids: (db: Queryable) => Fragment) => Promise<Row[]>,
): Promise<Row[]> {
  const orders = await read(storedIds)
  const isComplete = orders.every(({ item_ids, billing_item_ids }) => item_ids && billing_item_ids)
  return isComplete ? orders : await read(selectedIds)
}

export interface OrderFilter {
  status?: readonly Status[]
  retailer?: string
  /** What a text was found to stand for. */
  matches?: Matches
  submittedAt?: { from?: string; to?: string }
}

export interface OrderSort {
  by: keyof typeof SORT_KEYS
  isDescending: boolean
}

/** The expressions of orders_newest_idx, orders_submitted_idx and orders_ship_by_idx, and of their twins by status. */
const SORT_KEYS = {
  createdAt: (db: Queryable) => db`created_at`,
  submittedAt: (db: Queryable) => db`submitted_at`,
  expectedShippingDate: (db: Queryable) => shipBy(db),
}

/** The last day on which the brand expects to ship: what it told, or what was computed at submission. */
export const shipBy = (db: Queryable) => db`coalesce(updated_latest_on, expected_latest_on)`

const NEWEST: OrderSort = { by: 'createdAt', isDescending: true }

/** One page. Uses the index of its order, or that of a filter. Variant ids serve the preload of variants. */
export async function listOrders(
  db: Queryable,
  brandId: BrandId,
  filter: OrderFilter,
  walk: Walk,
  { withVariantIds = false, sort = NEWEST }: { withVariantIds?: boolean; sort?: OrderSort } = {},
): Promise<OrderRow[]> {
  const order = { key: SORT_KEYS[sort.by](db), isDescending: sort.isDescending }
  const page = pageOf(db, brandId, walk, order)
  return await withIds((ids) => {
    const rows = db<OrderRow[]>`
      select ${ownColumns(db)}, ${ids(db)} ${withVariantIds ? db`, variant_ids` : db``}
      from ordering.orders
      where brand_id = ${brandId}
        ${conditions(db, brandId, filter)}
        ${firstOfStatuses(db, brandId, filter, page)}
        ${page}`
    return isSelective(filter) ? planAnew(rows) : rows
  })
}

/** How many orders match depends on the text or the days, and no cached plan suits both few and many. */
const isSelective = ({ matches, submittedAt }: OrderFilter) =>
  matches !== undefined || submittedAt !== undefined

const pageOf = (db: Queryable, brandId: BrandId, walk: Walk, order: ListOrder) =>
  inOrder(
    db,
    walk,
    order,
    (cursor) =>
      db`select ${order.key}, id from ordering.orders where brand_id = ${brandId} and id = ${cursor}`,
  )

/**
 * For several statuses: reads a page of each one with its index, among which the page of all is. A scan in the order of
 * the list would read a brand's whole history if the statuses are rare.
 */
function firstOfStatuses(db: Queryable, brandId: BrandId, filter: OrderFilter, page: Fragment): Fragment {
  const { status: statuses = [], matches, ...others } = filter
  if (statuses.length < 2 || matches !== undefined) return db``
  return db`and id = any(array(
    select first.id
    from unnest(${statuses as Status[]}::text[]) as wanted (wanted_status)
    cross join lateral (
      select id from ordering.orders
      where brand_id = ${brandId} and status = wanted_status ${conditions(db, brandId, others)} ${page}
    ) as first
  ))`
}

/** One page by change; uses orders_changed_idx. */
export function listChangedOrders(
  db: Queryable,
  brandId: BrandId,
  filter: OrderFilter,
  walk: ChangeWalk,
  { withVariantIds = false }: { withVariantIds?: boolean } = {},
) {
  const rows = db<(OrderRow & ChangedRow)[]>`
    select ${listColumns(db)} ${withVariantIds ? db`, variant_ids` : db``}, ${changedMicros(db)}
    from ordering.orders
    where brand_id = ${brandId}
      ${conditions(db, brandId, filter)}
      ${oldestChangeFirst(db, walk)}`
  return isSelective(filter) ? planAnew(rows) : rows
}

export const conditions = (
  db: Queryable,
  brandId: BrandId,
  { retailer, matches, ...others }: OrderFilter,
) => db`
  ${statusAndDays(db, others)}
  ${retailer === undefined ? db`` : db`and retailer_id = ${retailer}`}
  ${matches === undefined ? db`` : db`and ${isMatch(db, brandId, matches)}`}`

export const statusAndDays = (
  db: Queryable,
  { status: statuses = [], submittedAt = {} }: Pick<OrderFilter, 'status' | 'submittedAt'>,
) => db`
  ${statuses.length === 1 ? db`and status = ${statuses[0] as Status}` : db``}
  ${statuses.length > 1 ? db`and status = ${oneOfTexts(db, statuses)}` : db``}
  ${submittedAt.from === undefined ? db`` : db`and submitted_at >= ${submittedAt.from}`}
  ${submittedAt.to === undefined ? db`` : db`and submitted_at < ${submittedAt.to}`}`

export const hasOrder: HasOwned = async (db, brandId, id) => {
  const found = await db`select from ordering.orders where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** The accounts of an order, for callers without a brand and to distinguish 403 from 404. Uses orders_id_idx. */
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
  brand_id, id, order_id, position, variant_id, currency, quantity, unit_multiplier, unit_price_minor, vat_rate,
  amount_minor, vat_minor, created_at, updated_at`

const billingItemColumns = (db: Queryable) => db`
  brand_id, id, order_id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at,
  updated_at`

export const listColumns = (db: Queryable) => db`${ownColumns(db)}, ${selectedIds(db)}`

const storedIds = (db: Queryable) => db`item_ids, billing_item_ids`

/** Orders from before migration 15 have no ids on their rows. */
const selectedIds = (db: Queryable) => db`
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
  revert_request_reason, request_decline_reason, requested_at, status_since, billing_address, submitted_at, shipped_at, brand_paid_at, created_at, updated_at`

const SINGLE =
  'shipping_address, expected_earliest_on, expected_latest_on, updated_latest_on, shipment, variant_ids'

export const singleColumns = (db: Queryable) => db`${listColumns(db)}, ${db.unsafe(SINGLE)}`

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
