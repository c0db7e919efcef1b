/** Finds, locks and changes sets of products by the brand's own ids (external ids, SKUs). */
import { oneOf, type Queryable } from '../../platform/database.ts'
import type { BrandId, ProductId, VariantId } from '../../platform/ids.ts'
import type { Work } from '../../platform/work.ts'
import { lockedLevels } from '../stock/index.ts'
import type { ProductColumns, VariantColumns } from './new-products.ts'
import { copyFirstVariantPrices } from './prices/first-variants.ts'

export type KnownVariant = VariantColumns & { product_id: ProductId; is_always_in_stock: boolean }
/** Its variants are ordered from the oldest to the newest. */
export type KnownProduct = ProductColumns & { variants: KnownVariant[] }

/**
 * Locks and returns the products with these external ids and those that have variants with these SKUs. The locking order
 * is that of `product-flags.ts`: levels, then products.
 */
export async function lockProducts(
  tx: Queryable,
  brandId: BrandId,
  { externalIds, skus }: { externalIds: readonly string[]; skus: readonly string[] },
): Promise<KnownProduct[]> {
  // Uses products_external_id_key and variants_sku_idx.
  const found = await tx<{ id: ProductId; variant_ids: VariantId[] }[]>`
    select product.id, array(
      select variants.id from catalog.variants where brand_id = ${brandId} and product_id = product.id
    ) as variant_ids
    from catalog.products as product
    where brand_id = ${brandId} and id = any(array(
      select id from catalog.products
      where brand_id = ${brandId} and external_id = any(array(select unnest(${externalIds as string[]}::text[])))
      union
      select product_id from catalog.variants
      where brand_id = ${brandId} and sku = any(array(select unnest(${skus as string[]}::text[])))
    ))`
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await lockedLevels(
    tx,
    brandId,
    found.flatMap(({ variant_ids }) => variant_ids),
  )
  const products = await tx<ProductColumns[]>`
    select id, name, description, language, dimensions, net_weight, capacity, position, unit_multiplier, vat_rate,
      discount_rate, product_type_id, active, retail_price_minor, original_wholesale_price_minor, images, tags,
      created_at, indexed_at, updated_at, archived_at, external_id, hs_code, made_in_country, shelf_life_days,
      storage_temperature, shape
    from catalog.products
    where brand_id = ${brandId} and id = ${oneOf(tx, ids)}
    order by id
    for no key update`
  // The variants need no lock: every change of a variant requires the lock of its product.
  const variants = await tx<KnownVariant[]>`
    select variants.id, product_id, name, sku, ian, retail_price_minor, original_wholesale_price_minor, fulfillable_id,
      available_on, images, created_at, variants.updated_at, archived_at, external_id, discount_rate, options, shape,
      coalesce(is_always_in_stock, false) as is_always_in_stock
    from catalog.variants
    left join stock.variant_quantities
      on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id
    where variants.brand_id = ${brandId} and product_id = ${oneOf(tx, ids)}
    order by created_at, variants.id`
  const byProduct = Map.groupBy(variants, ({ product_id }) => product_id)
  return products.map((product) => ({ ...product, variants: byProduct.get(product.id) ?? [] }))
}

export interface ProductChanges {
  products: readonly ProductColumns[]
  variants: readonly KnownVariant[]
  /** Products whose first variant or discount may have changed. */
  repriced: readonly ProductId[]
}

/** Writes all columns of locked products and variants. The prices of products are copied from their first variants. */
export async function saveProducts(work: Work, brandId: BrandId, changes: ProductChanges): Promise<void> {
  const { db: tx } = work
  const { products, variants, repriced } = changes
  if (products.length > 0) {
    await tx`
      update catalog.products
      set name = changed.name, description = changed.description, dimensions = changed.dimensions,
        net_weight = changed.net_weight, capacity = changed.capacity, unit_multiplier = changed.unit_multiplier,
        vat_rate = changed.vat_rate, discount_rate = changed.discount_rate, images = changed.images,
        tags = changed.tags, updated_at = changed.updated_at, archived_at = changed.archived_at,
        external_id = changed.external_id, hs_code = changed.hs_code, made_in_country = changed.made_in_country,
        shelf_life_days = changed.shelf_life_days, storage_temperature = changed.storage_temperature,
        shape = changed.shape
      from json_populate_recordset(null::catalog.products, ${JSON.stringify(products)}::text::json) as changed
      where products.brand_id = ${brandId} and products.id = changed.id`
  }
  if (variants.length > 0) {
    await tx`
      update catalog.variants
      set name = changed.name, ian = changed.ian, images = changed.images,
        retail_price_minor = changed.retail_price_minor,
        original_wholesale_price_minor = changed.original_wholesale_price_minor,
        wholesale_price_minor = catalog.discounted_price(
          changed.original_wholesale_price_minor, coalesce(changed.discount_rate, product_rate)
        ),
        updated_at = changed.updated_at, external_id = changed.external_id,
        discount_rate = changed.discount_rate, options = changed.options, shape = changed.shape
      from json_populate_recordset(null::catalog.variants, ${JSON.stringify(variants)}::text::json) as changed
      join (
        select id as product_id, discount_rate as product_rate from catalog.products where brand_id = ${brandId}
      ) as product using (product_id)
      where variants.brand_id = ${brandId} and variants.id = changed.id`
  }
  await copyFirstVariantPrices(work, brandId, repriced)
}

/** The highest position in a brand's catalog. Reads all of its products, so call it once per load. */
export async function lastPosition(db: Queryable, brandId: BrandId): Promise<number> {
  const [last] = await db<{ position: number }[]>`
    select coalesce(max(position), 0) as position from catalog.products where brand_id = ${brandId}`
  return last?.position ?? 0
}
