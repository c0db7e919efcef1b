import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'

/** Locks levels, always in the order of their ids, which prevents deadlocks between verbs. */
export const lockedLevels = (db: Queryable, brandId: BrandId, ids: readonly string[]) => db`
  select variant_id, location_id, available, reserved, is_always_in_stock, inventory_policy, unit_multiplier, updated_at,
    stock.is_orderable(is_always_in_stock, inventory_policy, available) as is_orderable
  from stock.levels
  where brand_id = ${brandId} and variant_id = ${oneOf(db, ids)}
  order by variant_id
  for update`
