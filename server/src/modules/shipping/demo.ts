/**
 * Demo data: quotes, shipments and labels of the demo orders, whose statuses ordering has already set. Prices are those of
 * the built-in carriers, so that the demo does not depend on the configuration.
 */
import type { Address } from '../../domain/postal-address.ts'
import { clockAt } from '../../platform/clock.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { demoIds } from '../../platform/demo-id.ts'
import { arrivalOf } from '../../platform/demo-time.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Work } from '../../platform/work.ts'
import { DEMO } from '../identity/index.ts'
import {
  billShipping,
  type LockedOrder,
  listWaitingOrders,
  loadOrders,
  lockOrder,
  type OrderRow,
  type OriginData,
  originData,
  originOf,
  roundOf,
  STATUSES,
  saveShipment,
  withoutShipment,
} from '../ordering/index.ts'
import { type Carriers, MARKETPLACE } from './carrier-list.ts'
import type { Carrier, LabelledShipment, Parcel, TrackingStatus } from './carriers/carrier.ts'
import { loadCarriers } from './carriers/carriers-file.ts'
import { chargeTypeOf } from './quotes/flows.ts'
import { insertRequest, type NewQuote, type NewRequest, quotesOf, requestIdOf } from './quotes/queries.ts'
import { storedOffer } from './quotes/quotes.ts'
import { type RenderedLabel, readRecipientPhone, renderParcelLabel } from './shipments/label-making.ts'
import { insertLabel } from './shipments/label-queries.ts'
import { newParcels, newShipment } from './shipments/new-shipment.ts'
import { confirmedDocument, quotedDocument } from './shipments/overview.ts'
import { insertShipment, type ParcelRow, type ShipmentRow } from './shipments/queries.ts'

/** Exceeds the number of demo orders of a brand. */
const MAX_ORDERS = 100

const PARCELS: readonly Parcel[] = [
  { lengthCm: 40, widthCm: 30, heightCm: 20, weightG: 5200 },
  { lengthCm: 60, widthCm: 40, heightCm: 40, weightG: 11_800 },
]
/** The carriers of orders that brands ship themselves, assigned round-robin. */
const OWN_CARRIERS = ['dpd', 'ups', 'dhl'] as const

export async function seedShippingDemo(tx: Transaction): Promise<void> {
  const carriers = loadCarriers({ carrierSecrets: new Map() })
  for (const brandId of [DEMO.brandId, DEMO.otherBrandId]) {
    const listed = await listWaitingOrders(tx, brandId, STATUSES, MAX_ORDERS)
    const ids = listed.map(({ id }) => id)
    const orders = (await loadOrders(tx, brandId, ids)).sort((a, b) => a.reference - b.reference)
    // Pipelined: awaiting every statement in turn takes twice as long.
    const seeded = orders.map((order, i) => seedShipment(tx, carriers, order, i))
    // After a failure, all statements must have finished before the transaction ends.
    await Promise.allSettled(seeded)
    await Promise.all(seeded)
  }
}

async function seedShipment(tx: Transaction, carriers: Carriers, order: OrderRow, i: number): Promise<void> {
  const isCarried = order.shipping_method === 'custom' || order.shipping_method === 'marketplace'
  // Of the orders that wait to be shipped, every third has quotes.
  const isQuoted = order.status === 'brand_confirmed' && i % 3 === 0
  if (!isCarried && !isQuoted) return
  const own = OWN_CARRIERS[i % OWN_CARRIERS.length] ?? 'dpd'
  const carrier = carriers.get(order.shipping_method === 'custom' ? own : MARKETPLACE)
  invariant(carrier, 'the carriers of the demo are built in')
  // The demo clock is set to the last change of the order, so that `updated_at` stays the same.
  const work = { db: tx, clock: clockAt(order.updated_at), ids: demoIds(`shipment/${order.id}`) }
  const at = order.shipped_at ?? order.updated_at
  const parcels = PARCELS.slice(0, 1 + (i % PARCELS.length))
  const locked = await lockOrder(tx, order.brand_id, order.id)
  const { request, quote } = await quoteDemo(work, locked, carrier, { parcels, at })
  if (isCarried) await shipDemo(work, carrier, order, locked, { request, quote, at })
  else {
    const quoted = {
      parcels,
      quote,
      kept: withoutShipment(locked.shipment),
    }
    await saveShipment(work, locked, { shipment: quotedDocument({ labelQuotes: 'marketplace' }, quoted) })
  }
}

