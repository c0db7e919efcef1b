/** The balance of one variant over time, in at most as many points as a chart can show. */
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { type Balance, changesOfGroup, presentBalances } from './balances.ts'
import { type PlaceChanges, type PlaceHistory, pointsOf } from './history-points.ts'

export interface HistoryRow {
  id: string
  from: Date
  to: Date
  locations: PlaceHistory[]
}

export interface HistoryQuery {
  variantId: VariantId
  from: Date
  /** Exclusive. */
  to: Date
  /** The number of equal steps of the range; a location has a point for each step with a movement. */
  steps: number
}

/**
 * Reads the present balances and the sums of the movements in each step in one statement. All movements after the range are
 * one more step. Uses postings_variant_idx for the postings since the start of the range. Undefined if the brand has no such
 * variant.
 */
export async function readHistory(
  db: Queryable,
  brandId: BrandId,
  { variantId, from, to, steps }: HistoryQuery,
): Promise<HistoryRow | undefined> {
  const seconds = Math.max(1, (to.getTime() - from.getTime()) / 1000)
  const places = await db<(Balance & PlaceChanges)[]>`
    with changes as (
      select location_id, step, max(created_at) as at, ${changesOfGroup(db)}
      from stock.postings
      cross join lateral (
        select case when created_at < ${to} then least(
          floor(extract(epoch from created_at - ${from}::timestamptz) * ${steps}::int / ${seconds}::float8), ${steps - 1}::int
        ) else ${steps}::int end as step
      ) as placed
      where brand_id = ${brandId} and variant_id = ${variantId} and created_at >= ${from}
      group by location_id, step
    )
    select present.location_id as "locationId", place.type as "locationType",
      present.available, present.reserved, present.on_hand as "onHand",
      (
        select coalesce(
          json_agg(
            json_build_object('isLater', step = ${steps}::int, 'at', platform.micros(at),
              'available', changes.available, 'reserved', changes.reserved, 'onHand', changes.on_hand)
            order by step
          ),
          '[]'
        )
        from changes
        where changes.location_id = present.location_id
      ) as changes
    from (${presentBalances(db, brandId, variantId)}) as present
    join stock.locations as place on place.brand_id = ${brandId} and place.id = present.location_id
    order by place.created_at, place.id`
  if (places.length === 0) return undefined
  return { id: variantId, from, to, locations: places.map((place) => pointsOf(place, from)) }
}
