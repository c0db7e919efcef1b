/** Reads orders with all their amounts, for billing exports. */
import type { Address } from '../../../domain/postal-address.ts'
import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { OrderingBillingItemsRow, OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Status } from '../order/move-table.ts'
import { linesAsJson, type OrderLine } from '../order/order-lines.ts'

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
  /** The time of submission: `from` is inclusive, `before` exclusive. */
  from: Date
  before: Date
  statuses: readonly Status[]
}

/** With their items, a few hundred kilobytes: large enough to amortise a round trip, small enough to hold in memory. */
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
 * Iterates over the orders in batches, oldest first. Each batch is read in one statement, so an order is consistent in
 * itself; orders of different batches may come from different snapshots.
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

/** Uses orders_submitted_idx, and the position keys of items and billing items. */
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
        where moves.brand_id = ${brandId} and order_id = orders.id and to_status = 'invoiced'
      ) as invoiced_at,
      ${linesAsJson(db, brandId)} as items,
      coalesce((
        select json_agg(json_build_object(
          'id', billing_items.id, 'type', type, 'vat_rate', vat_rate, 'amount_minor', amount_minor,
          'vat_minor', vat_minor
        ) order by position)
        from ordering.billing_items
        where billing_items.brand_id = ${brandId} and order_id = orders.id
      ), '[]') as billing_items
    from ordering.orders
    where ${matches(db, brandId, filter)}
      ${after ? db`and (submitted_at, id) > (${cursorKey(db, brandId, after.id)})` : db``}
    order by submitted_at, id
    ${limitTo(db, batch)}`
}

/** The cursor is resolved by the database: a Date would lose the microseconds of `submitted_at`. */
const cursorKey = (db: Queryable, brandId: BrandId, id: string) =>
  db`select submitted_at, id from ordering.orders where brand_id = ${brandId} and id = ${id}`

const matches = (db: Queryable, brandId: BrandId, { from, before, statuses }: BilledOrderFilter) => db`
  brand_id = ${brandId} and submitted_at >= ${from} and submitted_at < ${before}
  and status = any(${statuses as string[]}::text[])`