async function quoteDemo(
  { db, ids }: Work,
  order: LockedOrder,
  carrier: Carrier,
  { parcels, at }: { parcels: readonly Parcel[]; at: Date },
): Promise<{ request: NewRequest; quote: NewQuote }> {
  const to = order.shipping_address as Address
  const brandId = order.brand_id as BrandId
  const [origin] = await db<{ data: OriginData }[]>`select ${originData(db, brandId)} as data`
  invariant(origin, 'a select without a table returns one row')
  const { from } = originOf(origin.data)(to.countryCode)
  invariant(from, 'the demo brands have an address')
  const asked = { from, to, parcels, askedAt: at, currency: order.currency }
  const [service] = await carrier.quote(asked, { signal: new AbortController().signal })
  invariant(service, 'a built-in carrier quotes at least one service')
  const request: NewRequest = {
    brand_id: order.brand_id,
    id: requestIdOf(ids.next()),
    order_id: order.id,
    round: roundOf(order.shipment),
    parcels,
    ship_from: from,
    ship_to: to,
    quotes: [storedOffer(carrier.code, service)],
    missing_carriers: null,
    created_at: at,
  }
  await insertRequest(db, request, db`select`)
  const [quote] = quotesOf(request)
  invariant(quote, 'the request has one quote')
  return { request, quote }
}

/** The tracking status of parcels by the status of their order. Parcels that brands ship themselves are not tracked. */
const PARCEL_STATUS: Partial<Record<string, TrackingStatus>> = {
  shipping_labels_generated: 'PRE_TRANSIT',
  shipped: 'TRANSIT',
  received: 'DELIVERED',
  invoiced: 'DELIVERED',
  brand_paid: 'DELIVERED',
  reception_refused: 'RETURNED',
  cancelled: 'RETURNED',
}

async function shipDemo(
  work: Work,
  carrier: Carrier,
  order: OrderRow,
  locked: LockedOrder,
  { request, quote, at }: { request: NewRequest; quote: NewQuote; at: Date },
): Promise<void> {
  const { db: tx, ids } = work
  const id = ids.next()
  const isOwn = order.shipping_method === 'custom'
  const made = await carrier.createLabels(
    {
      from: request.ship_from,
      to: request.ship_to,
      parcels: request.parcels,
      askedAt: at,
      serviceCode: quote.service_code,
      orderReference: String(order.reference),
      format: 'default',
      idempotencyKey: id,
    },
    { signal: new AbortController().signal },
  )
  const shipment: ShipmentRow = {
    ...newShipment(locked, quote, request, { id, at }),
    flow: isOwn ? 'own' : 'labels',
    status: 'ready',
    carrier_code: carrier.code,
    provider: carrier.code,
    label_format: 'default',
    carrier_reference: isOwn ? null : made.reference,
    tracking_number: made.trackingNumber,
    tracking_link: carrier.trackingLink(made.trackingNumber),
    shipped_at: order.shipped_at,
  }
  const { parcels, labels } = await labelDemo(tx, carrier, order, { shipment, made, at, request })
  await insertShipment(tx, shipment, parcels)
  for (const { row, bytes } of labels) await insertLabel(tx, { ...row, bytes })
  const charge = { type: chargeTypeOf(carrier.code), amountMinor: quote.cost_minor }
  const billed = await billShipping({ ...work, clock: clockAt(at) }, locked, charge)
  const document = confirmedDocument(shipment, parcels, quote, locked)
  await saveShipment(work, locked, { shipment: document, columns: billed })
}

/** The parcels of a shipment with their status, and the labels of an order that still waits for its first scan. */
async function labelDemo(
  tx: Queryable,
  carrier: Carrier,
  order: OrderRow,
  {
    shipment,
    made,
    at,
    request,
  }: { shipment: ShipmentRow; made: LabelledShipment; at: Date; request: NewRequest },
): Promise<{ parcels: ParcelRow[]; labels: RenderedLabel[] }> {
  const unlabelled = newParcels(shipment, request.parcels)
  if (shipment.flow === 'own') return { parcels: unlabelled, labels: [] }
  const labels: RenderedLabel[] = []
  if (order.status === 'shipping_labels_generated') {
    const recipientPhone = await readRecipientPhone(tx, shipment)
    for (const parcel of unlabelled)
      labels.push(await renderParcelLabel(shipment, parcel, { carrier, made, recipientPhone, at }))
  }
  const status = PARCEL_STATUS[order.status] ?? 'UNKNOWN'
  const parcels = unlabelled.map((parcel, i) => {
    const { trackingNumber } = made.parcels[i] ?? { trackingNumber: '' }
    return {
      ...parcel,
      tracking_number: trackingNumber,
      tracking_link: carrier.trackingLink(trackingNumber),
      label_id: labels[i]?.row.id ?? null,
      status,
      status_at: order.shipped_at && statusAt(order.shipped_at, status),
    }
  })
  return { parcels, labels }
}

const statusAt = (shippedAt: Date, status: TrackingStatus) =>
  status === 'TRANSIT' ? shippedAt : arrivalOf(shippedAt)
