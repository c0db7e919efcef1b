/** Reading products. Nothing of a product is kept twice: its flags are computed from its variants and the ledger. */

import { oneOf, type Queryable } from '../../platform/database.ts'
import { newestFirst } from '../../platform/keyset.ts'
import type { FindOwned, HasOwned, ListOwned, LoadOwned } from '../../platform/owned.ts'
import type { CatalogProductsRow } from '../../platform/rows.ts'

type SingleColumn = 'product_type_id' | 'images' | 'tags'
export type ProductRow = Omit<CatalogProductsRow, 'brand_id' | 'archived_at' | SingleColumn> &
  Partial<Pick<CatalogProductsRow, SingleColumn>> & { out_of_stock: boolean; archived: boolean }

export const findProduct: FindOwned<ProductRow> = async (db, brandId, id) => {
  const [product] = await db<ProductRow[]>`
    select ${listColumns(db)}, product_type_id, images, tags
    from catalog.products
    ${flags(db)}
    where brand_id = ${brandId} and id = ${id}`
  return product
}

/** The rows of some ids, as lists and includes show them. */
export const loadProducts: LoadOwned<ProductRow> = async (db, brandId, ids) => {
  return await db<ProductRow[]>`
    select ${listColumns(db)}
    from catalog.products
    ${flags(db)}
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** One page, newest first; rides on products_newest_idx, and only the rows of the page look at their variants. */
export const listProducts: ListOwned<ProductRow> = async (db, brandId, walk) => {
  return await db<ProductRow[]>`
    select ${listColumns(db)}
    from catalog.products
    ${flags(db)}
    where brand_id = ${brandId}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from catalog.products where brand_id = ${brandId} and id = ${cursor}`)}`
}

export const hasProduct: HasOwned = async (db, brandId, id) => {
  const found = await db`select from catalog.products where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** Whether any brand has it: for the answer to a miss only. Rides on products_id_idx. */
export async function productExists(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select from catalog.products where id = ${id} limit 1`
  return found.length > 0
}

const listColumns = (db: Queryable) => db`
  id, name, description, language, dimensions, net_weight, capacity, position, unit_multiplier, vat_rate,
  discount_rate, active, retail_price_minor, wholesale_price_minor, original_wholesale_price_minor,
  created_at, indexed_at, updated_at, out_of_stock, archived_at is not null or all_archived as archived`

/**
 * Out of stock: no variant that is not archived can be ordered, so also a product whose variants are all archived.
 * Archived with its variants: only if it has some. Rides on variants_product_idx.
 */
const flags = (db: Queryable) => db`
  cross join lateral (
    select
      coalesce(bool_and(variants.archived_at is not null), false) as all_archived,
      not coalesce(bool_or(is_orderable) filter (where variants.archived_at is null), false) as out_of_stock
    from catalog.variants
    left join stock.variant_quantities
      on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id
    where variants.brand_id = products.brand_id and variants.product_id = products.id
  ) as flags`
