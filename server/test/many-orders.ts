/** Inserts many orders of a brand, for tests of long lists: copies of one order, spread over retailers, statuses and days. */
import type { OrderRow } from '../src/modules/ordering/index.ts'
import type { Queryable } from '../src/platform/database.ts'

/** A statement has a time limit. */
const BATCH = 5000

export async function copyOrders(db: Queryable, order: OrderRow, count: number): Promise<void> {
  for (let from = 1; from <= count; from += BATCH) {
    await db`
      with copies as (
        insert into ordering.orders (brand_id, id, retailer_id, status, currency, total_minor, total_vat_minor, net_minor,
          platform_fee_percent, new_customer_fee_percent, fee_vat_percent, currency_rate, billing_address,
          shipping_address, expected_earliest_on, expected_latest_on, move_count, submitted_at, created_at, updated_at,
          item_ids, variant_ids, billing_item_ids)
        select orders.brand_id, gen_random_uuid(), retailers.id,
          case when n % 50 = 0 then 'ankor_confirmed' when n % 50 = 1 then 'brand_confirmed' else 'received' end,
          orders.currency, total_minor, total_vat_minor, net_minor, platform_fee_percent, new_customer_fee_percent,
          fee_vat_percent, currency_rate, billing_address, shipping_address, date '2025-01-01', date '2025-01-02' + n % 300,
          1, submitted_at - n * interval '1 minute', orders.created_at - n * interval '1 minute', orders.updated_at, '{}',
          variant_ids, '{}'
        from ordering.orders
        cross join generate_series(${from}::integer, ${Math.min(count, from + BATCH - 1)}::integer) n
        join (
          select id, row_number() over (order by id) - 1 as number, count(*) over () as total from identity.retailers
        ) retailers on number = n % total
        where orders.brand_id = ${order.brand_id} and orders.id = ${order.id}
        returning brand_id, id, retailer_id, created_at
      ), customers as (
        insert into ordering.customers (brand_id, retailer_id, first_order_id, created_at)
        select distinct on (retailer_id) brand_id, retailer_id, id, created_at from copies
        on conflict on constraint customers_pkey do nothing
      )
      insert into ordering.items (brand_id, id, order_id, position, variant_id, currency, quantity, unit_multiplier,
        unit_price_minor, vat_rate, amount_minor, vat_minor, created_at, updated_at)
      select items.brand_id, gen_random_uuid(), copies.id, position, variant_id, currency, quantity, unit_multiplier,
        unit_price_minor, vat_rate, amount_minor, vat_minor, items.created_at, items.updated_at
      from copies
      join ordering.items on items.brand_id = copies.brand_id and items.order_id = ${order.id}`
  }
  // Nothing was deleted, so the indexes need no cleaning, which can take longer than a statement may.
  await db`vacuum (analyze, index_cleanup off) ordering.orders`
  await db`vacuum (analyze, index_cleanup off) ordering.items`
}
