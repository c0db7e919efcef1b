import { oneOf, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { CatalogVariantsRow } from '../../platform/rows.ts'

export type VariantName = Pick<CatalogVariantsRow, 'id' | 'sku' | 'name'>

/** The names of some variants of a brand, including archived ones, by id. */
export async function variantNames(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
): Promise<Map<string, VariantName>> {
  const variants = await db<VariantName[]>`
    select id, sku, name from catalog.variants where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
  return new Map(variants.map((variant) => [variant.id, variant]))
}
