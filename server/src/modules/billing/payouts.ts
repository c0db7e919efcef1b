/** Payouts: what brands were paid. The move `pay-brand` makes one, with one transfer, for its order. */

import type { OffsetPage } from '@tradehall/jsonapi'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { loadRetailers } from '../identity/index.ts'
import { countPaidOrders, listPaidOrders, type PaidOrder } from '../ordering/index.ts'

/** Has the id of the payment in the history of its order; its transfer has that of the event. */
export interface Payout extends PaidOrder {
  order_id: string
  store_name: string | null
}

/** Read from the paid orders: nothing could be lost between a payment and a row that tells of it. */
export async function readPayouts(
  db: Queryable,
  brandId: BrandId,
  page: OffsetPage,
): Promise<{ payouts: Payout[]; total: number }> {
  const [orders, total] = await Promise.all([listPaidOrders(db, brandId, page), countPaidOrders(db, brandId)])
  const retailers = await loadRetailers(db, [...new Set(orders.map((order) => order.retailer_id))])
  const names = new Map(retailers.map(({ id, store_name }) => [id, store_name]))
  const payouts = orders.map((order) => ({
    ...order,
    id: order.payment_id,
    order_id: order.id,
    store_name: names.get(order.retailer_id) ?? null,
  }))
  return { payouts, total }
}
