/** Orders in the course of shipping, created over HTTP, for tests. */
import { expect } from 'vitest'
import type { OrderRow } from '../src/modules/ordering/index.ts'
import type { Market } from './market.ts'
import { moveOrderTo, type OrderOverrides, placeOrder } from './orders.ts'
import { confirm, PARCEL, quoteBy } from './quotes.ts'

/** An order that the brand has accepted. */
export const acceptedOrder = async (shop: Market, overrides: OrderOverrides = {}): Promise<OrderRow> =>
  await moveOrderTo(shop, await placeOrder(shop, overrides), 'brand_confirmed')

/** An order with marketplace labels, one per parcel. */
export async function labelledOrder(
  shop: Market,
  parcels: unknown = [PARCEL],
  overrides: OrderOverrides = {},
) {
  const order = await acceptedOrder(shop, overrides)
  const quote = await quoteBy(shop, order.id, 'marketplace', parcels)
  const { status, text } = await confirm(shop, quote.quoteUuid)
  if (status !== 200) throw new Error(text)
  await shop.runJobs()
  return { order, quote }
}

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members of the response.
export async function orderOf(shop: Market, orderId: string): Promise<any> {
  const { body } = await shop.send('GET', `/api/v1/orders/${orderId}`)
  return body.data.attributes
}

/**
 * Checks the invariants of all orders and shipments: an order is charged exactly once for its shipment and not at all
 * without one, its net includes that charge, and every label belongs to a parcel of an order.
 */
export async function expectSoundShipping({ platform: { db } }: Market): Promise<void> {
  const charges = await db`
    select orders.id, orders.status, orders.shipment->>'id' as shipment_id, net_minor,
      orders.shipment#>>'{latestQuote,shippingCostsOverview,amount}' is null as is_free,
      total_minor + total_vat_minor + coalesce(sum(
        case when type = 'brand_shipping_fees' then -1 else 1 end * (amount_minor + vat_minor)
      ), 0) as counted,
      count(*) filter (where type in ('brand_shipping_fees', 'brand_shipping_fees_refund')) as charges
    from ordering.orders
    left join ordering.billing_items on billing_items.brand_id = orders.brand_id and order_id = orders.id
    group by orders.brand_id, orders.id`
  for (const { id, net_minor, counted, charges: count, shipment_id, is_free } of charges) {
    expect([id, net_minor, count]).toEqual([id, Number(counted), shipment_id === null || is_free ? 0 : 1])
  }
  const shown = new Map(charges.map(({ shipment_id, status }) => [shipment_id, status]))
  const shipments = await db`
    select shipments.id, shipments.status, flow, count(parcels.number) as parcels, count(labels.id) as labels
    from shipping.shipments
    join shipping.parcels on parcels.brand_id = shipments.brand_id and parcels.shipment_id = shipments.id
    left join shipping.labels on labels.brand_id = shipments.brand_id and labels.id = parcels.label_id
    group by shipments.brand_id, shipments.id`
  for (const { id, status, flow, parcels, labels } of shipments) {
    // Shipments that no order refers to are void or failed once the events have been consumed.
    expect([id, shown.has(id)]).toEqual([id, status === 'ready' || status === 'pending'])
    if (shown.get(id) === 'shipping_labels_generated')
      expect([id, flow, status, labels]).toEqual([id, 'labels', 'ready', parcels])
    if (shown.get(id) === 'brand_confirmed') expect([id, status, labels]).toEqual([id, 'pending', 0])
  }
  const stray = await db`
    select labels.id
    from shipping.labels
    left join shipping.parcels on parcels.brand_id = labels.brand_id and label_id = labels.id
    where label_id is null`
  expect([...stray]).toEqual([])
}
