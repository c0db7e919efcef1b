/** Cancellation requests of retailers. A request does not change the status: the brand decides whether to reject the order. */
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { cancellationNotPossible } from '../errors.ts'
import { findOrder, type OrderRow } from '../reading/orders.ts'
import { type Mover, writeHistory } from './history-writer.ts'
import type { BrandOrder } from './locked-order.ts'
import { lockOrder } from './moves.ts'

/** Possible while the order waits for the brand. Idempotent for the same reason; another reason replaces the first. */
export async function requestCancellation(
  work: Work,
  { brandId, orderId }: BrandOrder,
  { reason, by }: { reason: string; by: Mover },
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const locked = await lockOrder(work.db, brandId, orderId)
    if (locked.status !== 'ankor_confirmed') throw cancellationNotPossible(locked)
    const order = await findOrder(work.db, brandId, orderId)
    invariant(order, 'a locked order exists')
    if (order.retailer_cancellation_request_reason === reason) return order
    return await writeHistory(work, locked, {
      columns: { retailer_cancellation_request_reason: reason },
      entry: {
        command: 'request-cancellation',
        from: locked.status,
        to: locked.status,
        by,
        details: { reason },
      },
    })
  })
}
