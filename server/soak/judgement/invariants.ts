/**
 * Conditions that the database meets at any time, whatever happens: each invariant has a name and a query for
 * violations. Those of deliveries and files are for a server at rest.
 */
import type { Queryable } from '../../src/platform/database.ts'
import { HOLD_STOCK, OWN_MOVES, SPECIFIED_MOVES } from '../../test/specified-moves.ts'
import type { Finding } from './finding.ts'

export interface Invariant {
  name: string
  /** Lists violations; their columns are shown. */
  sql: string
}

const texts = (list: readonly string[]) => `array[${list.map((text) => `'${text}'`).join(', ')}]::text[]`

/** The specified table of moves as rows. */
const TABLE = [...SPECIFIED_MOVES, ...OWN_MOVES]
  .map(({ command, from, to, event, by }) => {
    const [before, told] = [from, event].map((text) => (text === null ? 'null' : `'${text}'`))
    return `('${command}', ${before}::text, '${to}', ${told}::text, ${texts(by)})`
  })
  .join(',\n      ')

export const ORDER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'the status of an order is that of its last move, and its moves are numbered without gaps',
    sql: `
      select orders.id, status, move_count, moved.to_status, moved.last, moved.moves
      from ordering.orders
      left join (
        select brand_id, order_id, count(*) as moves, max(number) as last,
          (array_agg(to_status order by number desc))[1] as to_status
        from ordering.moves
        group by brand_id, order_id
      ) as moved on moved.brand_id = orders.brand_id and moved.order_id = orders.id
      where (status, move_count, move_count) is distinct from (moved.to_status, moved.last::bigint, moved.moves)`,
  },
  {
    name: 'every move follows the table, from the status that the one before led to',
    sql: `
      with the_table (command, from_status, to_status, event, by) as (values
      ${TABLE})
      select order_id, number, command, from_status, to_status, moved_by, event_type
      from (
        select *, lag(to_status) over (partition by brand_id, order_id order by number) as came_to from ordering.moves
      ) as moves
      where from_status is distinct from came_to
        or case
          when exists (select 1 from the_table where the_table.command = moves.command) then not exists (
            select 1 from the_table
            where the_table.command = moves.command and the_table.to_status = moves.to_status
              and the_table.from_status is not distinct from moves.from_status and moved_by = any(the_table.by)
          )
          else from_status is distinct from to_status
        end`,
  },
  {
    name: 'an order names the lines and the fees that belong to it',
    sql: `
      select id
      from ordering.orders
      where (item_ids, variant_ids, billing_item_ids) is distinct from (
        array(select id from ordering.items
          where items.brand_id = orders.brand_id and order_id = orders.id order by position),
        array(select variant_id from ordering.items
          where items.brand_id = orders.brand_id and order_id = orders.id order by position),
        array(select id from ordering.billing_items
          where billing_items.brand_id = orders.brand_id and order_id = orders.id order by position)
      )`,
  },
  {
    name: 'totals are the sums of the lines, and the net amount is that of total, VAT and fees',
    sql: `
      select id, total_minor, total_vat_minor, net_minor, lines.amount, lines.vat, fees.amount as fees
      from ordering.orders
      cross join lateral (
        select coalesce(sum(amount_minor), 0) as amount, coalesce(sum(vat_minor), 0) as vat
        from ordering.items where items.brand_id = orders.brand_id and order_id = orders.id
      ) as lines
      cross join lateral (
        select coalesce(sum(case when type = 'brand_shipping_fees' then -1 else 1 end * (amount_minor + vat_minor)), 0)
          as amount
        from ordering.billing_items where billing_items.brand_id = orders.brand_id and order_id = orders.id
      ) as fees
      where (total_minor, total_vat_minor, net_minor)
        is distinct from (lines.amount::bigint, lines.vat::bigint, (lines.amount + lines.vat + fees.amount)::bigint)`,
  },
  {
    name: 'an order is charged once for its shipment, and not without one',
    sql: `
      select orders.id, orders.shipment ->> 'id' as shipment_id, charges.count
      from ordering.orders
      cross join lateral (
        select count(*) from ordering.billing_items
        where billing_items.brand_id = orders.brand_id and order_id = orders.id
          and type in ('brand_shipping_fees', 'brand_shipping_fees_refund')
      ) as charges
      where charges.count <> case
        when shipment ->> 'id' is null or shipment #>> '{latestQuote,shippingCostsOverview,amount}' is null then 0
        else 1
      end`,
  },
  {
    name: 'the event of a move is recorded once: it waits, or it is published',
    sql: `
      select order_id, number, event_type, waiting.count as waiting, published.count as published
      from ordering.moves
      cross join lateral (select count(*) from platform.outbox where id = event_id) as waiting
      cross join lateral (
        select count(*) from webhooks.events where events.brand_id = moves.brand_id and id = event_id
      ) as published
      where event_id is not null and waiting.count + published.count <> 1
        -- The history of the demo data is not published.
        and request_id is not null`,
  },
  {
    name: 'the events of an order are published in the order of its moves',
    sql: `
      select order_id, number, type
      from (
        select moves.order_id, moves.number, events.type, events.number as published,
          lag(events.number) over (partition by moves.brand_id, moves.order_id order by moves.number) as before
        from ordering.moves
        join webhooks.events on events.brand_id = moves.brand_id and events.id = event_id
      ) as told
      where published < before`,
  },
]

