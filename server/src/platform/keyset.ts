/** Walking a list by keys: a page costs the same at its end as at its beginning. */
import { type Fragment, limitTo, type Queryable } from './database.ts'

/** From where and how far to walk. `limit` is one more than the page, to know whether the list goes on. */
export interface Walk {
  cursor: string | undefined
  backwards: boolean
  limit: number
}

/** The end of a list query over `(created_at, id)`, newest first; `placeOf` selects both of the row of a cursor. */
export function newestFirst(db: Queryable, walk: Walk, placeOf: (cursor: string) => Fragment): Fragment {
  const { cursor, backwards, limit } = walk
  const beyond =
    cursor === undefined ? db`` : db`and (created_at, id) ${backwards ? db`>` : db`<`} (${placeOf(cursor)})`
  const order = backwards ? db`created_at, id` : db`created_at desc, id desc`
  return db`${beyond} order by ${order} ${limitTo(db, limit)}`
}
