/** Applies the moves of `move-table.ts`. Only this file writes the status of a fulfillment order and its status updates. */

import { missing } from '../../../domain/ownership.ts'
import type { Address } from '../../../domain/postal-address.ts'
import { recordEvents } from '../../../platform/events/outbox.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import type { Allocation, Shortage, WantedLine } from '../warehouse/allocation-rules.ts'
import { releaseBatches, reserveBatches, shipBatches } from '../warehouse/allocations.ts'
import { fulfillmentMoveProblems } from './errors.ts'
import { fulfillmentOrderMoved } from './events.ts'
import {
  type FulfillmentCommand,
  type FulfillmentStatus,
  fulfillmentMoveOf,
  shortestPath,
} from './move-table.ts'
import { originOf } from './origins.ts'
import {
  type FulfillmentOrderRow,
  findFulfillmentOrder,
  type Instructions,
  insertFulfillmentOrder,
  lockFulfillmentOrder,
  type OrderedItem,
  type Origin,
  ownerOfFulfillmentOrder,
  type RecipientType,
  type StatusUpdateRow,
  saveMove,
} from './queries.ts'

/** The carrier and tracking of a shipment, provided with the command `ship`. */
export interface Carriage {
  carrierName: string | null
  trackingNumber: string | null
  trackingLink: string | null
}

export interface FulfillmentOrderOpening {
  masterOrderId: string
  origin: Origin
  recipientType: RecipientType
  externalReference: string | null
  instructions: Instructions | null
  shipTo: Address
  lines: readonly WantedLine[]
  /** If true, the warehouse is not notified yet; the command `request` does that later. */
  isHeld?: boolean
}

/** Reserves the batches, earliest expiry first, and creates the fulfillment order. If batches are missing, it does neither. */
export async function openFulfillmentOrder(
  work: Work,
  brandId: BrandId,
  { masterOrderId, origin, lines, isHeld = false, ...wanted }: FulfillmentOrderOpening,
): Promise<{ opened: FulfillmentOrderRow } | { unavailable: readonly Shortage[] }> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    const id = ids.next()
    const metadata = { masterOrderUuid: masterOrderId }
    const plan = await reserveBatches(work, brandId, { fulfillmentOrderId: id, lines, metadata })
    if (!plan.isFeasible) return { unavailable: plan.unavailable }
    const now = clock.now()
    const { to } = fulfillmentMoveOf('open')
    const order = {
      brand_id: brandId,
      id,
      master_order_id: masterOrderId,
      origin,
      status: to,
      recipient_type: wanted.recipientType,
      external_reference: wanted.externalReference,
      instructions: wanted.instructions,
      ship_to: wanted.shipTo,
      items: itemsOf(plan.allocations),
      shipped_items: [],
      update_count: 1,
      created_at: now,
      updated_at: now,
    }
    const opened = await insertFulfillmentOrder(tx, order, updateOf(work, order))
    if (!isHeld) await recordMoveEvent(work, opened)
    return { opened }
  })
}

/** Applies one command, and moves the order that it ships once the fulfillment order is shipped or cancelled. */
export async function commandFulfillmentOrder(
  work: Work,
  orderKey: { brandId: BrandId; id: string },
  { command, carriage }: { command: FulfillmentCommand; carriage?: Carriage },
): Promise<FulfillmentOrderRow> {
  return await withLock(work, orderKey, (work, order) => applyAll(work, order, [command], carriage))
}

/** Applies all commands on the path to a status. */
export async function advanceFulfillmentOrder(
  work: Work,
  orderKey: { brandId: BrandId; id: string },
  { to, carriage }: { to: FulfillmentStatus; carriage?: Carriage },
): Promise<FulfillmentOrderRow> {
  return await withLock(work, orderKey, async (work, order) => {
    const path = shortestPath(order.status, to)
    if (!path || path.length === 0) throw fulfillmentMoveProblems.notReachable(order, to)
    return await applyAll(work, order, path, carriage)
  })
}

/** Does the same for a caller that has locked the order and the fulfillment order, and moves the order itself. */
export async function advanceLockedFulfillmentOrder(
  work: Work,
  order: FulfillmentOrderRow,
  to: 'shipped' | 'cancelled',
  carriage?: Carriage,
): Promise<FulfillmentOrderRow> {
  const path = shortestPath(order.status, to, { withOrder: true })
  if (!path) throw fulfillmentMoveProblems.notReachable(order, to)
  return await applyMoves(work, order, path, carriage)
}

