/** Keyset pagination: the cost of a page does not depend on its position in the list. */
import { type Fragment, limitTo, type Queryable } from './database.ts'
import type { BrandId } from './ids.ts'

/** The position and size of a page. `limit` is one more than the page size, to find out whether there is a next page. */
export interface Walk {
  cursor: string | undefined
  backwards: boolean
  limit: number
}

/** The last clauses of a list query ordered by `(created_at, id)`, newest first. `keysOf` selects both for a cursor. */
export function newestFirst(db: Queryable, walk: Walk, keysOf: (cursor: string) => Fragment): Fragment {
  const { cursor, backwards, limit } = walk
  const beyond =
    cursor === undefined ? db`` : db`and (created_at, id) ${backwards ? db`>` : db`<`} (${keysOf(cursor)})`
  const order = backwards ? db`created_at, id` : db`created_at desc, id desc`
  return db`${beyond} order by ${order} ${limitTo(db, limit)}`
}

/** The same for a table of rows with the columns `brand_id` and `id`, of one brand. */
export const newestOfBrand = (db: Queryable, walk: Walk, table: string, brandId: BrandId): Fragment =>
  newestFirst(
    db,
    walk,
    (cursor) => db`select created_at, id from ${db(table)} where brand_id = ${brandId} and id = ${cursor}`,
  )
