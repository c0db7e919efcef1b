/** What the warehouse sent for a master order, shown like any other shipment: one parcel, with what is in it. */
import { carriersOf, linkOf } from '../../modules/shipping/index.ts'
import type { Queryable } from '../../platform/database.ts'
import { type BrandId, namedId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import {
  type FulfillmentOrderRow,
  findFulfillmentOrder,
  loadFulfillables,
  newestFulfillmentOrder,
} from '../fulfillment/index.ts'
import type { ShippedItem } from './queries.ts'

type Reading = Pick<Platform, 'config' | 'clock'> & { db: Queryable }

export async function readSent(
  reading: Reading,
  brandId: BrandId,
  masterOrderId: string,
  { hasArrived }: { hasArrived: boolean },
) {
  const sent = await newestFulfillmentOrder(reading.db, brandId, masterOrderId)
  if (sent?.status !== 'shipped') return undefined
  const carrier = sent.carrier_name ?? 'other'
  const { tracking_number } = sent
  const shared = {
    tracking_number,
    tracking_link: sent.tracking_link ?? linkOf(carriersOf(reading.config), carrier, tracking_number),
    status: hasArrived ? 'DELIVERED' : 'TRANSIT',
  } as const
  return {
    ...shared,
    id: sent.id,
    order_id: masterOrderId,
    carrier,
    service_code: null,
    from_address: null,
    quote_id: null,
    parcels: [
      {
        ...shared,
        id: namedId(`parcel ${sent.id} 1`),
        number: 1,
        length_cm: null,
        width_cm: null,
        height_cm: null,
        weight_g: null,
        sscc: null,
        shipped_items: await itemsOf(reading, sent),
      },
    ],
    shipment_id: null,
    told: undefined,
  }
}

/** Whose shipment it is; undefined for one that the warehouse did not send. */
export async function masterOrderOfSent(
  db: Queryable,
  brandId: BrandId,
  id: string,
): Promise<string | undefined> {
  return (await findFulfillmentOrder(db, brandId, id))?.master_order_id
}

/** By the variants that were ordered, as a bundle has several items. */
async function itemsOf(
  { db, clock }: Reading,
  { brand_id: brandId, shipped_items: items }: FulfillmentOrderRow,
): Promise<ShippedItem[]> {
  const ids = [...new Set(items.map(({ fulfillableId }) => fulfillableId))]
  const fulfillables = await loadFulfillables(db, brandId, { ids }, clock.now())
  const variantOf = new Map(fulfillables.map(({ id, variant_id }) => [id, variant_id]))
  return items.flatMap(({ fulfillableId, expiryDate, ...item }) => {
    const productVariantId = variantOf.get(fulfillableId)
    return productVariantId === undefined
      ? []
      : [{ ...item, productVariantId, expiryDate: expiryDate?.slice(0, 10) ?? null }]
  })
}
