/**
 * The leanest statements with which the database could answer each case: the columns of the response and the rows of
 * the change, by the best index, in one round trip, without any decision, validation or formatting. Written by hand and
 * independent of the server's statements, so that a change there does not lower the ceiling.
 */
import { DEMO } from '../src/modules/identity/index.ts'
import { demoId } from '../src/platform/demo-id.ts'
import { batches, type Facts, linesOf, quantityOf, twice } from './facts.ts'

export interface Ceiling {
  /** Sent together, as one transaction. Each takes as many of the parameters as it names, from the first. */
  statements: readonly string[]
  /** Text parameters for each request in the cycle. */
  parameters: (facts: Facts) => readonly (readonly string[])[]
}

const VARIANT = `
  variants.id, variants.product_id, variants.name, sku, ian, variants.retail_price_minor,
  variants.wholesale_price_minor, variants.original_wholesale_price_minor, variants.created_at, variants.archived_at,
  variants.updated_at, is_always_in_stock, inventory_policy, available, reserved, levels.updated_at`
const SINGLE_VARIANT = `${VARIANT}, fulfillable_id, available_on, variants.images`
const LEVEL = `
  join stock.levels on levels.brand_id = variants.brand_id and levels.variant_id = variants.id`

/** The last two columns stand in for the flags of a product, which cost the same as any other column. */
const PRODUCT = `
  products.id, products.name, description, language, dimensions, net_weight, capacity, products.position,
  products.unit_multiplier, products.vat_rate, products.discount_rate, active, products.retail_price_minor,
  products.wholesale_price_minor, products.original_wholesale_price_minor, products.created_at, indexed_at,
  products.updated_at, active, active`
const pageOfProducts = (columns: string, limit: number) => `
  select ${columns} from catalog.products where brand_id = $1 order by created_at desc, id desc limit ${limit}`

const ORDER = `
  orders.brand_id, orders.id, reference, orders.retailer_id, orders.status, orders.currency, total_minor,
  total_vat_minor, net_minor, shipping_method, brand_reject_type, brand_reject_reason, retailer_reject_reason,
  retailer_cancellation_request_reason, billing_address, submitted_at, shipped_at, brand_paid_at, orders.created_at,
  orders.updated_at`
const SINGLE_ORDER = `${ORDER}, shipping_address, expected_earliest_on, expected_latest_on, updated_latest_on`
const ITEM = `
  items.id, items.position, items.variant_id, items.currency, items.quantity, items.unit_multiplier,
  items.unit_price_minor, items.vat_rate, items.amount_minor, items.vat_minor, items.created_at, items.updated_at`
const BILLING_ITEM = `
  id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at, updated_at`
const RETAILER = `
  store_name, company_name, email, retailers.currency, retailers.country, retailers.created_at, retailers.updated_at, store_url,
  first_name, last_name, tax_number, vat_number, eori_number, phone_number_e164, business_identifier,
  retailers.address`

/**
 * Takes brand, variant ids and new quantities on hand; writes levels, their transaction, its postings, and the
 * variants. In a subquery the number of ids is unknown to the planner, so PostgreSQL keeps its plan.
 */
const SET_STOCK = `
  with wanted as (
    select * from unnest((select $2::uuid[]), $3::bigint[]) as wanted (variant_id, on_hand)
  ), old as materialized (
    select levels.variant_id, location_id, available, unit_multiplier, on_hand - reserved as to_available
    from stock.levels
    join wanted using (variant_id)
    where brand_id = $1
    order by levels.variant_id
    for update of levels
  ), saved as (
    update stock.levels
    set available = to_available, is_always_in_stock = false, updated_at = now()
    from old
    where brand_id = $1 and levels.variant_id = old.variant_id
    returning levels.variant_id, is_always_in_stock, inventory_policy, levels.available, reserved, updated_at
  ), recorded as (
    insert into stock.transactions (brand_id, id, movement_type, related_id, created_at)
    select $1, id, 'snapshot', id::text, now()
    from gen_random_uuid() as id
    returning id
  ), posted as (
    insert into stock.postings
      (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
    select $1, gen_random_uuid(), recorded.id, 'snapshot', variant_id, location_id, status,
      sign * (to_available - available), unit_multiplier, now()
    from old
    cross join recorded
    cross join (values ('available', 1), ('void', -1)) as side (status, sign)
    where to_available <> available
  )
  select ${SINGLE_VARIANT}
  from saved as levels
  join catalog.variants on variants.brand_id = $1 and variants.id = levels.variant_id`

