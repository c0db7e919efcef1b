import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Walk } from '../../../platform/keyset.ts'
import type { OrderingMovesRow } from '../../../platform/rows.ts'

export type HistoryRow = OrderingMovesRow

/** One page of an order's history, newest first by number: a clock may be set back. Rides on moves_number_key. */
export async function listHistory(
  db: Queryable,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  { cursor, backwards, limit }: Walk,
): Promise<HistoryRow[]> {
  const ofOrder = db`brand_id = ${brandId} and order_id = ${orderId}`
  const place = db`(select number from ordering.moves where ${ofOrder} and id = ${cursor ?? null})`
  return await db<HistoryRow[]>`
    select brand_id, id, order_id, number, command, from_status, to_status, moved_by, application_id, event_id,
      event_type, details, created_at
    from ordering.moves
    where ${ofOrder}
      ${cursor === undefined ? db`` : db`and number ${backwards ? db`>` : db`<`} ${place}`}
    order by number ${backwards ? db`` : db`desc`}
    ${limitTo(db, limit)}`
}

export async function hasHistoryEntry(
  db: Queryable,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  id: string,
): Promise<boolean> {
  const found = await db`
    select from ordering.moves where brand_id = ${brandId} and order_id = ${orderId} and id = ${id}`
  return found.length > 0
}
