/**
 * Connects orders of the marketplace with their fulfillment orders. Handing an order over releases its stock at the brand and
 * reserves batches in the warehouse instead; from then on a move of either one moves the other.
 */
import {
  type LockedOrder,
  lockOrder,
  moveOrder,
  type Shipment,
  withoutShipment,
} from '../../../modules/ordering/index.ts'
import type { MoveExtension } from '../../../modules/ordering/life/moves.ts'
import { moveStock } from '../../../modules/ordering/life/order-stock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { Work } from '../../../platform/work.ts'
import { advanceLockedFulfillmentOrder } from './moves.ts'
import type { OriginOrders } from './origins.ts'
import { type FulfillmentOrderRow, lockNewestFulfillmentOrder } from './queries.ts'
import { shipmentOfFulfillmentOrder } from './sent.ts'

/** What the extension of a move returns: the columns and details that it adds, or undefined when it did nothing. */
type ExtensionResult = Awaited<ReturnType<MoveExtension['run']>>

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

/** Ships the fulfillment order with its order, unless it was shipped earlier in the same transaction. */
export async function shipWithOrder(work: Work, order: LockedOrder): Promise<ExtensionResult> {
  const found = await lockNewestFulfillmentOrder(work.db, order.brand_id, order.id)
  // Orders of older versions have no fulfillment order; their stock is reserved at the brand.
  if (!found) return undefined
  const shipped = await advanceLockedFulfillmentOrder(work, found, 'shipped')
  return {
    hasMovedStock: true,
    columns: {
      shipment: { ...withoutShipment(order.shipment), ...(await shipmentOf(work.db, shipped)) } as never,
    },
    details: { fulfillmentOrderId: shipped.id },
  }
}

async function shipmentOf(db: Queryable, shipped: FulfillmentOrderRow): Promise<Partial<Shipment>> {
  const { id: outsideId, items: outsideItems, ...sent } = await shipmentOfFulfillmentOrder(db, shipped)
  return { ...sent, outsideId, outsideItems }
}

/** Cancels the fulfillment order and reserves the stock at the brand again, even if that oversells it. */
export async function takeBackWithOrder(work: Work, order: LockedOrder): Promise<ExtensionResult> {
  const found = await lockNewestFulfillmentOrder(work.db, order.brand_id, order.id)
  if (!found) return undefined
  const { id } = await advanceLockedFulfillmentOrder(work, found, 'cancelled')
  await moveStock(work, order, 'reserve-anyway', 'brand_confirmed')
  return { details: { fulfillmentOrderId: id } }
}
