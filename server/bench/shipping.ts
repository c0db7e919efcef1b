/**
 * Shipping in the bench: quotes of twenty parcels, confirmations of quotes that are there beforehand, and what it costs
 * those who read orders that the orders show their shipments.
 */
import { DEMO } from '../src/modules/identity/index.ts'
import { insertRequest } from '../src/modules/shipping/quotes/queries.ts'
import { newParcels, newShipment } from '../src/modules/shipping/shipments/new-shipment.ts'
import { confirmedDocument } from '../src/modules/shipping/shipments/overview.ts'
import type { ParcelRow, ShipmentRow } from '../src/modules/shipping/shipments/queries.ts'
import type { Database } from '../src/platform/database.ts'
import { dropWaitingJobs } from '../src/platform/jobs.ts'
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

/** `get` and `send` make requests of the load. `wholePath` is where an order is read with all that it may include. */
export const shippingCases = <Request>(
  get: Get<Request>,
  send: Send<Request>,
  wholePath: (id: string) => string,
) => [
  {
    name: 'quotes of 20 parcels',
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
    prepare: (db: Database, orders: Orders) => prepareShipping(db, orders),
    requests: ({ brand }: { brand: string }, { acceptIds }: Orders) =>
      acceptIds.map((id) => send('POST', brand, `/api/v1/shipping-quotes/${id}/confirm`, {})),
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

/** As if nothing had been said of how the orders are shipped. */
export async function forgetShipments(db: Database, { orderIds }: Orders): Promise<void> {
  await db`
    update ordering.orders set shipment = null
    where brand_id = ${DEMO.brandId} and id = any(${orderIds as string[]}::uuid[])`
  await db`vacuum analyze ordering.orders`
}

/** What the orders show is all that counts here: nobody asks for the shipments themselves. */
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
  const of = { brand_id: DEMO.brandId, order_id: orderId, created_at: at }
  const request = {
    ...of,
    id: ports.ids.next(),
    parcels: STORED.slice(0, 2),
    ship_from: ADDRESS,
    ship_to: ADDRESS,
  }
  const quote = { ...of, ...QUOTED, id: ports.ids.next(), request_id: request.id }
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

/** What a request for quotes writes, at least. */
async function writeQuotes(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
  turn: number,
): Promise<void> {
  const id = ports.ids.next()
  const of = {
    brand_id: brandId,
    order_id: orderIds[turn % orderIds.length] ?? '',
    created_at: ports.clock.now(),
  }
  const quote = {
    ...of,
    request_id: id,
    carrier_code: 'dpd',
    service_code: 'CL',
    service_name: 'DPD Classic',
  }
  const quotes = Array.from({ length: 7 }, () => ({
    ...quote,
    id: ports.ids.next(),
    collection_methods: ['pickup'],
    currency: 'EUR',
    cost_minor: 971,
    transit: null,
  }))
  await insertRequest(
    db,
    { ...of, id, parcels: STORED, ship_from: ADDRESS, ship_to: ADDRESS },
    quotes,
    db`select`,
  )
}

/** Accepted orders with a quote each, which has the id of its order, as if nothing had been confirmed yet. */
export async function prepareShipping(
  db: Database,
  { acceptIds }: Pick<Orders, 'acceptIds'>,
  parcels: readonly object[] = STORED,
): Promise<void> {
  const ids = acceptIds as string[]
  await dropWaitingJobs(db)
  await db`truncate shipping.tracking_events, shipping.labels, shipping.parcels, shipping.shipments, shipping.quotes,
    shipping.quote_requests, platform.outbox`
  await db`
    delete from ordering.billing_items
    where brand_id = ${DEMO.brandId} and order_id = any(${ids}::uuid[]) and type = 'brand_shipping_fees_refund'`
  await db`
    delete from ordering.moves
    where brand_id = ${DEMO.brandId} and order_id = any(${ids}::uuid[]) and number > 2`
  // With its move, which the case that accepts orders takes back.
  await db`
    insert into ordering.moves (brand_id, id, order_id, number, command, from_status, to_status, moved_by, created_at)
    select ${DEMO.brandId}, gen_random_uuid(), id, 2, 'brand-validates', 'ankor_confirmed', 'brand_confirmed', 'brand',
      now()
    from unnest(${ids}::uuid[]) as id
    on conflict on constraint moves_number_key do nothing`
  await db`
    with request as (
      insert into shipping.quote_requests (brand_id, id, order_id, parcels, ship_from, ship_to, quote_ids, created_at)
      select brand_id, id, id, ${db.json(parcels as never)}, ${db.json(ADDRESS)}, shipping_address, array[id], now()
      from ordering.orders
      where brand_id = ${DEMO.brandId} and id = any(${ids}::uuid[])
    ), quote as (
      insert into shipping.quotes (
        brand_id, id, request_id, order_id, carrier_code, service_code, service_name, collection_methods, currency,
        cost_minor, created_at
      )
      select ${DEMO.brandId}, id, id, id, 'marketplace', '', '', '{}', 'EUR', 770, now()
      from unnest(${ids}::uuid[]) as id
    )
    update ordering.orders
    set status = 'brand_confirmed', move_count = 2, shipping_method = null,
      shipment = jsonb_build_object('requestId', id, 'id', null)
    where brand_id = ${DEMO.brandId} and id = any(${ids}::uuid[])`
  await db`vacuum analyze ordering.orders, ordering.moves, shipping.quotes, shipping.quote_requests`
}
