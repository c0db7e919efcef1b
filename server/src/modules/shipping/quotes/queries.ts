import type { Address } from '../../../http/address.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { FindOwned } from '../../../platform/owned.ts'
import type { ShippingQuoteRequestsRow, ShippingQuotesRow } from '../../../platform/rows.ts'
import type { showQuoted } from '../../ordering/index.ts'
import type { Parcel, Transit } from '../carriers/carrier.ts'

export type QuoteRow = Omit<ShippingQuotesRow, 'transit'> & { transit: Transit | null }
export type NewQuote = Omit<QuoteRow, 'number'>
export type RequestRow = Omit<ShippingQuoteRequestsRow, 'parcels' | 'ship_from' | 'ship_to'> & {
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
  const taken = await tx`
    with request as (
      insert into shipping.quote_requests ${tx(request as never)}
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
  const [quote] = await db<QuoteRow[]>`
    select ${columns(db)} from shipping.quotes where brand_id = ${brandId} and id = ${id}`
  return quote
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

const columns = (db: Queryable) => db`
  brand_id, id, number, request_id, order_id, carrier_code, service_code, service_name, collection_methods, currency,
  cost_minor, transit, created_at`
