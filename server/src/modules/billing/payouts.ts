/** Payouts to brands. The move `pay-brand` creates one payout with one transfer for its order. */
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
  /** The human-readable reference of the order. */
  reference: string
  /** `internal`: an order of the marketplace. */
  source: 'internal' | 'external'
  store_name: string | null
  currency: string
  amount_minor: number
  paid_at: Date
}

/** Payouts for orders that another module owns. */
export interface ExternalPayouts {
  count: (db: Queryable, brandId: BrandId) => Promise<number>
  /** The newest payouts, ordered by payment time and then by order id, both descending. */
  newest: (db: Queryable, brandId: BrandId, limit: number) => Promise<Payout[]>
}

/** The extension is listed among the payouts of marketplace orders. */
export const externalPayouts = singleExtensionPoint<ExternalPayouts>('billing.payouts')

/** Reads payouts from the paid orders themselves, so that no payout row can be missing for a payment. */
export async function readPayouts(
  db: Queryable,
  brandId: BrandId,
  page: OffsetPage,
): Promise<{ payouts: Payout[]; total: number }> {
  const external = externalPayouts.extension
  const [ownCount, externalCount] = await Promise.all([
    countPaidOrders(db, brandId),
    external ? external.count(db, brandId) : 0,
  ])
  const total = ownCount + externalCount
  if (!external || externalCount === 0) return { payouts: await marketplacePayouts(db, brandId, page), total }
  // The page is cut after merging: the offset in one list depends on how many rows of the other precede it.
  const end = page.offset + page.limit
  const lists = await Promise.all([
    marketplacePayouts(db, brandId, { ...page, offset: 0, limit: end }),
    external.newest(db, brandId, end),
  ])
  return { payouts: lists.flat().sort(newestFirst).slice(page.offset, end), total }
}

const newestFirst = (one: Payout, other: Payout) =>
  other.paid_at.getTime() - one.paid_at.getTime() || (other.order_id > one.order_id ? 1 : -1)

/** A payout has the id of the payment in the history of its order, and its transfer the id of the event. */
async function marketplacePayouts(db: Queryable, brandId: BrandId, page: OffsetPage): Promise<Payout[]> {
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
