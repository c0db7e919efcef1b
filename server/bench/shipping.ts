/**
 * Shipping cases: quotes for twenty parcels, confirmations of prepared quotes, and the cost of rendering shipments when
 * orders are read.
 */
import { DEMO } from '../src/modules/identity/index.ts'
import {
  insertRequest,
  type NewQuote,
  quotesOf,
  requestIdOf,
} from '../src/modules/shipping/quotes/queries.ts'
import { newParcels, newShipment } from '../src/modules/shipping/shipments/new-shipment.ts'
import { confirmedDocument } from '../src/modules/shipping/shipments/overview.ts'
import type { ParcelRow, ShipmentRow } from '../src/modules/shipping/shipments/queries.ts'
import type { Database } from '../src/platform/database.ts'
import { dropWaitingJobs } from '../src/platform/jobs/jobs.ts'
import { ports } from './real-clock.ts'

type Get<Request> = (token: string, path: string) => Request
type Send<Request> = (method: 'POST', token: string, path: string, document: object) => Request
interface Orders {
  brandId: string
  acceptIds: readonly string[]
  orderIds: readonly string[]
}

const PARCELS = Array.from({ length: 20 }, (_, i) => ({
  length: 40,
  width: 30,
  height: 20 + i,
  kg: 2 + i / 2,
}))
export const STORED = PARCELS.map(({ length, width, height, kg }) => ({
  lengthCm: length,
  widthCm: width,
  heightCm: height,
  weightG: kg * 1000,
}))
const ADDRESS = { street: 'Kaai 12', city: 'Gent', postalCode: '9000', countryCode: 'BE' }

/** `get` and `send` build requests of the load. `wholePath` is the path of an order with all its includes. */
export const shippingCases = <Request>(
  get: Get<Request>,
  send: Send<Request>,
  wholePath: (id: string) => string,
) => [
  {
    name: 'quotes of 20 parcels',
    usesWaitingOrders: true,
    prepare: (db: Database, orders: Orders) => prepareShipping(db, orders),
    requests: ({ brand }: { brand: string }, { acceptIds }: Orders) =>
      acceptIds.map((id) =>
        send('POST', brand, `/api/v1/orders/${id}/shipping-quotes`, { parcels: PARCELS }),
      ),
    bare: (db: Database, { brandId, acceptIds }: Orders, turn: number) =>
      writeQuotes(db, brandId, acceptIds, turn),
  },
  {
    name: 'confirm a quote',
    usesWaitingOrders: true,
    prepare: (db: Database, orders: Orders) => prepareShipping(db, orders),
    requests: ({ brand }: { brand: string }, { acceptIds }: Orders) =>
      acceptIds.map((id) => send('POST', brand, `/api/v1/shipping-quotes/${firstQuoteOf(id)}/confirm`, {})),
  },
  {
    name: 'the same page, orders shipped',
    prepare: (db: Database, { orderIds }: Orders) => showShipments(db, orderIds),
    requests: ({ brand }: { brand: string }) => [get(brand, '/api/v1/orders?page[limit]=50')],
  },
  {
    name: 'the same order, 2 parcels shipped',
    prepare: (db: Database, { orderIds }: Orders) => showShipments(db, orderIds),
    requests: ({ brand }: { brand: string }, { orderIds }: Orders) =>
      orderIds.map((id) => get(brand, wholePath(id))),
  },
]

/** Resets the orders to the state before their shipping method was set. */
export async function resetShipments(db: Database, { orderIds }: Orders): Promise<void> {
  await db`
    update ordering.orders set shipment = null
    where brand_id = ${DEMO.brandId} and id = any(${orderIds as string[]}::uuid[])`
  await db`vacuum analyze ordering.orders`
}

/** Stores only what orders render of their shipments: no case reads the shipments themselves. */
async function showShipments(db: Database, orderIds: readonly string[]): Promise<void> {
  const shown = new Map(orderIds.map((id) => [id, shippedDocument(id)]))
  await db`
    update ordering.orders
    set shipment = shown.shipment
    from unnest(${[...shown.keys()]}::uuid[], ${[...shown.values()]}::text[]::jsonb[]) as shown (order_id, shipment)
    where brand_id = ${DEMO.brandId} and id = order_id`
  await db`vacuum analyze ordering.orders`
}

