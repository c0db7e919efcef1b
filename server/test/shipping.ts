/** Orders in the course of shipping, created over HTTP, for tests. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { OrderRow } from '../src/modules/ordering/index.ts'
import type { Carrier } from '../src/modules/shipping/carriers/carrier.ts'
import { loadCarriers } from '../src/modules/shipping/carriers/carriers-file.ts'
import { type LabelService, SECRET, startLabelService } from './label-service.ts'
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

/** An order that the brand has accepted. */
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

/** Requests quotes for an order and returns the one of a carrier. */
export const quoteBy = async (
  shop: Market,
  orderId: string,
  code: string,
  parcels?: unknown,
): Promise<Quote> => byCarrier(await quotesOf(shop, orderId, parcels), code)

export const confirm = (shop: Market, quoteId: string, body?: unknown, as: Who = 'brand'): Promise<Answer> =>
  shop.send('POST', `/api/v1/shipping-quotes/${quoteId}/confirm`, { as, ...(body !== undefined && { body }) })

/** An order with marketplace labels, one per parcel. */
export async function labelledOrder(shop: Market, parcels: unknown = [PARCEL], wish: OrderWish = {}) {
  const order = await acceptedOrder(shop, wish)
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
/** Settings of a server that receives scans from carriers. */
export const CARRIER_ENV = {
  TRADEHALL_CARRIER_SECRETS: `marketplace=${CARRIER_SECRET},dpd=${CARRIER_SECRET}`,
}

let events = 0

/** A scan of a parcel, as a carrier reports it. */
export const scan = (trackingNumber: string, status: string, more: object = {}) => ({
  eventId: `event-${++events}`,
  trackingNumber,
  status,
  occurredAt: '2026-03-04T10:00:00Z',
  ...more,
})

export interface Signing {
  secret?: string
  /** Unix time in seconds. */
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

/** Settings that make an external label service the marketplace's carrier. */
export function carriersWith(service: LabelService): Record<string, string> {
  const builtIn = new URL('../src/modules/shipping/carriers/built-in-carriers.json', import.meta.url)
  const file = JSON.parse(readFileSync(builtIn, 'utf8'))
  const others = file.carriers.filter(({ code }: { code: string }) => code !== 'marketplace')
  const folder = mkdtempSync(join(tmpdir(), 'tradehall-carriers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'carriers.json')
  const carriers = [...others, { ...service.settings, code: 'marketplace' }]
  writeFileSync(path, JSON.stringify({ ...file, carriers }))
  return { TRADEHALL_CARRIERS_FILE: path, TRADEHALL_CARRIER_SECRETS: `marketplace=${SECRET}` }
}

/** A label service whose backend is a built-in carrier. */
export const startCarrierService = () => startLabelService(builtInCarrier())

function builtInCarrier(): Carrier {
  const carrier = loadCarriers({ carrierSecrets: new Map() }).get('dpd')
  if (!carrier) throw new Error('It does not come with the server any more.')
  return carrier
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
