import type { LevelBreakdown } from '../../../modules/stock/ledger/reconciler.ts'

/** The sums of the lots of each item, which the reconciler of stock compares with the ledger. */
export const lotTotals: LevelBreakdown = (db) => db`
  select items.brand_id, variant_id, location_id, sum(available) as available, sum(reserved) as reserved,
    sum(damaged) as damaged, sum(quality_control) as quality_control, sum(blocked) as blocked
  from fulfillment.lots
  join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
  join fulfillment.enrolments on enrolments.brand_id = lots.brand_id
  group by items.brand_id, variant_id, location_id`
