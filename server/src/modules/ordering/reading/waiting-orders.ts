/** Reads orders by status, for the sandbox's autopilot. */
import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Status } from '../order/move-table.ts'

export type WaitingOrder = Pick<OrderingOrdersRow, 'id' | 'move_count' | 'updated_at'> & { status: Status }

/** The least recently changed first. Uses orders_status_idx. */
export async function listWaitingOrders(
  db: Queryable,
  brandId: BrandId,
  statuses: readonly Status[],
  limit: number,
): Promise<WaitingOrder[]> {
  return await db<WaitingOrder[]>`
    select id, status, move_count, updated_at
    from ordering.orders
    where brand_id = ${brandId} and status = any(${statuses as Status[]}::text[])
    order by updated_at, id
    ${limitTo(db, limit)}`
}
