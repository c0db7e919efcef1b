/** Carrying out a row of the move table: the one place that writes the status of a fulfillment order and its updates. */

import { missing } from '../../../domain/ownership.ts'
import type { Address } from '../../../domain/postal-address.ts'
import type { LockedOrder } from '../../../modules/ordering/index.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { recordEvents } from '../../../platform/outbox.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import type { Allocation, Shortage, WantedLine } from '../warehouse/allocation-rules.ts'
import { releaseBatches, reserveBatches, shipBatches } from '../warehouse/allocations.ts'
import { fulfillmentMoveFailed, fulfillmentNotReachable } from './errors.ts'
import { fulfillmentOrderMoved } from './events.ts'
import { type FulfillmentCommand, type FulfillmentStatus, fulfillmentMoveOf, wayTo } from './move-table.ts'
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

/** How it travels, told with the command `ship`. */
export interface Carriage {
  carrierName: string | null
  trackingNumber: string | null
  trackingLink: string | null
}

export interface Opening {
  masterOrderId: string
  origin: Origin
  recipientType: RecipientType
  externalReference: string | null
  instructions: Instructions | null
  shipTo: Address
  lines: readonly WantedLine[]
  /** Whether the warehouse is not to be asked yet: the command `request` does that later. */
  isHeld?: boolean
}

/** Sets the batches aside, those that expire first, and makes the fulfillment order; or neither, when some are missing. */
export async function openFulfillmentOrder(
  work: Work,
  brandId: BrandId,
  { masterOrderId, origin, lines, isHeld = false, ...wanted }: Opening,
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
    if (!isHeld) await tellWarehouse(work, opened)
    return { opened }
  })
}

/** Opens the fulfillment order of an order of the marketplace. */
export const openInternalOrder = (work: Work, order: LockedOrder, lines: readonly WantedLine[]) =>
  openFulfillmentOrder(work, order.brand_id, {
    masterOrderId: order.id,
    origin: 'internal',
    recipientType: 'business',
    externalReference: String(order.reference),
    instructions: null,
    shipTo: order.shipping_address as Address,
    lines,
  })

/** Moves a fulfillment order and, at its end, what it ships. */
export async function commandFulfillmentOrder(
  work: Work,
  place: { brandId: BrandId; id: string },
  { command, carriage }: { command: FulfillmentCommand; carriage?: Carriage },
): Promise<FulfillmentOrderRow> {
  return await withLock(work, place, (work, order) => applyAll(work, order, [command], carriage))
}

/** Makes all moves that lead to a status. */
export async function advanceFulfillmentOrder(
  work: Work,
  place: { brandId: BrandId; id: string },
  { to, carriage }: { to: FulfillmentStatus; carriage?: Carriage },
): Promise<FulfillmentOrderRow> {
  return await withLock(work, place, async (work, order) => {
    const way = wayTo(order.status, to)
    if (!way || way.length === 0) throw fulfillmentNotReachable(order, to)
    return await applyAll(work, order, way, carriage)
  })
}

/** The same for whoever has locked it, and what it ships, and moves that by itself. */
export async function bringTo(
  work: Work,
  order: FulfillmentOrderRow,
  to: 'shipped' | 'cancelled',
  carriage?: Carriage,
): Promise<FulfillmentOrderRow> {
  const way = wayTo(order.status, to, { withOrder: true })
  if (!way) throw fulfillmentNotReachable(order, to)
  return await applyMoves(work, order, way, carriage)
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
  if (commands.length > 0) await tellWarehouse(work, moved)
  return moved
}

async function applyMove(
  work: Work,
  order: FulfillmentOrderRow,
  command: FulfillmentCommand,
  carriage?: Carriage,
): Promise<FulfillmentOrderRow> {
  const { from, to, batches } = fulfillmentMoveOf(command)
  if (!from.includes(order.status)) throw fulfillmentMoveFailed(order, command, from)
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

/** A lot may serve an item on several lines. */
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

async function tellWarehouse(
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
