/** A retailer asks for a cancellation. That is no move: whether the order is rejected is the brand's to decide. */

import { transaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { cancellationNotPossible } from '../errors.ts'
import { findOrder, type OrderRow } from '../reading/orders.ts'
import { lockOrder, type Mover, writeHistory } from './moves.ts'

/** While the order waits for the brand. The same words again change nothing, others replace them. */
export async function requestCancellation(
  { db, ...ports }: Work,
  { brandId, orderId }: { brandId: string; orderId: string },
  { reason, by }: { reason: string; by: Mover },
): Promise<OrderRow> {
  return await transaction(db, async (tx) => {
    const locked = await lockOrder(tx, brandId, orderId)
    if (locked.status !== 'ankor_confirmed') throw cancellationNotPossible(locked)
    const order = await findOrder(tx, brandId, orderId)
    invariant(order, 'a locked order is still there')
    if (order.retailer_cancellation_request_reason === reason) return order
    return await writeHistory({ ...ports, db: tx }, locked, {
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
