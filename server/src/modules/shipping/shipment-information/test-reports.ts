/** Reports of shipments, for tests: their documents, and how a brand sends and reads them. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Market, SendOptions } from '../../../../test/market.ts'
import { confirm, PARCEL, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder } from '../../../../test/shipping.ts'

export type Door = 'orders' | 'master-orders'
export const EVERYTHING = 'include=shipmentParcel,shipmentQuote,shippedItems'

export const parcel = (attributes: object = {}, id: string = randomUUID()) => ({
  type: 'shipping-shipment-parcel',
  id,
  attributes: { status: 'UNKNOWN', ...attributes },
})
export const shipment = (attributes: object = {}, parcels: object[] = [parcel()], more: object = {}) => ({
  type: 'shipping-shipment',
  attributes: { carrier: 'swiftroad', trackingNumber: 'SW1', status: 'UNKNOWN', ...attributes },
  relationships: { shipmentParcel: { data: parcels } },
  ...more,
})
export const SENDER = {
  name: 'Alder & Wick',
  street: 'Waskaarsplein 4',
  city: 'Antwerpen',
  postalCode: '2000',
  countryCode: 'BE',
}

export function reportsTo(shop: Market) {
  const read = (id: string, query = EVERYTHING, door: Door = 'master-orders') =>
    shop.send('GET', `/api/v1/${door}/${id}/tracking?${query}`)
  const tell = (id: string, data: object, options: SendOptions = {}, door: Door = 'master-orders') =>
    shop.send('POST', `/api/v1/${door}/${id}/tracking?${EVERYTHING}`, { body: { data }, ...options })
  const tellAgain = (id: string, data: object, door: Door = 'master-orders') =>
    shop.send('PATCH', `/api/v1/${door}/${id}/tracking?${EVERYTHING}`, { body: { data } })

  /** An order that its brand has shipped with a carrier of its own choice. */
  async function ownOrder(parcels: object[] = [PARCEL]) {
    const order = await acceptedOrder(shop)
    const quote = await quoteBy(shop, order.id, 'dpd', parcels)
    expect((await confirm(shop, quote.quoteUuid)).status).toBe(200)
    return { order, quote }
  }
  return { read, tell, tellAgain, ownOrder }
}
