import type { Address } from '../../../http/address.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { FindOwned, LoadOwned } from '../../../platform/owned.ts'
import type {
  ShippingLabelsRow,
  ShippingParcelsRow,
  ShippingShipmentsRow,
  ShippingTrackingEventsRow,
} from '../../../platform/rows.ts'
import type { PickupWindow, TrackingLocation, TrackingStatus } from '../carriers/carrier.ts'
import type { LabelFormat } from '../labels/label.ts'
import type { Flow } from '../quotes/flows.ts'

/**
 * pending ──labels made──▶ ready ──taken back──▶ void
 *    │                        ▲
 *    │ no labels at last      └── at once, when the brand ships by itself
 *    └──▶ failed
 */
export type ShipmentStatus = 'pending' | 'ready' | 'failed' | 'void'
export type Pickup = PickupWindow & { pickupOn: string; reference: string }
export type ShipmentRow = Omit<
  ShippingShipmentsRow,
  'flow' | 'status' | 'label_format' | 'ship_from' | 'ship_to' | 'pickup'
> & {
  flow: Flow
  status: ShipmentStatus
  label_format: LabelFormat
  ship_from: Address
  ship_to: Address
  pickup: Pickup | null
}
export type ParcelRow = Omit<ShippingParcelsRow, 'status' | 'location'> & {
  status: TrackingStatus
  location: TrackingLocation | null
}
export type LabelRow = Omit<ShippingLabelsRow, 'bytes'>

/** A shipment and its parcels, in one statement. */
export async function insertShipment(
  tx: Queryable,
  shipment: ShipmentRow,
  parcels: readonly ParcelRow[],
): Promise<void> {
  await tx`
    with shipment as (insert into shipping.shipments ${tx(shipment as never)})
    insert into shipping.parcels
    select * from json_populate_recordset(null::shipping.parcels, ${JSON.stringify(parcels)}::text::json)`
}

export const findShipment: FindOwned<ShipmentRow> = async (db, brandId, id) => {
  const [shipment] = await loadShipments(db, brandId, [id])
  return shipment
}

