/**
 * Finds the references, retailers and variants in the orders of a brand that match a text. The number of matches decides how
 * the list is read: a few orders by their indexes, many by a scan in list order that ends with the page.
 */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { planAnew } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { beginningWith } from '../../../platform/queries/like.ts'
import { variantsBySku } from '../../catalog/index.ts'
import { retailersByName } from '../../identity/index.ts'

export interface Matches {
  /** The first digits of references; undefined if the text is not a number. */
  digits: string | undefined
  retailers: string[]
  variants: string[]
  /** The orders with an item of one of the variants, if they are few; undefined if they are not. */
  orders: string[] | undefined
}

/** Up to this many orders are selected by their ids, so that the planner knows their number. */
const FEW = 500

/** People write a reference with or without a number sign. */
export const REFERENCE = /^#?(\d+)$/

export async function findMatches(db: Queryable, brandId: BrandId, q: string): Promise<Matches> {
  const text = q.trim()
  const variants = variantsBySku(db, brandId, text)
  const [found] = await planAnew(
    db<[Pick<Matches, 'retailers' | 'variants'> & { orders: string[] }]>`
      select array(
        select retailer_id from ordering.customers
        where brand_id = ${brandId} and retailer_id in (${retailersByName(db, text)})
      ) as retailers,
      array(${variants}) as variants,
      array(
        select order_id from ordering.items where brand_id = ${brandId} and variant_id in (${variants})
        limit ${FEW + 1}
      ) as orders`,
  )
  const { orders, ...others } = found
  return { ...others, digits: REFERENCE.exec(text)?.[1], orders: orders.length > FEW ? undefined : orders }
}

/** Uses orders_retailer_idx, orders_pkey and orders_reference_idx together, or filters a scan in the order of the list. */
export function isMatch(db: Queryable, brandId: BrandId, matches: Matches): Fragment {
  const { digits, retailers, variants, orders } = matches
  const hasItem = orders
    ? db`id = any(${orders}::uuid[])`
    : db`id in (
        select order_id from ordering.items where items.brand_id = ${brandId} and variant_id = any(${variants}::uuid[])
      )`
  return db`(
    retailer_id = any(${retailers}::uuid[]) or ${hasItem}
    ${digits === undefined ? db`` : db`or reference::text like ${beginningWith(digits)}`}
  )`
}
