/**
 * Fills a database with a brand of any size, by statements for many rows at once. Row number 0 is the newest of its
 * table.
 */
import { DEMO } from '../src/modules/identity/index.ts'
import type { Database, Fragment, Transaction } from '../src/platform/database.ts'
import type { Facts } from './facts.ts'
import { createRowIds, rowId } from './row-ids.ts'

export interface DataSize {
  products: number
  orders: number
  postings: number
  /** Webhook events of years ago, with a delivery and an attempt each, and as many shipping quotes. */
  expired: number
  /** How many orders wait to be accepted, the newest ones; the others were received. All of them by default. */
  open?: number
}

const VARIANTS_OF_PRODUCT = 2
const LINES_OF_ORDER = 2
/** Postings come in pairs: what enters a level leaves the outside. */
const POSTINGS_OF_TRANSACTION = 2
/** Few enough rows that progress is visible, and many enough that the cost of a statement does not matter. */
const BATCH = 50_000
const READ_ROWS = 3200
const READ_ORDERS = 500

/**
 * Foreign keys are not checked, because that would take most of the time and the rows are consistent. It requires a
 * superuser, which the embedded server provides.
 */
export async function fillDatabase(db: Database, size: DataSize, say: (text: string) => void): Promise<void> {
  const transactions = Math.floor(size.postings / POSTINGS_OF_TRANSACTION)
  await db.begin(async (tx) => {
    const batches = async (what: string, count: number, insert: Insert) => {
      for (let from = 0; from < count; from += BATCH) {
        const to = Math.min(from + BATCH, count) - 1
        await insert(tx, { from, to, variants: size.products * VARIANTS_OF_PRODUCT, transactions })
        say(`${what}: ${to + 1} of ${count}`)
      }
    }
    await tx`set local session_replication_role = replica`
    await createRowIds(tx)
    await batches('products', size.products, insertProducts)
    await batches('orders', size.orders, insertOrders(size))
    await batches('stock transactions', transactions, insertPostings)
    await batches('expired webhook events', size.expired, insertExpiredEvents)
    await batches('expired shipping quotes', size.expired, insertExpiredQuotes)
  })
  say('vacuum')
  await db`vacuum analyze`
}

/** Many brands beside that of the demo data, each with a few orders: the first of them is the other demo brand. */
export async function addBrands(
  db: Database,
  { brands, ordersOfEach }: { brands: number; ordersOfEach: number },
  say: (text: string) => void,
): Promise<void> {
  const orders = brands * ordersOfEach
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await createRowIds(tx)
    await tx`
      insert into identity.brands (id, name, currency, country, created_at, updated_at)
      select pg_temp.row_id('brand', n), 'Workshop ' || n, 'EUR', 'BE', now() - n * interval '1 h', now()
      from generate_series(1, ${brands - 1}::int) as n`
    const brand = tx`case when n / ${ordersOfEach}::int = 0 then ${DEMO.otherBrandId}::uuid
      else pg_temp.row_id('brand', n / ${ordersOfEach}::int) end`
    for (let from = 0; from < orders; from += BATCH) {
      const to = Math.min(from + BATCH, orders) - 1
      await insertOrdersOf(
        tx,
        { from, to, variants: orders },
        {
          brand,
          prefix: 'small-',
          isOpen: tx`n % ${ordersOfEach}::int < 10`,
        },
      )
      say(`orders of ${brands} brands: ${to + 1} of ${orders}`)
    }
  })
  say('vacuum')
  await db`vacuum analyze`
}

interface Batch {
  from: number
  to: number
  /** How many there are altogether. */
  variants: number
  transactions: number
}
type Insert = (tx: Transaction, batch: Batch) => Promise<void>

