/**
 * Tracking of parcels. Carriers report events one by one, possibly repeatedly and in any order; the sandbox simulates them
 * with the same functions. The first scan moves the order to `shipped`; when all parcels are delivered, an order that the
 * marketplace ships becomes `received`.
 */
import { type Doer, SERVER } from '../../../domain/actor.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import {
  commandOrder,
  findOrder,
  type LockedOrder,
  lockOrder,
  moveOrder,
  saveShipment,
} from '../../ordering/index.ts'
import { carriersOf, MARKETPLACE } from '../carrier-list.ts'
import type { TrackingLocation, TrackingStatus } from '../carriers/carrier.ts'
import { readDocument } from './documents.ts'
import { findShipment, parcelsOf, type ShipmentRow, updateShipment } from './queries.ts'
import { resolveTracking } from './tracking-details.ts'
import {
  findTrackingTargets,
  insertTrackingEvent,
  saveParcelNumbers,
  saveParcelStatus,
  type TrackingTarget,
} from './tracking-queries.ts'

export interface CarrierEvent {
  carrierCode: string
  /** The carrier's id of the event, by which repeated events are recognized. */
  eventId: string
  status: TrackingStatus
  details: string | null
  location: TrackingLocation | null
  occurredAt: Date
  eta: Date | null
}

/** `known`: the event was recorded before. `ignored`: the order no longer has the shipment, because its labels were reset. */
export type TrackingOutcome = 'applied' | 'known' | 'ignored'

/** Returns undefined if no parcel or shipment has this number. */
export async function trackParcel(
  work: Work,
  trackingNumber: string,
  event: CarrierEvent,
): Promise<TrackingOutcome | undefined> {
  return await inTransaction(work, async (work) => {
    const outcomes: TrackingOutcome[] = []
    for (const target of await findTrackingTargets(work.db, event.carrierCode, trackingNumber)) {
      outcomes.push(await applyEvent(work, target, event))
    }
    const [first] = outcomes
    return outcomes.includes('applied') ? 'applied' : first
  })
}

/** Statuses which imply that the carrier has received the parcel. */
const SCANS: ReadonlySet<TrackingStatus> = new Set(['TRANSIT', 'DELIVERED', 'RETURNED'])

async function applyEvent(
  work: Work,
  target: TrackingTarget,
  { carrierCode, eventId, ...event }: CarrierEvent,
  doer: Doer = SERVER,
): Promise<TrackingOutcome> {
  const { db: tx, clock } = work
  const { brand_id, shipment_id, order_id, parcel_number } = target
  const order = await lockOrder(tx, brand_id, order_id)
  const isNew = await insertTrackingEvent(tx, {
    brand_id,
    carrier_code: carrierCode,
    event_id: eventId,
    shipment_id,
    parcel_number,
    status: event.status,
    details: event.details,
    location: event.location,
    occurred_at: event.occurredAt,
    recorded_at: clock.now(),
  })
  if (!isNew) return 'known'
  if (order.shipment?.id !== shipment_id) return 'ignored'
  await saveParcelStatus(tx, target, event)
  if (parcel_number === null && event.eta) {
    await updateShipment(tx, { brand_id, id: shipment_id }, { eta: event.eta, updated_at: clock.now() })
  }
  await updateOrder(work, order, { isScan: SCANS.has(event.status), doer })
  return 'applied'
}

/** Updates the order's shipment document, and moves the order according to its parcels. */
async function updateOrder(
  work: Work,
  order: LockedOrder,
  { isScan, doer }: { isScan: boolean; doer: Doer },
): Promise<void> {
  const { db: tx, clock } = work
  const place = { brandId: order.brand_id, orderId: order.id }
  const by = { ...doer, party: 'carrier' } as const
  const shipment = await readDocument(tx, order)
  let { status } = order
  if (status === 'shipping_labels_generated' && isScan) {
    const id = shipment.id ?? ''
    await updateShipment(
      tx,
      { brand_id: order.brand_id, id },
      { shipped_at: clock.now(), updated_at: clock.now() },
    )
    await moveOrder(work, place, { command: 'scan-parcel', by, decide: () => ({ columns: { shipment } }) })
    status = 'shipped'
  } else await saveShipment(work, order, { shipment })
  const hasArrived = shipment.transaction?.tracking.currentStatus.status === 'DELIVERED'
  if (status === 'shipped' && hasArrived && order.shipping_method === 'marketplace') {
    await moveOrder(work, place, { command: 'acknowledge-reception', by })
  }
}

export interface BrandReport {
  carrier: string | null
  trackingNumber: string | null
  trackingLink: string | null
  parcels: readonly BrandReportParcel[]
}

/** Null leaves the stored value unchanged. */
interface BrandReportParcel {
  number: number
  status: TrackingStatus
  trackingNumber: string | null
  trackingLink: string | null
}