function shippedDocument(orderId: string): string {
  const at = ports.clock.now()
  const request = {
    brand_id: DEMO.brandId,
    id: requestIdOf(ports.ids.next()),
    order_id: orderId,
    round: 0,
    parcels: STORED.slice(0, 2),
    ship_from: ADDRESS,
    ship_to: ADDRESS,
    missing_carriers: null,
    quotes: [QUOTED],
    created_at: at,
  }
  const [quote] = quotesOf(request) as [NewQuote]
  const order = { brand_id: DEMO.brandId, id: orderId, reference: 1 }
  const shipment: ShipmentRow = {
    ...newShipment(order, quote, request, { id: ports.ids.next(), at }),
    flow: 'labels',
    status: 'ready',
    carrier_code: 'marketplace',
    provider: 'marketplace',
    label_format: 'default',
    tracking_number: 'MK00000000000000000000',
  }
  const parcels = newParcels(shipment, request.parcels).map(
    (parcel): ParcelRow => ({
      ...parcel,
      tracking_number: `MK000000000000000000${parcel.number}0`,
      tracking_link: `https://track.example.test/${parcel.number}`,
      label_id: ports.ids.next(),
      status: 'TRANSIT',
      status_at: at,
    }),
  )
  return JSON.stringify(confirmedDocument(shipment, parcels, quote, {}))
}

const QUOTED = {
  carrier_code: 'marketplace',
  service_code: '',
  service_name: '',
  collection_methods: [],
  currency: 'EUR',
  cost_minor: 770,
  transit: null,
}

/** The minimum that a request for quotes writes. */
async function writeQuotes(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
  turn: number,
): Promise<void> {
  const quote = { ...QUOTED, carrier_code: 'dpd', service_code: 'CL', service_name: 'DPD Classic' }
  const request = {
    brand_id: brandId,
    id: requestIdOf(ports.ids.next()),
    order_id: orderIds[turn % orderIds.length] ?? '',
    round: 0,
    parcels: STORED,
    ship_from: ADDRESS,
    ship_to: ADDRESS,
    missing_carriers: [],
    quotes: Array.from({ length: 7 }, () => quote),
    created_at: ports.clock.now(),
  }
  await insertRequest(db, request, db`select`)
}

/** Prepares accepted orders with one unconfirmed quote each. */
export async function prepareShipping(
  db: Database,
  { acceptIds }: Pick<Orders, 'acceptIds'>,
  parcels: readonly object[] = STORED,
): Promise<void> {
  const ids = acceptIds as string[]
  await dropWaitingJobs(db)
  await db`truncate shipping.tracking_events, shipping.labels, shipping.parcels, shipping.shipments,
    shipping.quote_requests, platform.outbox`
  await db`
    delete from ordering.billing_items
    where brand_id = ${DEMO.brandId} and order_id = any(${ids}::uuid[]) and type = 'brand_shipping_fees_refund'`
  await db`
    delete from ordering.moves
    where brand_id = ${DEMO.brandId} and order_id = any(${ids}::uuid[]) and number > 2`
  // Including its move, which the case that accepts orders reverts.
  await db`
    insert into ordering.moves (brand_id, id, order_id, number, command, from_status, to_status, moved_by, created_at)
    select ${DEMO.brandId}, gen_random_uuid(), id, 2, 'brand-validates', 'ankor_confirmed', 'brand_confirmed', 'brand',
      now()
    from unnest(${ids}::uuid[]) as id
    on conflict on constraint moves_number_key do nothing`
  await db`
    with request as (
      insert into shipping.quote_requests (brand_id, id, order_id, parcels, ship_from, ship_to, quotes, created_at)
      select brand_id, ${requestOf(db)}, id, ${JSON.stringify(parcels)}::text::json, ${JSON.stringify(ADDRESS)}::text::json,
        shipping_address, ${JSON.stringify([QUOTED])}::text::json, now()
      from ordering.orders
      where brand_id = ${DEMO.brandId} and id = any(${ids}::uuid[])
    )
    update ordering.orders
    set status = 'brand_confirmed', move_count = 2, shipping_method = null,
      shipment = jsonb_build_object('id', null)
    where brand_id = ${DEMO.brandId} and id = any(${ids}::uuid[])`
  await db`vacuum analyze ordering.orders, ordering.moves, shipping.quote_requests`
}

/** The ids of an order's quote request and of its only quote are derived from the id of the order. */
const requestOf = (db: Database) => db`(left(id::text, -4) || '0000')::uuid`
export const firstQuoteOf = (orderId: string) => `${orderId.slice(0, -4)}0001`