const insertProducts: Insert = async (tx, { from, to, variants, transactions }) => {
  await tx`
    insert into catalog.products (
      brand_id, id, name, description, language, position, unit_multiplier, vat_rate, retail_price_minor,
      wholesale_price_minor, original_wholesale_price_minor, created_at, indexed_at, updated_at, variant_count,
      live_variant_count, orderable_variant_count
    )
    select ${DEMO.brandId}, pg_temp.row_id('product', n), 'Turned oak bowl ' || n,
      'Turned oak bowl ' || n || '. Made to order in a small workshop and packed without plastic.', 'en', 0, 6, 20, 1250,
      500, 500, now() - n * interval '1 s', now(), now(), ${VARIANTS_OF_PRODUCT}::int, ${VARIANTS_OF_PRODUCT}::int,
      ${VARIANTS_OF_PRODUCT}::int
    from generate_series(${from}::int, ${to}::int) as n`
  const [first, last] = [from * VARIANTS_OF_PRODUCT, (to + 1) * VARIANTS_OF_PRODUCT - 1]
  await tx`
    insert into catalog.variants (
      brand_id, id, product_id, name, sku, retail_price_minor, wholesale_price_minor, original_wholesale_price_minor,
      images, created_at, updated_at
    )
    select ${DEMO.brandId}, pg_temp.row_id('variant', n), pg_temp.row_id('product', n / ${VARIANTS_OF_PRODUCT}::int),
      'Ochre ' || n, 'GROWN-' || n, 1250, 500, 500, '[]', now() - n * interval '1 s', now()
    from generate_series(${first}::int, ${last}::int) as n`
  // As many as the postings below add up to.
  await tx`
    insert into stock.levels
      (brand_id, variant_id, location_id, available, unit_multiplier, created_at, updated_at)
    select ${DEMO.brandId}, pg_temp.row_id('variant', n), location_id,
      (${transactions}::int + ${variants}::int - 1 - n) / ${variants}::int, 6, now() - n * interval '1 s', now()
    from generate_series(${first}::int, ${last}::int) as n, (${ownLocation(tx)}) as location`
}

const insertPostings: Insert = async (tx, { from, to, variants }) => {
  await tx`
    insert into stock.transactions (brand_id, id, movement_type, related_id, created_at)
    select ${DEMO.brandId}, pg_temp.row_id('transaction', n), 'snapshot', pg_temp.row_id('transaction', n),
      now() - n * interval '1 s'
    from generate_series(${from}::int, ${to}::int) as n`
  await tx`
    insert into stock.postings
      (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
    select ${DEMO.brandId}, pg_temp.row_id(status, n), pg_temp.row_id('transaction', n), 'snapshot',
      pg_temp.row_id('variant', n % ${variants}::int), location_id, status, quantity, 6, now() - n * interval '1 s'
    from generate_series(${from}::int, ${to}::int) as n, (${ownLocation(tx)}) as location,
      (values ('available', 1), ('void', -1)) as side (status, quantity)`
}

const ownLocation = (tx: Transaction) => tx`
  select location_id from stock.levels where brand_id = ${DEMO.brandId} limit 1`

/** Whose rows are inserted: the brand of row `n`, and what its ids are derived from. */
interface Owner {
  brand: Fragment
  prefix: string
  /** Whether it waits to be accepted; otherwise it has been received. */
  isOpen: Fragment
}

const insertOrders =
  ({ open, orders }: DataSize): Insert =>
  (tx, batch) => {
    const isOpen = tx`n < ${open ?? orders}::int`
    return insertOrdersOf(tx, batch, { brand: tx`${DEMO.brandId}::uuid`, prefix: '', isOpen })
  }

async function insertOrdersOf(
  tx: Transaction,
  { from, to, variants }: Pick<Batch, 'from' | 'to' | 'variants'>,
  { brand, prefix, isOpen }: Owner,
): Promise<void> {
  const ids = (kind: string, numberOf: Fragment) => tx`array(
    select pg_temp.row_id(${`${prefix}${kind}`}, ${numberOf}) from generate_series(0, ${LINES_OF_ORDER - 1}::int) as line
  )`
  const item = tx`n * ${LINES_OF_ORDER}::int + line`
  const variant = tx`(${item}) % ${variants}::int`
  await tx`
    insert into ordering.orders (
      brand_id, id, retailer_id, status, currency, total_minor, total_vat_minor, net_minor, platform_fee_percent,
      new_customer_fee_percent, fee_vat_percent, currency_rate, billing_address, shipping_address,
      expected_earliest_on, expected_latest_on, move_count, submitted_at, created_at, updated_at, item_ids, variant_ids,
      billing_item_ids
    )
    select ${brand}, pg_temp.row_id(${`${prefix}order`}, n), ${DEMO.retailerId},
      case when ${isOpen} then 'ankor_confirmed' else 'received' end, 'EUR', 18000, 3600, 19440,
      10, 0, 20, 1, address, address, '2026-03-05', '2026-03-09', 1, placed_at, placed_at, placed_at, ${ids('item', item)},
      ${ids('variant', variant)}, array[pg_temp.row_id(${`${prefix}fee`}, n)]
    from generate_series(${from}::int, ${to}::int) as n,
      (values (${JSON.stringify(ADDRESS)}::text::jsonb)) as given (address),
      lateral (select now() - n * interval '1 s' as placed_at) as placed`
  await tx`
    insert into ordering.items (
      brand_id, id, order_id, position, variant_id, currency, quantity, unit_multiplier, unit_price_minor, vat_rate,
      amount_minor, vat_minor, created_at, updated_at
    )
    select ${brand}, pg_temp.row_id(${`${prefix}item`}, ${item}), pg_temp.row_id(${`${prefix}order`}, n), line,
      pg_temp.row_id(${`${prefix}variant`}, ${variant}), 'EUR', 2, 6, 750, 20, 9000, 1800,
      now(), now()
    from generate_series(${from}::int, ${to}::int) as n, generate_series(0, ${LINES_OF_ORDER - 1}::int) as line`
  await tx`
    insert into ordering.billing_items (
      brand_id, id, order_id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at,
      updated_at
    )
    select ${brand}, pg_temp.row_id(${`${prefix}fee`}, n), pg_temp.row_id(${`${prefix}order`}, n), 0, 'brand_platform_fees', 'EUR', 20, 1,
      -1800, -360, now(), now()
    from generate_series(${from}::int, ${to}::int) as n`
  await tx`
    insert into ordering.moves (brand_id, id, order_id, number, command, to_status, moved_by, created_at)
    select ${brand}, pg_temp.row_id(${`${prefix}move`}, n), pg_temp.row_id(${`${prefix}order`}, n), 1, 'submit', 'ankor_confirmed',
      'retailer', now()
    from generate_series(${from}::int, ${to}::int) as n`
}

