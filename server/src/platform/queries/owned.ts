/** Types of queries for rows that belong to a brand. The brand is a required parameter, so that no query omits it. */
import type { Queryable } from '../database.ts'
import type { BrandId } from '../ids.ts'
import type { Walk } from './keyset.ts'

export type FindOwned<Row, Id extends string = string> = (
  db: Queryable,
  brandId: BrandId,
  id: Id,
) => Promise<Row | undefined>
export type HasOwned<Id extends string = string> = (
  db: Queryable,
  brandId: BrandId,
  id: Id,
) => Promise<boolean>
/** Whether an owned parent, such as an order, has a row with this id. */
export type HasWithin<Parent> = (db: Queryable, parent: Parent, id: string) => Promise<boolean>
/** In unspecified order. */
export type LoadOwned<Row, Id extends string = string> = (
  db: Queryable,
  brandId: BrandId,
  ids: readonly Id[],
) => Promise<Row[]>
/** Writes rows in one statement. */
export type WriteOwned<Row> = (db: Queryable, brandId: BrandId, rows: readonly Row[]) => Promise<void>
/** All rows with a key, such as the lines of an order. */
export type ListOwnedBy<Row, Key = string> = (db: Queryable, brandId: BrandId, key: Key) => Promise<Row[]>
/** One page. */
export type ListOwned<Row> = (db: Queryable, brandId: BrandId, walk: Walk) => Promise<Row[]>
/** One page of the rows of all brands, for the operator. */
export type ListAll<Row, Filter> = (db: Queryable, filter: Filter, walk: Walk) => Promise<Row[]>
