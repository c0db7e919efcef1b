/** SQL of balances and their changes, which the movements and the history of a variant share. */
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'

/** Packs in the main statuses. `onHand` counts all packs at the location, including damaged and blocked ones. */
export interface Balance {
  available: number
  reserved: number
  onHand: number
}

/** The present balances of a variant `(location_id, available, reserved, on_hand)`, a row for each of its locations. */
export const presentBalances = (db: Queryable, brandId: BrandId, variantId: VariantId) => db`
  select location_id, available, reserved, available + reserved as on_hand
  from stock.levels
  where brand_id = ${brandId} and variant_id = ${variantId}
  union all
  select location_id, available, reserved, available + reserved + damaged + quality_control + blocked
  from stock.warehouse_levels
  where brand_id = ${brandId} and variant_id = ${variantId}`

/** Columns with the sums that the postings of a group add to each status. */
export const changesOfGroup = (db: Queryable) => db`
  coalesce(sum(quantity) filter (where status = 'available'), 0)::bigint as available,
  coalesce(sum(quantity) filter (where status = 'reserved'), 0)::bigint as reserved,
  coalesce(sum(quantity) filter (where status not in ('incoming', 'void')), 0)::bigint as on_hand`
