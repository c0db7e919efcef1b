/** The retailers that have ordered from a brand. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'

/**
 * A subquery with one row for each retailer that has ordered; `only` limits the ids of the retailers. Reads only
 * orders_retailer_idx.
 */
export const customersOf = (db: Queryable, brandId: BrandId, only?: Fragment) => db`
  select retailer_id as id, count(*)::integer as orders_count, min(created_at) as first_order_at,
    max(created_at) as last_order_at
  from ordering.orders
  where brand_id = ${brandId} ${only === undefined ? db`` : db`and retailer_id in (${only})`}
  group by retailer_id`
