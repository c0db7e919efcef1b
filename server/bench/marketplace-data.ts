/**
 * Fills a database with a whole marketplace, by statements for many rows at once: brands, retailers, and orders between them
 * in the statuses that they have after some years. Order number 0 is the newest. The demo brand has one order of a hundred,
 * and the demo retailer one of ten, so that their pages are those of the largest accounts.
 */
import { DEMO } from '../src/modules/identity/index.ts'
import type { Database, Transaction } from '../src/platform/database.ts'
import { createRowIds, rowId } from './row-ids.ts'

export interface MarketplaceSize {
  brands: number
  retailers: number
  orders: number
}

/** Rows that the requests refer to. */
export interface MarketplaceFacts {
  brandIds: string[]
  retailerIds: string[]
  /** Of all brands, from all parts of the list. */
  orders: MarketOrder[]
  /** Of the demo brand. */
  ordersOfBrand: MarketOrder[]
  /** Of the demo retailer. */
  ordersOfRetailer: MarketOrder[]
}

interface MarketOrder {
  id: string
  reference: number
  /** As an instant. */
  submittedAt: string
}

const BATCH = 50_000
const OF_DEMO_BRAND = 100
const OF_DEMO_RETAILER = 10
const SAMPLES = 50

/** Foreign keys are not checked: the rows are consistent, and checking would take most of the time. Needs a superuser. */
export async function fillMarketplace(
  db: Database,
  size: MarketplaceSize,
  say: (text: string) => void,
): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await createRowIds(tx)
    await insertAccounts(tx, size)
    for (let from = 0; from < size.orders; from += BATCH) {
      const to = Math.min(from + BATCH, size.orders) - 1
      await insertOrders(tx, size, from, to)
      say(`orders: ${to + 1} of ${size.orders}`)
    }
    await insertCustomers(tx)
  })
  say('vacuum')
  await db`vacuum analyze`
}

/** One brand of fifty has a receiver that fails, and each has a user and some entries of audit. */
async function insertAccounts(tx: Transaction, { brands, retailers }: MarketplaceSize): Promise<void> {
  await tx`
    insert into identity.brands (id, name, currency, country, created_at, updated_at)
    select pg_temp.row_id('brand', n), 'Workshop ' || n || ' ' || left(md5(n::text), 6), 'EUR', 'BE',
      now() - n * interval '1 h', now()
    from generate_series(0, ${brands - 1}::int) as n`
  await tx`
    insert into identity.retailers
      (id, store_name, company_name, email, currency, country, segment, address, created_at, updated_at)
    select pg_temp.row_id('retailer', n), 'Store ' || n || ' ' || left(md5(n::text), 6), 'Company ' || n,
      'store' || n || '@retailers.test', 'EUR', 'BE', 'segment-' || n % 5, ${ADDRESS}::text::jsonb,
      now() - n * interval '1 h', now()
    from generate_series(0, ${retailers - 1}::int) as n`
  await tx`
    insert into identity.users (
      id, brand_id, email, first_name, last_name, currency, country, browser_id, role, created_at, updated_at
    )
    select pg_temp.row_id('user', n), pg_temp.row_id('brand', n), 'owner' || n || '@brands.test', 'Ines', 'Okoye', 'EUR',
      'BE', md5(n::text), 'owner', now() - n * interval '1 h', now()
    from generate_series(0, ${brands - 1}::int) as n`
  await tx`
    insert into identity.audit (id, action, brand_id, acted_by, by_user_id, user_id, created_at)
    select pg_temp.row_id('audit', n), 'sign-in', pg_temp.row_id('brand', n % ${brands}::int), 'brand',
      pg_temp.row_id('user', n % ${brands}::int), pg_temp.row_id('user', n % ${brands}::int), now() - n * interval '1 min'
    from generate_series(0, ${brands * 10 - 1}::int) as n`
  await tx`
    insert into webhooks.subscriptions
      (brand_id, id, application_id, url, events, secret_encrypted, failing_since, failures, created_at, updated_at)
    select pg_temp.row_id('brand', n), pg_temp.row_id('subscription', n), pg_temp.row_id('application', n),
      'https://erp.brands.test/' || n, '{order.shipped}', '', now() - n * interval '1 min', 3, now(), now()
    from generate_series(0, ${brands - 1}::int, 50) as n`
}

/**
 * The newest two percent wait for a decision or are in transit, the next two are about to end, and most others are
 * paid.
 */
