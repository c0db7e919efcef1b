/** Orders with all that money is counted from, for whoever makes statements of them. */

import type { Address } from '../../../domain/postal-address.ts'
import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { OrderingBillingItemsRow, OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Status } from '../life/move-table.ts'
import { linesAsJson, type OrderLine } from '../reading/order-lines.ts'

export type BilledFee = Pick<
  OrderingBillingItemsRow,
  'id' | 'type' | 'vat_rate' | 'amount_minor' | 'vat_minor'
>

export type BilledOrder = Pick<
  OrderingOrdersRow,
  | 'id'
  | 'reference'
  | 'retailer_id'
  | 'currency'
  | 'total_minor'
  | 'total_vat_minor'
  | 'net_minor'
  | 'submitted_at'
  | 'shipped_at'
  | 'brand_paid_at'
> & {
  status: Status
  billing_address: Address
  invoiced_at: Date | null
  items: OrderLine[]
  billing_items: BilledFee[]
}

export interface BilledOrderFilter {
  /** When the orders were submitted: from the first moment to before the second. */
  from: Date
  before: Date
  statuses: readonly Status[]
}

/** Enough to make a round trip worth it; with their items they are a few hundred kilobytes, and soon worked off. */
const BATCH = 100

export async function countBilledOrders(
  db: Queryable,
  brandId: BrandId,
  filter: BilledOrderFilter,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from ordering.orders where ${matches(db, brandId, filter)}`
  return row?.count ?? 0
}

/**
 * Walks the orders, oldest first, and holds one batch at a time. An order comes whole and from one moment, whatever
 * changes meanwhile; two orders may come from different ones.
 */
export async function* billedOrders(
  db: Queryable,
  brandId: BrandId,
  filter: BilledOrderFilter,
  { batch = BATCH }: { batch?: number } = {},
): AsyncGenerator<BilledOrder[]> {
  let last: BilledOrder | undefined
  do {
    const orders = await readBatch(db, brandId, filter, last, batch)
    if (orders.length > 0) yield orders
    last = orders.length === batch ? orders.at(-1) : undefined
  } while (last)
}

/** Rides on orders_submitted_idx; the items on the keys of their positions. */
async function readBatch(
  db: Queryable,
  brandId: BrandId,
  filter: BilledOrderFilter,
  after: BilledOrder | undefined,
  batch: number,
): Promise<BilledOrder[]> {
  return await db<BilledOrder[]>`
    select id, reference, retailer_id, status, currency, total_minor, total_vat_minor, net_minor, billing_address,
      submitted_at, shipped_at, brand_paid_at,
      (
        select max(moves.created_at)
        from ordering.moves
        where moves.brand_id = orders.brand_id and order_id = orders.id and to_status = 'invoiced'
      ) as invoiced_at,
      ${linesAsJson(db)} as items,
      coalesce((
        select json_agg(json_build_object(
          'id', billing_items.id, 'type', type, 'vat_rate', vat_rate, 'amount_minor', amount_minor,
          'vat_minor', vat_minor
        ) order by position)
        from ordering.billing_items
        where billing_items.brand_id = orders.brand_id and order_id = orders.id
      ), '[]') as billing_items
    from ordering.orders
    where ${matches(db, brandId, filter)}
      ${after ? db`and (submitted_at, id) > (${placeOf(db, brandId, after.id)})` : db``}
    order by submitted_at, id
    ${limitTo(db, batch)}`
}

/** The place of a row as the database keeps it: a Date would lose its microseconds. */
const placeOf = (db: Queryable, brandId: BrandId, id: string) =>
  db`select submitted_at, id from ordering.orders where brand_id = ${brandId} and id = ${id}`

const matches = (db: Queryable, brandId: BrandId, { from, before, statuses }: BilledOrderFilter) => db`
  brand_id = ${brandId} and submitted_at >= ${from} and submitted_at < ${before}
  and status = any(${statuses as string[]}::text[])`
