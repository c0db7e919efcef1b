/** Reports of brands about the shipments of their orders: stored here, and applied to the confirmed shipment if there is one. */

import { joinProblems } from '@tradehall/jsonapi'
import type { Doer } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findOrder, type LockedOrder, lockOrder, type ShippedItem } from '../../ordering/index.ts'
import type { TrackingStatus } from '../carriers/carrier.ts'
import { findQuote, quoteExists } from '../quotes/queries.ts'
import { applyBrandReport } from '../shipments/tracking.ts'
import { type FromAddress, findReportedShipmentById, saveReportedShipment } from './queries.ts'
import { readShipmentView, type ShipmentView } from './shipment-view.ts'

export interface ShipmentReport {
  id?: string | undefined
  carrier: string | null
  trackingNumber: string | null
  trackingLink: string | null
  status: TrackingStatus
  fromAddress?: FromAddress | undefined
  quoteId?: string | undefined
  parcels: readonly ParcelReport[]
}

export interface ParcelReport {
  id: string
  trackingNumber: string | null
  trackingLink: string | null
  status: TrackingStatus
  length: number | null
  width: number | null
  height: number | null
  weight: number | null
  sscc: string | null
  shippedItems: readonly ShippedItem[]
}

interface OrderKey {
  brandId: BrandId
  orderId: OrderId
}

type ReportWork = Work & Pick<Platform, 'config'>

const PARCELS = 'data.relationships.shipmentParcel.data'

/**
 * Stores a report, which replaces an earlier one: an order has one shipment. The id is an idempotency key: to create a
 * report with the stored id again changes nothing.
 */
export async function reportShipment(
  work: ReportWork,
  orderKey: OrderKey,
  report: ShipmentReport,
  { doer, mode }: { doer: Doer; mode: 'create' | 'update' },
): Promise<{ view: ShipmentView; created: boolean }> {
  return await inTransaction(work, async (work) => {
    const order = await lockOrder(work.db, orderKey.brandId, orderKey.orderId)
    const before = await readShipmentView(work, order)
    if (mode === 'create' && before?.reported && before.reported.id === report.id) {
      return { view: before, created: false }
    }
    if (!before && mode === 'update') throw missing('shipment of the order', order.id, { exists: false })
    await refuseId(work, orderKey, report.id, mode === 'update' ? before?.id : before?.reported?.id)
    await refuseQuote(work, orderKey, report.quoteId)
    await refuseItems(work, orderKey, report.parcels)
    const numbers = numberParcels(report.parcels, before)
    await saveReport(work, order, { report, before, numbers })
    await applyReport(work, order, { report, numbers, doer })
    const view = await readShipmentView(work, order)
    invariant(view, 'a stored report can be viewed')
    return { view, created: true }
  })
}

interface NumberedReport {
  report: ShipmentReport
  /** The numbers of the reported parcels. */
  numbers: readonly number[]
}

async function saveReport(
  { db: tx, clock, ids }: Work,
  order: LockedOrder,
  { report, numbers, before }: NumberedReport & { before: ShipmentView | undefined },
): Promise<void> {
  const now = clock.now()
  await saveReportedShipment(
    tx,
    {
      brand_id: order.brand_id,
      order_id: order.id,
      id: report.id ?? before?.id ?? ids.next(),
      shipment_id: before?.shipment_id ?? null,
      carrier: report.carrier ?? 'other',
      tracking_number: report.trackingNumber,
      tracking_link: report.trackingLink,
      status: report.status,
      from_address: report.fromAddress ?? before?.reported?.from_address ?? null,
      quote_id: report.quoteId ?? before?.reported?.quote_id ?? null,
      created_at: now,
      updated_at: now,
    },
    report.parcels.map((parcel, i) => ({
      brand_id: order.brand_id,
      order_id: order.id,
      number: numbers[i] ?? 0,
      id: parcel.id,
      tracking_number: parcel.trackingNumber,
      tracking_link: parcel.trackingLink,
      status: statusOf(parcel, report),
      length_cm: parcel.length,
      width_cm: parcel.width,
      height_cm: parcel.height,
      weight_g: parcel.weight,
      sscc: parcel.sscc,
      shipped_items: parcel.shippedItems,
    })),
  )
}

