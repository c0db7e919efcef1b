/**
 * Orders of the marketplace that the warehouse ships. When one is handed over, what was set aside at the brand is free
 * again and batches of the warehouse are set aside instead; whatever moves the order then moves its fulfillment order too,
 * and the other way around.
 */
import {
  type LockedOrder,
  lockOrder,
  moveOrder,
  type Shipment,
  withoutShipment,
} from '../../../modules/ordering/index.ts'
import type { Companion } from '../../../modules/ordering/life/companions.ts'
import { moveStock } from '../../../modules/ordering/life/order-stock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { Work } from '../../../platform/work.ts'
import { bringTo } from './moves.ts'
import type { OriginOrders } from './origins.ts'
import { type FulfillmentOrderRow, lockNewestOf } from './queries.ts'
import { sentOf } from './sent.ts'

/** What the companion of a move returns: the columns and details that it adds, or undefined when it did nothing. */
type CompanionResult = Awaited<ReturnType<Companion['run']>>

export const internalOrders: OriginOrders = {
  origin: 'internal',
  lock: ({ db }, brandId, orderId) => lockOrder(db, brandId, orderId),
  shipped: (work, { brand_id: brandId, master_order_id: orderId }) =>
    moveOrder(
      work,
      { brandId, orderId },
      { command: 'fulfil', by: { party: 'carrier', applicationId: null } },
    ),
  cancelled: (work, { brand_id: brandId, master_order_id: orderId }) =>
    moveOrder(
      work,
      { brandId, orderId },
      { command: 'take-back-fulfillment', by: { party: 'marketplace', applicationId: null } },
    ),
}

/** Its fulfillment order may have been shipped before, in the same transaction. */
export async function shipWithOrder(work: Work, order: LockedOrder): Promise<CompanionResult> {
  const found = await lockNewestOf(work.db, order.brand_id, order.id)
  // Orders of old went without one, and hold what they hold at the brand.
  if (!found) return undefined
  const shipped = await bringTo(work, found, 'shipped')
  return {
    hasMovedStock: true,
    columns: {
      shipment: { ...withoutShipment(order.shipment), ...(await shipmentOf(work.db, shipped)) } as never,
    },
    details: { fulfillmentOrderId: shipped.id },
  }
}

async function shipmentOf(db: Queryable, shipped: FulfillmentOrderRow): Promise<Partial<Shipment>> {
  const { id: outsideId, items: outsideItems, ...sent } = await sentOf(db, shipped)
  return { ...sent, outsideId, outsideItems }
}

/** What is free at the brand is set aside there again, whatever was sold since. */
export async function takeBackWithOrder(work: Work, order: LockedOrder): Promise<CompanionResult> {
  const found = await lockNewestOf(work.db, order.brand_id, order.id)
  if (!found) return undefined
  const { id } = await bringTo(work, found, 'cancelled')
  await moveStock(work, order, 'reserve-anyway', 'brand_confirmed')
  return { details: { fulfillmentOrderId: id } }
}
