import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'

/** Levels as they are once nobody else changes them: always in the order of ids, so that two verbs never wait for each other. */
export const lockedLevels = (db: Queryable, brandId: BrandId, ids: readonly string[]) => db`
  select variant_id, location_id, available, reserved, is_always_in_stock, inventory_policy, unit_multiplier, updated_at,
    stock.is_orderable(is_always_in_stock, inventory_policy, available) as is_orderable
  from stock.levels
  where brand_id = ${brandId} and variant_id = ${oneOf(db, ids)}
  order by variant_id
  for update`
