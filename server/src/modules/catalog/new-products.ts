/** Inserts products and variants with their opening stock, any number in a few statements. */
import { allSent, onNodeOf, type Queryable } from '../../platform/database.ts'
import type { BrandId, ProductId } from '../../platform/ids.ts'
import type { CatalogProductsRow, CatalogVariantsRow } from '../../platform/rows.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import { isOrderableAtOpening, type Movement, type OpeningStock, openLevels } from '../stock/index.ts'
import { copyFirstVariantPrices } from './prices/first-variants.ts'
import type { CountColumn } from './products.ts'

/** Columns that are optional for brands. */
type ProductDetail =
  | 'external_id'
  | 'hs_code'
  | 'made_in_country'
  | 'shelf_life_days'
  | 'storage_temperature'
  | 'shape'
type VariantDetail = 'external_id' | 'discount_rate' | 'options' | 'shape'
type Derived = 'wholesale_price_minor' | 'out_of_stock' | 'archived' | 'changed_at' | CountColumn

export type ProductColumns = Omit<CatalogProductsRow, 'brand_id' | Derived>
export type VariantColumns = Omit<
  CatalogVariantsRow,
  'brand_id' | 'product_id' | 'wholesale_price_minor' | 'changed_at'
>

export type NewVariant = Omit<VariantColumns, VariantDetail> &
  Partial<Pick<VariantColumns, VariantDetail>> & { stock: OpeningStock }

export type NewProduct = Omit<ProductColumns, ProductDetail> &
  Partial<Pick<ProductColumns, ProductDetail>> & { variants: readonly NewVariant[] }

export async function addProducts(
  work: Work,
  brandId: BrandId,
  products: readonly NewProduct[],
  movement?: Movement,
): Promise<void> {
  if (products.length === 0) return
  await inTransaction(work, (work) => insertProducts(work, brandId, products, movement))
}

async function insertProducts(
  work: Work,
  brandId: BrandId,
  products: readonly NewProduct[],
  movement: Movement | undefined,
): Promise<void> {
  const { db: tx } = work
  const rows = products.map(({ variants, ...product }) => {
    const live = variants.filter(({ archived_at }) => archived_at === null)
    return {
      brand_id: brandId,
      ...product,
      variant_count: variants.length,
      live_variant_count: live.length,
      // Counted in advance, because updating a row costs as much as inserting it.
      orderable_variant_count: live.filter(({ stock }) => isOrderableAtOpening(stock)).length,
    }
  })
  // As JSON, a statement has one parameter and is prepared once, whatever the number of rows. The statements are pipelined
  // in this order on the connection of the transaction: the database executes one while the next is serialized.
  await allSent([
    onNodeOf(
      brandId,
      tx`
      insert into catalog.products (wholesale_price_minor, ${productColumns(tx)})
      select catalog.discounted_price(original_wholesale_price_minor, discount_rate), ${productColumns(tx)}
      from json_populate_recordset(null::catalog.products, ${JSON.stringify(rows)}::text::json)`,
    ).execute(),
    insertVariants(work, brandId, products, { isCopyWritten: true, ...(movement && { movement }) }),
  ])
  // Only the first variants with a discount of their own have prices that differ from those of the product.
  const withOwnDiscount = products.filter(({ variants }) => typeof variants[0]?.discount_rate === 'number')
  await copyFirstVariantPrices(
    work,
    brandId,
    withOwnDiscount.map(({ id }) => id),
  )
}

/** Adds variants to existing products, in the transaction that has locked them. */
export async function addVariants(
  work: Work,
  brandId: BrandId,
  products: readonly { id: ProductId; unit_multiplier: number; variants: readonly NewVariant[] }[],
  movement?: Movement,
): Promise<void> {
  const growing = products.filter(({ variants }) => variants.length > 0)
  if (growing.length === 0) return
  await work.db`
    update catalog.products
    set variant_count = variant_count + added, live_variant_count = live_variant_count + added
    from unnest(
      ${growing.map(({ id }) => id)}::uuid[], ${growing.map(({ variants }) => variants.length)}::int[]
    ) as growing (product_id, added)
    where products.brand_id = ${brandId} and products.id = product_id`
  await insertVariants(work, brandId, growing, { ...(movement && { movement }) })
}

async function insertVariants(
  work: Work,
  brandId: BrandId,
  products: readonly { id: ProductId; unit_multiplier: number; variants: readonly NewVariant[] }[],
  options: { movement?: Movement; isCopyWritten?: boolean },
): Promise<void> {
  const { db: tx } = work
  const rows = products.flatMap((product) =>
    product.variants.map(({ stock, ...variant }) => ({
      brand_id: brandId,
      product_id: product.id,
      ...variant,
    })),
  )
  const levels = products.flatMap((product) =>
    product.variants.map(({ id, created_at, stock }) => ({
      variantId: id,
      unitMultiplier: product.unit_multiplier,
      createdAt: created_at,
      ...stock,
    })),
  )
  // A subquery per row, because the generic plan of a join would read all products of the brand.
  const productRate = tx`(
    select product.discount_rate from catalog.products as product
    where product.brand_id = ${brandId} and product.id = variant.product_id
  )`
  await allSent([
    onNodeOf(
      brandId,
      tx`
      insert into catalog.variants (wholesale_price_minor, ${variantColumns(tx)})
      select catalog.discounted_price(original_wholesale_price_minor, coalesce(discount_rate, ${productRate})),
        ${variantColumns(tx)}
      from json_populate_recordset(null::catalog.variants, ${JSON.stringify(rows)}::text::json) as variant`,
    ).execute(),
    openLevels(work, brandId, levels, options),
  ])
}

const productColumns = (db: Queryable) => db`
  brand_id, id, name, description, language, dimensions, net_weight, capacity, position, unit_multiplier, vat_rate,
  discount_rate, product_type_id, active, retail_price_minor, original_wholesale_price_minor, images, tags,
  created_at, indexed_at, updated_at, archived_at, variant_count, live_variant_count, orderable_variant_count,
  external_id, hs_code, made_in_country, shelf_life_days, storage_temperature, shape`

const variantColumns = (db: Queryable) => db`
  brand_id, id, product_id, name, sku, ian, retail_price_minor, original_wholesale_price_minor, fulfillable_id,
  available_on, images, created_at, updated_at, archived_at, external_id, discount_rate, options, shape`
