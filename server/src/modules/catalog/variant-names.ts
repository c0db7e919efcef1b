import { oneOf, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { CatalogVariantsRow } from '../../platform/rows.ts'
import type { Asked } from '../pictures/index.ts'
import { shownAddress } from './images.ts'
import { firstImage } from './product-summaries.ts'

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

/** Most names of variants begin with the name of their product. */
const titleOf = (product: string, variant: string | null) =>
  !variant || variant.startsWith(product) ? variant || product : `${product}, ${variant}`

/** The titles of some variants of a brand for people, including archived variants, by id. */
export async function variantTitles(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
): Promise<Map<string, VariantTitle>> {
  const variants = await boughtVariants(db, brandId, ids)
  return new Map(
    [...variants].map(([id, { sku, variantName, productName, imageUrl }]) => [
      id,
      { id, sku, title: titleOf(productName, variantName), imageUrl },
    ]),
  )
}

interface VariantTitle {
  id: string
  sku: string | null
  /** The name of the product, with that of the variant if it adds something. */
  title: string
  imageUrl: string | null
}

export interface BoughtVariant {
  id: string
  sku: string
  variantName: string
  productName: string
  /** The first image of the variant, or of its product; null if both have none. */
  imageUrl: string | null
}

/** The data of some variants of a brand for their buyers, including archived variants, by id. */
export async function boughtVariants(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
): Promise<Map<string, BoughtVariant>> {
  const variants = await db<BoughtVariant[]>`
    select variants.id, sku, variants.name as "variantName", product.name as "productName",
      coalesce(${firstImage(db)}, product.picture) as "imageUrl"
    from catalog.variants
    cross join lateral (
      select name, ${firstImage(db)} as picture
      from catalog.products
      where products.brand_id = ${brandId} and products.id = product_id
    ) as product
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(db, ids)}`
  return new Map(variants.map((variant) => [variant.id, variant]))
}

/** With the whole addresses of their images. */
export const withAddresses = (
  variants: ReadonlyMap<string, BoughtVariant>,
  asked: Asked,
): Map<string, BoughtVariant> =>
  new Map(
    [...variants].map(([id, variant]) => [
      id,
      { ...variant, imageUrl: shownAddress(variant.imageUrl, asked) },
    ]),
  )
