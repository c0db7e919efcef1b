/** Queries that several groups share, for callers without a brand. */
import type { Fragment, Queryable } from '../platform/database.ts'
import type { BrandId } from '../platform/ids.ts'
import { newestFirst, type Walk } from '../platform/queries/keyset.ts'

/** The filter of a list of all brands. */
export interface BrandAndStatus<Status extends string> {
  brandId?: BrandId | undefined
  status?: Status | undefined
}

export const hasBrandAndStatus = (db: Queryable, { brandId, status }: BrandAndStatus<string>): Fragment =>
  db`true
    ${ofBrand(db, brandId)}
    ${status === undefined ? db`` : db`and status = ${status}`}`

export const ofBrand = (db: Queryable, brandId: BrandId | undefined): Fragment =>
  brandId === undefined ? db`` : db`and brand_id = ${brandId}`

/**
 * Whose row a page begins at, for a list that is filtered by brand: it may be that of another one. Undefined for a list of all
 * brands, which names none.
 */
export const brandOfCursor = async (
  db: Queryable,
  from: Fragment,
  { brandId }: { brandId?: BrandId | undefined },
  { cursor }: Pick<Walk, 'cursor'>,
): Promise<BrandId | undefined> =>
  brandId === undefined || cursor === undefined ? undefined : await findOwner(db, from, cursor)

/** One page of the rows of a table, newest first. */
export async function listNewest<Row>(
  db: Queryable,
  { columns, from }: { columns: Fragment; from: Fragment },
  filter: BrandAndStatus<string>,
  walk: Walk,
): Promise<Row[]> {
  const begins = await brandOfCursor(db, from, filter, walk)
  return await db<Row[]>`
    select ${columns} ${from}
    where ${hasBrandAndStatus(db, filter)}
      ${newestFirst(
        db,
        walk,
        (cursor) => db`select created_at, id ${from} where id = ${cursor} ${ofBrand(db, begins)}`,
      )}`
}

/** Finds the brand of a row by its id alone, for the operator and to distinguish 403 from 404. */
export async function findOwner(db: Queryable, from: Fragment, id: string): Promise<BrandId | undefined> {
  const [found] = await db<{ brand_id: BrandId }[]>`select brand_id ${from} where id = ${id}`
  return found?.brand_id
}
