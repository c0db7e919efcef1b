/** The extension point for the kinds of orders that fulfillment orders ship. */
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import type { FulfillmentOrderRow, Origin } from './queries.ts'

/** Called in the transaction of the fulfillment order's move. */
export interface OriginOrders {
  origin: Origin
  /** Locks the order. To avoid deadlocks, the order is always locked before its fulfillment order. */
  lock(work: Work, brandId: BrandId, masterOrderId: string): Promise<unknown>
  shipped(work: Work, fulfillmentOrder: FulfillmentOrderRow): Promise<unknown>
  cancelled(work: Work, fulfillmentOrder: FulfillmentOrderRow): Promise<unknown>
}

export const origins = extensionPoint<OriginOrders>('fulfillment.origins', ({ origin }) => origin)

export function originOf(origin: Origin): OriginOrders {
  const orders = origins.extensions.find((one) => one.origin === origin)
  invariant(orders, `a module has registered the origin ${origin}`)
  return orders
}
