import type { LevelBreakdown } from '../../../modules/stock/ledger/reconciler.ts'

/** For the reconciler: what the lots of each item add up to. */
export const lotSums: LevelBreakdown = (db) => db`
  select items.brand_id, variant_id, location_id, sum(available) as available, sum(reserved) as reserved,
    sum(damaged) as damaged, sum(quality_control) as quality_control, sum(blocked) as blocked
  from fulfillment.lots
  join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
  join fulfillment.enrolments on enrolments.brand_id = lots.brand_id
  group by items.brand_id, variant_id, location_id`
