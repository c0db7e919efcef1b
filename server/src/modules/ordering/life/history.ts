/** Reads the history of an order. */
import { type Effect, MAX_EFFECTS, type ReadEffects } from '../../../module.ts'
import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { Walk } from '../../../platform/queries/keyset.ts'
import type { HasWithin } from '../../../platform/queries/owned.ts'
import type { OrderingMovesRow } from '../../../platform/rows.ts'
import type { BrandOrder } from '../order/order-row.ts'

export type HistoryRow = OrderingMovesRow

/** One page, newest first. Ordered by number, since the clock may have been set back. Uses moves_number_key. */
export async function listHistory(
  db: Queryable,
  { brandId, orderId }: BrandOrder,
  { cursor, backwards, limit }: Walk,
): Promise<HistoryRow[]> {
  const ofOrder = db`brand_id = ${brandId} and order_id = ${orderId}`
  const cursorNumber = db`(select number from ordering.moves where ${ofOrder} and id = ${cursor ?? null})`
  return await db<HistoryRow[]>`
    select brand_id, id, order_id, number, command, from_status, to_status, moved_by, application_id, user_id, support_session_id,
      event_id, event_type, details, request_id, created_at
    from ordering.moves
    where ${ofOrder}
      ${cursor === undefined ? db`` : db`and number ${backwards ? db`>` : db`<`} ${cursorNumber}`}
    order by number ${backwards ? db`` : db`desc`}
    ${limitTo(db, limit)}`
}

/** The entries that a request caused. Uses moves_request_idx. */
export const effectsOnOrders: ReadEffects = async (db, brandId, requestId) =>
  await db<Effect[]>`
    select 'order-moves' as type, id, command as name, order_id as "subjectId", null as state, created_at as at
    from ordering.moves
    where request_id = ${requestId} ${brandId === null ? db`` : db`and brand_id = ${brandId}`}
    order by created_at, id
    limit ${MAX_EFFECTS}`

export const hasHistoryEntry: HasWithin<BrandOrder> = async (db, { brandId, orderId }, id) => {
  const found = await db`
    select from ordering.moves where brand_id = ${brandId} and order_id = ${orderId} and id = ${id}`
  return found.length > 0
}
