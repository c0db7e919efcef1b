/**
 * Replenishments while they are drafts: creating, changing, confirming and deleting them.
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
import type { FindOwned } from '../../../platform/queries/owned.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { archivedVariant, notADraft, statusSetByWarehouse, wrongWarehouse } from '../errors.ts'
import { validateItems } from '../warehouse/bundles.ts'
import { findWarehouse, hasFulfillmentBrand, requireEnrolment } from '../warehouse/enrolments.ts'
import { archivedVariants } from '../warehouse/variants.ts'
import {
  deleteReplenishment,
  findReplenishment,
  findReplenishmentOfAnyBrand,
  insertReplenishment,
  type LockedReplenishment,
  lockReplenishment,
  type ReplenishmentItem,
  type ReplenishmentRow,
  type ReplenishmentStatus,
  setItems,
  updateReplenishment,
} from './queries.ts'
import { recordReplenishmentMove } from './sending.ts'

/** An item of a request; its status is `available` if omitted. */
interface RequestedItem {
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
  items: readonly RequestedItem[]
}

/** Creates a draft. The id is an idempotency key: a known id returns the stored replenishment. */
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
    const warehouseId = await findTargetWarehouse(tx, brandId, wanted)
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

/** The warehouse of the brand's enrolment. Rejects requests that name another warehouse or fulfillment brand. */
async function findTargetWarehouse(
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
  if (await findWarehouse(tx, warehouseId)) throw wrongWarehouse('warehouseId', own, warehouseId)
  throw missing('warehouse', warehouseId, { exists: false, pointer: 'warehouseId' })
}

async function readItems(
  tx: Queryable,
  brandId: BrandId,
  items: readonly RequestedItem[],
  at: string,
): Promise<ReplenishmentItem[]> {
  const pointer = (i: number) => `${at}.${i}.fulfillmentItemId`
  const variants = await validateItems(tx, brandId, items, pointer)
  const archived = await archivedVariants(tx, brandId, [...variants.values()])
  for (const [i, { fulfillmentItemId }] of items.entries()) {
    const variantId = variants.get(fulfillmentItemId)
    if (variantId !== undefined && archived.has(variantId)) throw archivedVariant(pointer(i), variantId)
  }
  return items.map(({ status = 'available', ...item }) => ({ ...item, status }))
}

export interface ReplenishmentChanges {
  shippingCarrierName?: string | undefined
  shipmentType?: string | undefined
  status?: ReplenishmentStatus | undefined
  items?: readonly RequestedItem[] | undefined
}

/** Changes a draft, and confirms it if the status requests that; a job then sends it to the warehouse. */
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
    if (status === 'delivered' || status === 'received') throw statusSetByWarehouse(`${at}.status`, status)
    if (items) await setItems(tx, draft, await readItems(tx, brandId, items, `${at}.items`))
    const isConfirmed = status !== 'created'
    await updateReplenishment(tx, draft, {
      ...(shippingCarrierName !== undefined && { carrier_name: shippingCarrierName }),
      ...(shipmentType !== undefined && { shipment_type: shipmentType }),
      ...(isConfirmed && { status: 'confirmed', confirmed_at: clock.now() }),
    })
    if (isConfirmed) {
      await requireEnrolment(tx, brandId)
      await recordReplenishmentMove(work, draft, 'confirmed')
    }
    return await readReplenishment(tx, brandId, id)
  })
}

export async function deleteDraft(work: Work, brandId: BrandId, id: string): Promise<void> {
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
  const locked = await lockOwnReplenishment(tx, brandId, id)
  if (locked.status !== 'created') throw notADraft(locked, pointTo(at, 'status').pointer)
  return locked
}

/** The query returns undefined for unknown ids and for those of other brands; the function throws 404 or 403 instead. */
const orThrow =
  <Row>(find: FindOwned<Row>) =>
  async (db: Queryable, brandId: BrandId, id: string): Promise<Row> => {
    const row = await find(db, brandId, id)
    if (row) return row
    throw missing('replenishment', id, { exists: (await findReplenishmentOfAnyBrand(db, id)) !== undefined })
  }

export const lockOwnReplenishment = orThrow(lockReplenishment)
export const readOwnReplenishment = orThrow(findReplenishment)

async function readReplenishment(tx: Queryable, brandId: BrandId, id: string): Promise<ReplenishmentRow> {
  const row = await findReplenishment(tx, brandId, id)
  invariant(row, 'the written replenishment exists')
  return row
}
