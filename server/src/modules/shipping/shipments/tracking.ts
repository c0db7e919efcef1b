/**
 * Where parcels are. Carriers tell it one event at a time, more than once and in any order; the sandbox plays carriers by
 * the same verb. The first scan ships an order; when all of its parcels have arrived, the marketplace's own shipping
 * counts as received.
 */
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
import {
  findShipment,
  findTracked,
  insertTrackingEvent,
  parcelsOf,
  type ShipmentRow,
  saveParcelNumbers,
  saveParcelStatus,
  type Tracked,
  updateShipment,
} from './queries.ts'
import { describeOwn } from './tracking-details.ts'

export interface CarrierEvent {
  carrierCode: string
  /** The carrier's; the same one is told once. */
  eventId: string
  status: TrackingStatus
  details: string | null
  location: TrackingLocation | null
  occurredAt: Date
  eta: Date | null
}

/** `known`: told before. `ignored`: the labels were reset, so that nobody waits for these parcels. */
export type TrackingOutcome = 'applied' | 'known' | 'ignored'

/** Undefined: no parcel has this number. */
export async function trackParcel(
  work: Work,
  trackingNumber: string,
  event: CarrierEvent,
): Promise<TrackingOutcome | undefined> {
  return await inTransaction(work, async (work) => {
    const outcomes: TrackingOutcome[] = []
    for (const tracked of await findTracked(work.db, event.carrierCode, trackingNumber)) {
      outcomes.push(await applyEvent(work, tracked, event))
    }
    const [first] = outcomes
    return outcomes.includes('applied') ? 'applied' : first
  })
}

/** A parcel that was handled by the carrier has left the brand. */
const SCANS: ReadonlySet<TrackingStatus> = new Set(['TRANSIT', 'DELIVERED', 'RETURNED'])

async function applyEvent(
  work: Work,
  tracked: Tracked,
  { carrierCode, eventId, ...event }: CarrierEvent,
  applicationId: string | null = null,
): Promise<TrackingOutcome> {
  const { db: tx, clock } = work
  const { brand_id, shipment_id, order_id, parcel_number } = tracked
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
  await saveParcelStatus(tx, tracked, event)
  if (parcel_number === null && event.eta) {
    await updateShipment(tx, { brand_id, id: shipment_id }, { eta: event.eta, updated_at: clock.now() })
  }
  await followParcels(work, order, { isScan: SCANS.has(event.status), applicationId })
  return 'applied'
}

/** Writes what the order shows, and moves it where its parcels have gone. */
async function followParcels(
  work: Work,
  order: LockedOrder,
  { isScan, applicationId }: { isScan: boolean; applicationId: string | null },
): Promise<void> {
  const { db: tx, clock } = work
  const place = { brandId: order.brand_id, orderId: order.id }
  const by = { party: 'carrier', applicationId } as const
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

export interface ToldShipment {
  carrier: string | null
  trackingNumber: string | null
  trackingLink: string | null
  parcels: readonly ToldParcel[]
}

/** What is not told stays as it is known. */
export interface ToldParcel {
  number: number
  status: TrackingStatus
  trackingNumber: string | null
  trackingLink: string | null
}

/**
 * What the brand itself tells of the parcels of a locked order. It counts like the word of a carrier; the numbers of
 * parcels are the brand's to tell where it has them carried by itself, and those of a label are what the label says.
 */
export async function tellParcels(
  work: Work & Pick<Platform, 'config'>,
  order: LockedOrder,
  told: ToldShipment,
  applicationId: string | null,
): Promise<void> {
  const { db: tx, clock, ids } = work
  const id = order.shipment?.id ?? undefined
  const shipment = id === undefined ? undefined : await findShipment(tx, order.brand_id, id)
  if (shipment?.status !== 'ready') return
  if (shipment.flow === 'own') await saveOwnNumbers(work, shipment, told)
  const known = new Map((await parcelsOf(tx, order.brand_id, shipment.id)).map((one) => [one.number, one]))
  const news = told.parcels.filter(({ number, status }) => {
    const parcel = known.get(number)
    return parcel !== undefined && parcel.status !== status
  })
  for (const { number, status } of news) {
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
    const tracked = {
      brand_id: order.brand_id,
      shipment_id: shipment.id,
      order_id: order.id,
      parcel_number: number,
    }
    await saveParcelStatus(tx, tracked, event)
  }
  await followParcels(work, order, { isScan: news.some(({ status }) => SCANS.has(status)), applicationId })
}

async function saveOwnNumbers(
  { db: tx, clock, config }: Work & Pick<Platform, 'config'>,
  shipment: ShipmentRow,
  told: ToldShipment,
): Promise<void> {
  const own = describeOwn(carriersOf(config), shipment.carrier_code, {
    trackingProvider: told.carrier ?? undefined,
    trackingNumber: told.trackingNumber ?? shipment.tracking_number ?? undefined,
    trackingLink: told.trackingLink ?? undefined,
  })
  await updateShipment(tx, shipment, {
    carrier_code: own.provider,
    provider: own.provider === MARKETPLACE ? 'other' : own.provider,
    tracking_number: own.number,
    tracking_link: own.link ?? shipment.tracking_link,
    updated_at: clock.now(),
  })
  await saveParcelNumbers(tx, shipment, own.provider, told.parcels)
}

/** Which status of its parcels brings an order to where a command leads. */
const PLAYED: Partial<Record<string, TrackingStatus>> = {
  'scan-parcel': 'TRANSIT',
  'acknowledge-reception': 'DELIVERED',
}

/** Gives a command in the name of others. What carriers do, happens to the parcels first. */
export const commandWithParcels: typeof commandOrder = async (work, place, options) => {
  const status = PLAYED[options.command]
  if (!status) return await commandOrder(work, place, options)
  return await inTransaction(work, async (work) => {
    const order = await lockOrder(work.db, place.brandId, place.orderId)
    const shipment = order.shipment?.id && (await findShipment(work.db, order.brand_id, order.shipment.id))
    const isCarriers = shipment && shipment.flow === 'labels' && order.shipping_method === 'marketplace'
    if (!isCarriers) return await commandOrder(work, place, options)
    await playCarrier(work, place, shipment, { status, applicationId: options.by.applicationId })
    const moved = await findOrder(work.db, place.brandId, place.orderId)
    invariant(moved, 'a locked order is still there')
    // In another status than the command needs nothing has moved: say so.
    return moved.status === order.status ? await commandOrder(work, place, options) : moved
  })
}

async function playCarrier(
  work: Work,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  {
    id,
    carrier_code,
    ship_to,
  }: { id: string; carrier_code: string; ship_to: { city: string; postalCode: string; countryCode: string } },
  { status, applicationId }: { status: TrackingStatus; applicationId: string | null },
): Promise<void> {
  const { city, postalCode, countryCode } = ship_to
  const isThere = status === 'DELIVERED'
  for (const { number } of await parcelsOf(work.db, brandId, id)) {
    const tracked = { brand_id: brandId, shipment_id: id, order_id: orderId, parcel_number: number }
    const event = {
      carrierCode: carrier_code,
      eventId: work.ids.next(),
      status,
      details: isThere ? 'Delivered.' : 'Picked up.',
      location: isThere ? { city, state: null, zip: postalCode, country: countryCode } : null,
      occurredAt: work.clock.now(),
      eta: null,
    }
    await applyEvent(work, tracked, event, applicationId)
  }
}