/**
 * Applies what the brand reports about the parcels of a locked order, like events of a carrier. Tracking numbers are stored
 * only in the own flow; with labels of the marketplace they are printed on the label and cannot change.
 */
export async function applyBrandReport(
  work: Work & Pick<Platform, 'config'>,
  order: LockedOrder,
  report: BrandReport,
  doer: Doer,
): Promise<void> {
  const { db: tx, clock, ids } = work
  const id = order.shipment?.id ?? undefined
  const shipment = id === undefined ? undefined : await findShipment(tx, order.brand_id, id)
  if (shipment?.status !== 'ready') return
  if (shipment.flow === 'own') await saveOwnNumbers(work, shipment, report)
  const known = new Map((await parcelsOf(tx, order.brand_id, shipment.id)).map((one) => [one.number, one]))
  const changes = report.parcels.filter(({ number, status }) => {
    const parcel = known.get(number)
    return parcel !== undefined && parcel.status !== status
  })
  for (const { number, status } of changes) {
    const event = { status, details: null, location: null, eta: null, occurredAt: clock.now() }
    await insertTrackingEvent(tx, {
      brand_id: order.brand_id,
      carrier_code: shipment.carrier_code,
      event_id: ids.next(),
      shipment_id: shipment.id,
      parcel_number: number,
      status,
      details: null,
      location: null,
      occurred_at: clock.now(),
      recorded_at: clock.now(),
    })
    const target = {
      brand_id: order.brand_id,
      shipment_id: shipment.id,
      order_id: order.id,
      parcel_number: number,
    }
    await saveParcelStatus(tx, target, event)
  }
  await updateOrder(work, order, { isScan: changes.some(({ status }) => SCANS.has(status)), doer })
}

async function saveOwnNumbers(
  { db: tx, clock, config }: Work & Pick<Platform, 'config'>,
  shipment: ShipmentRow,
  report: BrandReport,
): Promise<void> {
  const own = resolveTracking(carriersOf(config), shipment.carrier_code, {
    trackingProvider: report.carrier ?? undefined,
    trackingNumber: report.trackingNumber ?? shipment.tracking_number ?? undefined,
    trackingLink: report.trackingLink ?? undefined,
  })
  await updateShipment(tx, shipment, {
    carrier_code: own.provider,
    provider: own.provider === MARKETPLACE ? 'other' : own.provider,
    tracking_number: own.number,
    tracking_link: own.link ?? shipment.tracking_link,
    updated_at: clock.now(),
  })
  await saveParcelNumbers(tx, shipment, own.provider, report.parcels)
}

/** The tracking status by which a carrier would cause each command. */
const SIMULATED_STATUS: Partial<Record<string, TrackingStatus>> = {
  'scan-parcel': 'TRANSIT',
  'acknowledge-reception': 'DELIVERED',
}

/** Executes a command for another party, for the sandbox. Commands of carriers are simulated as events of the parcels. */
export const commandWithParcels: typeof commandOrder = async (work, place, options) => {
  const status = SIMULATED_STATUS[options.command]
  if (!status) return await commandOrder(work, place, options)
  return await inTransaction(work, async (work) => {
    const order = await lockOrder(work.db, place.brandId, place.orderId)
    const shipment = order.shipment?.id && (await findShipment(work.db, order.brand_id, order.shipment.id))
    const isCarriers = shipment && shipment.flow === 'labels' && order.shipping_method === 'marketplace'
    if (!isCarriers) return await commandOrder(work, place, options)
    await simulateCarrier(work, place, shipment, { status, doer: options.by })
    const moved = await findOrder(work.db, place.brandId, place.orderId)
    invariant(moved, 'a locked order is still there')
    // If nothing has moved, the status does not allow the command: executing it reports the error.
    return moved.status === order.status ? await commandOrder(work, place, options) : moved
  })
}

async function simulateCarrier(
  work: Work,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  {
    id,
    carrier_code,
    ship_to,
  }: { id: string; carrier_code: string; ship_to: { city: string; postalCode: string; countryCode: string } },
  { status, doer }: { status: TrackingStatus; doer: Doer },
): Promise<void> {
  const { city, postalCode, countryCode } = ship_to
  const isDelivered = status === 'DELIVERED'
  for (const { number } of await parcelsOf(work.db, brandId, id)) {
    const target = { brand_id: brandId, shipment_id: id, order_id: orderId, parcel_number: number }
    const event = {
      carrierCode: carrier_code,
      eventId: work.ids.next(),
      status,
      details: isDelivered ? 'Delivered.' : 'Picked up.',
      location: isDelivered ? { city, state: null, zip: postalCode, country: countryCode } : null,
      occurredAt: work.clock.now(),
      eta: null,
    }
    await applyEvent(work, target, event, doer)
  }
}
