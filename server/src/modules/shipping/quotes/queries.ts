/**
 * SQL of quote requests: one row per request, with its quotes as JSON. A quote has no row of its own: its id is the id of
 * the request with the index of the quote in the last four digits.
 */
import type { Address } from '../../../domain/postal-address.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned, LoadOwned } from '../../../platform/queries/owned.ts'
import type { ShippingQuoteRequestsRow } from '../../../platform/rows.ts'
import type { updateQuotedShipment } from '../../ordering/index.ts'
import type { CollectionMethod, Parcel, Transit } from '../carriers/carrier.ts'
import type { MissingCarrier } from '../carriers/collect-quotes.ts'
import { formatSizes, parseSizes } from '../sizes.ts'

/** A service that a carrier offers, as stored. */
export interface StoredOffer {
  carrier_code: string
  service_code: string
  service_name: string
  collection_methods: readonly CollectionMethod[]
  currency: string
  cost_minor: number
  transit: Transit | null
}

export type NewRequest = Pick<
  ShippingQuoteRequestsRow,
  'brand_id' | 'id' | 'order_id' | 'round' | 'created_at'
> & {
  parcels: readonly Parcel[]
  ship_from: Address
  ship_to: Address
  quotes: readonly StoredOffer[]
  /** Null in requests of older versions. */
  missing_carriers: readonly MissingCarrier[] | null
}
export type RequestRow = NewRequest & Pick<ShippingQuoteRequestsRow, 'number'>

export type NewQuote = StoredOffer & {
  brand_id: BrandId
  id: string
  request_id: string
  order_id: string
  created_at: Date
}
export type QuoteRow = NewQuote & { number: number }

const INDEX_DIGITS = 4
const idWithIndex = (id: string, index: number) =>
  id.slice(0, -INDEX_DIGITS) + index.toString(16).padStart(INDEX_DIGITS, '0')

/** The id of the request of a quote. Also turns a new id into one of a request. */
export const requestIdOf = (id: string): string => idWithIndex(id, 0)
const indexOfQuote = (quoteId: string) => Number.parseInt(quoteId.slice(-INDEX_DIGITS), 16) - 1

export const quotesOf = ({ brand_id, id, order_id, created_at, quotes }: NewRequest): NewQuote[] =>
  quotes.map((offer, index) => ({
    ...offer,
    brand_id,
    id: idWithIndex(id, index + 1),
    request_id: id,
    order_id,
    created_at,
  }))

/** Inserts the request and updates the order's document. Returns false if the order was not updated. */
export async function insertRequest(
  db: Queryable,
  request: NewRequest,
  orderUpdate: ReturnType<typeof updateQuotedShipment>,
): Promise<boolean> {
  const row = { ...request, parcels: formatSizes(request.parcels) }
  const statements = [orderUpdate, db`insert into shipping.quote_requests ${db(row as never)}`] as const
  const updated = 'begin' in db ? await db.together(statements) : (await Promise.all(statements))[0]
  return updated.length > 0
}

export const findQuote: FindOwned<QuoteRow> = async (db, brandId, id) => {
  const [quote] = await loadQuotes(db, brandId, [id])
  return quote
}

export const loadQuotes: LoadOwned<QuoteRow> = async (db, brandId, ids) => {
  const requests = await loadRequests(db, brandId, ids.map(requestIdOf))
  const byId = new Map(requests.map((request) => [request.id, request]))
  return ids.flatMap((id) => quoteAt(byId.get(requestIdOf(id)), id) ?? [])
}

export async function findQuoteWithRequest(
  db: Queryable,
  brandId: BrandId,
  id: string,
): Promise<{ quote: QuoteRow; request: RequestRow } | undefined> {
  const request = await findRequest(db, brandId, requestIdOf(id))
  const quote = quoteAt(request, id)
  return request && quote && { quote, request }
}

function quoteAt(request: RequestRow | undefined, id: string): QuoteRow | undefined {
  const index = indexOfQuote(id)
  const quote = request && quotesOf(request)[index]
  return quote && { ...quote, number: request.number + index }
}

/** Of any brand; uses quote_requests_id_idx. */
export async function quoteExists(db: Queryable, id: string): Promise<boolean> {
  const found = await db`
    select from shipping.quote_requests
    where id = ${requestIdOf(id)} and ${indexOfQuote(id)}::integer between 0 and json_array_length(quotes) - 1`
  return found.length > 0
}

const findRequest: FindOwned<RequestRow> = async (db, brandId, id) => {
  const [request] = await loadRequests(db, brandId, [id])
  return request
}

const loadRequests: LoadOwned<RequestRow> = async (db, brandId, ids) => {
  const rows = await db<StoredRequest[]>`
    select ${requestColumns(db)}
    from shipping.quote_requests
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
  return rows.map(parseRequest)
}

/** The newest request for an order; uses quote_requests_order_idx. */
export const findLatestRequest: FindOwned<RequestRow> = async (db, brandId, orderId) => {
  const [latest] = await db<StoredRequest[]>`
    select ${requestColumns(db)}
    from shipping.quote_requests
    where brand_id = ${brandId} and order_id = ${orderId}
    order by created_at desc, id desc
    limit 1`
  return latest && parseRequest(latest)
}

const requestColumns = (db: Queryable) => db`
  brand_id, id, number, order_id, round, parcels, ship_from, ship_to, quotes, missing_carriers, created_at`

const parseRequest = ({ parcels, ...row }: StoredRequest): RequestRow => ({
  ...row,
  parcels: typeof parcels === 'string' ? parseSizes(parcels) : parcels,
})

/** Rows of older versions store parcels as objects. */
type StoredRequest = Omit<RequestRow, 'parcels'> & { parcels: string | readonly Parcel[] }

export type OldRequest = Pick<RequestRow, 'brand_id' | 'id' | 'order_id' | 'round' | 'created_at'>

interface OldRequestBatch {
  before: Date
  /** The last request of the previous batch. */
  last: OldRequest | undefined
  limit: number
}

/** A batch of requests of all brands, oldest first; uses quote_requests_age_idx. */
export async function listOldRequests(
  db: Queryable,
  { before, last, limit }: OldRequestBatch,
): Promise<OldRequest[]> {
  return await db<OldRequest[]>`
    select brand_id, id, order_id, round, created_at
    from shipping.quote_requests
    where not is_kept and created_at < ${before}
      ${last ? db`and (created_at, id) > (${last.created_at}, ${last.id})` : db``}
    order by created_at, id
    limit ${limit}`
}

/** Deletes requests, except those with a shipment, which are marked so that they are not listed again. Finds shipments by their order, which is indexed. */
export async function deleteRequests(
  db: Queryable,
  brandId: BrandId,
  requestIds: readonly string[],
): Promise<number> {
  const deleted = await db`
    with kept as (
      update shipping.quote_requests
      set is_kept = true
      where brand_id = ${brandId} and id = any(${requestIds as string[]}::uuid[])
        and exists (
          select 1 from shipping.shipments
          where shipments.brand_id = ${brandId} and shipments.order_id = quote_requests.order_id
            and left(quote_id::text, -4) = left(quote_requests.id::text, -4)
        )
      returning id
    )
    delete from shipping.quote_requests
    where brand_id = ${brandId} and id = any(${requestIds as string[]}::uuid[]) and id not in (select id from kept)
    returning id`
  return deleted.length
}
