/** Reads one page of a list by its cursor and returns it as the response. */
import { type CutPage, cutPage, defaultCursorNames, type Query, type Resource } from '@tradehall/jsonapi'
import { badRequest } from '../../domain/problems.ts'
import type { Queryable } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Walk } from '../../platform/queries/keyset.ts'
import { type DocumentReply, pageDocument } from '../operation.ts'

/** The page size of lists that declare no other one. */
export const PAGE = { default: 15, max: 100 }

type Fetch<Row> = (walk: Walk) => Promise<readonly Row[]>

/** Reads a page in one round trip. Whether the cursor exists is queried only if the page is empty. */
export async function readPage<Row extends { id: string }>(
  { page }: Pick<Query, 'page'>,
  fetch: Fetch<Row>,
  has: (id: string) => Promise<boolean>,
): Promise<CutPage<Row>> {
  invariant(page, 'the operation declares pages')
  const cursor = page.before ?? page.after
  const backwards = page.before !== undefined
  const rows = await fetch({ cursor, backwards, limit: page.limit + 1 })
  const cut = cutPage(rows, page)
  if (rows.length > 0 || cursor === undefined) return cut
  if (!(await has(cursor))) {
    const { after, before } = page.names ?? defaultCursorNames
    const parameter = `page[${backwards ? before : after}]`
    throw badRequest(`The cursor ${cursor} is not in this list.`, { parameter })
  }
  if (backwards) return cut
  const { prev: _start, ...end } = cut
  const prev = await lastPage(fetch, cursor, page.limit)
  return prev ? { ...end, prev } : end
}

/**
 * The `prev` link of an empty page behind the end of the list. No `before` cursor can include the last row, so the link
 * names the row before the last page in `after`. The row of the cursor itself may be missing in the list because of a
 * filter.
 */
async function lastPage<Row extends { id: string }>(
  fetch: Fetch<Row>,
  cursor: string,
  limit: number,
): Promise<CutPage<Row>['prev']> {
  const before = await fetch({ cursor, backwards: true, limit: limit + 1 })
  const [own] = await fetch({ cursor: before[0]?.id, backwards: false, limit: 1 })
  if (before.length === 0 && !own) return undefined
  const start = before[own ? limit - 1 : limit]
  return start ? { after: start.id } : 'first'
}

/** Responds with one page of a list. */
export async function answerPage<Row extends { id: string }>(
  resource: Resource<Row>,
  query: Pick<Query, 'page'>,
  fetch: Fetch<Row>,
  has: (id: string) => Promise<boolean>,
  options: Pick<DocumentReply, 'context'> = {},
): Promise<DocumentReply> {
  return pageDocument(resource, await readPage(query, fetch, has), options)
}

/** A list that is scoped to an owner, with queries that have the signatures of `platform/queries/owned.ts`. */
export interface OwnList<Row, Owner> {
  db: Queryable
  of: Owner
  list: (db: Queryable, owner: Owner, walk: Walk) => Promise<readonly Row[]>
  has: (db: Queryable, owner: Owner, id: string) => Promise<boolean>
}

export async function answerOwnPage<Row extends { id: string }, Owner>(
  resource: Resource<Row>,
  query: Pick<Query, 'page'>,
  { db, of, list, has }: OwnList<Row, Owner>,
  options: Pick<DocumentReply, 'context'> = {},
): Promise<DocumentReply> {
  return await answerPage(
    resource,
    query,
    (walk) => list(db, of, walk),
    (id) => has(db, of, id),
    options,
  )
}

/** A list of all brands, for the operator. */
interface ListOfAll<Row, Filter> {
  db: Queryable
  filter: Filter
  list: (db: Queryable, filter: Filter, walk: Walk) => Promise<readonly Row[]>
  /** Finds the row of a cursor; undefined if there is none. */
  find: (db: Queryable, id: string) => Promise<unknown>
}

export const answerPageOfAll = <Row extends { id: string }, Filter>(
  resource: Resource<Row>,
  query: Pick<Query, 'page'>,
  { db, filter, list, find }: ListOfAll<Row, Filter>,
): Promise<DocumentReply> =>
  answerPage(
    resource,
    query,
    (walk) => list(db, filter, walk),
    async (id) => (await find(db, id)) !== undefined,
  )

/** Binds a filter to a list query, so that it has the signature that `OwnList` requires. */
export const filtered =
  <Row, Owner, Filter>(
    list: (db: Queryable, owner: Owner, filter: Filter, walk: Walk) => Promise<readonly Row[]>,
    filter: Filter,
  ): OwnList<Row, Owner>['list'] =>
  (db, owner, walk) =>
    list(db, owner, filter, walk)
