/** Payouts to brands. The move `pay-brand` creates one payout with one transfer for its order. */
import type { OffsetPage } from '@tradehall/jsonapi'
import { missing } from '../../domain/ownership.ts'
import type { Queryable } from '../../platform/database.ts'
import { singleExtensionPoint } from '../../platform/extension-points.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { FindOwned } from '../../platform/queries/owned.ts'
import { loadRetailers } from '../identity/index.ts'
import {
  countPaidOrders,
  findPaidOrder,
  hasPayment,
  listPaidOrders,
  type PaidOrder,
  type PaidWithin,
} from '../ordering/index.ts'

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
  count: (db: Queryable, brandId: BrandId, within: PaidWithin) => Promise<number>
  /** The newest payouts, ordered by payment time and then by order id, both descending. */
  newest: (db: Queryable, brandId: BrandId, within: PaidWithin & { limit: number }) => Promise<Payout[]>
  find: FindOwned<Payout>
}

/** The extension is listed among the payouts of marketplace orders. */
export const externalPayouts = singleExtensionPoint<ExternalPayouts>('billing.payouts')

/** Reads payouts from the paid orders themselves, so that no payout row can be missing for a payment. */
export async function readPayouts(
  db: Queryable,
  brandId: BrandId,
  page: OffsetPage & PaidWithin,
): Promise<{ payouts: Payout[]; total: number }> {
  const external = externalPayouts.extension
  const [ownCount, externalCount] = await Promise.all([
    countPaidOrders(db, brandId, page),
    external ? external.count(db, brandId, page) : 0,
  ])
  const total = ownCount + externalCount
  if (!external || externalCount === 0) return { payouts: await marketplacePayouts(db, brandId, page), total }
  // The page is cut after merging: the offset in one list depends on how many rows of the other precede it.
  const end = page.offset + page.limit
  const lists = await Promise.all([
    marketplacePayouts(db, brandId, { ...page, offset: 0, limit: end }),
    external.newest(db, brandId, { ...page, limit: end }),
  ])
  return { payouts: lists.flat().sort(newestFirst).slice(page.offset, end), total }
}

export async function readPayout(db: Queryable, brandId: BrandId, id: string): Promise<Payout> {
  const order = await findPaidOrder(db, brandId, id)
  if (order) return payoutsOf(await namesOf(db, [order]))(order)
  const external = await externalPayouts.extension?.find(db, brandId, id)
  if (external) return external
  throw missing('payout', id, { exists: await hasPayment(db, id) })
}

const newestFirst = (one: Payout, other: Payout) =>
  other.paid_at.getTime() - one.paid_at.getTime() || (other.order_id > one.order_id ? 1 : -1)

async function marketplacePayouts(
  db: Queryable,
  brandId: BrandId,
  page: OffsetPage & PaidWithin,
): Promise<Payout[]> {
  const orders = await listPaidOrders(db, brandId, page)
  return orders.map(payoutsOf(await namesOf(db, orders)))
}

type StoreNames = ReadonlyMap<string, string>

async function namesOf(db: Queryable, orders: readonly PaidOrder[]): Promise<StoreNames> {
  const retailers = await loadRetailers(db, [...new Set(orders.map((order) => order.retailer_id))])
  return new Map(retailers.map(({ id, store_name }) => [id, store_name]))
}

/** A payout has the id of the payment in the history of its order, and its transfer the id of the event. */
const payoutsOf =
  (names: StoreNames) =>
  (order: PaidOrder): Payout => ({
    id: order.payment_id,
    transfer_id: order.payment_event_id,
    order_id: order.id,
    reference: String(order.reference),
    source: 'internal',
    store_name: names.get(order.retailer_id) ?? null,
    currency: order.currency,
    amount_minor: order.net_minor,
    paid_at: order.paid_at,
  })
