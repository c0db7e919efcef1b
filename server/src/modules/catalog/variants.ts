/** Reading variants. Quantities come from the ledger's view, joined by brand and variant. */

import { limitTo, oneOf, oneOfTexts, planAnew, type Queryable } from '../../platform/database.ts'
import type { BrandId, ProductId } from '../../platform/ids.ts'
import { newestFirst, type Walk } from '../../platform/keyset.ts'
import type { FindOwned, HasOwned, LoadOwned } from '../../platform/owned.ts'
import type { CatalogVariantsRow } from '../../platform/rows.ts'
import { columnsBesideVariant, type ProductColumns, type ProductRow, productBeside } from './products.ts'

type SingleColumn = 'fulfillable_id' | 'available_on' | 'images'
export type VariantRow = Omit<CatalogVariantsRow, 'brand_id' | SingleColumn> &
  Partial<Pick<CatalogVariantsRow, SingleColumn>> & {
    is_always_in_stock: boolean
    inventory_policy: string
    available_quantity: number | null
    reserved_quantity: number
    stock_quantity: number | null
    is_orderable: boolean
  }

export const findVariant: FindOwned<VariantRow> = async (db, brandId, id) => {
  const [variant] = await loadSingleVariants(db, brandId, [id])
  return variant
}

/** The rows of some ids with the columns of single reads, in no order. */
export const loadSingleVariants: LoadOwned<VariantRow> = async (db, brandId, ids) => {
  return await db<VariantRow[]>`
    select ${listColumns(db)}, fulfillable_id, available_on, images
    from catalog.variants
    ${quantities(db)}
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(db, ids)}`
}

/** Rows with the columns of single reads, for the statement that writes their stock. */
export const showVariant = (db: Queryable, brandId: BrandId) => ({
  columns: db`
    product_id, name, sku, ian, retail_price_minor, wholesale_price_minor, original_wholesale_price_minor,
    variants.created_at, archived_at, fulfillable_id, available_on, images, outcome.is_always_in_stock,
    outcome.inventory_policy, case when not outcome.is_always_in_stock then outcome.available end as available_quantity,
    outcome.reserved as reserved_quantity, outcome.on_hand as stock_quantity, outcome.is_orderable,
    greatest(variants.updated_at, outcome.updated_at) as updated_at`,
  join: db`left join catalog.variants on variants.brand_id = ${brandId} and variants.id = outcome.variant_id`,
})

/** The variants of some products, oldest first; rides on variants_product_idx. */
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

/** A variant and the product that it belongs to. */
export interface Goods {
  /** That of the variant. */
  id: string
  productVariant: VariantRow
  product: ProductRow
}

/** The rows of some variants and of their products, by one statement: two take the database half as long again. */
export const loadVariantsWithProducts: LoadOwned<Goods> = async (db, brandId, ids) => {
  const found = await db<(VariantRow & ProductColumns)[]>`
    select ${listColumns(db)}, ${columnsBesideVariant(db)}
    from catalog.variants
    ${quantities(db)}
    join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(db, ids)}`
  return found.map((row) => ({ id: row.id, productVariant: row, product: productBeside(row) }))
}

export interface VariantFilter {
  id?: string[]
  productId?: ProductId[]
  sku?: string[]
  ian?: string[]
  skuOrName?: string
  archived?: boolean
}

/** One page, newest first. Rides on variants_newest_idx, or on the index of a filter that leaves few rows to sort. */
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
  // A rare text is found by variants_search_idx, a common one by walking: no plan suits both.
  return await (filter.skuOrName === undefined ? page : planAnew(page))
}

function conditions(db: Queryable, { id, productId, sku, ian, skuOrName, archived }: VariantFilter) {
  const pattern = skuOrName === undefined ? '' : `%${escapeLike(skuOrName)}%`
  return db`
    ${id ? db`and variants.id = ${oneOf(db, id)}` : db``}
    ${productId ? db`and product_id = ${oneOf(db, productId)}` : db``}
    ${sku ? db`and sku = ${oneOfTexts(db, sku)}` : db``}
    ${ian ? db`and ian = ${oneOfTexts(db, ian)}` : db``}
    ${skuOrName === undefined ? db`` : db`and (sku ilike ${pattern} or name ilike ${pattern})`}
    ${archived === undefined ? db`` : db`and archived_at is ${archived ? db`not null` : db`null`}`}`
}

/** So that what a client looks for stands for itself: `50%` is no pattern. */
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

export const hasVariant: HasOwned = async (db, brandId, id) => {
  const found = await db`select from catalog.variants where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** Which of these ids any brand has: for the answer to a miss only. Rides on variants_id_idx. */
export async function existingVariants(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const found = await db<{ id: string }[]>`
    select id from catalog.variants where id = ${oneOf(db, ids)}`
  return new Set(found.map(({ id }) => id))
}

/** Which of these ids other brands have, and this one has not. Rides on variants_id_idx. */
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
  /** Packs; null where any number may be ordered. */
  available: number | null
}

/** What retailers can order of a brand now, newest first; rides on variants_newest_idx. */
export async function listOrderableVariants(
  db: Queryable,
  brandId: BrandId,
  limit: number,
): Promise<OrderableVariant[]> {
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

const listColumns = (db: Queryable) => db`
  variants.id, product_id, variants.name, sku, ian, variants.retail_price_minor, variants.wholesale_price_minor,
  variants.original_wholesale_price_minor, variants.created_at, variants.archived_at, is_always_in_stock, inventory_policy,
  available_quantity, reserved_quantity, stock_quantity, is_orderable,
  greatest(variants.updated_at, variant_quantities.updated_at) as updated_at`

const quantities = (db: Queryable) => db`
  left join stock.variant_quantities
    on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id`
