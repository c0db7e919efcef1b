/** Adds the payouts of OrderPay orders to the brand's list of payouts. */

import type { Payout } from '../../../modules/billing/payouts.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type BrandId, namedId } from '../../../platform/ids.ts'
import { loadCustomers } from '../customers/queries.ts'
import { sum } from './amounts.ts'
import { convert } from './currency.ts'
import { countPaidOrders, newestPaidOrders, type OrderPayOrder } from './queries.ts'

export const payouts = {
  count: countPaidOrders,
  async newest(db: Queryable, brandId: BrandId, limit: number): Promise<Payout[]> {
    const orders = await newestPaidOrders(db, brandId, limit)
    const ids = [...new Set(orders.map(({ customer_id }) => customer_id))]
    const customers = await loadCustomers(db, brandId, ids)
    const names = new Map(customers.map(({ id, store_name }) => [id, store_name]))
    return orders.map((order) => payoutOf(order, names.get(order.customer_id) ?? null))
  },
}

const payoutOf = (order: OrderPayOrder, storeName: string | null): Payout => ({
  id: namedId(`order-pay payout ${order.id}`),
  transfer_id: namedId(`order-pay transfer ${order.id}`),
  order_id: order.id,
  reference: order.custom_reference ?? order.id,
  source: 'external',
  store_name: storeName,
  currency: order.brand_currency,
  amount_minor: paidTo(order),
  // `brand_paid` is a final status, so the order was last updated when it was paid out.
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