const insertExpiredEvents: Insert = async (tx, { from, to }) => {
  await tx`
    insert into webhooks.events (brand_id, id, type, subject_id, is_test, resource, occurred_at, created_at)
    select ${DEMO.brandId}, pg_temp.row_id('event', n), 'order.brand_created', pg_temp.row_id('order', n), false,
      repeat('x', 2000), timestamptz '2020-01-01', timestamptz '2020-01-01' - n * interval '1 s'
    from generate_series(${from}::int, ${to}::int) as n`
  await tx`
    insert into webhooks.deliveries (
      brand_id, id, subscription_id, application_id, event_id, event_type, subject_id, state, attempts, tries, due_at,
      created_at, finished_at
    )
    select ${DEMO.brandId}, pg_temp.row_id('delivery', n), pg_temp.row_id('subscription', 0),
      pg_temp.row_id('application', 0), pg_temp.row_id('event', n), 'order.brand_created', pg_temp.row_id('order', n),
      'delivered', 1, 1, timestamptz '2020-01-01', timestamptz '2020-01-01', timestamptz '2020-01-01'
    from generate_series(${from}::int, ${to}::int) as n`
  await tx`
    insert into webhooks.attempts (brand_id, delivery_id, number, outcome, status, duration_ms, started_at)
    select ${DEMO.brandId}, pg_temp.row_id('delivery', n), 1, 'answered', 200, 12, timestamptz '2020-01-01'
    from generate_series(${from}::int, ${to}::int) as n`
}

const insertExpiredQuotes: Insert = async (tx, { from, to }) => {
  await tx`
    insert into shipping.quote_requests (brand_id, id, order_id, parcels, ship_from, ship_to, created_at, quotes)
    select ${DEMO.brandId}, pg_temp.row_id('quote', n), pg_temp.row_id('order', n), '[]', '{}', '{}',
      timestamptz '2020-01-01' - n * interval '1 s', '[]'
    from generate_series(${from}::int, ${to}::int) as n`
}

const ADDRESS = {
  name: 'Nadia Lemmens',
  organisationName: 'Harbour Lane Stores',
  street: 'Kaai 12',
  city: 'Gent',
  postalCode: '9000',
  countryCode: 'BE',
}

/** Rows from all parts of the data. */
export function factsOf({ products, orders }: DataSize): Facts {
  const variants = spread(products * VARIANTS_OF_PRODUCT, READ_ROWS)
  const variantIds = variants.map((n) => rowId('variant', n))
  return {
    brandId: DEMO.brandId,
    variantIds,
    orderableIds: variantIds,
    skus: variants.map((n) => `GROWN-${n}`),
    orderIds: spread(orders, READ_ORDERS).map((n) => rowId('order', n)),
    picturePaths: [],
    acceptIds: [],
    ceilingAcceptIds: [],
    bareAcceptIds: [],
  }
}

const DEEP_PAGES = 100

/** Row numbers in the second half of a list, far enough from its end for a page. */
export const deepRows = (count: number): number[] =>
  spread(Math.floor(count * 0.4), DEEP_PAGES).map((n) => Math.floor(count / 2) + n)

const spread = (count: number, wanted: number): number[] =>
  Array.from({ length: Math.min(count, wanted) }, (_, i) => Math.floor((i * count) / Math.min(count, wanted)))
