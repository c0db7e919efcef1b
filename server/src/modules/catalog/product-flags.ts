/**
 * `out_of_stock` and `archived` of products. They follow from three counts on the product's row, to which every write
 * that flips a variant adds or subtracts: what two transactions do at once adds up, and neither has to see the other.
 *
 * Everybody locks in the same order: levels, then products, then variants, each by their ids.
 */

import { oneOf, type Queryable, retried, transaction } from '../../platform/database.ts'
import type { BrandId, ProductId, VariantId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import type { Work } from '../../platform/work.ts'
import { type Follower, lockedLevels } from '../stock/index.ts'

/** Products whose flags are looked at together; their rows are locked while they are counted. */
const REPAIR_BATCH = 200
/** One mistake can break many products; the log needs examples. */
const LOGGED_REPAIRS = 20

export const productFlags: Follower = {
  // A row that had to be waited for shows its newest version where it is locked, and nowhere else. So variants are read
  // with a lock, and whether they are archived is asked of what the lock shows.
  follow: (
    db,
    brandId,
  ) => db`, flipped_products as materialized (${lockedProducts(db, brandId, db`flipped`)}), flipped_variants as materialized (
      select product_id, archived_at, flipped.is_orderable
      from flipped
      join catalog.variants on variants.brand_id = ${brandId} and variants.id = flipped.variant_id
      join flipped_products on flipped_products.id = product_id
      for share of variants
    ), flagged as (
      update catalog.products
      set orderable_variant_count = orderable_variant_count + flips.difference
      from (
        select product_id, sum(case when is_orderable then 1 else -1 end)::integer as difference
        from flipped_variants
        where archived_at is null
        group by product_id
      ) as flips
      where products.brand_id = ${brandId} and products.id = flips.product_id
    )`,

  async repair({ db, log }: Platform): Promise<number> {
    let repaired = 0
    for (let found = REPAIR_BATCH; found === REPAIR_BATCH; ) {
      const wrong = await findWrongProducts(db, REPAIR_BATCH)
      found = wrong.length
      for (const [brandId, products] of Map.groupBy(wrong, ({ brand_id }) => brand_id)) {
        const ids = await recountProducts(
          db,
          brandId,
          products.map(({ id }) => id),
        )
        for (const product_id of ids.slice(0, Math.max(0, LOGGED_REPAIRS - repaired))) {
          log.error({ brand_id: brandId, product_id }, 'the flags of a product differed from its stock')
        }
        repaired += ids.length
      }
    }
    return repaired
  },
}

type Fragment = ReturnType<typeof lockedLevels>

/**
 * The products of the variants that another part of the statement names. Their array is made whole before the first of them
 * is locked, where a join could lock a product before all levels are.
 */
const lockedProducts = (db: Queryable, brandId: BrandId, named: Fragment) => db`
  select id
  from catalog.products
  where brand_id = ${brandId} and id = any(array(
    select product_id
    from ${named} as named
    join catalog.variants on variants.brand_id = ${brandId} and variants.id = named.variant_id
  ))
  order by id
  for no key update`

/** Takes variants out of the catalog, or back in when `at` is null. Those that are where they should be stay untouched. */
export async function archiveVariants(
  { db, clock }: Work,
  brandId: BrandId,
  ids: readonly VariantId[],
  at: Date | null,
): Promise<void> {
  const sign = at === null ? 1 : -1
  const change = () => db`
    with level as materialized (${lockedLevels(db, brandId, ids)}), product as materialized (${lockedProducts(db, brandId, db`level`)}), changed as (
      update catalog.variants
      set archived_at = ${at}, updated_at = ${clock.now()}
      from level
      cross join product
      where variants.brand_id = ${brandId} and variants.id = level.variant_id and product_id = product.id
        and archived_at is ${at === null ? db`not null` : db`null`}
      returning product_id, is_orderable
    )
    update catalog.products
    set live_variant_count = live_variant_count + ${sign}::integer * counted.variants,
      orderable_variant_count = orderable_variant_count + ${sign}::integer * counted.orderable
    from (
      select product_id, count(*)::integer as variants, (count(*) filter (where is_orderable))::integer as orderable
      from changed
      group by product_id
    ) as counted
    where products.brand_id = ${brandId} and products.id = counted.product_id`
  await retried(db, change)
}

/** One statement sees one moment, so changes under way are on both sides or on neither. */
async function findWrongProducts(
  db: Queryable,
  limit: number,
): Promise<{ brand_id: BrandId; id: ProductId }[]> {
  return await db<{ brand_id: BrandId; id: ProductId }[]>`
    select product.brand_id, product.id
    from catalog.products as product
    ${counted(db)}
    where (product.variant_count, product.live_variant_count, product.orderable_variant_count)
      <> (counted.variants, counted.live, counted.orderable)
    order by product.brand_id, product.id
    limit ${limit}`
}

/**
 * Whoever flips a variant has its product locked until the commit: once these are locked, the second statement sees all
 * that was counted, and what it does not see will be added to what it writes.
 */
async function recountProducts(
  db: Queryable,
  brandId: BrandId,
  ids: readonly ProductId[],
): Promise<ProductId[]> {
  return await transaction(db, async (tx) => {
    await tx`
      select from catalog.products
      where brand_id = ${brandId} and id = ${oneOf(tx, ids)}
      order by id
      for no key update`
    const changed = await tx<{ id: ProductId }[]>`
      update catalog.products
      set variant_count = counted.variants, live_variant_count = counted.live,
        orderable_variant_count = counted.orderable
      from catalog.products as product
      ${counted(tx)}
      where product.brand_id = ${brandId} and product.id = ${oneOf(tx, ids)}
        and products.brand_id = ${brandId} and products.id = product.id
        and (product.variant_count, product.live_variant_count, product.orderable_variant_count)
          <> (counted.variants, counted.live, counted.orderable)
      returning products.id`
    return changed.map(({ id }) => id)
  })
}

/** What the counts of a row `product` should be. */
const counted = (db: Queryable) => db`
  cross join lateral (
    select count(*) as variants, count(*) filter (where archived_at is null) as live,
      count(*) filter (where archived_at is null and is_orderable) as orderable
    from catalog.variants
    left join stock.variant_quantities
      on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id
    where variants.brand_id = product.brand_id and variants.product_id = product.id
  ) as counted`
