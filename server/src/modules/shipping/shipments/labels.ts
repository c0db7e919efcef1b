import { missing } from '../../../http/ownership.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { findOrder } from '../../ordering/index.ts'
import { labelVoid } from '../errors.ts'
import { readLabel } from './label-store.ts'
import { findLabelOfAnyBrand, labelsOf, parcelsOf } from './queries.ts'

/** For the brand, or for whoever has a link that was signed for it. A label counts while its order has its shipment. */
export async function openLabel(
  { db, config }: Platform,
  orderId: OrderId,
  labelId: string,
  brandId: BrandId | undefined,
): Promise<{ bytes: Buffer; filename: string }> {
  const label = await findLabelOfAnyBrand(db, labelId)
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

/** Those of the parcels of a shipment that its order has, by the number of the parcel. */
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
