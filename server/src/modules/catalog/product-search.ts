/**
 * Finds the products that match a text, by their names and by the names, SKUs and IANs of their variants. The number of matches
 * decides how the list is read: a few products by their ids, many by a scan in list order that ends with the page.
 */
import { type Fragment, planAnew, type Queryable } from '../../platform/database.ts'
import type { BrandId, ProductId } from '../../platform/ids.ts'
import { containing } from '../../platform/queries/like.ts'

export interface ProductText {
  text: string
  /** Whether the text may be the IAN of a variant, as a scanner reads it. */
  withIans: boolean
}

/** The ids of the products if they are few; otherwise the text, which the list compares with one product after the other. */
export type ProductMatches = { ids: ProductId[] } | ProductText

/** Up to this many products are selected by their ids. */
const FEW = 500

/** Uses products_search_idx, variants_search_idx and variants_ian_idx. For common texts, the scans end at their limit. */
export async function findProducts(
  db: Queryable,
  brandId: BrandId,
  wanted: ProductText,
): Promise<ProductMatches> {
  const [found] = await planAnew(
    db<[Record<'by_name' | 'by_variant', ProductId[]>]>`
      select array(
        select id from catalog.products where brand_id = ${brandId} and name ilike ${containing(wanted.text)}
        limit ${FEW + 1}
      ) as by_name,
      array(
        select product_id from catalog.variants where brand_id = ${brandId} and ${isVariantMatch(db, wanted)}
        limit ${FEW + 1}
      ) as by_variant`,
  )
  const { by_name, by_variant } = found
  if (by_name.length > FEW || by_variant.length > FEW) return wanted
  return { ids: [...new Set([...by_name, ...by_variant])] }
}

/** A condition of `catalog.products`. */
export const isMatch = (db: Queryable, brandId: BrandId, matches: ProductMatches): Fragment =>
  'ids' in matches
    ? db`products.id = any(${matches.ids}::uuid[])`
    : db`(
        products.name ilike ${containing(matches.text)} or exists (
          select 1 from catalog.variants
          where variants.brand_id = ${brandId} and product_id = products.id and ${isVariantMatch(db, matches)}
        )
      )`

const isVariantMatch = (db: Queryable, { text, withIans }: ProductText): Fragment => db`(
  variants.sku ilike ${containing(text)} or variants.name ilike ${containing(text)}
  ${withIans ? db`or variants.ian = ${text}` : db``}
)`
