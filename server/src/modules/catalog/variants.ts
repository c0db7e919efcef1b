/** Queries of variants. Quantities come from the view of the stock ledger, joined by brand and variant. */
import { limitTo, oneOf, oneOfTexts, planAnew, type Queryable } from '../../platform/database.ts'
import type { BrandId, ProductId } from '../../platform/ids.ts'
import { newestFirst, type Walk } from '../../platform/queries/keyset.ts'
import { beginningWith, containing } from '../../platform/queries/like.ts'
import type { FindOwned, HasOwned, ListOwnedBy, LoadOwned } from '../../platform/queries/owned.ts'
import { type RowVersion, versionOf } from '../../platform/queries/row-version.ts'
import type { CatalogVariantsRow } from '../../platform/rows.ts'
import {
  type PrefixedProductColumns,
  type ProductRow,
  prefixedProductColumns,
  productFromPrefixed,
} from './products.ts'

type SingleColumn = 'fulfillable_id' | 'available_on' | 'images'
export type VariantRow = Omit<CatalogVariantsRow, 'brand_id' | 'changed_at' | SingleColumn> &
  Partial<Pick<CatalogVariantsRow, SingleColumn>> & {
    is_always_in_stock: boolean
    inventory_policy: string
    available_quantity: number | null
    reserved_quantity: number
    stock_quantity: number | null
    is_orderable: boolean
  }

export type SingleVariantRow = VariantRow & RowVersion & { level_version: string | null }

export const findVariant: FindOwned<SingleVariantRow> = async (db, brandId, id) => {
  const [variant] = await db<SingleVariantRow[]>`
    select ${listColumns(db)}, fulfillable_id, available_on, images, variants.xmin as row_version,
      variant_quantities.row_version as level_version
    from catalog.variants
    ${quantities(db)}
    where variants.brand_id = ${brandId} and variants.id = ${id}`
  return variant
}

/** Depends on the rows of the variant and of its level, which are all that a single read shows. */
export const variantVersion = ({ id, row_version, level_version, updated_at }: SingleVariantRow): string =>
  versionOf([id, row_version, level_version, updated_at])

/** The columns of a single read, returned by the statement that writes the stock. */
export const variantProjection = (db: Queryable, brandId: BrandId) => ({
  columns: db`
    product_id, name, sku, ian, retail_price_minor, wholesale_price_minor, original_wholesale_price_minor,
    variants.created_at, archived_at, fulfillable_id, available_on, images, outcome.is_always_in_stock,
    outcome.inventory_policy, case when not outcome.is_always_in_stock then outcome.available end as available_quantity,
    outcome.reserved as reserved_quantity, outcome.on_hand as stock_quantity, outcome.is_orderable,
    greatest(variants.updated_at, outcome.updated_at) as updated_at`,
  join: db`left join catalog.variants on variants.brand_id = ${brandId} and variants.id = outcome.variant_id`,
})

/** The variants of some products, oldest first; uses variants_product_idx. */
export const loadVariantsOfProducts: LoadOwned<VariantRow> = async (db, brandId, productIds) => {
  return await db<VariantRow[]>`
    select ${listColumns(db)}
    from catalog.variants
    ${quantities(db)}
    where variants.brand_id = ${brandId} and product_id = ${oneOf(db, productIds)}
    order by created_at, id`
}

export const loadVariants: LoadOwned<VariantRow> = async (db, brandId, ids) => {
  return await db<VariantRow[]>`
    select ${listColumns(db)}
    from catalog.variants
    ${quantities(db)}
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(db, ids)}`
}

export interface VariantWithProduct {
  /** The id of the variant. */
  id: string
  productVariant: VariantRow
  product: ProductRow
}

/** Loads variants and their products in one statement; two statements take the database 50 % longer. */
export const loadVariantsWithProducts: LoadOwned<VariantWithProduct> = async (db, brandId, ids) => {
  const found = await db<JoinedRow[]>`
    select ${listColumns(db)}, ${prefixedProductColumns(db)}
    from catalog.variants
    ${quantities(db)}
    join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(db, ids)}`
  return found.map(separate)
}

type JoinedRow = VariantRow & PrefixedProductColumns

/** The results of `separate`, by frozen row. */
const separated = new WeakMap<JoinedRow, VariantWithProduct>()

/** Returns the same product for the same frozen row, so that its JSON is cached like that of the variant (decision 34). */
function separate(row: JoinedRow): VariantWithProduct {
  const known = separated.get(row)
  if (known) return known
  const both = { id: row.id, productVariant: row, product: productFromPrefixed(row) }
  if (Object.isFrozen(row)) {
    Object.freeze(both.product)
    separated.set(row, both)
  }
  return both
}

