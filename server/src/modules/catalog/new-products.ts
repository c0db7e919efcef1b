/** New products with their variants and their opening stock, any number in three statements. */
import type { Queryable } from '../../platform/database.ts'
import type { CatalogProductsRow, CatalogVariantsRow } from '../../platform/rows.ts'
import { openLevels, type Ports, type NewVariant as StockOfVariant } from '../stock/index.ts'

export type NewVariant = Omit<CatalogVariantsRow, 'brand_id' | 'product_id'> & {
  stock: Pick<StockOfVariant, 'onHand' | 'isAlwaysInStock' | 'inventoryPolicy'>
}

export type NewProduct = Omit<CatalogProductsRow, 'brand_id'> & { variants: readonly NewVariant[] }

export async function addProducts(
  tx: Queryable,
  ports: Ports,
  brandId: string,
  products: readonly NewProduct[],
): Promise<void> {
  const productRows = products.map(({ variants, ...product }) => ({ brand_id: brandId, ...product }))
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
    insert into catalog.products
    select * from json_populate_recordset(null::catalog.products, ${JSON.stringify(productRows)}::text::json)`
  await tx`
    insert into catalog.variants
    select * from json_populate_recordset(null::catalog.variants, ${JSON.stringify(variantRows)}::text::json)`
  await openLevels(tx, ports, brandId, levels)
}
