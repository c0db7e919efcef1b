import type { Address } from '../../../http/address.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned, LoadOwned } from '../../../platform/owned.ts'
import type { ShippingQuoteRequestsRow, ShippingQuotesRow } from '../../../platform/rows.ts'
import type { showQuoted } from '../../ordering/index.ts'
import type { Parcel, Transit } from '../carriers/carrier.ts'

export type QuoteRow = Omit<ShippingQuotesRow, 'transit'> & { transit: Transit | null }
export type NewQuote = Omit<QuoteRow, 'number'>
export type RequestRow = Omit<ShippingQuoteRequestsRow, 'parcels' | 'ship_from' | 'ship_to' | 'quote_ids'> & {
  parcels: readonly Parcel[]
  ship_from: Address
  ship_to: Address
}

/** A request, its quotes, and what the order shows of them, in one statement. False: the order did not take it. */
export async function insertRequest(
  tx: Queryable,
  request: RequestRow,
  quotes: readonly NewQuote[],
  shown: ReturnType<typeof showQuoted>,
): Promise<boolean> {
  const row = { ...request, quote_ids: quotes.map(({ id }) => id) }
  const taken = await tx`
    with request as (
      insert into shipping.quote_requests ${tx(row as never)}
    ), offered as (
    insert into shipping.quotes (
      brand_id, id, request_id, order_id, carrier_code, service_code, service_name, collection_methods, currency,
      cost_minor, transit, created_at
    )
    select brand_id, id, request_id, order_id, carrier_code, service_code, service_name, collection_methods, currency,
      cost_minor, transit, created_at
    from json_populate_recordset(null::shipping.quotes, ${JSON.stringify(quotes)}::text::json)
    )
    ${shown}`
  return taken.length > 0
}

export const findQuote: FindOwned<QuoteRow> = async (db, brandId, id) => {
  const [quote] = await loadQuotes(db, brandId, [id])
  return quote
}

export const loadQuotes: LoadOwned<QuoteRow> = async (db, brandId, ids) => {
  return await db<QuoteRow[]>`
    select ${columns(db)} from shipping.quotes where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** Of any brand; rides on quotes_id_idx. */
export async function quoteExists(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select from shipping.quotes where id = ${id}`
  return found.length > 0
}

export const findRequest: FindOwned<RequestRow> = async (db, brandId, id) => {
  const [request] = await db<RequestRow[]>`
    select brand_id, id, order_id, parcels, ship_from, ship_to, created_at
    from shipping.quote_requests
    where brand_id = ${brandId} and id = ${id}`
  return request
}

/** The request of a quote, for whoever has nothing but the quote's id. */
export const findRequestOfQuote: FindOwned<RequestRow> = async (db, brandId, quoteId) => {
  const [request] = await db<RequestRow[]>`
    select brand_id, id, order_id, parcels, ship_from, ship_to, created_at
    from shipping.quote_requests
    where brand_id = ${brandId}
      and id = (select request_id from shipping.quotes where brand_id = ${brandId} and id = ${quoteId})`
  return request
}

export type OldRequest = Pick<RequestRow, 'brand_id' | 'id' | 'order_id' | 'created_at'>

/** Of all brands, the oldest first, from behind `last` on; rides on quote_requests_age_idx. */
export async function listOldRequests(
  db: Queryable,
  before: Date,
  last: OldRequest | undefined,
  limit: number,
): Promise<OldRequest[]> {
  return await db<OldRequest[]>`
    select brand_id, id, order_id, created_at
    from shipping.quote_requests
    where created_at < ${before} ${last ? db`and (created_at, id) > (${last.created_at}, ${last.id})` : db``}
    order by created_at, id
    limit ${limit}`
}

/** With their quotes, but for those that something was shipped by; shipments are found by their order. */
export async function deleteRequests(
  db: Queryable,
  brandId: BrandId,
  requestIds: readonly string[],
): Promise<void> {
  await db`
    with gone as (
      delete from shipping.quote_requests
      where brand_id = ${brandId} and id = any(${requestIds as string[]}::uuid[])
      returning quote_ids
    )
    delete from shipping.quotes
    where brand_id = ${brandId} and id in (select unnest(quote_ids) from gone)
      and not exists (
        select from shipping.shipments
        where shipments.brand_id = quotes.brand_id and shipments.order_id = quotes.order_id
          and quote_id = quotes.id
      )`
}

const columns = (db: Queryable) => db`
  brand_id, id, number, request_id, order_id, carrier_code, service_code, service_name, collection_methods, currency,
  cost_minor, transit, created_at`
