/**
 * Requests that the warehouse ships an order. The transition and the check are deprecated without an end date, but the
 * warehouse service ends. Its module fills the extension point; without the module, or after its end date, every brand is
 * treated as not enrolled.
 */
import { missing } from '../../../domain/ownership.ts'
import type { Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { transitionFailed, wrongStatus } from '../errors.ts'
import { itemsOfOrder } from '../order/items.ts'
import {
  type BrandOrder,
  type Effects,
  findOrder,
  type LockedOrder,
  type OrderRow,
  ownersOfOrder,
} from '../order/order-row.ts'
import { type Blocker, blocked, blocker } from './fulfillment-blockers.ts'
import type { Mover } from './history-writer.ts'
import { lockOrder, moveOrder } from './moves.ts'

interface OrderedVariant {
  variantId: VariantId
  /** Packs, which the warehouse calls batches. */
  batches: number
}

export interface WarehouseService {
  /** Whether the warehouse still accepts orders. */
  isOpen(now: Date): boolean
  /** All reasons why the warehouse cannot ship these variants to a country now. */
  blockersOf(
    work: Pick<Work, 'db' | 'clock'>,
    brandId: BrandId,
    wanted: { country: string; variants: readonly OrderedVariant[] },
  ): Promise<Blocker[]>
  /** Reserves warehouse stock for the locked order in place of the brand's, or throws the blockers. */
  handOver(work: Work, order: LockedOrder): Promise<Effects>
}

export const warehouseService = singleExtensionPoint<WarehouseService>('ordering.warehouse')

function warehouseAt(now: Date): WarehouseService | undefined {
  const warehouse = warehouseService.extension
  return warehouse?.isOpen(now) ? warehouse : undefined
}

const COMMAND = 'brand-requests-fulfillment'

/** Moves the order and its stock and runs `handOver`, in one transaction. */
export async function requestFulfillment(
  work: Work,
  target: BrandOrder,
  by: Mover,
  handOver: (work: Work, order: LockedOrder) => Promise<Effects>,
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const { status } = await lockOrder(work.db, target.brandId, target.orderId)
    if (status === 'fulfillment_requested') throw blocked([blocker('already_being_fulfilled')])
    return await moveOrder(work, target, { command: COMMAND, by, decide: handOver })
  })
}

export async function handOverToWarehouse(work: Work, order: LockedOrder): Promise<Effects> {
  const warehouse = warehouseAt(work.clock.now())
  if (!warehouse) throw blocked([blocker('not_a_fulfillment_brand')])
  return await warehouse.handOver(work, order)
}

/** All reasons why a request would fail now. An order can be checked before it is accepted. */
export async function fulfillmentBlockers(
  work: Pick<Work, 'db' | 'clock'>,
  { brandId, orderId }: BrandOrder,
): Promise<Blocker[]> {
  const { db, clock } = work
  const order = await findOrder(db, brandId, orderId)
  if (!order) {
    throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  }
  if (order.status === 'fulfillment_requested') return [blocker('already_being_fulfilled')]
  if (order.status !== 'brand_confirmed' && order.status !== 'ankor_confirmed') {
    throw order.shipping_method === 'fulfillment'
      ? blocked([blocker('already_being_fulfilled')])
      : wrongStatus(transitionFailed, COMMAND, order)
  }
  const warehouse = warehouseAt(clock.now())
  if (!warehouse) return [blocker('not_a_fulfillment_brand')]
  const country = order.shipping_address?.countryCode ?? ''
  const variants = await variantsOfOrder(db, { brandId, orderId })
  return await warehouse.blockersOf(work, brandId, { country, variants })
}

async function variantsOfOrder(db: Queryable, { brandId, orderId }: BrandOrder): Promise<OrderedVariant[]> {
  const items = await itemsOfOrder(db, brandId, orderId)
  return items.map(({ variant_id: variantId, quantity: batches }) => ({ variantId, batches }))
}
