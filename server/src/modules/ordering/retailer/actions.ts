/** What a retailer does with its orders: confirming or refusing their reception, and asking for a cancellation. */
import type { OrderId, RetailerId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { transitionFailed } from '../errors.ts'
import { refuseCancellationRequest, requestCancellation } from '../life/cancellation-requests.ts'
import { commandOrder } from '../life/commands.ts'
import type { Mover } from '../life/history-writer.ts'
import { refuseMove } from '../life/moves.ts'
import { judge, type NextAction } from '../life/next-actions.ts'
import type { Command } from '../order/move-table.ts'
import type { OrderRow } from '../order/order-row.ts'
import { brandOrderOf, type RetailerOrderRow, readRetailerOrder } from './orders.ts'

interface RetailerTarget {
  retailerId: RetailerId
  orderId: OrderId
}

export async function moveRetailerOrder(
  work: Work,
  { retailerId, orderId }: RetailerTarget,
  move: { command: Command; by: Mover; reason?: string | undefined },
): Promise<RetailerOrderRow> {
  await commandOrder(work, await brandOrderOf(work.db, retailerId, orderId), move)
  return await readRetailerOrder(work.db, retailerId, orderId)
}

export async function requestCancellationAsRetailer(
  work: Work,
  { retailerId, orderId }: RetailerTarget,
  request: { reason: string; by: Mover },
): Promise<RetailerOrderRow> {
  await requestCancellation(work, await brandOrderOf(work.db, retailerId, orderId), request)
  return await readRetailerOrder(work.db, retailerId, orderId)
}

const RECEPTION = ['acknowledge-reception', 'refuse-reception'] as const

/** Each is judged by the guard of its operation. */
export function retailerActionsOf(
  order: Pick<OrderRow, 'id' | 'status' | 'retailer_cancellation_request_reason'>,
): NextAction[] {
  const operation = (action: string) => ({
    action,
    method: 'POST' as const,
    path: `/api/retailer/v1/orders/${order.id}/-actions/${action}`,
  })
  return [
    ...RECEPTION.map((command) =>
      judge(operation(command), () => refuseMove(command, order, transitionFailed)),
    ),
    judge(operation('request-cancellation'), () => refuseCancellationRequest(order)),
  ]
}