const ACCEPT = `
  with moved as (
    update ordering.orders
    set status = 'brand_confirmed', move_count = move_count + 1, updated_at = now()
    where brand_id = $1 and id = $2 and status = 'ankor_confirmed'
    returning ${SINGLE_ORDER}, move_count, gen_random_uuid() as event_id
  ), entry as (
    insert into ordering.moves (
      brand_id, id, order_id, number, command, from_status, to_status, moved_by, event_id, event_type, created_at
    )
    select $1, gen_random_uuid(), id, move_count, 'brand-validates', 'ankor_confirmed', 'brand_confirmed', 'brand',
      event_id, 'order.brand_accepted', now()
    from moved
  ), told as (
    insert into platform.outbox (id, brand_id, type, subject_id, occurred_at)
    select event_id, $1, 'order.brand_accepted', id, now()
    from moved
  )
  select moved.*,
    array(select id from ordering.items where brand_id = $1 and order_id = $2 order by position),
    array(select id from ordering.billing_items where brand_id = $1 and order_id = $2 order by position)
  from moved`

/** Brand and retailer with their terms. */
const PARTIES = `
  select brands.name, brands.currency, brands.country, platform_fee_percent, new_customer_fee_percent,
    fee_vat_percent, average_lead_time, retailers.id, ${RETAILER},
    (
      select amount_minor from brands.franco_settings
      where brand_id = $1 and corridor = 'domestic' order by number desc limit 1
    )
  from identity.brands
  join identity.retailers on retailers.id = $2
  where brands.id = $1`

const PRICES = `
  select variants.id, variants.original_wholesale_price_minor, products.vat_rate, products.unit_multiplier,
    coalesce(variants.discount_rate, products.discount_rate), (select max(rate_percent) from catalog.discount_rules where brand_id = $1)
  from unnest($3::uuid[]) as wanted (id)
  join catalog.variants on variants.brand_id = $1 and variants.id = wanted.id
  join catalog.products on products.brand_id = $1 and products.id = product_id
  where $2::uuid is not null`

const OPEN_CUSTOMER = `
  insert into ordering.customers (brand_id, retailer_id, first_order_id, created_at)
  values ($1, $2, gen_random_uuid(), now())
  on conflict on constraint customers_pkey do nothing`

/**
 * Takes brand, retailer, variant ids and packs; writes the reservation with its postings and the order with all its
 * rows.
 */
const INSERT_ORDER = `
  with wanted as (
    select * from unnest((select $3::uuid[]), $4::int[]) with ordinality as wanted (variant_id, quantity, line)
  ), old as materialized (
    select levels.variant_id, location_id, quantity, unit_multiplier, line
    from stock.levels
    join wanted using (variant_id)
    where brand_id = $1
    order by levels.variant_id
    for update of levels
  ), saved as (
    update stock.levels
    set available = available - quantity, reserved = reserved + quantity, updated_at = now()
    from old
    where brand_id = $1 and levels.variant_id = old.variant_id
  ), address as (
    select coalesce(address, '{}') as address from identity.retailers where id = $2
  ), new_order as (
    insert into ordering.orders (
      brand_id, id, retailer_id, status, currency, total_minor, total_vat_minor, net_minor, platform_fee_percent,
      new_customer_fee_percent, fee_vat_percent, currency_rate, billing_address, shipping_address,
      expected_earliest_on, expected_latest_on, move_count, submitted_at, created_at, updated_at
    )
    select $1, gen_random_uuid(), $2, 'ankor_confirmed', 'EUR', 45000, 9000, 48600, 10, 0, 20, 1, address, address,
      now()::date + 3, now()::date + 5, 1, now(), now(), now()
    from address
    returning ${SINGLE_ORDER}, gen_random_uuid() as event_id
  ), recorded as (
    insert into stock.transactions (brand_id, id, movement_type, related_id, cause, metadata, created_at)
    select $1, gen_random_uuid(), 'order_reserved', id::text, 'order/' || id || '/1',
      jsonb_build_object('transition', 'submitted', 'masterOrderUuid', id), now()
    from new_order
    returning id
  ), posted as (
    insert into stock.postings
      (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
    select $1, gen_random_uuid(), recorded.id, 'order_reserved', variant_id, location_id, status, sign * quantity,
      unit_multiplier, now()
    from old
    cross join recorded
    cross join (values ('reserved', 1), ('available', -1)) as side (status, sign)
  ), new_items as (
    insert into ordering.items (
      brand_id, id, order_id, position, variant_id, currency, quantity, unit_multiplier, unit_price_minor, vat_rate,
      amount_minor, vat_minor, created_at, updated_at
    )
    select $1, gen_random_uuid(), new_order.id, line - 1, variant_id, 'EUR', quantity, unit_multiplier, 750, 20,
      750 * quantity * unit_multiplier, 150 * quantity * unit_multiplier, now(), now()
    from old
    cross join new_order
    returning id
  ), new_billing_items as (
    insert into ordering.billing_items (
      brand_id, id, order_id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at,
      updated_at
    )
    select $1, gen_random_uuid(), id, 0, 'brand_platform_fees', 'EUR', 20, 1, -4500, -900, now(), now()
    from new_order
    returning id
  ), entry as (
    insert into ordering.moves
      (brand_id, id, order_id, number, command, to_status, moved_by, event_id, event_type, created_at)
    select $1, gen_random_uuid(), id, 1, 'submit', 'ankor_confirmed', 'retailer', event_id, 'order.brand_created', now()
    from new_order
  ), told as (
    insert into platform.outbox (id, brand_id, type, subject_id, occurred_at)
    select event_id, $1, 'order.brand_created', id, now()
    from new_order
  )
  select new_order.*, array(select id from new_items), array(select id from new_billing_items) from new_order`