async function insertOrders(
  tx: Transaction,
  { brands, retailers, orders }: MarketplaceSize,
  from: number,
  to: number,
): Promise<void> {
  const numbers = tx`
    select n, pg_temp.row_id('order', n) as id, chance, placed_at,
      case when n % ${OF_DEMO_BRAND}::int = 0 then ${DEMO.brandId}::uuid
        else pg_temp.row_id('brand', chance % ${brands}::int) end as brand_id,
      case when n % ${OF_DEMO_RETAILER}::int = 1 then ${DEMO.retailerId}::uuid
        else pg_temp.row_id('retailer', chance / 7 % ${retailers}::int) end as retailer_id,
      case
        when n < ${orders}::int * 0.02 then (array[
          'ankor_confirmed', 'brand_confirmed', 'shipping_labels_generated', 'shipped', 'rejected'
        ])[1 + chance / 3 % 5]
        when n < ${orders}::int * 0.04 then (array[
          'shipped', 'received', 'invoiced', 'reception_refused', 'brand_paid'
        ])[1 + chance / 3 % 5]
        when chance % 20 = 0 then 'cancelled'
        else 'brand_paid'
      end as status
    from generate_series(${from}::int, ${to}::int) as n,
      lateral (select abs(hashint4(n)::bigint) as chance, now() - n * interval '20 s' as placed_at) as given`
  await tx`
    insert into ordering.orders (
      brand_id, id, retailer_id, status, currency, total_minor, total_vat_minor, net_minor, platform_fee_percent,
      new_customer_fee_percent, fee_vat_percent, currency_rate, billing_address, shipping_address,
      expected_earliest_on, expected_latest_on, move_count, submitted_at, shipped_at, brand_paid_at, created_at,
      updated_at, item_ids, variant_ids, billing_item_ids, retailer_cancellation_request_reason,
      revert_request_reason
    )
    select brand_id, id, retailer_id, status, 'EUR', 18000, 3600, 19440, 10, 0, 20, 1, ${ADDRESS}::text::jsonb,
      ${ADDRESS}::text::jsonb, placed_at::date, placed_at::date + 4, 1, placed_at,
      case when status in ('shipped', 'received', 'reception_refused', 'invoiced', 'brand_paid')
        then placed_at + interval '2 d' end,
      case when status = 'brand_paid' then placed_at + interval '9 d' end, placed_at - interval '1 min', placed_at,
      array[pg_temp.row_id('item', n)], array[pg_temp.row_id('variant', n)], array[pg_temp.row_id('fee', n)],
      case when status = 'ankor_confirmed' and chance / 11 % 50 = 0 then 'Ordered twice.' end,
      case when status = 'brand_confirmed' and chance / 11 % 10 = 0 then 'Accepted by mistake.' end
    from (${numbers}) as numbered`
  await tx`
    insert into ordering.items (
      brand_id, id, order_id, position, variant_id, currency, quantity, unit_multiplier, unit_price_minor, vat_rate,
      amount_minor, vat_minor, created_at, updated_at
    )
    select brand_id, pg_temp.row_id('item', n), id, 0, pg_temp.row_id('variant', n), 'EUR', 4, 6, 750, 20, 18000, 3600,
      placed_at, placed_at
    from (${numbers}) as numbered`
  await tx`
    insert into ordering.billing_items (
      brand_id, id, order_id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at,
      updated_at
    )
    select brand_id, pg_temp.row_id('fee', n), id, 0, 'brand_platform_fees', 'EUR', 20, 1, -1800, -360, placed_at,
      placed_at
    from (${numbers}) as numbered`
  await tx`
    insert into ordering.moves (brand_id, id, order_id, number, command, to_status, moved_by, created_at)
    select brand_id, pg_temp.row_id('move', n), id, 1, 'submit', 'ankor_confirmed', 'retailer', placed_at
    from (${numbers}) as numbered`
}

async function insertCustomers(tx: Transaction): Promise<void> {
  await tx`
    insert into ordering.customers (brand_id, retailer_id, first_order_id, created_at)
    select distinct on (brand_id, retailer_id) brand_id, retailer_id, id, created_at
    from ordering.orders
    order by brand_id, retailer_id, created_at
    on conflict do nothing`
}

const ADDRESS = JSON.stringify({
  name: 'Nadia Lemmens',
  organisationName: 'Harbour Lane Stores',
  street: 'Kaai 12',
  city: 'Gent',
  postalCode: '9000',
  countryCode: 'BE',
})

export async function readMarketplace(db: Database, size: MarketplaceSize): Promise<MarketplaceFacts> {
  const numbers = (step: number, first: number) => {
    const count = Math.floor((size.orders - first) / step)
    const wanted = Math.min(count, SAMPLES)
    return Array.from({ length: wanted }, (_, i) => first + step * Math.floor((i * count) / wanted))
  }
  const ordersAt = (all: readonly number[]) => db<MarketOrder[]>`
    select id, reference, to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "submittedAt"
    from ordering.orders
    where id = any(${all.map((n) => rowId('order', n))}::uuid[])
    order by submitted_at desc`
  const ids = (kind: string, count: number) =>
    Array.from({ length: Math.min(count, SAMPLES) }, (_, i) =>
      rowId(kind, Math.floor((i * count) / Math.min(count, SAMPLES))),
    )
  return {
    brandIds: ids('brand', size.brands),
    retailerIds: ids('retailer', size.retailers),
    orders: await ordersAt(numbers(1, 0)),
    ordersOfBrand: await ordersAt(numbers(OF_DEMO_BRAND, 0)),
    ordersOfRetailer: await ordersAt(numbers(OF_DEMO_RETAILER, 1)),
  }
}
