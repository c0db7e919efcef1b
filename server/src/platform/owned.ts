/** Types of queries for rows that belong to a brand. The brand is a required parameter, so that no query omits it. */
import type { Queryable } from './database.ts'
import type { BrandId } from './ids.ts'
import type { Walk } from './keyset.ts'

export type FindOwned<Row> = (db: Queryable, brandId: BrandId, id: string) => Promise<Row | undefined>
export type HasOwned = (db: Queryable, brandId: BrandId, id: string) => Promise<boolean>
/** In unspecified order. */
export type LoadOwned<Row> = (db: Queryable, brandId: BrandId, ids: readonly string[]) => Promise<Row[]>
/** One page. */
export type ListOwned<Row> = (db: Queryable, brandId: BrandId, walk: Walk) => Promise<Row[]>
/** One page of the rows of all brands, for the operator. */
export type ListAll<Row, Filter> = (db: Queryable, filter: Filter, walk: Walk) => Promise<Row[]>
