/** Requests of retailers and brands to the marketplace. Asking and declining add history entries and do not change the status. */
import { invariant } from '../../../platform/invariant.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { type BrandOrder, findOrder, type LockedOrder, type OrderRow } from '../order/order-row.ts'
import { type Mover, writeHistory } from './history-writer.ts'
import { lockOrder } from './moves.ts'

/** The reason of a request or of its decline, and who gives it. */
export interface Saying {
  reason: string
  by: Mover
}

type RequestColumn = 'retailer_cancellation_request_reason' | 'revert_request_reason'

export interface RequestKind {
  asks: string
  declines: string
  /** The column that has the reason while a request is open. */
  column: RequestColumn
  refuseAsking: (order: LockedOrder) => void
  refuseDeclining: (order: LockedOrder) => void
}

/** Idempotent for the same reason. Another reason replaces it, and the request keeps the time of the first. */
export async function ask(
  work: Work,
  { brandId, orderId }: BrandOrder,
  { asks, column, refuseAsking }: RequestKind,
  saying: Saying,
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const locked = await lockOrder(work.db, brandId, orderId)
    refuseAsking(locked)
    if (locked[column] !== saying.reason) {
      return await writeEntry(work, locked, asks, saying, {
        [column]: saying.reason,
        request_decline_reason: null,
        ...(locked[column] === null && { requested_at: work.clock.now() }),
      })
    }
    const order = await findOrder(work.db, brandId, orderId)
    invariant(order, 'a locked order exists')
    return order
  })
}

/** The party may ask again afterwards. */
export async function decline(
  work: Work,
  { brandId, orderId }: BrandOrder,
  { declines, column, refuseDeclining }: RequestKind,
  saying: Saying,
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const locked = await lockOrder(work.db, brandId, orderId)
    refuseDeclining(locked)
    return await writeEntry(work, locked, declines, saying, {
      [column]: null,
      requested_at: null,
      request_decline_reason: saying.reason,
    })
  })
}

const writeEntry = (
  work: Work,
  order: LockedOrder,
  command: string,
  { reason, by }: Saying,
  columns: Partial<OrderingOrdersRow>,
): Promise<OrderRow> =>
  writeHistory(work, order, {
    columns,
    entry: { command, from: order.status, to: order.status, by, details: { reason } },
  })
