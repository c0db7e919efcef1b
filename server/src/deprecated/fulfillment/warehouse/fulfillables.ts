/** What an ordered variant is made of, and how many of it can be sent now. */
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { mayBeSold } from './allocations.ts'

export interface FulfillableRow {
  id: string
  variant_id: VariantId
  is_bundle: boolean
  /** Null of a bundle, which has several. */
  item_id: string | null
  /** Pieces in one of it. */
  batch_size: number
  batch_quantity: number
  unit_quantity: number
}

/** By their own ids, or by those of their variants; unknown ones are left out. In no order. */
export async function loadFulfillables(
  db: Queryable,
  brandId: BrandId,
  named: { ids: readonly string[] } | { variantIds: readonly VariantId[] },
  now: Date,
): Promise<FulfillableRow[]> {
  const which =
    'ids' in named ? db`id = ${oneOf(db, named.ids)}` : db`variant_id = ${oneOf(db, named.variantIds)}`
  return await db<FulfillableRow[]>`
    select id, variant_id, is_bundle, item_id, batch_size, batch_quantity, batch_quantity * batch_size as unit_quantity
    from fulfillment.fulfillables
    cross join lateral (
      select sum(quantity * units_per_batch) as batch_size, min(available / quantity) as batch_quantity,
        case when not is_bundle then (array_agg(item_id))[1] end as item_id
      from fulfillment.parts
      join fulfillment.items on items.brand_id = parts.brand_id and items.id = item_id
      cross join lateral (
        select coalesce(sum(available), 0)::bigint as available
        from fulfillment.lots
        where lots.brand_id = parts.brand_id and lots.item_id = parts.item_id and ${mayBeSold(db, now)}
      ) as stock
      where parts.brand_id = ${brandId} and fulfillable_id = fulfillables.id
    ) as made
    where brand_id = ${brandId} and ${which}`
}

/** Which of these ids other brands have; for the answer to a miss only. Rides on fulfillables_id_idx. */
export async function existingFulfillables(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select id from fulfillment.fulfillables where id = ${oneOf(db, ids)}`
  return new Set(rows.map(({ id }) => id))
}
