/**
 * The flags `out_of_stock` and `archived` of products. They are derived from three counters in the product's row, which
 * every write that flips a variant increments or decrements, so that concurrent transactions need not see each other.
 *
 * Every transaction locks in the same order, which prevents deadlocks: levels, then products, then variants, each by id.
 */
import { type Fragment, oneOf, type Queryable, retried, transaction } from '../../platform/database.ts'
import type { BrandId, ProductId, VariantId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import type { Work } from '../../platform/work.ts'
import { type AvailabilityCopy, lockedLevels } from '../stock/index.ts'

/** Products per transaction; their rows are locked while their variants are counted. */
const REPAIR_BATCH = 200
/** One bug can affect many products; the log needs examples only. */
const LOGGED_REPAIRS = 20

export const productFlags: AvailabilityCopy = {
  // Variants are read with a lock, because only a locking read returns the newest version of a row that another
  // transaction was changing, including whether it is archived. The arrays are complete before the first variant is locked.
  update: (
    db,
    brandId,
  ) => db`, flipped_products as materialized (${lockedProducts(db, brandId, db`flipped`)}), flipped_variants as materialized (
      select id, product_id, archived_at
      from catalog.variants
      where brand_id = ${brandId} and id = any(array(select variant_id from flipped))
        and product_id = any(array(select id from flipped_products))
      for share
    ), flagged as (
      update catalog.products
      set orderable_variant_count = orderable_variant_count + flips.difference
      from (
        select product_id, sum(case when is_orderable then 1 else -1 end)::integer as difference
        from flipped_variants
        join flipped on flipped.variant_id = flipped_variants.id
        where archived_at is null
        group by product_id
      ) as flips
      where products.brand_id = ${brandId} and products.id = flips.product_id
    )`,

  async repair({ db, log }: Platform): Promise<number> {
    let repaired = 0
    for (let found = REPAIR_BATCH; found === REPAIR_BATCH; ) {
      const wrong = await findProductsToRepair(db, REPAIR_BATCH)
      found = wrong.length
      for (const [brandId, products] of Map.groupBy(wrong, ({ brand_id }) => brand_id)) {
        const ids = await recountProducts(
          db,
          brandId,
          products.map(({ id }) => id),
        )
        for (const product_id of ids.slice(0, Math.max(0, LOGGED_REPAIRS - repaired))) {
          log.error(
            { brand_id: brandId, product_id },
            'the counters of a product differed from its stock and were corrected',
          )
        }
        repaired += ids.length
      }
    }
    return repaired
  },
}

/**
 * Locks the products of the variants in `named`, another part of the statement. The array is complete before the first
 * product is locked, whereas a join could lock a product before all levels are locked.
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

/** Locks a variant, its product and its level, in the order of all transactions. */
export async function lockVariant(tx: Queryable, brandId: BrandId, id: VariantId): Promise<void> {
  await tx`
    with level as materialized (${lockedLevels(tx, brandId, [id])}), product as materialized (${lockedProducts(tx, brandId, tx`level`)})
    select
    from catalog.variants
    where brand_id = ${brandId} and id = ${id} and product_id = any(array(select id from product))
    for no key update`
}

/** Archives variants, or restores them if `at` is null. Variants that are in the requested state already are not changed. */
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

/** One statement reads one snapshot, so a concurrent change is on both sides or on neither. */
async function findProductsToRepair(
  db: Queryable,
  limit: number,
): Promise<{ brand_id: BrandId; id: ProductId }[]> {
  return await db<{ brand_id: BrandId; id: ProductId }[]>`
    select product.brand_id, product.id
    from catalog.products as product
    ${counted(db, db`product.brand_id`)}
    where (product.variant_count, product.live_variant_count, product.orderable_variant_count)
      <> (counted.variants, counted.live, counted.orderable)
    order by product.brand_id, product.id
    limit ${limit}`
}

/**
 * A transaction that flips a variant holds the lock of its product until the commit. So once the products are locked, the
 * second statement sees every flip that was counted, and later flips are added to the counters that it writes.
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
      ${counted(tx, tx`${brandId}`)}
      where product.brand_id = ${brandId} and product.id = ${oneOf(tx, ids)}
        and products.brand_id = ${brandId} and products.id = product.id
        and (product.variant_count, product.live_variant_count, product.orderable_variant_count)
          <> (counted.variants, counted.live, counted.orderable)
      returning products.id`
    return changed.map(({ id }) => id)
  })
}

/** The correct counters of a row `product`. */
const counted = (db: Queryable, brand: Fragment) => db`
  cross join lateral (
    select count(*) as variants, count(*) filter (where archived_at is null) as live,
      count(*) filter (where archived_at is null and is_orderable) as orderable
    from catalog.variants
    left join stock.variant_quantities
      on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id
    where variants.brand_id = ${brand} and variants.product_id = product.id
  ) as counted`
