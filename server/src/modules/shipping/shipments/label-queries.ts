/** SQL of labels. */
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned, LoadOwned } from '../../../platform/queries/owned.ts'
import type { ShippingLabelsRow } from '../../../platform/rows.ts'
import type { ShipmentRow } from './queries.ts'

export type LabelRow = Omit<ShippingLabelsRow, 'bytes'>

export async function insertLabel(tx: Queryable, label: LabelRow & { bytes: Buffer | null }): Promise<void> {
  await tx`insert into shipping.labels ${tx(label as never)}`
}

/** Without its bytes. */
export const findLabel: FindOwned<LabelRow> = async (db, brandId, id) => {
  const [label] = await db<LabelRow[]>`
    select ${labelColumns(db)}
    from shipping.labels
    where brand_id = ${brandId} and id = ${id}`
  return label
}

/** Labels of several shipments, sorted by parcel within each. */
export const labelsOfShipments: LoadOwned<LabelRow> = async (db, brandId, shipmentIds) => {
  return await db<LabelRow[]>`
    select ${labelColumns(db)}
    from shipping.labels
    where brand_id = ${brandId} and shipment_id = ${oneOf(db, shipmentIds)}
    order by shipment_id, parcel_number`
}

export const loadLabelBytes: LoadOwned<{ id: string; bytes: Buffer | null }> = async (db, brandId, ids) => {
  return await db<{ id: string; bytes: Buffer | null }[]>`
    select id, bytes from shipping.labels where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** Without their bytes, ordered by parcel. */
export async function labelsOf(db: Queryable, brandId: BrandId, shipmentId: string): Promise<LabelRow[]> {
  return await db<LabelRow[]>`
    select ${labelColumns(db)}
    from shipping.labels
    where brand_id = ${brandId} and shipment_id = ${shipmentId}
    order by parcel_number`
}

export async function readLabelBytes(
  db: Queryable,
  { brand_id, id }: Pick<LabelRow, 'brand_id' | 'id'>,
): Promise<Buffer | null> {
  const [label] = await db<{ bytes: Buffer | null }[]>`
    select bytes from shipping.labels where brand_id = ${brand_id} and id = ${id}`
  return label?.bytes ?? null
}

/** Deletes the bytes of void labels and returns the labels. */
export async function dropLabelBytes(
  db: Queryable,
  { brand_id, id }: Pick<ShipmentRow, 'brand_id' | 'id'>,
): Promise<LabelRow[]> {
  return await db<LabelRow[]>`
    update shipping.labels
    set bytes = null
    where brand_id = ${brand_id} and shipment_id = ${id}
    returning ${labelColumns(db)}`
}

const labelColumns = (db: Queryable) =>
  db`brand_id, id, order_id, shipment_id, parcel_number, size, created_at`
