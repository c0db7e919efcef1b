/** How the orders of a brand develop: sales, time to accept, and stock that will run out. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { limitTo } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { countedVariants, namedVariants } from '../../catalog/index.ts'
import { storeNameOf } from '../../identity/index.ts'

export interface TrendPeriod {
  /** The starts of its days, oldest first. */
  dayStarts: readonly Date[]
  /** The start of as many days before them. */
  beforeFrom: Date
  /** The end of the last day. */
  endsAt: Date
  /** The start of the sales from which the sales rate is computed. */
  soldFrom: Date
  /** The length of these sales, in days. */
  soldDays: number
}

interface Sales {
  currency: string
  orders: number
  /** The net amounts of the brand, in minor units. */
  amount: number
}

interface AcceptanceTimes {
  /** Weeks of seven days before the end of the period; null for the whole period. */
  week: number | null
  orders: number
  median_seconds: number
  slow_seconds: number
}

interface BestSeller {
  currency: string
  product_id: string
  product_name: string
  variant_id: string
  pieces: number
  retailers: number
  /** Of all lines, without VAT and before fees. */
  amount: number
}

interface RunningOutVariant {
  variant_id: string
  product_id: string
  product_name: string
  variant_name: string
  sku: string
  available: number
  sold: number
  days_left: number
  /** Of all variants that were sold, how many are out of stock, and how many last less than two weeks. */
  out_count: number
  low_count: number
}

/** The object that `orderTrends` selects. */
export interface OrderTrends {
  /** Of as many days before the period. */
  before: readonly Sales[]
  best_sellers: readonly BestSeller[]
  /** Days are numbered from 1. */
  by_day: readonly (Sales & { day: number })[]
  by_retailer: readonly (Sales & { retailer_id: string; store_name: string })[]
  acceptance: readonly AcceptanceTimes[]
  running_out: readonly RunningOutVariant[]
}

const MAX_RETAILERS = 10
const MAX_SELLERS = 5
/** What lasts less than this is worth a look today. */
const LOW_DAYS = 14
const MAX_VARIANTS = 10

/**
 * A subquery with one JSON object (`OrderTrends`). Reads the orders of the period once, through orders_submitted_idx, and
 * their moves and items by their keys. Rejected and cancelled orders do not count as sales.
 */
export const orderTrends = (db: Queryable, brandId: BrandId, period: TrendPeriod): Fragment => db`
  with recent as materialized (
    select id, retailer_id, status, currency, net_minor, submitted_at,
      width_bucket(submitted_at, ${period.dayStarts as Date[]}::timestamptz[]) as day
    from ordering.orders
    where brand_id = ${brandId} and submitted_at >= ${period.dayStarts[0] as Date} and submitted_at < ${period.endsAt}
  ), sales as (
    select id, retailer_id, currency, net_minor, submitted_at, day
    from recent
    where status not in ('rejected', 'cancelled')
  )
  select json_build_object(
    'by_day', (${listOf(db, salesByDay(db))}),
    'before', (${listOf(db, salesBefore(db, brandId, period))}),
    'best_sellers', (${listOf(db, bestSellers(db, brandId))}),
    'by_retailer', (${listOf(db, salesByRetailer(db))}),
    'acceptance', (${listOf(db, acceptanceTimes(db, brandId, period))}),
    'running_out', (${listOf(db, runningOut(db, brandId, period))})
  )`

const listOf = (db: Queryable, rows: Fragment) => db`
  select coalesce(json_agg(row_to_json(listed)), '[]') from (${rows}) as listed`

const salesByDay = (db: Queryable) => db`
  select currency, day, count(*) as orders, sum(net_minor) as amount
  from sales
  group by currency, day
  order by currency, day`

/** Uses orders_submitted_idx. */
const salesBefore = (db: Queryable, brandId: BrandId, { beforeFrom, dayStarts }: TrendPeriod) => db`
  select currency, count(*) as orders, sum(net_minor) as amount
  from ordering.orders
  where brand_id = ${brandId} and submitted_at >= ${beforeFrom} and submitted_at < ${dayStarts[0] as Date}
    and status not in ('rejected', 'cancelled')
  group by currency
  order by currency`

/** The products with the highest amounts in each currency, with the variant that stands for them. Uses items_position_key. */
const bestSellers = (db: Queryable, brandId: BrandId) => db`
  select currency, product_id, product_name, variant_id, pieces, retailers, amount
  from (
    select sold.currency, product_id, min(product_name) as product_name, min(variant_id::text) as variant_id,
      sum(pieces) as pieces, count(distinct retailer_id) as retailers, sum(amount) as amount,
      row_number() over (partition by sold.currency order by sum(amount) desc, product_id) as place
    from (
      select sales.currency, retailer_id, variant_id, sum(quantity * unit_multiplier) as pieces, sum(amount_minor) as amount
      from sales
      join ordering.items on items.brand_id = ${brandId} and items.order_id = sales.id
      group by sales.currency, retailer_id, variant_id
    ) as sold
    join (${namedVariants(db, brandId)}) as variants using (variant_id)
    group by sold.currency, product_id
  ) as ranked
  where place <= ${MAX_SELLERS}
  order by currency, place`

/** The retailers with the highest amounts in each currency. */
const salesByRetailer = (db: Queryable) => db`
  select currency, retailer_id, ${storeNameOf(db, db`retailer_id`)} as store_name, orders, amount
  from (
    select currency, retailer_id, count(*) as orders, sum(net_minor) as amount,
      row_number() over (partition by currency order by sum(net_minor) desc, retailer_id) as place
    from sales
    group by currency, retailer_id
  ) as ranked
  where place <= ${MAX_RETAILERS}
  order by currency, place`

/** From the submission to the first acceptance, of orders that were submitted in the period. Uses moves_number_key. */
const acceptanceTimes = (db: Queryable, brandId: BrandId, { dayStarts }: TrendPeriod) => db`
  select week, count(*) as orders,
    percentile_cont(0.5) within group (order by seconds) as median_seconds,
    percentile_cont(0.9) within group (order by seconds) as slow_seconds
  from (
    select (${dayStarts.length}::integer - day) / 7 as week, extract(epoch from accepted.at - submitted_at) as seconds
    from recent
    cross join lateral (
      select min(created_at) as at
      from ordering.moves
      where brand_id = ${brandId} and order_id = recent.id and command = 'brand-validates'
    ) as accepted
    where accepted.at is not null
  ) as acceptances
  group by grouping sets ((), (week))
  having count(*) > 0
  order by week`

/** The variants that run out of stock first. Uses items_position_key. */
const runningOut = (db: Queryable, brandId: BrandId, { soldFrom, soldDays }: TrendPeriod) => db`
  select variant_id, product_id, product_name, variant_name, sku, available, sold,
    floor(greatest(available, 0) * ${soldDays}::integer / sold) as days_left,
    count(*) filter (where available <= 0) over () as out_count,
    count(*) filter (where available > 0 and available * ${soldDays}::integer < sold * ${LOW_DAYS}::integer) over () as low_count
  from (
    select variant_id, sum(quantity)::bigint as sold
    from sales
    join ordering.items on items.brand_id = ${brandId} and items.order_id = sales.id
    where submitted_at >= ${soldFrom}
    group by variant_id
  ) as sold_variants
  join (${countedVariants(db, brandId)}) as variants using (variant_id)
  order by greatest(available, 0)::numeric / sold, sold desc, variant_id
  ${limitTo(db, MAX_VARIANTS)}`
