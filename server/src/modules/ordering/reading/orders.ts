/** Lists of orders. */
import { type Fragment, oneOfTexts, planAnew, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import {
  type ChangedRow,
  type ChangeWalk,
  changedMicros,
  oldestChangeFirst,
} from '../../../platform/queries/changes.ts'
import { inOrder, type ListOrder, type Walk } from '../../../platform/queries/keyset.ts'
import type { Status } from '../order/move-table.ts'
import { listColumns, type OrderRow, ownColumns, withIds } from '../order/order-row.ts'
import { isMatch, type Matches } from './order-search.ts'

export interface OrderFilter {
  status?: readonly Status[]
  retailer?: string
  /** The matches of a search text. */
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

/** The last day on which the brand expects to ship: the day that it has set, or the one that was computed at submission. */
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
      select ${ownColumns(db)}, ${ids(db, brandId)} ${withVariantIds ? db`, variant_ids` : db``}
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
 * With several statuses, reads a page of each status with its index; these contain the page of the list. A scan in the order
 * of the list would read a brand's whole history if the statuses are rare.
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
    select ${listColumns(db, brandId)} ${withVariantIds ? db`, variant_ids` : db``}, ${changedMicros(db)}
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
