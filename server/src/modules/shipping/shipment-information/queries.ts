import { onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { ShipmentsParcelsRow, ShipmentsShipmentsRow } from '../../../platform/rows.ts'
import type { ShippedItem } from '../../ordering/index.ts'
import type { TrackingStatus } from '../carriers/carrier.ts'

export interface FromAddress {
  name: string
  street: string
  city: string
  postalCode: string
  countryCode: string
}

export type ReportedShipmentRow = Omit<ShipmentsShipmentsRow, 'status' | 'from_address'> & {
  status: TrackingStatus
  from_address: FromAddress | null
}
export type ReportedParcelRow = Omit<ShipmentsParcelsRow, 'status' | 'shipped_items'> & {
  status: TrackingStatus
  shipped_items: readonly ShippedItem[]
}

/** The report on the shipment of an order, with its parcels ordered by number. */
export async function findReportedShipment(
  db: Queryable,
  brandId: BrandId,
  orderId: OrderId,
): Promise<(ReportedShipmentRow & { parcels: ReportedParcelRow[] }) | undefined> {
  const [[told], parcels] = await Promise.all([
    db<ReportedShipmentRow[]>`
      select brand_id, order_id, id, shipment_id, carrier, tracking_number, tracking_link, status, from_address,
        quote_id, created_at, updated_at
      from shipments.shipments
      where brand_id = ${brandId} and order_id = ${orderId}`,
    db<ReportedParcelRow[]>`
      select brand_id, order_id, number, id, tracking_number, tracking_link, status, length_cm, width_cm, height_cm,
        weight_g, sscc, shipped_items
      from shipments.parcels
      where brand_id = ${brandId} and order_id = ${orderId}
      order by number`,
  ])
  return told && { ...told, parcels }
}

/** Of any brand; uses shipments_id_idx. */
export async function findReportedShipmentById(
  db: Queryable,
  id: string,
): Promise<Pick<ReportedShipmentRow, 'brand_id' | 'order_id'> | undefined> {
  const [found] = await db<Pick<ReportedShipmentRow, 'brand_id' | 'order_id'>[]>`
    select brand_id, order_id from shipments.shipments where id = ${id}`
  return found
}

/** Replaces an earlier report. */
export async function saveReportedShipment(
  tx: Queryable,
  told: ReportedShipmentRow,
  parcels: readonly ReportedParcelRow[],
): Promise<void> {
  const { brand_id, order_id, created_at: _first, ...changes } = told
  await tx`
    insert into shipments.shipments ${tx(told as never)}
    on conflict on constraint shipments_pkey do update set ${tx(changes as never)}`
  await tx`delete from shipments.parcels where brand_id = ${brand_id} and order_id = ${order_id}`
  await onNodeOf(
    brand_id,
    tx`
    insert into shipments.parcels
    select * from json_populate_recordset(null::shipments.parcels, ${JSON.stringify(parcels)}::text::json)`,
  )
}