async function applyReport(
  work: ReportWork,
  order: LockedOrder,
  { report, numbers, doer }: NumberedReport & { doer: Doer },
): Promise<void> {
  const { carrier, trackingNumber, trackingLink } = report
  const parcels = report.parcels.map((parcel, i) => ({
    number: numbers[i] ?? 0,
    status: statusOf(parcel, report),
    trackingNumber: parcel.trackingNumber,
    trackingLink: parcel.trackingLink,
  }))
  await applyBrandReport(work, order, { carrier, trackingNumber, trackingLink, parcels }, doer)
}

/** A parcel without a status of its own has the status of the shipment. */
const statusOf = ({ status }: ParcelReport, whole: ShipmentReport): TrackingStatus =>
  status === 'UNKNOWN' ? whole.status : status

async function refuseId(
  { db }: Work,
  { brandId, orderId }: OrderKey,
  id: string | undefined,
  knownId: string | undefined,
): Promise<void> {
  if (id === undefined || id === knownId) return
  const pointer = 'data.id'
  if (knownId !== undefined) {
    throw unprocessable(`Expected ${knownId}, the id of the shipment of this order, but saw "${id}".`, {
      pointer,
    })
  }
  const taken = await findReportedShipmentById(db, id)
  if (!taken || (taken.brand_id === brandId && taken.order_id === orderId)) return
  if (taken.brand_id !== brandId) throw missing('shipment', id, { exists: true, pointer })
  throw unprocessable(`The shipment ${id} is that of the order ${taken.order_id}.`, { pointer })
}

async function refuseQuote(
  { db }: Work,
  { brandId, orderId }: OrderKey,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return
  const pointer = 'data.relationships.shipmentQuote.data.id'
  const quote = await findQuote(db, brandId, id)
  if (quote?.order_id === orderId) return
  if (!quote && (await quoteExists(db, id))) throw missing('shipping quote', id, { exists: true, pointer })
  throw unprocessable(`Expected a quote of this order, but saw "${id}".`, { pointer })
}

/** Reports one problem for each item that is not part of the order. */
async function refuseItems(
  { db }: Work,
  { brandId, orderId }: OrderKey,
  parcels: readonly ParcelReport[],
): Promise<void> {
  if (parcels.every(({ shippedItems }) => shippedItems.length === 0)) return
  const ordered = new Set((await findOrder(db, brandId, orderId))?.variant_ids)
  const problems = parcels.flatMap(({ shippedItems }, i) =>
    shippedItems.flatMap(({ productVariantId }, j) =>
      ordered.has(productVariantId)
        ? []
        : [
            unprocessable(`Expected a product variant of this order, but saw "${productVariantId}".`, {
              pointer: `${PARCELS}.${i}.attributes.shippedItems.${j}.productVariantUuid`,
            }),
          ],
    ),
  )
  if (problems.length > 0) throw joinProblems(problems)
}

/**
 * Assigns a parcel number to each reported parcel: known ids retain theirs, and new ids get the free numbers in sequence. A
 * confirmed shipment has exactly the parcels that were quoted.
 */
function numberParcels(parcels: readonly ParcelReport[], before: ShipmentView | undefined): number[] {
  const ids = parcels.map(({ id }) => id)
  const repeated = ids.findIndex((id, i) => ids.indexOf(id) < i)
  if (repeated >= 0) {
    throw unprocessable(`The parcel ${ids[repeated]} is named twice.`, {
      pointer: `${PARCELS}.${repeated}.id`,
    })
  }
  const numbers = new Map(before?.parcels.map(({ id, number }) => [id, number]))
  const most = before && before.shipment_id !== null ? before.parcels.length : Number.POSITIVE_INFINITY
  const taken = new Set(ids.flatMap((id) => numbers.get(id) ?? []))
  return ids.map((id, i) => {
    const known = numbers.get(id)
    if (known !== undefined) return known
    let next = 1
    while (taken.has(next)) next++
    if (next > most) {
      throw unprocessable(`The shipment of this order has ${most} parcels; this is one more.`, {
        pointer: `${PARCELS}.${i}.id`,
      })
    }
    taken.add(next)
    return next
  })
}
