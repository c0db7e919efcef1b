/**
 * Cancellation requests of retailers. A request does not change the status: the brand decides whether to reject the order, or
 * the marketplace approves the request (a move) or declines it.
 */
import type { Work } from '../../../platform/work.ts'
import { cancellationNotPossible, noCancellationRequest } from '../errors.ts'
import type { Status } from '../order/move-table.ts'
import type { BrandOrder, LockedOrder, OrderRow } from '../order/order-row.ts'
import { ask, decline, type RequestKind, type Saying } from './requests.ts'

const column = 'retailer_cancellation_request_reason'

const kind: RequestKind = {
  asks: 'request-cancellation',
  declines: 'decline-cancellation',
  column,
  refuseAsking: (order) => refuseCancellationRequest(order),
  refuseDeclining: (order) => refuseCancellationDecline(order),
}

/** Possible while the order waits for the brand. Idempotent for the same reason; another reason replaces the first. */
export const requestCancellation = (work: Work, order: BrandOrder, saying: Saying): Promise<OrderRow> =>
  ask(work, order, kind, saying)

export function refuseCancellationRequest(order: { id: string; status: Status }): void {
  if (order.status !== 'ankor_confirmed') throw cancellationNotPossible(order)
}

/** The order waits for the brand as before, and the retailer may ask again. */
export const declineCancellation = (work: Work, order: BrandOrder, saying: Saying): Promise<OrderRow> =>
  decline(work, order, kind, saying)

export function refuseCancellationDecline(
  order: Pick<LockedOrder, 'id' | 'status' | 'retailer_cancellation_request_reason'>,
): void {
  if (order.status !== 'ankor_confirmed' || order[column] === null) throw noCancellationRequest(order)
}
