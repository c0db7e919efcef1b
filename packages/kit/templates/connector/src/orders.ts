/** Ships orders. */
import type { Client, Confirmation, Order, Parcel } from '@tradehall/client'

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
