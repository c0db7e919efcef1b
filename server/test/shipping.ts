/** Orders on their way to being shipped, over HTTP. */
import { createHmac } from 'node:crypto'
import type { OrderRow } from '../src/modules/ordering/index.ts'
import type { Answer, Market, Who } from './market.ts'
import { bringTo, type OrderWish, placeOrder } from './orders.ts'

export const PARCEL = { length: 40, width: 30, height: 20, kg: 5.2 }

export interface Quote {
  quoteUuid: string
  carrierCode: string
  serviceCode: string
  serviceCommercialName: string
  collectionMethod: string[]
  shippingCost: { amount: number; currency: string }
  timeInTransit: { estimatedDeliveryDate: string; pickupDate: string; businessDaysInTransit: number } | null
}

/** An order that its brand has accepted. */
export const acceptedOrder = async (shop: Market, wish: OrderWish = {}): Promise<OrderRow> =>
  await bringTo(shop, await placeOrder(shop, wish), 'brand_confirmed')

export const askQuotes = (
  shop: Market,
  orderId: string,
  parcels: unknown = [PARCEL],
  as: Who = 'brand',
): Promise<Answer> =>
  shop.send('POST', `/api/v1/orders/${orderId}/shipping-quotes`, { body: { parcels }, as })

export async function quotesOf(shop: Market, orderId: string, parcels: unknown = [PARCEL]): Promise<Quote[]> {
  const { status, text, body } = await askQuotes(shop, orderId, parcels)
  if (status !== 200) throw new Error(text)
  return body.data
}

export const byCarrier = (quotes: readonly Quote[], code: string): Quote => {
  const found = quotes.find(({ carrierCode }) => carrierCode === code)
  if (!found) throw new Error(`No quote of ${code} among ${quotes.map(({ carrierCode }) => carrierCode)}.`)
  return found
}

export const confirm = (shop: Market, quoteId: string, body?: unknown, as: Who = 'brand'): Promise<Answer> =>
  shop.send('POST', `/api/v1/shipping-quotes/${quoteId}/confirm`, { as, ...(body !== undefined && { body }) })

/** An order with labels of the marketplace, one for each parcel. */
export async function labelledOrder(shop: Market, parcels: unknown = [PARCEL], wish: OrderWish = {}) {
  const order = await acceptedOrder(shop, wish)
  const quote = byCarrier(await quotesOf(shop, order.id, parcels), 'marketplace')
  const { status, text } = await confirm(shop, quote.quoteUuid)
  if (status !== 200) throw new Error(text)
  await shop.runJobs()
  return { order, quote }
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by looking into the answer.
export async function orderOf(shop: Market, orderId: string): Promise<any> {
  const { body } = await shop.send('GET', `/api/v1/orders/${orderId}`)
  return body.data.attributes
}

export const pickupAt = (pickupDate: string, pickupTime = '9-15') => ({
  pickupDate,
  pickupTime,
  pickupAddress: {
    name: 'Alder & Wick',
    contactName: 'Ines Okoye',
    countryCode: 'BE',
    city: 'Antwerpen',
    postalCode: '2000',
    street: 'Waskaarsplein 4',
    phoneNumber: '+32470000012',
  },
})

export const CARRIER_SECRET = 'a-secret-of-a-carrier'
/** The settings of a server that carriers report scans to. */
export const CARRIER_ENV = {
  TRADEHALL_CARRIER_SECRETS: `marketplace=${CARRIER_SECRET},dpd=${CARRIER_SECRET}`,
}

let events = 0

/** What a carrier tells of a parcel. */
export const scan = (trackingNumber: string, status: string, more: object = {}) => ({
  eventId: `event-${++events}`,
  trackingNumber,
  status,
  occurredAt: '2026-03-04T10:00:00Z',
  ...more,
})

export interface Signing {
  secret?: string
  /** Seconds since 1970. */
  at?: number
  carrier?: string
  signature?: string | undefined
}

export function report(shop: Market, event: object, signing: Signing = {}): Promise<Answer> {
  const { secret = CARRIER_SECRET, at = Math.floor(Date.now() / 1000), carrier = 'marketplace' } = signing
  const payload = JSON.stringify(event)
  const signature =
    'signature' in signing
      ? signing.signature
      : createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return shop.send('POST', `/api/carriers/v1/${carrier}/tracking`, {
    as: null,
    payload,
    headers: { 'carrier-timestamp': String(at), 'carrier-signature': signature },
  })
}
