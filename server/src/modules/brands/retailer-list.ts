/** The retailers that have ordered from a brand, with the counts of their orders and the brand's settings for them. */
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { inOrder, type Walk } from '../../platform/queries/keyset.ts'
import { retailerNames, retailersByName } from '../identity/index.ts'
import { customersOf } from '../ordering/index.ts'

export interface ListedRetailer {
  id: string
  store_name: string
  company_name: string | null
  city: string | null
  country: string
  orders_count: number
  first_order_at: Date
  last_order_at: Date
  automatic_order_validation_mode: boolean | null
}

export interface RetailerListFilter {
  /** A part of the name of the store or company. */
  q?: string | undefined
  /** Null counts as false. */
  automaticOrderValidationMode?: boolean | undefined
}

/**
 * One page, those with the newest orders first. All orders of the brand are counted in their index; names are read for the
 * rows of the page only.
 */
export async function listRetailersOfBrand(
  db: Queryable,
  brandId: BrandId,
  { q, automaticOrderValidationMode: mode }: RetailerListFilter,
  walk: Walk,
): Promise<ListedRetailer[]> {
  const keysOf = (cursor: string) =>
    db`select last_order_at, id from (${customersOf(db, brandId, db`${cursor}`)}) as customer`
  const direction = walk.backwards ? db`asc` : db`desc`
  return await db<ListedRetailer[]>`
    select page.*, store_name, company_name, city, country
    from (
      select id, orders_count, first_order_at, last_order_at, automatic_order_validation_mode
      from (${customersOf(db, brandId, q === undefined ? undefined : retailersByName(db, q))}) as customers
      left join brands.retailers on brand_id = ${brandId} and retailer_id = id
      where true
        ${mode === undefined ? db`` : db`and coalesce(automatic_order_validation_mode, false) = ${mode}`}
        ${inOrder(db, walk, { key: db`last_order_at`, isDescending: true }, keysOf)}
    ) as page
    join (${retailerNames(db)}) as names on names.id = page.id
    order by last_order_at ${direction}, page.id ${direction}`
}

export async function hasCustomer(db: Queryable, brandId: BrandId, id: string): Promise<boolean> {
  const found = await db`select from (${customersOf(db, brandId, db`${id}`)}) as customer`
  return found.length > 0
}
