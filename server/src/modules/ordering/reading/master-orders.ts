/** Master orders: each stands for one order and has its id. */

import { missing } from '../../../http/ownership.ts'
import { pointTo, unprocessable } from '../../../http/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { newestFirst } from '../../../platform/keyset.ts'
import type { FindOwned, ListOwned } from '../../../platform/owned.ts'
import type { Work } from '../../../platform/work.ts'
import { dayOf } from '../intake/shipping-dates.ts'
import { ownersOfOrder } from './orders.ts'

export interface MasterOrderRow {
  id: string
  external_order_id: string | null
  shipment_id: string | null
  created_at: Date
}

export const findMasterOrder: FindOwned<MasterOrderRow> = async (db, brandId, id) => {
  const [found] = await db<MasterOrderRow[]>`
    select ${columns(db)} from ordering.orders where brand_id = ${brandId} and id = ${id}`
  return found
}

/** One page, newest first; rides on orders_newest_idx. */
export const listMasterOrders: ListOwned<MasterOrderRow> = async (db, brandId, walk) => {
  return await db<MasterOrderRow[]>`
    select ${columns(db)}
    from ordering.orders
    where brand_id = ${brandId}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from ordering.orders where brand_id = ${brandId} and id = ${cursor}`)}`
}

/** Notes until when the brand now expects to ship. */
export async function setExpectedShipping(
  { db, clock }: Work,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  latestOn: string | undefined,
  at?: string,
): Promise<MasterOrderRow> {
  const now = clock.now()
  if (latestOn !== undefined && latestOn < dayOf(now)) {
    throw unprocessable(`The date must be today, ${dayOf(now)}, or later; it is ${latestOn}.`, pointTo(at))
  }
  const [changed] =
    latestOn === undefined
      ? [await findMasterOrder(db, brandId, orderId)]
      : await db<MasterOrderRow[]>`
          update ordering.orders
          set updated_latest_on = ${latestOn}, updated_at = ${now}
          where brand_id = ${brandId} and id = ${orderId}
          returning ${columns(db)}`
  if (!changed) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  return changed
}

const columns = (db: Queryable) => db`
  id, null::uuid as external_order_id,
  case when shipped_at is not null then (shipment->>'id')::uuid end as shipment_id, created_at`
