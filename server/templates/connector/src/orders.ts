/** What the connector does with orders. Connect your own system here. */
import { type Client, type Confirmation, ConflictError, type Order, type Parcel } from '@tradehall/client'

/** Accepts an order that waits for it; every other order is left as it is. Harmless if it is called twice. */
export async function acceptOrder(client: Client, id: string): Promise<Order> {
  // An event may be older than the order, so the order is read.
  const order = await client.orders.get(id)
  if (order.attributes.status !== 'ankor_confirmed') return order
  try {
    return await client.orders.accept(id)
  } catch (error) {
    // It was cancelled or accepted a moment ago.
    if (error instanceof ConflictError) return await client.orders.get(id)
    throw error
  }
}

const PARCELS: Parcel[] = [{ length: 40, width: 30, height: 20, kg: 5 }]

/** Has labels made by the marketplace, and returns them as a PDF. */
export async function shipWithLabels(
  client: Client,
  id: string,
  { parcels = PARCELS, everyMs = 60_000 } = {},
): Promise<Uint8Array> {
  await client.orders.ship(id, { parcels, carrier: 'marketplace' })
  await client.orders.untilLabelsAreMade(id, { everyMs })
  const labels = await client.download('/api/v1/orders/{order}/shipping-labels/pdf', { path: { order: id } })
  return new Uint8Array(await labels.arrayBuffer())
}

/** Ships with a carrier of your own. */
export async function shipWithOwnCarrier(
  client: Client,
  id: string,
  tracking: NonNullable<Confirmation['tracking']>,
  parcels = PARCELS,
): Promise<Order> {
  return await client.orders.ship(id, {
    parcels,
    choose: (quotes) => quotes.find(({ carrierCode }) => carrierCode !== 'marketplace'),
    confirmation: { tracking },
  })
}