export interface VariantFilter {
  id?: string[]
  productId?: ProductId[]
  sku?: string[]
  ian?: string[]
  skuOrName?: string
  archived?: boolean
}

/** One page, newest first. Uses variants_newest_idx, or the index of a selective filter. */
export async function listVariants(
  db: Queryable,
  brandId: BrandId,
  filter: VariantFilter,
  walk: Walk,
): Promise<VariantRow[]> {
  const page = db<VariantRow[]>`
    select ${listColumns(db)}
    from catalog.variants
    ${quantities(db)}
    where variants.brand_id = ${brandId}
      ${conditions(db, filter)}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from catalog.variants where brand_id = ${brandId} and id = ${cursor}`)}`
  // A rare text needs variants_search_idx, a common one a scan in list order: no cached plan suits both.
  return await (filter.skuOrName === undefined ? page : planAnew(page))
}

export function conditions(db: Queryable, { id, productId, sku, ian, skuOrName, archived }: VariantFilter) {
  const pattern = skuOrName === undefined ? '' : containing(skuOrName)
  return db`
    ${id ? db`and variants.id = ${oneOf(db, id)}` : db``}
    ${productId ? db`and product_id = ${oneOf(db, productId)}` : db``}
    ${sku ? db`and sku = ${oneOfTexts(db, sku)}` : db``}
    ${ian ? db`and ian = ${oneOfTexts(db, ian)}` : db``}
    ${skuOrName === undefined ? db`` : db`and (sku ilike ${pattern} or name ilike ${pattern})`}
    ${archived === undefined ? db`` : db`and archived_at is ${archived ? db`not null` : db`null`}`}`
}

/** A subquery for the ids of the variants whose SKU begins with a text, in upper or lower case. Uses variants_search_idx. */
export const variantsBySku = (db: Queryable, brandId: BrandId, text: string) => db`
  select id from catalog.variants where brand_id = ${brandId} and sku ilike ${beginningWith(text)}`

export const hasVariant: HasOwned = async (db, brandId, id) => {
  const found = await db`select from catalog.variants where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** The ids that exist in any brand, for telling 403 from 404 only. Uses variants_id_idx. */
export async function existingVariants(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const found = await db<{ id: string }[]>`
    select id from catalog.variants where id = ${oneOf(db, ids)}`
  return new Set(found.map(({ id }) => id))
}

/** The ids that exist in other brands but not in this one. Uses variants_id_idx. */
export async function foreignVariants(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await db<{ id: string }[]>`
    select id
    from catalog.variants
    where id = ${oneOf(db, ids)}
    group by id
    having bool_and(brand_id <> ${brandId})`
  return new Set(found.map(({ id }) => id))
}

export interface OrderableVariant {
  id: string
  /** Packs; null if any number may be ordered. */
  available: number | null
}

/** The variants of a brand that retailers can order now, newest first; uses variants_newest_idx. */
export const listOrderableVariants: ListOwnedBy<OrderableVariant, number> = async (db, brandId, limit) => {
  return await db<OrderableVariant[]>`
    select variants.id, case when inventory_policy = 'deny' then available_quantity end as available
    from catalog.variants
    join catalog.products on products.brand_id = variants.brand_id and products.id = variants.product_id
    ${quantities(db)}
    where variants.brand_id = ${brandId} and is_orderable
      and variants.archived_at is null and products.archived_at is null and active
    order by variants.created_at desc, variants.id desc
    ${limitTo(db, limit)}`
}

export const listColumns = (db: Queryable) => db`
  variants.id, product_id, variants.name, sku, ian, variants.retail_price_minor, variants.wholesale_price_minor,
  variants.original_wholesale_price_minor, variants.created_at, variants.archived_at, is_always_in_stock, inventory_policy,
  available_quantity, reserved_quantity, stock_quantity, is_orderable,
  greatest(variants.updated_at, variant_quantities.updated_at) as updated_at`

/** A subquery for the variants that are sold from stock, with what is available of each. Archived ones are left out. */
export const countedVariants = (db: Queryable, brandId: BrandId) => db`
  select variants.id as variant_id, product_id, products.name as product_name, variants.name as variant_name, sku,
    available_quantity as available
  from catalog.variants
  join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
  ${quantities(db)}
  where variants.brand_id = ${brandId} and variants.archived_at is null and products.archived_at is null
    and available_quantity is not null`

/** Also what is archived. */
export const namedVariants = (db: Queryable, brandId: BrandId) => db`
  select variants.id as variant_id, product_id, products.name as product_name
  from catalog.variants
  join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
  where variants.brand_id = ${brandId}`

export const quantities = (db: Queryable) => db`
  left join stock.variant_quantities
    on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id`