/** Columns of joined tables have different names, since a row has one value for each name. */
const named = (prefix: string, columns: string) =>
  columns
    .split(',')
    .map((column, i) => `${column} as ${prefix}_${i}_${column.trim().split('.').at(-1)}`)
    .join()

const ofBrand = ({ brandId }: Facts) => [[brandId]]
const list = (values: readonly (string | number)[]) => `{${values.join(',')}}`

export const ceilings = {
  config: {
    statements: ['select id, number, currency, country, browser_id from identity.users where id = $1'],
    parameters: () => [[demoId('user/alder-wick')]],
  },
  variant: {
    statements: [
      `select ${SINGLE_VARIANT} from catalog.variants ${LEVEL} where variants.brand_id = $1 and variants.id = $2`,
    ],
    parameters: ({ brandId, variantIds }) => variantIds.map((id) => [brandId, id]),
  },
  products: { statements: [pageOfProducts(PRODUCT, 51)], parameters: ofBrand },
  productsWithVariants: {
    statements: [
      pageOfProducts(PRODUCT, 16),
      // Without `offset 0` PostgreSQL scans the levels of all variants of a small brand, which is slower.
      `select ${VARIANT} from catalog.variants
      cross join lateral (
        select * from stock.levels where levels.brand_id = $1 and levels.variant_id = variants.id offset 0
      ) as levels
      where variants.brand_id = $1 and product_id = any(array(${pageOfProducts('id', 15)}))`,
    ],
    parameters: ofBrand,
  },
  variantsBySku: {
    statements: [
      `select ${VARIANT} from catalog.variants ${LEVEL}
      where variants.brand_id = $1 and sku = $2 order by variants.created_at desc, variants.id desc limit 16`,
    ],
    parameters: ({ brandId, skus }) => skus.map((sku) => [brandId, sku]),
  },
  stock: {
    statements: [SET_STOCK],
    parameters: ({ brandId, variantIds }) =>
      twice(variantIds).map((id, i) => [brandId, list([id]), list([quantityOf(i)])]),
  },
  stockOfMany: {
    statements: [SET_STOCK],
    parameters: ({ brandId, variantIds }) =>
      twice(batches(variantIds)).map((ids, i) => [brandId, list(ids), list(ids.map(() => quantityOf(i)))]),
  },
  stockStates: {
    statements: [
      `select variant_id, location_id, type, available, reserved, is_always_in_stock, unit_multiplier
      from stock.levels
      join stock.locations on locations.brand_id = levels.brand_id and locations.id = location_id
      where levels.brand_id = $1
      order by levels.created_at desc, variant_id desc limit 11`,
    ],
    parameters: ofBrand,
  },
  orders: {
    statements: [
      `select ${ORDER}, item_ids, billing_item_ids from ordering.orders
      where brand_id = $1 order by created_at desc, id desc limit 51`,
    ],
    parameters: ofBrand,
  },
  ordersAfter: {
    statements: [
      `select ${ORDER}, item_ids, billing_item_ids from ordering.orders
      where brand_id = $1
        and (created_at, id) < (select created_at, id from ordering.orders where brand_id = $1 and id = $2)
      order by created_at desc, id desc limit 51`,
    ],
    parameters: ({ brandId, orderIds }) => orderIds.map((id) => [brandId, id]),
  },
  wholeOrder: {
    statements: [
      `select ${SINGLE_ORDER}, ${RETAILER} from ordering.orders
      join identity.retailers on retailers.id = retailer_id
      where brand_id = $1 and orders.id = $2`,
      `select ${BILLING_ITEM} from ordering.billing_items where brand_id = $1 and order_id = $2`,
      `select ${named('item', ITEM)}, ${named('variant', VARIANT)}, ${named('product', PRODUCT)} from ordering.items
      join catalog.variants on variants.brand_id = $1 and variants.id = items.variant_id ${LEVEL}
      join catalog.products on products.brand_id = $1 and products.id = product_id
      where items.brand_id = $1 and order_id = $2`,
    ],
    parameters: ({ brandId, orderIds }) => orderIds.map((id) => [brandId, id]),
  },
  accept: {
    statements: [ACCEPT],
    parameters: ({ brandId, ceilingAcceptIds }) => ceilingAcceptIds.map((id) => [brandId, id]),
  },
  intake: {
    statements: [PARTIES, PRICES, OPEN_CUSTOMER, INSERT_ORDER],
    parameters: (facts) =>
      facts.orderableIds.map((_, i) => {
        const lines = linesOf(facts, i)
        return [
          facts.brandId,
          DEMO.retailerId,
          list(lines.map(({ productVariantId }) => productVariantId)),
          list(lines.map(({ quantity }) => quantity)),
        ]
      }),
  },
} satisfies Record<string, Ceiling>
