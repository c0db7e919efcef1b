/** A retailer asks for a cancellation. That is no move: whether the order is rejected is the brand's to decide. */

import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { cancellationNotPossible } from '../errors.ts'
import { findOrder, type OrderRow } from '../reading/orders.ts'
import { type Mover, writeHistory } from './history-writer.ts'
import { lockOrder } from './moves.ts'

/** While the order waits for the brand. The same words again change nothing, others replace them. */
export async function requestCancellation(
  work: Work,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  { reason, by }: { reason: string; by: Mover },
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const locked = await lockOrder(work.db, brandId, orderId)
    if (locked.status !== 'ankor_confirmed') throw cancellationNotPossible(locked)
    const order = await findOrder(work.db, brandId, orderId)
    invariant(order, 'a locked order is still there')
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
