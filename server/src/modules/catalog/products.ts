/** Queries of products. They need no join, because `product-flags.ts` maintains the flags in their rows. */

import { type Fragment, oneOf, oneOfTexts, planAnew, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import {
  type ChangedRow,
  type ChangeWalk,
  changedMicros,
  oldestChangeFirst,
} from '../../platform/queries/changes.ts'
import { inOrder, type Walk } from '../../platform/queries/keyset.ts'
import type { FindOwned, HasOwned, LoadOwned } from '../../platform/queries/owned.ts'
import { type RowVersion, versionOf } from '../../platform/queries/row-version.ts'
import type { CatalogProductsRow } from '../../platform/rows.ts'
import type { Query as Statement } from '../../platform/sql/query.ts'
import { isMatch, type ProductMatches } from './product-search.ts'

type SingleColumn = 'product_type_id' | 'images' | 'tags'
/** The counters that the flags are derived from. */
export type CountColumn = 'variant_count' | 'live_variant_count' | 'orderable_variant_count'
export type ProductRow = Omit<
  CatalogProductsRow,
  'brand_id' | 'archived_at' | 'changed_at' | CountColumn | SingleColumn
> &
  Partial<Pick<CatalogProductsRow, SingleColumn>>

export const findProduct: FindOwned<ProductRow & RowVersion> = async (db, brandId, id) => {
  const [product] = await db<(ProductRow & RowVersion)[]>`
    select ${listColumns(db)}, product_type_id, images, tags, xmin as row_version
    from catalog.products
    where brand_id = ${brandId} and id = ${id}`
  return product
}

/** Depends on the row of the product alone, which also has its flags and prices. */
export const productVersion = ({ id, row_version, updated_at }: ProductRow & RowVersion): string =>
  versionOf([id, row_version, updated_at])

/** Products with the columns of lists and includes. */
export const loadProducts: LoadOwned<ProductRow> = async (db, brandId, ids) => {
  return await db<ProductRow[]>`
    select ${listColumns(db)} from catalog.products where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** The products of some variants, so that both can be loaded concurrently. */
export const loadProductsOfVariants: LoadOwned<ProductRow> = async (db, brandId, variantIds) => {
  return await db<ProductRow[]>`
    select ${listColumns(db)}
    from catalog.products
    where brand_id = ${brandId} and id = any(array(
      select product_id from catalog.variants where brand_id = ${brandId} and id = ${oneOf(db, variantIds)}
    ))`
}

export interface ProductFilter {
  id?: string[]
  sku?: string[]
  ian?: string[]
  archived?: boolean
  outOfStock?: boolean
  alwaysInStock?: boolean
  /** The matches of the search texts; a product has to match all texts. */
  matches?: readonly ProductMatches[]
}

export interface ProductSort {
  by: 'createdAt' | 'name'
  isDescending: boolean
}

const NEWEST: ProductSort = { by: 'createdAt', isDescending: true }

/** One page. Uses products_newest_idx or products_name_idx, or the index of a selective filter. */
export async function listProducts(
  db: Queryable,
  brandId: BrandId,
  filter: ProductFilter,
  walk: Walk,
  { by, isDescending }: ProductSort = NEWEST,
): Promise<ProductRow[]> {
  const key = by === 'name' ? db`name` : db`created_at`
  const keysOf = (cursor: string) => db`
    select ${key}, id from catalog.products where brand_id = ${brandId} and id = ${cursor}`
  const page = db<ProductRow[]>`
    select ${listColumns(db)}
    from catalog.products
    where brand_id = ${brandId} ${conditions(db, brandId, filter)}
      ${inOrder(db, walk, { key, isDescending }, keysOf)}`
  return await plannedFor(filter, page)
}

/** One page by change; uses products_changed_idx. */
export const listChangedProducts = (
  db: Queryable,
  brandId: BrandId,
  filter: ProductFilter,
  walk: ChangeWalk,
) => {
  const page = db<(ProductRow & ChangedRow)[]>`
    select ${listColumns(db)}, ${changedMicros(db)}
    from catalog.products
    where brand_id = ${brandId} ${conditions(db, brandId, filter)} ${oldestChangeFirst(db, walk)}`
  return plannedFor(filter, page)
}

/** How many products pass a filter depends on its values, and no cached plan suits both few and many. */
const plannedFor = <Rows extends object[]>(filter: ProductFilter, page: Statement<Rows>): Statement<Rows> =>
  Object.values(filter).some((value) => value !== undefined) ? planAnew(page) : page

function conditions(db: Queryable, brandId: BrandId, filter: ProductFilter) {
  const { id, sku, ian, archived, outOfStock, alwaysInStock, matches = [] } = filter
  return db`
    ${id ? db`and products.id = ${oneOf(db, id)}` : db``}
    ${sku ? db`and products.id in (${ofVariants(db, brandId, db`sku = ${oneOfTexts(db, sku)}`)})` : db``}
    ${ian ? db`and products.id in (${ofVariants(db, brandId, db`ian = ${oneOfTexts(db, ian)}`)})` : db``}
    ${archived === undefined ? db`` : db`and ${archived ? db`` : db`not`} archived`}
    ${outOfStock === undefined ? db`` : db`and ${outOfStock ? db`` : db`not`} out_of_stock`}
    ${alwaysInStock === undefined ? db`` : db`and products.id ${alwaysInStock ? db`` : db`not`} in (${withUncountedStock(db, brandId)})`}
    ${matches.length === 0 ? db`` : matches.map((one) => db`and ${isMatch(db, brandId, one)}`)}`
}

const ofVariants = (db: Queryable, brandId: BrandId, condition: Fragment) => db`
  select product_id from catalog.variants where variants.brand_id = ${brandId} and ${condition}`

/** Uses levels_always_in_stock_idx. */
const withUncountedStock = (db: Queryable, brandId: BrandId) => db`
  select product_id
  from catalog.variants
  join stock.variant_quantities
    on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id
  where variants.brand_id = ${brandId} and is_always_in_stock and variants.archived_at is null`

export const hasProduct: HasOwned = async (db, brandId, id) => {
  const found = await db`select from catalog.products where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** Whether any brand has the product, for telling 403 from 404 only. Uses products_id_idx. */
export async function productExists(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select from catalog.products where id = ${id} limit 1`
  return found.length > 0
}

const listColumns = (db: Queryable) => db`
  id, name, description, language, dimensions, net_weight, capacity, position, unit_multiplier, vat_rate,
  discount_rate, active, retail_price_minor, wholesale_price_minor, original_wholesale_price_minor,
  created_at, indexed_at, updated_at, out_of_stock, archived`

/** The columns of lists with a prefix, for joins with a variant, which has columns of the same names. */
export type PrefixedProductColumns = {
  [Column in keyof ProductRow as Column extends SingleColumn
    ? never
    : `product_${Column}`]-?: ProductRow[Column]
}

export const prefixedProductColumns = (db: Queryable) => db`
  products.name as product_name, products.description as product_description,
  products.language as product_language, products.dimensions as product_dimensions,
  products.net_weight as product_net_weight, products.capacity as product_capacity,
  products.position as product_position, products.unit_multiplier as product_unit_multiplier,
  products.vat_rate as product_vat_rate, products.discount_rate as product_discount_rate,
  products.active as product_active, products.retail_price_minor as product_retail_price_minor,
  products.wholesale_price_minor as product_wholesale_price_minor,
  products.original_wholesale_price_minor as product_original_wholesale_price_minor,
  products.created_at as product_created_at, products.indexed_at as product_indexed_at,
  products.updated_at as product_updated_at, products.out_of_stock as product_out_of_stock,
  products.archived as product_archived`

export const productFromPrefixed = (row: PrefixedProductColumns) =>
  ({
    id: row.product_id,
    name: row.product_name,
    description: row.product_description,
    language: row.product_language,
    dimensions: row.product_dimensions,
    net_weight: row.product_net_weight,
    capacity: row.product_capacity,
    position: row.product_position,
    unit_multiplier: row.product_unit_multiplier,
    vat_rate: row.product_vat_rate,
    discount_rate: row.product_discount_rate,
    active: row.product_active,
    retail_price_minor: row.product_retail_price_minor,
    wholesale_price_minor: row.product_wholesale_price_minor,
    original_wholesale_price_minor: row.product_original_wholesale_price_minor,
    created_at: row.product_created_at,
    indexed_at: row.product_indexed_at,
    updated_at: row.product_updated_at,
    out_of_stock: row.product_out_of_stock,
    archived: row.product_archived,
  }) as ProductRow
