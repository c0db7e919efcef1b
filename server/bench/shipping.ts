/** Shipping in the bench: quotes of twenty parcels, and confirmations of quotes that are there beforehand. */
import { DEMO } from '../src/modules/identity/index.ts'
import { insertRequest } from '../src/modules/shipping/quotes/queries.ts'
import type { Database } from '../src/platform/database.ts'
import { dropWaitingJobs } from '../src/platform/jobs.ts'
import { ports } from './real-clock.ts'

type Send<Request> = (method: 'POST', token: string, path: string, document: object) => Request
interface Orders {
  brandId: string
  acceptIds: readonly string[]
}

const PARCELS = Array.from({ length: 20 }, (_, i) => ({
  length: 40,
  width: 30,
  height: 20 + i,
  kg: 2 + i / 2,
}))
const STORED = PARCELS.map(({ length, width, height, kg }) => ({
  lengthCm: length,
  widthCm: width,
  heightCm: height,
  weightG: kg * 1000,
}))
const ADDRESS = { street: 'Kaai 12', city: 'Gent', postalCode: '9000', countryCode: 'BE' }

/** `send` makes a request of the load. */
export const shippingCases = <Request>(send: Send<Request>) => [
  {
    name: 'quotes of 20 parcels',
    prepare: prepareShipping,
    requests: ({ brand }: { brand: string }, { acceptIds }: Orders) =>
      acceptIds.map((id) =>
        send('POST', brand, `/api/v1/orders/${id}/shipping-quotes`, { parcels: PARCELS }),
      ),
    bare: (db: Database, { brandId, acceptIds }: Orders, turn: number) =>
      writeQuotes(db, brandId, acceptIds, turn),
  },
  {
    name: 'confirm a quote',
    prepare: prepareShipping,
    // A quote has the id of its order here.
    requests: ({ brand }: { brand: string }, { acceptIds }: Orders) =>
      acceptIds.map((id) => send('POST', brand, `/api/v1/shipping-quotes/${id}/confirm`, {})),
  },
]

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

/** Accepted orders with a quote each, as if nothing had been confirmed yet. */
async function prepareShipping(db: Database, { acceptIds }: Orders): Promise<void> {
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
      insert into shipping.quote_requests (brand_id, id, order_id, parcels, ship_from, ship_to, created_at)
      select brand_id, id, id, ${db.json(STORED as never)}, ${db.json(ADDRESS)}, shipping_address, now()
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
