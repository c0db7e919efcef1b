/** SQL of shipments and parcels. */
import type { Address } from '../../../domain/postal-address.ts'
import { oneOf, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { newestOfBrand, type Walk } from '../../../platform/queries/keyset.ts'
import type { FindOwned, HasOwned, ListOwnedBy, LoadOwned } from '../../../platform/queries/owned.ts'
import type { ShippingParcelsRow, ShippingShipmentsRow } from '../../../platform/rows.ts'
import type { PickupAddress, PickupWindow, TrackingLocation, TrackingStatus } from '../carriers/carrier.ts'
import type { LabelFormat } from '../labels/label.ts'
import type { Flow } from '../quotes/flows.ts'

/**
 * pending ──labels created──▶ ready ──reset──▶ void
 *    │                        ▲
 *    │ labels failed          └── immediately, when the brand ships by itself
 *    └──▶ failed
 */
type ShipmentStatus = 'pending' | 'ready' | 'failed' | 'void'
/** Rows of older versions lack the optional members. */
export type Pickup = PickupWindow & {
  pickupOn: string
  address?: PickupAddress
  reference: string
  bookedAt?: string
  /** The idempotency key of the booking, by which the carrier and concurrent requests distinguish it. */
  bookingId?: string
}
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
/** A shipment and its parcels, in one statement. */
export async function insertShipment(
  tx: Queryable,
  shipment: ShipmentRow,
  parcels: readonly ParcelRow[],
): Promise<void> {
  await onNodeOf(
    shipment.brand_id,
    tx`
    with shipment as (insert into shipping.shipments ${tx(shipment as never)})
    insert into shipping.parcels
    select * from json_populate_recordset(null::shipping.parcels, ${JSON.stringify(parcels)}::text::json)`,
  )
}

export const findShipment: FindOwned<ShipmentRow> = async (db, brandId, id) =>
  (await loadShipments(db, brandId, [id])).at(0)

export const loadShipments: LoadOwned<ShipmentRow> = async (db, brandId, ids) => {
  return await db<ShipmentRow[]>`
    select ${shipmentColumns(db)} from shipping.shipments where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** Ordered by number. */
export const parcelsOf: ListOwnedBy<ParcelRow> = async (db, brandId, shipmentId) => {
  return await db<ParcelRow[]>`
    select brand_id, shipment_id, number, length_cm, width_cm, height_cm, weight_g, carrier_code, tracking_number,
      tracking_link, label_id, status, status_details, status_at, location, eta
    from shipping.parcels
    where brand_id = ${brandId} and shipment_id = ${shipmentId}
    order by number`
}

/** Counts an attempt to create labels. Returns undefined if the shipment is no longer pending. */
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

export type PrintableRow = Pick<
  ShipmentRow,
  'id' | 'order_id' | 'order_reference' | 'carrier_code' | 'label_format' | 'ship_to' | 'tracking_number'
> &
  Pick<ShipmentRow, 'created_at' | 'printed_at' | 'shipped_at'> & { parcels: number }

const printableColumns = (db: Queryable, brandId: BrandId) => db`
  id, order_id, order_reference, carrier_code, label_format, ship_to, tracking_number, created_at, printed_at, shipped_at,
  (
    select count(*)::integer
    from shipping.parcels
    where parcels.brand_id = ${brandId} and parcels.shipment_id = shipments.id
  ) as parcels`

export interface PrintableFilter {
  printed?: boolean
  order?: readonly OrderId[]
}

export const isPrintable = (db: Queryable) => db`flow = 'labels' and status = 'ready' and shipped_at is null`

/** One page of shipments whose labels wait for the first scan, newest first; uses shipments_printable_idx. */
export async function listPrintable(
  db: Queryable,
  brandId: BrandId,
  { printed, order }: PrintableFilter,
  walk: Walk,
): Promise<PrintableRow[]> {
  return await db<PrintableRow[]>`
    select ${printableColumns(db, brandId)}
    from shipping.shipments
    where brand_id = ${brandId} and ${isPrintable(db)}
      ${printed === undefined ? db`` : printed ? db`and printed_at is not null` : db`and printed_at is null`}
      ${order === undefined ? db`` : db`and order_id = ${oneOf(db, order)}`}
      ${newestOfBrand(db, walk, 'shipping.shipments', brandId)}`
}

export const hasShipment: HasOwned = async (db, brandId, id) => {
  const found = await db`select from shipping.shipments where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

export interface PrintableState {
  unprinted: number
  printable: number
  /** As text, because a Date has no microseconds. */
  changed_at: string | null
}

/** Reads all entries of the brand in shipments_printable_idx, which are as many as its parcels that wait for a scan. */
export async function readPrintableState(db: Queryable, brandId: BrandId): Promise<PrintableState> {
  const [state] = await db<PrintableState[]>`
    select count(*) filter (where printed_at is null)::integer as unprinted, count(*)::integer as printable,
      max(updated_at)::text as changed_at
    from shipping.shipments
    where brand_id = ${brandId} and ${isPrintable(db)}`
  invariant(state, 'an aggregate returns one row')
  return state
}

export async function markShipments(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
  { printedAt, now }: { printedAt: Date | null; now: Date },
): Promise<PrintableRow[]> {
  const marked = await db<{ id: string }[]>`
    update shipping.shipments
    set printed_at = ${printedAt}, updated_at = ${now}
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}
    returning id`
  const markedIds = marked.map(({ id }) => id)
  return await db<PrintableRow[]>`
    select ${printableColumns(db, brandId)}
    from shipping.shipments
    where brand_id = ${brandId} and id = ${oneOf(db, markedIds)}`
}

export interface RecentParcel {
  length_cm: number
  width_cm: number
  height_cm: number
  weight_g: number
  uses: number
  last_used_at: Date
}

/** Shipments that are searched for sizes: some weeks of a busy brand, and some milliseconds. */
const RECENT_SHIPMENTS = 200
const MAX_RECENT_PARCELS = 20

/** The sizes of the parcels of recent shipments, latest first; uses shipments_recent_idx and the key of parcels. */
export async function listRecentParcels(db: Queryable, brandId: BrandId): Promise<RecentParcel[]> {
  return await db<RecentParcel[]>`
    select length_cm, width_cm, height_cm, weight_g, count(*)::integer as uses, max(recent.created_at) as last_used_at
    from (
      select id, created_at
      from shipping.shipments
      where brand_id = ${brandId}
      order by created_at desc, id desc
      limit ${RECENT_SHIPMENTS}
    ) as recent
    join shipping.parcels on parcels.brand_id = ${brandId} and shipment_id = recent.id
    group by length_cm, width_cm, height_cm, weight_g
    order by last_used_at desc, uses desc, length_cm, width_cm, height_cm, weight_g
    limit ${MAX_RECENT_PARCELS}`
}

/** Active shipments of an order other than its current one. Locks them. */
export async function listStaleShipments(
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

const shipmentColumns = (db: Queryable) => db`
  brand_id, id, order_id, quote_id, flow, status, carrier_code, provider, label_format, ship_from, ship_to,
  order_reference, attempts, failure, carrier_reference, tracking_number, tracking_link, eta, pickup, shipped_at, printed_at,
  created_at, updated_at`
