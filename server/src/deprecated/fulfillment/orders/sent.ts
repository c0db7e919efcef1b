/** What left the warehouse, as the order that it was for shows it. */
import type { ExternalShipment, ShippedItem } from '../../../modules/ordering/index.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { FindOwned } from '../../../platform/owned.ts'
import { type FulfillmentOrderRow, newestFulfillmentOrder } from './queries.ts'

type Sent = Omit<ExternalShipment, 'hasArrived'>

export async function sentOf(db: Queryable, order: FulfillmentOrderRow): Promise<Sent> {
  const { id, carrier_name, tracking_number, tracking_link } = order
  const isTracked = tracking_number !== null || tracking_link !== null
  return {
    id,
    provider: carrier_name ?? 'other',
    tracking: isTracked ? { number: tracking_number ?? '', link: tracking_link ?? '' } : null,
    items: await itemsOf(db, order),
  }
}

/** Of a master order; undefined before anything has left. */
export const sentForMasterOrder: FindOwned<Sent> = async (db, brandId, masterOrderId) => {
  const newest = await newestFulfillmentOrder(db, brandId, masterOrderId)
  return newest?.status === 'shipped' ? await sentOf(db, newest) : undefined
}

/** By the variants that were ordered, as a bundle has several items. */
async function itemsOf(
  db: Queryable,
  { brand_id: brandId, shipped_items: items }: FulfillmentOrderRow,
): Promise<ShippedItem[]> {
  const ids = [...new Set(items.map(({ fulfillableId }) => fulfillableId))]
  const fulfillables = await db<{ id: string; variant_id: string }[]>`
    select id, variant_id from fulfillment.fulfillables where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
  const variantOf = new Map(fulfillables.map(({ id, variant_id }) => [id, variant_id]))
  return items.flatMap(({ fulfillableId, expiryDate, ...item }) => {
    const productVariantId = variantOf.get(fulfillableId)
    return productVariantId === undefined
      ? []
      : [{ ...item, productVariantId, expiryDate: expiryDate?.slice(0, 10) ?? null }]
  })
}
