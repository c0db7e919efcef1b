/** What fulfillment orders ship: orders of the marketplace, and those of the groups that fill the extension point. */
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import type { FulfillmentOrderRow, Origin } from './queries.ts'

/** In the transaction of the fulfillment order's own move. */
export interface OriginOrders {
  origin: Origin
  /** Whoever moves both locks the order first, then its fulfillment order. */
  lock(work: Work, brandId: BrandId, masterOrderId: string): Promise<unknown>
  shipped(work: Work, fulfillmentOrder: FulfillmentOrderRow): Promise<unknown>
  cancelled(work: Work, fulfillmentOrder: FulfillmentOrderRow): Promise<unknown>
}

export const origins = extensionPoint<OriginOrders>('fulfillment.origins', ({ origin }) => origin)

export function originOf(origin: Origin): OriginOrders {
  const orders = origins.extensions.find((one) => one.origin === origin)
  invariant(orders, `somebody has the ${origin} orders that are fulfilled`)
  return orders
}
