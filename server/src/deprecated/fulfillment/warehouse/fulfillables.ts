/** Fulfillables: the items that an ordered variant consists of, and how many can be shipped now. */
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { mayBeSold } from './allocations.ts'

export interface FulfillableRow {
  id: string
  variant_id: VariantId
  is_bundle: boolean
  /** Null for a bundle, which has several items. */
  item_id: string | null
  /** The units in one batch of the fulfillable. */
  batch_size: number
  batch_quantity: number
  unit_quantity: number
}

/** Loads by fulfillable ids or variant ids, unsorted. Unknown ids are omitted. */
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
      join fulfillment.items on items.brand_id = ${brandId} and items.id = item_id
      cross join lateral (
        select coalesce(sum(available), 0)::bigint as available
        from fulfillment.lots
        where lots.brand_id = ${brandId} and lots.item_id = parts.item_id and ${mayBeSold(db, now)}
      ) as stock
      where parts.brand_id = ${brandId} and fulfillable_id = fulfillables.id
    ) as made
    where brand_id = ${brandId} and ${which}`
}

/** The ids that exist for any brand, to distinguish 403 from 404. Uses fulfillables_id_idx. */
export async function existingFulfillables(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select id from fulfillment.fulfillables where id = ${oneOf(db, ids)}`
  return new Set(rows.map(({ id }) => id))
}
