/** What fulfillment orders ship: orders of the marketplace, and those of whoever else registers. */
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import type { FulfillmentOrderRow, Origin } from './queries.ts'

/** In the transaction of the fulfillment order's own move. */
export interface OriginOrders {
  /** Whoever moves both locks the order first, then its fulfillment order. */
  lock(work: Work, brandId: BrandId, masterOrderId: string): Promise<unknown>
  shipped(work: Work, fulfillmentOrder: FulfillmentOrderRow): Promise<unknown>
  cancelled(work: Work, fulfillmentOrder: FulfillmentOrderRow): Promise<unknown>
}

const known = new Map<Origin, OriginOrders>()

/** Called when the module that owns such orders is loaded. */
export function addOrigin(origin: Origin, orders: OriginOrders): void {
  known.set(origin, orders)
}

export function originOf(origin: Origin): OriginOrders {
  const orders = known.get(origin)
  invariant(orders, `somebody has the ${origin} orders that are fulfilled`)
  return orders
}
