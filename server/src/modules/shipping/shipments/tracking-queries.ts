/** SQL of scans, and of what they say about parcels. */
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { ShippingTrackingEventsRow } from '../../../platform/rows.ts'
import type { TrackingLocation, TrackingStatus } from '../carriers/carrier.ts'
import type { ShipmentRow } from './queries.ts'

export interface TrackingTarget {
  brand_id: BrandId
  shipment_id: string
  order_id: OrderId
  /** Null for all parcels of the shipment. */
  parcel_number: number | null
}

/** Parcels and shipments of any brand with this number; uses parcels_tracking_idx and shipments_tracking_idx. */
export async function findTrackingTargets(
  db: Queryable,
  carrierCode: string,
  trackingNumber: string,
): Promise<TrackingTarget[]> {
  return await db<TrackingTarget[]>`
    select parcels.brand_id, shipment_id, order_id, number as parcel_number
    from shipping.parcels
    join shipping.shipments on shipments.brand_id = parcels.brand_id and shipments.id = shipment_id
    where parcels.carrier_code = ${carrierCode} and parcels.tracking_number = ${trackingNumber}
    union all
    select brand_id, id, order_id, null
    from shipping.shipments
    where carrier_code = ${carrierCode} and tracking_number = ${trackingNumber}
    order by order_id, shipment_id, parcel_number`
}

/** Returns false if the event was recorded before. */
export async function insertTrackingEvent(
  tx: Queryable,
  event: Omit<ShippingTrackingEventsRow, 'location'> & { location: TrackingLocation | null },
): Promise<boolean> {
  const inserted = await tx`
    insert into shipping.tracking_events ${tx(event as never)}
    on conflict on constraint tracking_events_pkey do nothing
    returning 1`
  return inserted.length > 0
}

export interface ScanRow {
  parcelNumber: number | null
  status: TrackingStatus
  occurredAt: Date
  location: TrackingLocation | null
}

/** Exceeds the number of scans of any real shipment. */
const MAX_SCANS = 200

/** The tracking events of a shipment, newest first; uses tracking_events_shipment_idx. */
export async function listScans(db: Queryable, brandId: BrandId, shipmentId: string): Promise<ScanRow[]> {
  return await db<ScanRow[]>`
    select parcel_number as "parcelNumber", status, occurred_at as "occurredAt", location
    from shipping.tracking_events
    where brand_id = ${brandId} and shipment_id = ${shipmentId}
    order by occurred_at desc, event_id desc
    limit ${MAX_SCANS}`
}

export interface ParcelStatus {
  status: TrackingStatus
  details: string | null
  occurredAt: Date
  location: TrackingLocation | null
  eta: Date | null
}

/** Ignores an event that is older than the stored status. */
export async function saveParcelStatus(
  tx: Queryable,
  { brand_id, shipment_id, parcel_number }: TrackingTarget,
  { status, details, occurredAt, location, eta }: ParcelStatus,
): Promise<void> {
  await tx`
    update shipping.parcels
    set status = ${status}, status_details = ${details}, status_at = ${occurredAt},
      location = ${location && tx.json(location as never)}, eta = coalesce(${eta}::timestamptz, eta)
    where brand_id = ${brand_id} and shipment_id = ${shipment_id}
      and (${parcel_number}::int is null or number = ${parcel_number})
      and (status_at is null or status_at <= ${occurredAt})`
}

/** For a shipment in the own flow. Null leaves the stored value unchanged. */
export async function saveParcelNumbers(
  tx: Queryable,
  { brand_id, id }: Pick<ShipmentRow, 'brand_id' | 'id'>,
  carrierCode: string,
  parcels: readonly { number: number; trackingNumber: string | null; trackingLink: string | null }[],
): Promise<void> {
  await tx`
    update shipping.parcels
    set carrier_code = ${carrierCode}, tracking_number = coalesce(told.tracking_number, parcels.tracking_number),
      tracking_link = coalesce(told.tracking_link, parcels.tracking_link)
    from unnest(
      ${parcels.map(({ number }) => number)}::int[], ${parcels.map(({ trackingNumber }) => trackingNumber)}::text[],
      ${parcels.map(({ trackingLink }) => trackingLink)}::text[]
    ) as told (number, tracking_number, tracking_link)
    where brand_id = ${brand_id} and shipment_id = ${id} and parcels.number = told.number`
}
