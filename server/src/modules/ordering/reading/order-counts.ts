/** How many orders of a brand are in each status. */
import { planAnew, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { STATUSES, type Status } from '../order/move-table.ts'
import { conditions, type OrderFilter } from './orders.ts'

export interface OrderCountRow {
  id: Status
  count: number
}

/** All statuses in the order of an order's life, also those without orders. Uses orders_status_submitted_idx alone. */
export async function countOrders(
  db: Queryable,
  brandId: BrandId,
  filter: Omit<OrderFilter, 'status'>,
): Promise<OrderCountRow[]> {
  const counting = db<{ status: Status; count: number }[]>`
    select status, count(*)::integer as count
    from ordering.orders
    where brand_id = ${brandId} ${conditions(db, brandId, filter)}
    group by status`
  return everyStatus(await (filter.matches === undefined ? counting : planAnew(counting)))
}

/** Adds the statuses without orders, with the count 0. */
export function everyStatus(counted: readonly { status: Status; count: number }[]): OrderCountRow[] {
  const counts = new Map(counted.map(({ status, count }) => [status, count]))
  return STATUSES.map((id) => ({ id, count: counts.get(id) ?? 0 }))
}
