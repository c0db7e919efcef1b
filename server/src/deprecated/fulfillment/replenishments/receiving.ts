/** Reports of the warehouse about replenishments: that they were delivered, and what was received. */
import { missing } from '../../../domain/ownership.ts'
import { pointTo, unprocessable } from '../../../domain/problems.ts'
import { moveInWarehouse } from '../../../modules/stock/ledger/reservations.ts'
import { onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { replenishmentMoveNotAllowed } from '../errors.ts'
import { lockItems } from '../warehouse/allocations.ts'
import { findLocation } from '../warehouse/enrolments.ts'
import { existingItems } from '../warehouse/items.ts'
import { ledgerLot } from '../warehouse/ledger-lots.ts'
import { type Arrival, putAway } from '../warehouse/lots.ts'
import { lockOwnReplenishment } from './drafts.ts'
import {
  type AnnouncedItem,
  type LockedReplenishment,
  loadAnnounced,
  updateReplenishment,
} from './queries.ts'
import { planReceipt } from './receipt-rules.ts'
import { recordReplenishmentMove, referenceOf } from './sending.ts'

/** Records that the replenishment was delivered to the warehouse. */
export async function deliverReplenishment(work: Work, brandId: BrandId, id: string): Promise<void> {
  await inTransaction(work, async (work) => {
    const { db: tx, clock } = work
    const locked = await lockOwnReplenishment(tx, brandId, id)
    if (locked.status !== 'sent') throw replenishmentMoveNotAllowed(locked, 'delivered')
    await updateReplenishment(tx, locked, { status: 'delivered', delivered_at: clock.now() })
    await recordReplenishmentMove(work, locked, 'delivered')
  })
}

/** Received batches of one lot in one status. */
export interface ReceivedBatches {
  fulfillmentItemId: string
  quantity: number
  status?: Arrival['status'] | undefined
  /** The lot number of the manufacturer; the reference of the replenishment if omitted. */
  lotNumber?: string | undefined
  expiresAt?: Date | undefined
  sellByAt?: Date | undefined
}

export interface NewReceipt {
  items: readonly ReceivedBatches[]
  /** Whether this receipt completes the replenishment. */
  isLast: boolean
}

/** Adds a receipt. The last one completes the replenishment and writes off announced batches that did not arrive. */
export async function receiveReplenishment(
  work: Work,
  brandId: BrandId,
  id: string,
  { items, isLast }: NewReceipt,
  at?: string,
): Promise<void> {
  await inTransaction(work, async (work) => {
    const { db: tx, clock } = work
    const locked = await lockOwnReplenishment(tx, brandId, id)
    if (locked.status !== 'delivered') throw replenishmentMoveNotAllowed(locked, 'received')
    const announced = await loadAnnounced(tx, locked)
    const arrivals = await readArrivals(tx, locked, announced, items, at)
    await lockItems(
      tx,
      brandId,
      announced.map(({ item_id }) => item_id),
    )
    const lotIds = await insertReceipt(work, locked, arrivals)
    await markSynced(tx, brandId, arrivals)
    await postReceipt(work, locked, { announced, arrivals, lotIds, isLast })
    if (isLast) await updateReplenishment(tx, locked, { status: 'received', received_at: clock.now() })
  })
}

const DAY_MS = 86_400_000

async function readArrivals(
  tx: Queryable,
  locked: LockedReplenishment,
  announced: readonly AnnouncedItem[],
  items: readonly ReceivedBatches[],
  at: string | undefined,
): Promise<Arrival[]> {
  const known = new Map(announced.map((item) => [item.item_id, item]))
  const arrivals: Arrival[] = []
  for (const [i, { fulfillmentItemId: itemId, ...received }] of items.entries()) {
    const item = known.get(itemId)
    if (!item) throw await notAnnounced(tx, itemId, pointTo(at, `${i}.fulfillmentItemId`))
    const { expiresAt = null, quantity, status = 'available' } = received
    if (item.expiry_tracked && expiresAt === null) {
      const detail = `Expected the expiry date of item ${itemId}, which is tracked.`
      throw unprocessable(detail, pointTo(at, `${i}.expiryDate`))
    }
    const sellByAt = received.sellByAt ?? defaultSellBy(expiresAt, item)
    if (sellByAt && expiresAt && sellByAt > expiresAt) {
      throw unprocessable('Expected a sell-by date before the expiry date.', pointTo(at, `${i}.sellByDate`))
    }
    const lotNumber = received.lotNumber ?? referenceOf(locked)
    arrivals.push({ itemId, quantity, status, lotNumber, expiresAt, sellByAt })
  }
  return arrivals
}

/** The default sell-by date: a batch must have its shelf life left when it is shipped. */
const defaultSellBy = (expiresAt: Date | null, { shelf_life_days: days }: AnnouncedItem): Date | null =>
  expiresAt && new Date(expiresAt.getTime() - (days ?? 0) * DAY_MS)

async function notAnnounced(tx: Queryable, itemId: string, at: { pointer?: string }) {
  const isKnown = (await existingItems(tx, [itemId])).has(itemId)
  return isKnown
    ? unprocessable(`The item ${itemId} was not announced.`, at)
    : missing('fulfillment item', itemId, { exists: false, ...at })
}

async function insertReceipt(
  work: Work,
  { brand_id: brandId, id }: LockedReplenishment,
  arrivals: readonly Arrival[],
): Promise<string[]> {
  const { db: tx, clock, ids } = work
  const lotIds = await putAway(work, brandId, arrivals)
  const receiptId = ids.next()
  await onNodeOf(
    brandId,
    tx`
    with kept as (
      insert into fulfillment.receipts (brand_id, id, replenishment_id, received_at)
      values (${brandId}, ${receiptId}, ${id}, ${clock.now()})
    )
    insert into fulfillment.receipt_items (brand_id, receipt_id, position, lot_id, quantity, status)
    select ${brandId}, ${receiptId}, position, lot_id, quantity, status
    from unnest(
      ${lotIds}::uuid[],
      ${arrivals.map(({ quantity }) => quantity)}::bigint[],
      ${arrivals.map(({ status }) => status)}::text[]
    ) with ordinality as item (lot_id, quantity, status, position)`,
  )
  return lotIds
}

/** Received items count as synced, because the warehouse has measured them. */
async function markSynced(tx: Queryable, brandId: BrandId, arrivals: readonly Arrival[]): Promise<void> {
  await tx`
    update fulfillment.items
    set status = 'synced'
    where brand_id = ${brandId} and id = any(${arrivals.map(({ itemId }) => itemId)}::uuid[]) and status <> 'synced'`
}

async function postReceipt(
  work: Work,
  locked: LockedReplenishment,
  {
    announced,
    arrivals,
    lotIds,
    isLast,
  }: {
    announced: readonly AnnouncedItem[]
    arrivals: readonly Arrival[]
    /** The lot id of each arrival. */
    lotIds: readonly string[]
    isLast: boolean
  },
): Promise<void> {
  const { db, ids } = work
  const at = await findLocation(db, locked.brand_id)
  invariant(at, 'a brand that announces goods has a location')
  const variantOf = new Map<string, VariantId>(
    announced.map(({ item_id, variant_id }) => [item_id, variant_id]),
  )
  const outstanding = new Map(
    announced.map(({ variant_id, quantity, received }) => [variant_id, Math.max(0, quantity - received)]),
  )
  const counted = arrivals.map(({ itemId, status, quantity, lotNumber, expiresAt }, i) => {
    const variantId = variantOf.get(itemId)
    invariant(variantId !== undefined, 'every arrival was announced')
    return {
      variantId,
      status,
      quantity,
      lot: ledgerLot({ id: lotIds[i] ?? '', number: lotNumber, expiresAt }),
    }
  })
  const receipt = ids.next()
  for (const { type, from, to, lines } of planReceipt(outstanding, counted, { isLast })) {
    const outcome = await moveInWarehouse(work, locked.brand_id, lines, {
      at,
      from,
      to,
      type,
      relatedId: referenceOf(locked),
      cause: `replenishment/${locked.id}/${receipt}/${type}/${from}/${to}`,
      metadata: { transition: 'received' },
    })
    invariant(outcome.applied, 'outstanding batches are incoming in the ledger')
  }
}
