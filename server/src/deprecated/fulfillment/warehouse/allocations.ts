/**
 * Reserves batches for fulfillment orders. The lots and the ledger change atomically, in the caller's transaction if there
 * is one. To avoid deadlocks, items are locked first, sorted by id, then the levels of the ledger.
 */

import { type OrderMovement, release, reserve, ship } from '../../../modules/stock/index.ts'
import { oneOf, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import {
  type Allocation,
  type AllocationPlan,
  type FulfillablePart,
  planAllocations,
  type UsableLot,
  type WantedLine,
} from './allocation-rules.ts'
import { findLocation } from './enrolments.ts'
import { ledgerLot } from './ledger-lots.ts'

/** Plans a reservation without locking anything. */
export async function planBatches(
  db: Queryable,
  brandId: BrandId,
  lines: readonly WantedLine[],
  now: Date,
): Promise<AllocationPlan> {
  const parts = await loadParts(db, brandId, lines)
  return planAllocations(lines, parts, await loadUsableLots(db, brandId, itemIdsOf(parts), now), now)
}

/** Reserves batches for all lines or none, earliest expiry first. Idempotent: existing allocations of the order are returned. */
export async function reserveBatches(
  work: Work,
  brandId: BrandId,
  {
    fulfillmentOrderId,
    lines,
    metadata,
  }: { fulfillmentOrderId: string; lines: readonly WantedLine[] } & LedgerMetadata,
): Promise<AllocationPlan> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock } = work
    const parts = await loadParts(tx, brandId, lines)
    await lockItems(tx, brandId, itemIdsOf(parts))
    const known = await loadAllocations(tx, brandId, fulfillmentOrderId)
    if (known.length > 0) return { isFeasible: true, allocations: known.map(toAllocation) }
    const now = clock.now()
    const plan = planAllocations(lines, parts, await loadUsableLots(tx, brandId, itemIdsOf(parts), now), now)
    if (!plan.isFeasible) return plan
    await insertAllocations(tx, brandId, { fulfillmentOrderId, at: now }, plan.allocations)
    const allocated = await loadAllocations(tx, brandId, fulfillmentOrderId)
    await postToLedger(
      work,
      brandId,
      allocated,
      reserve,
      movementOf(fulfillmentOrderId, 'reserved', metadata),
    )
    return plan
  })
}

/** Releases the allocations of an order that were not shipped. */
export async function releaseBatches(
  work: Work,
  brandId: BrandId,
  { fulfillmentOrderId, metadata }: { fulfillmentOrderId: string } & LedgerMetadata,
): Promise<void> {
  await inTransaction(work, async (work) => {
    const open = await lockOpenAllocations(work.db, brandId, fulfillmentOrderId)
    if (open.length === 0) return
    await dropAllocations(work.db, brandId, fulfillmentOrderId)
    await postToLedger(work, brandId, open, release, movementOf(fulfillmentOrderId, 'released', metadata))
  })
}

export interface ShippedBatches {
  fulfillableId: string
  batchQuantity: number
  unitQuantity: number
  lotNumber: string
  expiryDate: Date | null
}

/** Ships the allocations of an order. Idempotent: returns all its shipped batches, including those of an earlier call. */
export async function shipBatches(
  work: Work,
  brandId: BrandId,
  { fulfillmentOrderId, metadata }: { fulfillmentOrderId: string } & LedgerMetadata,
): Promise<ShippedBatches[]> {
  return await inTransaction(work, async (work) => {
    const open = await lockOpenAllocations(work.db, brandId, fulfillmentOrderId)
    if (open.length > 0) {
      await markShipped(work.db, brandId, fulfillmentOrderId, work.clock.now())
      await postToLedger(work, brandId, open, ship, movementOf(fulfillmentOrderId, 'shipped', metadata))
    }
    const allocated = await loadAllocations(work.db, brandId, fulfillmentOrderId)
    return allocated.filter((row) => row.shipped_at !== null).map(toShippedBatches)
  })
}

interface LedgerMetadata {
  /** Additional metadata of the ledger's posting. */
  metadata?: Record<string, string> | undefined
}

const movementOf = (id: string, step: string, metadata: LedgerMetadata['metadata']): OrderMovement => ({
  relatedId: id,
  cause: `fulfillment-order/${id}/${step}`,
  metadata: { transition: step, ...metadata },
})

async function postToLedger(
  work: Work,
  brandId: BrandId,
  allocated: readonly AllocationRow[],
  verb: typeof reserve,
  movement: OrderMovement,
): Promise<void> {
  const at = await findLocation(work.db, brandId)
  invariant(at, 'a brand with lots has a location')
  const lines = allocated.map(({ variant_id, batches, lot_id, lot_number, expires_at }) => ({
    variantId: variant_id,
    quantity: batches,
    lot: ledgerLot({ id: lot_id, number: lot_number, expiresAt: expires_at }),
  }))
  const outcome = await verb(work, brandId, lines, { ...movement, at })
  invariant(outcome.applied, 'the lots of an item add up to its level in the ledger')
}

const itemIdsOf = (parts: readonly FulfillablePart[]): string[] => [
  ...new Set(parts.map((part) => part.item_id)),
]

async function loadParts(
  db: Queryable,
  brandId: BrandId,
  lines: readonly WantedLine[],
): Promise<FulfillablePart[]> {
  return await db<FulfillablePart[]>`
    select fulfillable_id, item_id, quantity
    from fulfillment.parts
    where brand_id = ${brandId} and fulfillable_id = ${oneOf(
      db,
      lines.map((line) => line.fulfillableId),
    )}`
}

