/** Master orders: each stands for one order and has its id. */

import { missing } from '../../../domain/ownership.ts'
import { pointTo, unprocessable } from '../../../domain/problems.ts'
import { type Fragment, limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { newestFirst } from '../../../platform/keyset.ts'
import type { FindOwned, HasOwned, ListOwned, LoadOwned } from '../../../platform/owned.ts'
import type { Work } from '../../../platform/work.ts'
import { dayOf } from '../intake/shipping-dates.ts'
import type { BrandOrder } from '../life/locked-order.ts'
import { ownersOfOrder } from './orders.ts'
import type { OutsideShipment } from './shipment.ts'

export interface MasterOrderRow {
  id: string
  /** One of the two is the id, the other is null. */
  internal_order_id: string | null
  external_order_id: string | null
  shipment_id: string | null
  created_at: Date
}

/** Orders of another module that have master orders too. */
export interface OutsideOrders {
  /** The table, with `brand_id`, `id`, `shipment_id` and `created_at`; an index for lists leads with the brand. */
  table: (db: Queryable) => Fragment
  /** What `include` may name beyond `externalOrder`. */
  includes: readonly string[]
  /** Whose an order is, for the answer to a miss. */
  ownerOf: (db: Queryable, id: string) => Promise<BrandId | undefined>
  /** Notes until when the brand now expects to ship one that is there. */
  setLatest: (work: Work, order: BrandOrder, latestOn: string) => Promise<void>
  /** What has left for one; undefined before anything has. */
  shipmentOf: (db: Queryable, brandId: BrandId, id: string) => Promise<OutsideShipment | undefined>
}

/** Ordering lists the orders of the later module that fills this among its own. */
export const outsideOrders = singleExtensionPoint<OutsideOrders>('ordering.master-orders')

export const outsideIncludes = (): readonly string[] => outsideOrders.extension?.includes ?? []

export const outsideShipment: OutsideOrders['shipmentOf'] = async (db, brandId, id) =>
  await outsideOrders.extension?.shipmentOf(db, brandId, id)

const findMasterOrder: FindOwned<MasterOrderRow> = async (db, brandId, id) => {
  const [found] = await loadMasterOrders(db, brandId, [id])
  return found
}

export const loadMasterOrders: LoadOwned<MasterOrderRow> = async (db, brandId, ids) => {
  const wanted = db`where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
  const outside = outsideOrders.extension
  return await db<MasterOrderRow[]>`
    select ${columns(db)} from ordering.orders ${wanted}
    ${outside ? db`union all select ${outsideColumns(db)} from ${outside.table(db)} ${wanted}` : db``}`
}

export const hasMasterOrder: HasOwned = async (db, brandId, id) =>
  (await findMasterOrder(db, brandId, id)) !== undefined

/** Whose a master order is, for those who know no brand and for the answer to a miss. */
async function ownerOfMasterOrder(db: Queryable, id: string): Promise<BrandId | undefined> {
  return (await ownersOfOrder(db, id))?.brandId ?? (await outsideOrders.extension?.ownerOf(db, id))
}

/** One page, newest first; rides on orders_newest_idx, and on that of the orders from outside, a page of each at most. */
export const listMasterOrders: ListOwned<MasterOrderRow> = async (db, brandId, walk) => {
  const placeIn = (table: Fragment) => (cursor: string) =>
    db`select created_at, id from ${table} where brand_id = ${brandId} and id = ${cursor}`
  const own = db`ordering.orders`
  const outside = outsideOrders.extension
  if (!outside) {
    return await db<MasterOrderRow[]>`
      select ${columns(db)} from ${own} where brand_id = ${brandId} ${newestFirst(db, walk, placeIn(own))}`
  }
  const others = outside.table(db)
  const placeOf = (cursor: string) => db`${placeIn(own)(cursor)} union all ${placeIn(others)(cursor)}`
  const direction = walk.backwards ? db`created_at, id` : db`created_at desc, id desc`
  return await db<MasterOrderRow[]>`
    (select ${columns(db)} from ${own} where brand_id = ${brandId} ${newestFirst(db, walk, placeOf)})
    union all
    (select ${outsideColumns(db)} from ${others} where brand_id = ${brandId} ${newestFirst(db, walk, placeOf)})
    order by ${direction} ${limitTo(db, walk.limit)}`
}

/** Notes until when the brand now expects to ship. */
export async function setExpectedShipping(
  work: Work,
  place: BrandOrder,
  latestOn: string | undefined,
  at?: string,
): Promise<MasterOrderRow> {
  const { db, clock } = work
  const { brandId, orderId } = place
  const now = clock.now()
  if (latestOn !== undefined && latestOn < dayOf(now)) {
    throw unprocessable(`The date must be today, ${dayOf(now)}, or later; it is ${latestOn}.`, pointTo(at))
  }
  const found = await readMasterOrder(db, place)
  if (latestOn === undefined) return found
  if (found.internal_order_id === null) await outsideOrders.extension?.setLatest(work, place, latestOn)
  else {
    await db`
      update ordering.orders
      set updated_latest_on = ${latestOn}, updated_at = ${now}
      where brand_id = ${brandId} and id = ${orderId}`
  }
  return found
}

export async function readMasterOrder(
  db: Queryable,
  { brandId, orderId }: BrandOrder,
): Promise<MasterOrderRow> {
  const found = await findMasterOrder(db, brandId, orderId)
  if (found) return found
  throw missing('master order', orderId, { exists: (await ownerOfMasterOrder(db, orderId)) !== undefined })
}

const outsideColumns = (db: Queryable) => db`
  id, null::uuid as internal_order_id, id as external_order_id, shipment_id, created_at`

const columns = (db: Queryable) => db`
  id, id as internal_order_id, null::uuid as external_order_id,
  case when shipped_at is not null then coalesce(shipment->>'id', shipment->>'outsideId')::uuid end as shipment_id,
  created_at`
