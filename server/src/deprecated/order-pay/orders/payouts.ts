/** Adds the payouts of OrderPay orders to the brand's list of payouts. */

import type { ExternalPayouts, Payout } from '../../../modules/billing/payouts.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type BrandId, namedId } from '../../../platform/ids.ts'
import { loadCustomers } from '../customers/queries.ts'
import { sum } from './amounts.ts'
import { convert } from './currency.ts'
import {
  countPaidOrders,
  findOrder,
  listPaidOrderIds,
  newestPaidOrders,
  type OrderPayOrder,
} from './queries.ts'

export const payouts: ExternalPayouts = {
  count: countPaidOrders,
  async newest(db, brandId, within) {
    return await payoutsOf(db, brandId, await newestPaidOrders(db, brandId, within))
  },
  /** The id is derived from that of the order, and cannot be converted back. */
  async find(db, brandId, id) {
    const ids = await listPaidOrderIds(db, brandId)
    const orderId = ids.find((one) => payoutIdOf(one) === id)
    const order = orderId && (await findOrder(db, brandId, orderId))
    const [payout] = order ? await payoutsOf(db, brandId, [order]) : []
    return payout
  },
}

async function payoutsOf(
  db: Queryable,
  brandId: BrandId,
  orders: readonly OrderPayOrder[],
): Promise<Payout[]> {
  const ids = [...new Set(orders.map(({ customer_id }) => customer_id))]
  const customers = await loadCustomers(db, brandId, ids)
  const names = new Map(customers.map(({ id, store_name }) => [id, store_name]))
  return orders.map((order) => payoutOf(order, names.get(order.customer_id) ?? null))
}

const payoutIdOf = (orderId: string) => namedId(`order-pay payout ${orderId}`)

const payoutOf = (order: OrderPayOrder, storeName: string | null): Payout => ({
  id: payoutIdOf(order.id),
  transfer_id: namedId(`order-pay transfer ${order.id}`),
  order_id: order.id,
  reference: order.custom_reference ?? order.id,
  source: 'external',
  store_name: storeName,
  currency: order.brand_currency,
  amount_minor: paidTo(order),
  paid_at: order.updated_at,
})

/** The grand total in the brand's currency: the specification defines no fee for OrderPay. */
function paidTo(order: OrderPayOrder): number {
  const brand = { code: order.brand_currency, rate: order.brand_currency_rate }
  const customer = { code: order.customer_currency, rate: order.customer_currency_rate }
  const { amounts } = order
  const extras = sum(amounts.customItems.map(({ amountWithVat }) => amountWithVat))
  return amounts.brand.amountWithVat + convert(extras, customer, brand)
}