export const STOCK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'the postings of a transaction sum to zero for each variant',
    sql: `
      select transaction_id, variant_id, sum(quantity)
      from stock.postings
      group by brand_id, transaction_id, variant_id
      having sum(quantity) <> 0`,
  },
  {
    name: 'a level is the sum of its postings',
    sql: `
      select levels.brand_id, levels.variant_id, available, reserved, posted.*
      from stock.levels
      left join lateral (
        select coalesce(sum(quantity) filter (where status = 'available'), 0) as posted_available,
          coalesce(sum(quantity) filter (where status = 'reserved'), 0) as posted_reserved
        from stock.postings
        where postings.brand_id = levels.brand_id and postings.variant_id = levels.variant_id
          and postings.location_id = levels.location_id
      ) as posted on true
      where (available, reserved) is distinct from (posted_available::bigint, posted_reserved::bigint)`,
  },
  {
    name: 'every transaction has postings, and every posting its transaction',
    sql: `
      select transactions.id, postings.id as posting_id
      from stock.transactions
      full join stock.postings on postings.brand_id = transactions.brand_id and transaction_id = transactions.id
      where transactions.id is null or postings.id is null`,
  },
  {
    name: 'reserved is what orders hold',
    sql: `
      with reserved as (
        select done.brand_id, done.related_id, variant_id, sum(quantity) as quantity
        from stock.postings
        join stock.transactions as done on done.brand_id = postings.brand_id and done.id = transaction_id
        where status = 'reserved'
        group by done.brand_id, done.related_id, variant_id
        having sum(quantity) <> 0
      ), reserved_by_orders as (
        select orders.id, variant_id, quantity
        from reserved
        join ordering.orders on orders.brand_id = reserved.brand_id and orders.id::text = related_id
      ), held as (
        select orders.id, items.variant_id, sum(items.quantity) as quantity
        from ordering.items
        join ordering.orders on orders.brand_id = items.brand_id and orders.id = order_id
        join stock.levels on levels.brand_id = items.brand_id and levels.variant_id = items.variant_id
        where status = any(${texts(HOLD_STOCK)}) and (
          status <> 'fulfillment_requested' or exists (select 1 from reserved_by_orders as own where own.id = orders.id)
        )
        group by orders.id, items.variant_id
      )
      select id, variant_id, reserved_by_orders.quantity as reserved, held.quantity as held
      from reserved_by_orders
      full join held using (id, variant_id)
      where reserved_by_orders.quantity is distinct from held.quantity`,
  },
  {
    name: 'whether a product can be ordered follows from its variants',
    sql: `
      select id, out_of_stock, archived
      from catalog.products
      cross join lateral (
        select coalesce(bool_and(variants.archived_at is not null), false) as all_archived,
          not coalesce(bool_or(
            variants.archived_at is null and (is_always_in_stock or inventory_policy = 'continue' or available > 0)
          ), false) as none_orderable
        from catalog.variants
        left join stock.levels on levels.brand_id = variants.brand_id and levels.variant_id = variants.id
        where variants.brand_id = products.brand_id and variants.product_id = products.id
      ) as variants
      where out_of_stock <> none_orderable or archived <> (archived_at is not null or all_archived)`,
  },
  {
    name: 'the daily check of the stock finds nothing',
    sql: `select checked_at, mismatches, repairs from stock.reconciliations where mismatches + repairs > 0`,
  },
]

/** The violations, with at most three examples of each invariant. */
export async function findViolations(db: Queryable, invariants: readonly Invariant[]): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { name, sql } of invariants) {
    const rows = await db.unsafe<object[]>(sql)
    if (rows.length === 0) continue
    const examples = rows.slice(0, EXAMPLES).map((row) => JSON.stringify(row))
    found.push({ check: name, seen: `${rows.length}: ${examples.join(' ')}` })
  }
  return found
}

const EXAMPLES = 3