async function withLock(
  work: Work,
  { brandId, id }: { brandId: BrandId; id: string },
  body: (work: Work, order: FulfillmentOrderRow) => Promise<FulfillmentOrderRow>,
): Promise<FulfillmentOrderRow> {
  return await inTransaction(work, async (work) => {
    const found = await findFulfillmentOrder(work.db, brandId, id)
    if (!found) {
      const owner = await ownerOfFulfillmentOrder(work.db, id)
      throw missing('fulfillment order', id, { exists: owner !== undefined })
    }
    await originOf(found.origin).lock(work, brandId, found.master_order_id)
    return await body(work, await lockFulfillmentOrder(work.db, brandId, id))
  })
}

async function applyAll(
  work: Work,
  order: FulfillmentOrderRow,
  commands: readonly FulfillmentCommand[],
  carriage?: Carriage,
): Promise<FulfillmentOrderRow> {
  const moved = await applyMoves(work, order, commands, carriage)
  if (moved.status === 'shipped') await originOf(moved.origin).shipped(work, moved)
  if (moved.status === 'cancelled') await originOf(moved.origin).cancelled(work, moved)
  return moved
}

async function applyMoves(
  work: Work,
  order: FulfillmentOrderRow,
  commands: readonly FulfillmentCommand[],
  carriage?: Carriage,
): Promise<FulfillmentOrderRow> {
  let moved = order
  for (const command of commands) moved = await applyMove(work, moved, command, carriage)
  if (commands.length > 0) await recordMoveEvent(work, moved)
  return moved
}

async function applyMove(
  work: Work,
  order: FulfillmentOrderRow,
  command: FulfillmentCommand,
  carriage?: Carriage,
): Promise<FulfillmentOrderRow> {
  const { from, to, batches } = fulfillmentMoveOf(command)
  if (!from.includes(order.status)) throw fulfillmentMoveProblems.notPossible(order, command, from)
  const now = work.clock.now()
  const changed: Partial<FulfillmentOrderRow> = {
    status: to,
    update_count: order.update_count + 1,
    updated_at: now,
  }
  const { brand_id: brandId, id: fulfillmentOrderId, master_order_id: masterOrderUuid } = order
  const allocated = { fulfillmentOrderId, metadata: { masterOrderUuid } }
  if (batches === 'release') await releaseBatches(work, brandId, allocated)
  if (batches === 'ship') {
    const sent = await shipBatches(work, brandId, allocated)
    changed.shipped_items = sent.map((item) => ({
      ...item,
      expiryDate: item.expiryDate?.toISOString() ?? null,
    }))
    changed.carrier_name = carriage?.carrierName ?? null
    changed.tracking_number = carriage?.trackingNumber ?? null
    changed.tracking_link = carriage?.trackingLink ?? null
  }
  return await saveMove(work.db, order, changed, updateOf(work, { ...order, ...changed }))
}

const updateOf = (
  { clock, ids }: Work,
  {
    brand_id,
    id,
    status,
    update_count,
  }: Pick<FulfillmentOrderRow, 'brand_id' | 'id' | 'status' | 'update_count'>,
): StatusUpdateRow => ({
  brand_id,
  id: ids.next(),
  order_id: id,
  number: update_count,
  status,
  received_at: clock.now(),
})

/** Sums allocations of the same lot, which may come from several lines. */
function itemsOf(allocations: readonly Allocation[]): OrderedItem[] {
  const byLot = Map.groupBy(allocations, ({ lotId }) => lotId)
  return [...byLot.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            fulfillmentItemId: first.itemId,
            quantity: others.reduce((sum, { batches }) => sum + batches, first.batches),
            lotNumber: first.lotNumber,
            expiryDate: first.expiresAt?.toISOString() ?? null,
          },
        ]
      : [],
  )
}

async function recordMoveEvent(
  work: Work,
  { brand_id, id, status, update_count }: FulfillmentOrderRow,
): Promise<void> {
  await recordEvents(work, [
    {
      type: fulfillmentOrderMoved,
      brandId: brand_id,
      subjectId: id,
      payload: { status, number: update_count },
    },
  ])
}