/** Every change of lots requires the locks of their items. */
export async function lockItems(tx: Queryable, brandId: BrandId, itemIds: readonly string[]): Promise<void> {
  await tx`
    select from fulfillment.items
    where brand_id = ${brandId} and id = ${oneOf(tx, itemIds)}
    order by id
    for no key update`
}

/** A lot may be sold until its expiry date and, if it has one, its sell-by date. */
export const mayBeSold = (db: Queryable, now: Date) =>
  db`(expires_at is null or expires_at > ${now}) and (sell_by_at is null or sell_by_at >= ${now})`

/** Sorted in the order of allocation. Uses lots_name_key. */
async function loadUsableLots(
  db: Queryable,
  brandId: BrandId,
  itemIds: readonly string[],
  now: Date,
): Promise<UsableLot[]> {
  return await db<UsableLot[]>`
    select id, item_id, lot_number, expires_at, available
    from fulfillment.lots
    where brand_id = ${brandId} and item_id = ${oneOf(db, itemIds)} and available > 0 and ${mayBeSold(db, now)}
    order by expires_at nulls last, sell_by_at nulls last, created_at, id`
}

interface AllocationRow {
  fulfillable_id: string
  lot_id: string
  batches: number
  shipped_at: Date | null
  item_id: string
  lot_number: string
  expires_at: Date | null
  variant_id: string
  units_per_batch: number
}

async function loadAllocations(db: Queryable, brandId: BrandId, orderId: string): Promise<AllocationRow[]> {
  return await db<AllocationRow[]>`
    select fulfillable_id, lot_id, batches, shipped_at, item_id, lot_number, expires_at, variant_id, units_per_batch
    from fulfillment.allocations
    join fulfillment.lots on lots.brand_id = allocations.brand_id and lots.id = lot_id
    join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
    where allocations.brand_id = ${brandId} and fulfillment_order_id = ${orderId}
    order by fulfillable_id, expires_at nulls last, lot_id`
}

/** Locks the items and returns the allocations that are not shipped, read again under the lock. */
async function lockOpenAllocations(
  tx: Queryable,
  brandId: BrandId,
  orderId: string,
): Promise<AllocationRow[]> {
  const seen = await loadAllocations(tx, brandId, orderId)
  await lockItems(tx, brandId, [...new Set(seen.map((row) => row.item_id))])
  const rows = await loadAllocations(tx, brandId, orderId)
  return rows.filter((row) => row.shipped_at === null)
}

async function insertAllocations(
  tx: Queryable,
  brandId: BrandId,
  { fulfillmentOrderId, at }: { fulfillmentOrderId: string; at: Date },
  allocations: readonly Allocation[],
): Promise<void> {
  await onNodeOf(
    brandId,
    tx`
    with allocated as (
      insert into fulfillment.allocations
        (brand_id, fulfillment_order_id, fulfillable_id, lot_id, batches, created_at)
      select ${brandId}, ${fulfillmentOrderId}, fulfillable_id, lot_id, batches, ${at}
      from unnest(
        ${allocations.map(({ fulfillableId }) => fulfillableId)}::uuid[],
        ${allocations.map(({ lotId }) => lotId)}::uuid[],
        ${allocations.map(({ batches }) => batches)}::bigint[]
      ) as allocation (fulfillable_id, lot_id, batches)
      returning lot_id, batches
    )
    update fulfillment.lots
    set available = available - taken.batches, reserved = reserved + taken.batches
    from (select lot_id, sum(batches) as batches from allocated group by lot_id) as taken
    where lots.brand_id = ${brandId} and lots.id = taken.lot_id`,
  )
}

async function dropAllocations(tx: Queryable, brandId: BrandId, orderId: string): Promise<void> {
  await tx`
    with dropped as (
      delete from fulfillment.allocations
      where brand_id = ${brandId} and fulfillment_order_id = ${orderId} and shipped_at is null
      returning lot_id, batches
    )
    update fulfillment.lots
    set available = available + given.batches, reserved = reserved - given.batches
    from (select lot_id, sum(batches) as batches from dropped group by lot_id) as given
    where lots.brand_id = ${brandId} and lots.id = given.lot_id`
}

async function markShipped(tx: Queryable, brandId: BrandId, orderId: string, at: Date): Promise<void> {
  await tx`
    with gone as (
      update fulfillment.allocations
      set shipped_at = ${at}
      where brand_id = ${brandId} and fulfillment_order_id = ${orderId} and shipped_at is null
      returning lot_id, batches
    )
    update fulfillment.lots
    set reserved = reserved - taken.batches
    from (select lot_id, sum(batches) as batches from gone group by lot_id) as taken
    where lots.brand_id = ${brandId} and lots.id = taken.lot_id`
}

const toAllocation = (row: AllocationRow): Allocation => ({
  fulfillableId: row.fulfillable_id,
  itemId: row.item_id,
  lotId: row.lot_id,
  lotNumber: row.lot_number,
  expiresAt: row.expires_at,
  batches: row.batches,
})

const toShippedBatches = (row: AllocationRow): ShippedBatches => ({
  fulfillableId: row.fulfillable_id,
  batchQuantity: row.batches,
  unitQuantity: row.batches * row.units_per_batch,
  lotNumber: row.lot_number,
  expiryDate: row.expires_at,
})
