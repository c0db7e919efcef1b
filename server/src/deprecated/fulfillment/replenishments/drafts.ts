/**
 * Goods that a brand sends to the warehouse, as long as it is the brand's turn.
 *
 * created ──brand──▶ confirmed ──job──▶ sent ──warehouse──▶ delivered ──warehouse──▶ received
 *    └─ changed and deleted by the brand
 */
import { createOnce, ownedBy } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import type { Queryable, Transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { archivedVariant, notADraft, notForBrands, otherWarehouse } from '../errors.ts'
import { refuseItems } from '../warehouse/bundles.ts'
import { findWarehouse, hasFulfillmentBrand, requireEnrolment } from '../warehouse/enrolments.ts'
import { archivedVariants } from '../warehouse/variants.ts'
import {
  deleteReplenishment,
  findReplenishment,
  findReplenishmentOfAnyBrand,
  insertReplenishment,
  type LockedReplenishment,
  lockReplenishment,
  type ReplenishmentRow,
  type Status,
  setItems,
  updateReplenishment,
  type WantedItem,
} from './queries.ts'
import { tellMove } from './sending.ts'

/** An item as a request names it. */
interface GivenItem {
  fulfillmentItemId: string
  quantity: number
  status?: string | undefined
}

export interface NewReplenishment {
  id?: string | undefined
  brandId?: number | undefined
  fulfillmentBrandId?: string | undefined
  warehouseId?: string | undefined
  shippingCarrierName: string
  shipmentType: string
  items: readonly GivenItem[]
}

/** An id that is known answers with what is stored. */
export async function createReplenishment(
  work: Work,
  brandId: BrandId,
  wanted: NewReplenishment,
): Promise<ReplenishmentRow> {
  const given = ownedBy(brandId, {
    what: 'replenishment',
    id: wanted.id,
    find: findReplenishmentOfAnyBrand,
    pointer: 'id',
  })
  const { row } = await createOnce(work, given, async (work) => {
    const { db: tx, clock, ids } = work
    const warehouseId = await findPlace(tx, brandId, wanted)
    const items = await readItems(tx, brandId, wanted.items, 'items')
    const key = { brand_id: brandId, id: wanted.id ?? ids.next() }
    await insertReplenishment(tx, {
      ...key,
      legacy_brand_id: wanted.brandId ?? null,
      warehouse_id: warehouseId,
      carrier_name: wanted.shippingCarrierName,
      shipment_type: wanted.shipmentType,
      status: 'created',
      created_at: clock.now(),
      confirmed_at: null,
      sent_at: null,
      delivered_at: null,
      received_at: null,
    })
    await setItems(tx, key, items)
    return await readReplenishment(tx, brandId, key.id)
  })
  return row
}

/** The warehouse that keeps the brand's goods, also where the request names neither it nor the brand. */
async function findPlace(
  tx: Transaction,
  brandId: BrandId,
  { fulfillmentBrandId, warehouseId }: NewReplenishment,
): Promise<string> {
  const enrolment = await requireEnrolment(tx, brandId)
  if (fulfillmentBrandId !== undefined && fulfillmentBrandId !== enrolment.fulfillment_brand_id) {
    const exists = await hasFulfillmentBrand(tx, fulfillmentBrandId)
    throw missing('fulfillment brand', fulfillmentBrandId, { exists, pointer: 'fulfillmentBrandId' })
  }
  const own = enrolment.warehouse_id
  if (warehouseId === undefined || warehouseId === own) return own
  if (await findWarehouse(tx, warehouseId)) throw otherWarehouse('warehouseId', own, warehouseId)
  throw missing('warehouse', warehouseId, { exists: false, pointer: 'warehouseId' })
}

async function readItems(
  tx: Queryable,
  brandId: BrandId,
  items: readonly GivenItem[],
  at: string,
): Promise<WantedItem[]> {
  const place = (i: number) => `${at}.${i}.fulfillmentItemId`
  const variants = await refuseItems(tx, brandId, items, place)
  const archived = await archivedVariants(tx, brandId, [...variants.values()])
  for (const [i, { fulfillmentItemId }] of items.entries()) {
    const variantId = variants.get(fulfillmentItemId)
    if (variantId !== undefined && archived.has(variantId)) throw archivedVariant(place(i), variantId)
  }
  return items.map(({ status = 'available', ...item }) => ({ ...item, status }))
}

export interface ReplenishmentChanges {
  shippingCarrierName?: string | undefined
  shipmentType?: string | undefined
  status?: Status | undefined
  items?: readonly GivenItem[] | undefined
}

/** Changes a draft, and confirms it when told: then the warehouse gets to know of it. */
export async function changeReplenishment(
  work: Work,
  brandId: BrandId,
  id: string,
  { shippingCarrierName, shipmentType, status = 'created', items }: ReplenishmentChanges,
  at: string,
): Promise<ReplenishmentRow> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock } = work
    const draft = await lockDraft(tx, brandId, id, at)
    if (status === 'delivered' || status === 'received') throw notForBrands(`${at}.status`, status)
    if (items) await setItems(tx, draft, await readItems(tx, brandId, items, `${at}.items`))
    const isConfirmed = status !== 'created'
    await updateReplenishment(tx, draft, {
      ...(shippingCarrierName !== undefined && { carrier_name: shippingCarrierName }),
      ...(shipmentType !== undefined && { shipment_type: shipmentType }),
      ...(isConfirmed && { status: 'confirmed', confirmed_at: clock.now() }),
    })
    if (isConfirmed) {
      await requireEnrolment(tx, brandId)
      await tellMove(work, draft, 'confirmed')
    }
    return await readReplenishment(tx, brandId, id)
  })
}

export async function dropReplenishment(work: Work, brandId: BrandId, id: string): Promise<void> {
  await inTransaction(work, async ({ db: tx }) => {
    await deleteReplenishment(tx, await lockDraft(tx, brandId, id))
  })
}

async function lockDraft(
  tx: Transaction,
  brandId: BrandId,
  id: string,
  at?: string,
): Promise<LockedReplenishment> {
  const locked = await lockOwn(tx, brandId, id)
  if (locked.status !== 'created') throw notADraft(locked, pointTo(at, 'status').pointer)
  return locked
}

export async function lockOwn(tx: Queryable, brandId: BrandId, id: string): Promise<LockedReplenishment> {
  const locked = await lockReplenishment(tx, brandId, id)
  if (!locked) throw await notFound(tx, id)
  return locked
}

export async function readOwn(db: Queryable, brandId: BrandId, id: string): Promise<ReplenishmentRow> {
  const row = await findReplenishment(db, brandId, id)
  if (!row) throw await notFound(db, id)
  return row
}

async function notFound(db: Queryable, id: string) {
  return missing('replenishment', id, { exists: (await findReplenishmentOfAnyBrand(db, id)) !== undefined })
}

async function readReplenishment(tx: Queryable, brandId: BrandId, id: string): Promise<ReplenishmentRow> {
  const row = await findReplenishment(tx, brandId, id)
  invariant(row, 'what was written is there')
  return row
}
