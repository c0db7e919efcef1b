/** New products with their variants and their opening stock, any number in three statements. */

import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { CatalogProductsRow, CatalogVariantsRow } from '../../platform/rows.ts'
import type { Work } from '../../platform/work.ts'
import { openLevels, type NewVariant as StockOfVariant } from '../stock/index.ts'
import type { CountColumn } from './products.ts'

export type NewVariant = Omit<CatalogVariantsRow, 'brand_id' | 'product_id' | 'wholesale_price_minor'> & {
  stock: Pick<StockOfVariant, 'onHand' | 'isAlwaysInStock' | 'inventoryPolicy'>
}

type Derived = 'wholesale_price_minor' | 'out_of_stock' | 'archived' | CountColumn
export type NewProduct = Omit<CatalogProductsRow, 'brand_id' | Derived> & {
  variants: readonly NewVariant[]
}

export async function addProducts(
  work: Work,
  brandId: BrandId,
  products: readonly NewProduct[],
): Promise<void> {
  const { db: tx } = work
  const productRows = products.map(({ variants, ...product }) => ({
    brand_id: brandId,
    ...product,
    // How many can be ordered is counted when their levels are opened.
    variant_count: variants.length,
    live_variant_count: variants.filter(({ archived_at }) => archived_at === null).length,
  }))
  const variantRows = products.flatMap((product) =>
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
  // As JSON, a statement has one parameter and is prepared once, whatever the number of rows.
  await tx`
    insert into catalog.products (wholesale_price_minor, ${productColumns(tx)})
    select catalog.discounted_price(original_wholesale_price_minor, discount_rate), ${productColumns(tx)}
    from json_populate_recordset(null::catalog.products, ${JSON.stringify(productRows)}::text::json)`
  await tx`
    insert into catalog.variants (wholesale_price_minor, ${variantColumns(tx)})
    select catalog.discounted_price(original_wholesale_price_minor, discount_rate), ${variantColumns(tx)}
    from json_populate_recordset(null::catalog.variants, ${JSON.stringify(variantRows)}::text::json)
    join (
      select id as product_id, discount_rate from catalog.products where brand_id = ${brandId}
    ) as product using (product_id)`
  await openLevels(work, brandId, levels)
}

const productColumns = (db: Queryable) => db`
  brand_id, id, name, description, language, dimensions, net_weight, capacity, position, unit_multiplier, vat_rate,
  discount_rate, product_type_id, active, retail_price_minor, original_wholesale_price_minor, images, tags,
  created_at, indexed_at, updated_at, archived_at, variant_count, live_variant_count`

const variantColumns = (db: Queryable) => db`
  brand_id, id, product_id, name, sku, ian, retail_price_minor, original_wholesale_price_minor, fulfillable_id,
  available_on, images, created_at, updated_at, archived_at`