export const loadShipments: LoadOwned<ShipmentRow> = async (db, brandId, ids) => {
  return await db<ShipmentRow[]>`
    select ${shipmentColumns(db)}
    from shipping.shipments
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** In their order. */
export async function parcelsOf(db: Queryable, brandId: BrandId, shipmentId: string): Promise<ParcelRow[]> {
  return await db<ParcelRow[]>`
    select brand_id, shipment_id, number, length_cm, width_cm, height_cm, weight_g, carrier_code, tracking_number,
      tracking_link, label_id, status, status_details, status_at, location, eta
    from shipping.parcels
    where brand_id = ${brandId} and shipment_id = ${shipmentId}
    order by number`
}

/** Counts an attempt to make labels. Undefined when there is nothing to make any more. */
export const beginAttempt: FindOwned<ShipmentRow> = async (db, brandId, id) => {
  const [shipment] = await db<ShipmentRow[]>`
    update shipping.shipments
    set attempts = attempts + 1
    where brand_id = ${brandId} and id = ${id} and status = 'pending'
    returning ${shipmentColumns(db)}`
  return shipment
}

export async function updateShipment(
  db: Queryable,
  { brand_id, id }: Pick<ShipmentRow, 'brand_id' | 'id'>,
  changes: Partial<ShipmentRow> & Pick<ShipmentRow, 'updated_at'>,
): Promise<void> {
  await db`
    update shipping.shipments set ${db(changes as never)} where brand_id = ${brand_id} and id = ${id}`
}

export interface LabelledParcelRow {
  number: number
  trackingNumber: string
  trackingLink: string | null
  labelId: string
}

export async function saveLabelled(
  tx: Queryable,
  { brand_id, id }: Pick<ShipmentRow, 'brand_id' | 'id'>,
  parcels: readonly LabelledParcelRow[],
): Promise<void> {
  await tx`
    update shipping.parcels
    set tracking_number = labelled.tracking_number, tracking_link = labelled.tracking_link,
      label_id = labelled.label_id, status = 'PRE_TRANSIT'
    from unnest(
      ${parcels.map(({ number }) => number)}::int[], ${parcels.map(({ trackingNumber }) => trackingNumber)}::text[],
      ${parcels.map(({ trackingLink }) => trackingLink)}::text[], ${parcels.map(({ labelId }) => labelId)}::uuid[]
    ) as labelled (number, tracking_number, tracking_link, label_id)
    where brand_id = ${brand_id} and shipment_id = ${id} and parcels.number = labelled.number`
}

export async function insertLabel(tx: Queryable, label: LabelRow & { bytes: Buffer | null }): Promise<void> {
  await tx`insert into shipping.labels ${tx(label as never)}`
}

/** Of whichever brand, without its bytes; rides on labels_id_idx. */
export async function findLabelOfAnyBrand(db: Queryable, id: string): Promise<LabelRow | undefined> {
  const [label] = await db<LabelRow[]>`
    select brand_id, id, order_id, shipment_id, parcel_number, size, created_at
    from shipping.labels
    where id = ${id}`
  return label
}

export async function readLabelBytes(
  db: Queryable,
  { brand_id, id }: Pick<LabelRow, 'brand_id' | 'id'>,
): Promise<Buffer | null> {
  const [label] = await db<{ bytes: Buffer | null }[]>`
    select bytes from shipping.labels where brand_id = ${brand_id} and id = ${id}`
  return label?.bytes ?? null
}

/** Forgets the bytes of labels that nobody may use any more, and tells which they were. */
export async function dropLabelBytes(
  db: Queryable,
  { brand_id, id }: Pick<ShipmentRow, 'brand_id' | 'id'>,
): Promise<LabelRow[]> {
  return await db<LabelRow[]>`
    update shipping.labels
    set bytes = null
    where brand_id = ${brand_id} and shipment_id = ${id}
    returning brand_id, id, order_id, shipment_id, parcel_number, size, created_at`
}

/** What of an order is under way although the order no longer says so. */
export async function listStale(
  tx: Queryable,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  currentId: string | null,
): Promise<ShipmentRow[]> {
  return await tx<ShipmentRow[]>`
    select ${shipmentColumns(tx)}
    from shipping.shipments
    where brand_id = ${brandId} and order_id = ${orderId} and status in ('pending', 'ready')
      and id is distinct from ${currentId}
    for update`
}

export interface Tracked {
  brand_id: BrandId
  shipment_id: string
  order_id: OrderId
  /** Null: all of the shipment. */
  parcel_number: number | null
}

/** Whatever has this number, of whichever brand; rides on parcels_tracking_idx and shipments_tracking_idx. */
export async function findTracked(
  db: Queryable,
  carrierCode: string,
  trackingNumber: string,
): Promise<Tracked[]> {
  return await db<Tracked[]>`
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

/** False: it was told before. */
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

/** More than any shipment has. */
const MAX_SCANS = 200

/** What carriers have told of a shipment, newest first; rides on tracking_events_shipment_idx. */
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

/** What is older than what is known already changes nothing. */
export async function saveParcelStatus(
  tx: Queryable,
  { brand_id, shipment_id, parcel_number }: Tracked,
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

/** Of a shipment that the brand has carried by itself; what is null is not told and stays. */
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

/** Without their bytes, in the order of the parcels. */
export async function labelsOf(db: Queryable, brandId: BrandId, shipmentId: string): Promise<LabelRow[]> {
  return await db<LabelRow[]>`
    select brand_id, id, order_id, shipment_id, parcel_number, size, created_at
    from shipping.labels
    where brand_id = ${brandId} and shipment_id = ${shipmentId}
    order by parcel_number`
}

const shipmentColumns = (db: Queryable) => db`
  brand_id, id, order_id, quote_id, flow, status, carrier_code, provider, label_format, ship_from, ship_to,
  order_reference, attempts, failure, carrier_reference, tracking_number, tracking_link, eta, pickup, shipped_at,
  created_at, updated_at`
