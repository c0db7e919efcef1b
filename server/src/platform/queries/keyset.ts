/** Keyset pagination: the cost of a page does not depend on its position in the list. */
import { type Fragment, limitTo, type Queryable } from '../database.ts'
import type { BrandId } from '../ids.ts'

/** The position and size of a page. `limit` is one more than the page size, to find out whether there is a next page. */
export interface Walk {
  cursor: string | undefined
  backwards: boolean
  limit: number
}

/** The order of a list: by an expression of its rows, then by id in the same direction. */
export interface ListOrder {
  key: Fragment
  isDescending: boolean
}

/** The last clauses of a list query in an order. `keysOf` selects the key and the id for a cursor. */
export function inOrder(
  db: Queryable,
  { cursor, backwards, limit }: Walk,
  { key, isDescending }: ListOrder,
  keysOf: (cursor: string) => Fragment,
): Fragment {
  const isDown = isDescending !== backwards
  const beyond =
    cursor === undefined ? db`` : db`and (${key}, id) ${isDown ? db`<` : db`>`} (${keysOf(cursor)})`
  const order = isDown ? db`${key} desc, id desc` : db`${key}, id`
  return db`${beyond} order by ${order} ${limitTo(db, limit)}`
}

/** The last clauses of a list query ordered by `(created_at, id)`, newest first. `keysOf` selects both for a cursor. */
export const newestFirst = (db: Queryable, walk: Walk, keysOf: (cursor: string) => Fragment): Fragment =>
  inOrder(db, walk, { key: db`created_at`, isDescending: true }, keysOf)

/** The same for a table of rows with the columns `brand_id` and `id`, of one brand. */
export const newestOfBrand = (db: Queryable, walk: Walk, table: string, brandId: BrandId): Fragment =>
  newestFirst(
    db,
    walk,
    (cursor) => db`select created_at, id from ${db(table)} where brand_id = ${brandId} and id = ${cursor}`,
  )
