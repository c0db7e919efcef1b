/** Payouts: what brands were paid. The move `pay-brand` makes one, with one transfer, for its order. */

import type { OffsetPage } from '@tradehall/jsonapi'
import type { Queryable } from '../../platform/database.ts'
import { singleExtensionPoint } from '../../platform/extension-points.ts'
import type { BrandId } from '../../platform/ids.ts'
import { loadRetailers } from '../identity/index.ts'
import { countPaidOrders, listPaidOrders } from '../ordering/index.ts'

export interface Payout {
  id: string
  transfer_id: string
  order_id: string
  /** What people call the order. */
  reference: string
  /** `internal`: an order of the marketplace. */
  source: 'internal' | 'external'
  store_name: string | null
  currency: string
  amount_minor: number
  paid_at: Date
}

/** Paid orders of another module. */
export interface OutsidePayouts {
  count: (db: Queryable, brandId: BrandId) => Promise<number>
  /** The newest so many, newest first, and at one moment the greatest order id first. */
  newest: (db: Queryable, brandId: BrandId, limit: number) => Promise<Payout[]>
}

/** Billing lists the payouts of the later module that fills this among those of the marketplace. */
export const outsidePayouts = singleExtensionPoint<OutsidePayouts>('billing.payouts')

/** Read from the paid orders: nothing could be lost between a payment and a row that tells of it. */
export async function readPayouts(
  db: Queryable,
  brandId: BrandId,
  page: OffsetPage,
): Promise<{ payouts: Payout[]; total: number }> {
  const outside = outsidePayouts.extension
  const [own, others] = await Promise.all([
    countPaidOrders(db, brandId),
    outside ? outside.count(db, brandId) : 0,
  ])
  const total = own + others
  if (!outside || others === 0) return { payouts: await ofMarketplace(db, brandId, page), total }
  // Where one of both lists goes on depends on how much of the other one came before.
  const end = page.offset + page.limit
  const lists = await Promise.all([
    ofMarketplace(db, brandId, { ...page, offset: 0, limit: end }),
    outside.newest(db, brandId, end),
  ])
  return { payouts: lists.flat().sort(newestFirst).slice(page.offset, end), total }
}

const newestFirst = (one: Payout, other: Payout) =>
  other.paid_at.getTime() - one.paid_at.getTime() || (other.order_id > one.order_id ? 1 : -1)

/** The payout has the id of the payment in the history of its order; its transfer has that of the event. */
async function ofMarketplace(db: Queryable, brandId: BrandId, page: OffsetPage): Promise<Payout[]> {
  const orders = await listPaidOrders(db, brandId, page)
  const retailers = await loadRetailers(db, [...new Set(orders.map((order) => order.retailer_id))])
  const names = new Map(retailers.map(({ id, store_name }) => [id, store_name]))
  return orders.map((order) => ({
    id: order.payment_id,
    transfer_id: order.payment_event_id,
    order_id: order.id,
    reference: String(order.reference),
    source: 'internal',
    store_name: names.get(order.retailer_id) ?? null,
    currency: order.currency,
    amount_minor: order.net_minor,
    paid_at: order.paid_at,
  }))
}
