import { oneOf } from '../../../platform/database.ts'
import type { BrandId, ProductId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'

/** Copies the prices of the first (oldest) variant to its product. The caller has locked or just inserted the products. */
export async function copyFirstVariantPrices(
  { db }: Work,
  brandId: BrandId,
  productIds: readonly ProductId[],
): Promise<void> {
  if (productIds.length === 0) return
  await db`
    update catalog.products
    set original_wholesale_price_minor = first.original_wholesale_price_minor,
      wholesale_price_minor = first.wholesale_price_minor,
      retail_price_minor = first.retail_price_minor
    from (
      select distinct on (product_id)
        product_id, original_wholesale_price_minor, wholesale_price_minor, retail_price_minor
      from catalog.variants
      where brand_id = ${brandId} and product_id = ${oneOf(db, productIds)}
      order by product_id, created_at, id
    ) as first
    where products.brand_id = ${brandId} and products.id = first.product_id
      and (first.original_wholesale_price_minor, first.wholesale_price_minor, first.retail_price_minor) <> (
        products.original_wholesale_price_minor, products.wholesale_price_minor, products.retail_price_minor
      )`
}
