/**
 * Batches that are set aside for fulfillment orders. The caller's transaction is the one of all this: the lots, the
 * ledger and whatever the caller writes change together. Everybody locks items first, in the order of their ids, then
 * the ledger's levels.
 */

import { type OrderMovement, release, reserve, ship } from '../../../modules/stock/index.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import {
  type Allocation,
  type Lot,
  type Part,
  type Plan,
  planAllocations,
  type WantedLine,
} from './allocation-rules.ts'
import { findLocation } from './enrolments.ts'
import { ledgerLot } from './kept-lots.ts'

/** Whether the lines could be reserved now, and from which lots. Locks nothing. */
export async function planBatches(
  db: Queryable,
  brandId: BrandId,
  lines: readonly WantedLine[],
  now: Date,
): Promise<Plan> {
  const parts = await loadParts(db, brandId, lines)
  return planAllocations(lines, parts, await loadUsableLots(db, brandId, itemIdsOf(parts), now), now)
}

/** Sets batches of all lines aside, those that expire first, or none. What an order has already it keeps. */
export async function reserveBatches(
  work: Work,
  brandId: BrandId,
  {
    fulfillmentOrderId,
    lines,
    metadata,
  }: { fulfillmentOrderId: string; lines: readonly WantedLine[] } & Told,
): Promise<Plan> {
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
    await book(work, brandId, allocated, reserve, movementOf(fulfillmentOrderId, 'reserved', metadata))
    return plan
  })
}

/** Gives back what an order has and was not shipped. */
export async function releaseBatches(
  work: Work,
  brandId: BrandId,
  { fulfillmentOrderId, metadata }: { fulfillmentOrderId: string } & Told,
): Promise<void> {
  await inTransaction(work, async (work) => {
    const open = await lockOpenAllocations(work.db, brandId, fulfillmentOrderId)
    if (open.length === 0) return
    await dropAllocations(work.db, brandId, fulfillmentOrderId)
    await book(work, brandId, open, release, movementOf(fulfillmentOrderId, 'released', metadata))
  })
}

export interface ShippedItem {
  fulfillableId: string
  batchQuantity: number
  unitQuantity: number
  lotNumber: string
  expiryDate: Date | null
}

/** What an order has leaves the warehouse. Answers with all that left for it, also when it did so before. */
export async function shipBatches(
  work: Work,
  brandId: BrandId,
  { fulfillmentOrderId, metadata }: { fulfillmentOrderId: string } & Told,
): Promise<ShippedItem[]> {
  return await inTransaction(work, async (work) => {
    const open = await lockOpenAllocations(work.db, brandId, fulfillmentOrderId)
    if (open.length > 0) {
      await markShipped(work.db, brandId, fulfillmentOrderId, work.clock.now())
      await book(work, brandId, open, ship, movementOf(fulfillmentOrderId, 'shipped', metadata))
    }
    const allocated = await loadAllocations(work.db, brandId, fulfillmentOrderId)
    return allocated.filter((row) => row.shipped_at !== null).map(toShippedItem)
  })
}

interface Told {
  /** Further words for the ledger. */
  metadata?: Record<string, string> | undefined
}

const movementOf = (id: string, step: string, metadata: Told['metadata']): OrderMovement => ({
  relatedId: id,
  cause: `fulfillment-order/${id}/${step}`,
  metadata: { transition: step, ...metadata },
})

async function book(
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
  invariant(outcome.applied, 'the lots of an item are what the ledger has of it')
}

const itemIdsOf = (parts: readonly Part[]): string[] => [...new Set(parts.map((part) => part.item_id))]

async function loadParts(db: Queryable, brandId: BrandId, lines: readonly WantedLine[]): Promise<Part[]> {
  return await db<Part[]>`
    select fulfillable_id, item_id, quantity
    from fulfillment.parts
    where brand_id = ${brandId} and fulfillable_id = ${oneOf(
      db,
      lines.map((line) => line.fulfillableId),
    )}`
}

/** Whoever changes lots has their items locked. */
export async function lockItems(tx: Queryable, brandId: BrandId, itemIds: readonly string[]): Promise<void> {
  await tx`
    select from fulfillment.items
    where brand_id = ${brandId} and id = ${oneOf(tx, itemIds)}
    order by id
    for no key update`
}

/** Until a lot expires it may be sold, and with a day of its own only until that. */
export const mayBeSold = (db: Queryable, now: Date) =>
  db`(expires_at is null or expires_at > ${now}) and (sell_by_at is null or sell_by_at >= ${now})`

/** In the order in which they are used; rides on lots_name_key. */
async function loadUsableLots(
  db: Queryable,
  brandId: BrandId,
  itemIds: readonly string[],
  now: Date,
): Promise<Lot[]> {
  return await db<Lot[]>`
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

/** What is not shipped yet, as it is while nobody else changes it. */
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
  await tx`
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
    where lots.brand_id = ${brandId} and lots.id = taken.lot_id`
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

const toShippedItem = (row: AllocationRow): ShippedItem => ({
  fulfillableId: row.fulfillable_id,
  batchQuantity: row.batches,
  unitQuantity: row.batches * row.units_per_batch,
  lotNumber: row.lot_number,
  expiryDate: row.expires_at,
})
