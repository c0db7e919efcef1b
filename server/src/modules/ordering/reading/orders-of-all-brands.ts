/** Reads orders of all brands, for the operator. */
import { oneOf, planAnew, type Queryable } from '../../../platform/database.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/keyset.ts'
import type { Status } from '../life/move-table.ts'
import { linesAsJson, type SingleOrderWithLines } from './order-lines.ts'
import { listColumns, type OrderRow, singleColumns } from './orders.ts'

/** Uses orders_id_idx. */
export async function findOrderOfAnyBrand(
  db: Queryable,
  id: string,
): Promise<SingleOrderWithLines | undefined> {
  const [order] = await db<SingleOrderWithLines[]>`
    select ${singleColumns(db)}, xmin as row_version, ${linesAsJson(db)} as lines
    from ordering.orders
    where id = ${id}`
  return order
}

export interface AllOrdersFilter {
  ids: readonly string[] | undefined
  brandId: BrandId | undefined
  retailerId: RetailerId | undefined
  status: Status | undefined
}

/** One page, newest first. Uses orders_newest_of_all_idx, or the index of a filter. */
export async function listOrdersOfAllBrands(
  db: Queryable,
  { ids, brandId, retailerId, status }: AllOrdersFilter,
  walk: Walk,
): Promise<OrderRow[]> {
  const page = db<OrderRow[]>`
    select ${listColumns(db)}
    from ordering.orders
    where true
      ${ids === undefined ? db`` : db`and id = ${oneOf(db, ids)}`}
      ${brandId === undefined ? db`` : db`and brand_id = ${brandId}`}
      ${retailerId === undefined ? db`` : db`and retailer_id = ${retailerId}`}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from ordering.orders where id = ${cursor}`)}`
  // orders_waiting_idx is partial, so a generic plan for any status could not use it.
  return await (status === undefined ? page : planAnew(page))
}
