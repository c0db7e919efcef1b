/** Bulk-inserts orders for the benchmark, without stock: enough that each is accepted at most once per run. */

import { DEMO } from '../src/modules/identity/index.ts'
import type { Database } from '../src/platform/database.ts'

export interface OrderFacts {
  /** The newest orders of the brand, with four lines each. */
  orderIds: readonly string[]
  /** Orders to be accepted: by requests, by the ceiling's statement, and by the bare statements. */
  acceptIds: readonly string[]
  ceilingAcceptIds: readonly string[]
  bareAcceptIds: readonly string[]
}

const READ_ORDERS = 500
/** More than any server, or its database alone, accepts per second on such a machine. */
const ACCEPTS_PER_SECOND = 3500
const CEILING_ACCEPTS_PER_SECOND = 10_000

export async function prepareOrders(
  db: Database,
  variantIds: readonly string[],
  { acceptingSeconds }: { acceptingSeconds: number },
): Promise<OrderFacts> {
  const waiting = (perSecond: number) =>
    insertOrders(db, variantIds, { count: perSecond * acceptingSeconds, lines: 1 })
  const acceptIds = await waiting(ACCEPTS_PER_SECOND)
  const ceilingAcceptIds = await waiting(CEILING_ACCEPTS_PER_SECOND)
  const bareAcceptIds = await waiting(ACCEPTS_PER_SECOND)
  const orderIds = await insertOrders(db, variantIds, { count: READ_ORDERS, lines: 4 })
  await db`analyze ordering.orders, ordering.items, ordering.billing_items, ordering.moves`
  return { orderIds, acceptIds, ceilingAcceptIds, bareAcceptIds }
}

/** Inserts orders that wait to be accepted. */
export async function insertOrders(
  db: Database,
  variantIds: readonly string[],
  { count, lines }: { count: number; lines: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with new_orders as (
      insert into ordering.orders (
        brand_id, id, retailer_id, status, currency, total_minor, total_vat_minor, net_minor, platform_fee_percent,
        new_customer_fee_percent, fee_vat_percent, currency_rate, billing_address, shipping_address,
        expected_earliest_on, expected_latest_on, move_count, submitted_at, created_at, updated_at
      )
      select ${DEMO.brandId}, gen_random_uuid(), ${DEMO.retailerId}, 'ankor_confirmed', 'EUR', 9000 * ${lines}::int,
        1800 * ${lines}::int, 9720 * ${lines}::int, 10, 0, 20, 1, address, address, '2026-03-05', '2026-03-09', 1, now(),
        now(), now()
      from generate_series(1, ${count}), (values (${JSON.stringify(ADDRESS)}::text::jsonb)) as given (address)
      returning brand_id, id, created_at
    ), new_items as (
      insert into ordering.items (
        brand_id, id, order_id, position, variant_id, currency, quantity, unit_multiplier, unit_price_minor, vat_rate,
        amount_minor, vat_minor, created_at, updated_at
      )
      select brand_id, gen_random_uuid(), id, line,
        (${variantIds as string[]}::uuid[])[1 + (abs(hashtext(id::text)) + line) % ${variantIds.length}::int], 'EUR', 2,
        6, 750, 20, 9000, 1800, created_at, created_at
      from new_orders
      cross join generate_series(0, ${lines - 1}::int) as line
    ), new_billing_items as (
      insert into ordering.billing_items (
        brand_id, id, order_id, position, type, currency, vat_rate, currency_rate, amount_minor, vat_minor, created_at,
        updated_at
      )
      select brand_id, gen_random_uuid(), id, 0, 'brand_platform_fees', 'EUR', 20, 1, -900 * ${lines}::int,
        -180 * ${lines}::int, created_at, created_at
      from new_orders
    ), new_moves as (
      insert into ordering.moves
        (brand_id, id, order_id, number, command, to_status, moved_by, created_at)
      select brand_id, gen_random_uuid(), id, 1, 'submit', 'ankor_confirmed', 'retailer', created_at
      from new_orders
    )
    select id from new_orders`
  await db`
    update ordering.orders
    set item_ids = items.ids, variant_ids = items.variant_ids, billing_item_ids = fees.ids
    from (
      select order_id, array_agg(id order by position) as ids, array_agg(variant_id order by position) as variant_ids
      from ordering.items
      group by order_id
    ) as items
    join (
      select order_id, array_agg(id order by position) as ids from ordering.billing_items group by order_id
    ) as fees using (order_id)
    where orders.id = order_id and orders.item_ids is null`
  return rows.map(({ id }) => id)
}

const ADDRESS = {
  name: 'Nadia Lemmens',
  organisationName: 'Harbour Lane Stores',
  street: 'Kaai 12',
  city: 'Gent',
  postalCode: '9000',
  countryCode: 'BE',
}

/** Reverts all acceptances. */
export async function revertAcceptances(db: Database, facts: OrderFacts): Promise<void> {
  const ids = [...facts.acceptIds, ...facts.ceilingAcceptIds, ...facts.bareAcceptIds]
  await db`
    with forgotten as (
      delete from ordering.moves
      where brand_id = ${DEMO.brandId} and order_id = any(${ids}::uuid[]) and command = 'brand-validates'
      returning order_id
    )
    update ordering.orders
    set status = 'ankor_confirmed', move_count = 1
    from forgotten
    where brand_id = ${DEMO.brandId} and id = order_id`
  await db`truncate platform.outbox`
  await db`vacuum analyze ordering.orders, ordering.moves`
}
