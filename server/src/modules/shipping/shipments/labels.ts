/** Downloads of labels. */
import { buffer } from 'node:stream/consumers'
import { missing } from '../../../domain/ownership.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { findOrder, ownersOfOrder } from '../../ordering/index.ts'
import { labelsMissing, labelVoid } from '../errors.ts'
import { findLabel, type LabelRow, labelsOf } from './label-queries.ts'
import { readLabel } from './label-store.ts'
import { parcelsOf } from './queries.ts'

/** `brandId` is undefined for a signed link. A label is void once its order no longer has the shipment. */
export async function openLabel(
  { db, config }: Platform,
  orderId: OrderId,
  labelId: string,
  brandId: BrandId | undefined,
): Promise<{ bytes: Buffer; filename: string }> {
  const label =
    (brandId && (await findLabel(db, brandId, labelId))) ?? (await findLabelOfOrder(db, orderId, labelId))
  if (!label || label.order_id !== orderId) throw missing('label', labelId, { exists: false })
  if (brandId !== undefined && label.brand_id !== brandId) throw missing('label', labelId, { exists: true })
  const [order, parcels] = await Promise.all([
    findOrder(db, label.brand_id, orderId),
    parcelsOf(db, label.brand_id, label.shipment_id),
  ])
  if (order?.shipment?.id !== label.shipment_id) throw labelVoid(labelId)
  return {
    bytes: await readLabel(db, config, label),
    filename: `label-${order.reference}-${label.parcel_number}-of-${parcels.length}.pdf`,
  }
}

/** By the brand of the order, because only the node of a brand is asked for its labels. */
async function findLabelOfOrder(
  db: Queryable,
  orderId: OrderId,
  labelId: string,
): Promise<LabelRow | undefined> {
  const owners = await ownersOfOrder(db, orderId)
  return owners && (await findLabel(db, owners.brandId, labelId))
}

/** All labels of an order merged into one file, in the order of the parcels. */
export async function openOrderLabels(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  brandId: BrandId,
  orderId: OrderId,
): Promise<{ bytes: Buffer; filename: string }> {
  const order = await findOrder(db, brandId, orderId)
  if (!order) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  const labels = order.shipment?.id ? await labelsOf(db, brandId, order.shipment.id) : []
  if (labels.length === 0) throw labelsMissing(order)
  const files = await Promise.all(labels.map((label) => readLabel(db, config, label)))
  // Loaded on first use: most processes never merge labels.
  const { streamJoinedPdf } = await import('../labels/stream-joined-pdf.ts')
  return { bytes: await buffer(streamJoinedPdf(files)), filename: `labels-${order.reference}.pdf` }
}

/** The labels of a shipment, keyed by parcel number. */
export async function openLabels(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  brandId: BrandId,
  shipmentId: string,
): Promise<Map<number, Buffer>> {
  const labels = await labelsOf(db, brandId, shipmentId)
  return new Map(
    await Promise.all(
      labels.map(async (label) => [label.parcel_number, await readLabel(db, config, label)] as const),
    ),
  )
}
