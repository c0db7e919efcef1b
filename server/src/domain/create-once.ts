/** Creating with an id that the client may have chosen, so that it can try again without harm. */
import type { Queryable, Transaction } from '../platform/database.ts'
import { inTransaction, type Work } from '../platform/work.ts'
import { missing } from './ownership.ts'

export interface GivenId<Row> {
  /** What the id names, as in "There is no order". */
  what: string
  /** Left out, the server makes one up, which nobody can have yet. */
  id: string | undefined
  /** Looks among the rows of all owners. */
  find: (db: Queryable, id: string) => Promise<Row | undefined>
  /** Left out where there is one owner only, such as the operator. */
  isOwn?: (row: Row) => boolean
  /** Where the body names the id. */
  pointer?: string
}

/**
 * Answers with the row that the caller has under the id already, or creates it; an id of another owner is refused. Most
 * ids are unique by owner only, and a unique index could not tell whose it is anyway: so whoever sends the same one at
 * once waits here for the first.
 */
export async function createOnce<Row, W extends Work = Work>(
  work: W,
  given: GivenId<Row>,
  create: (work: Omit<W, 'db'> & { db: Transaction }) => Promise<Row>,
): Promise<{ row: Row; created: boolean }> {
  return await inTransaction(work, async (work) => {
    if (given.id !== undefined) await lockId(work.db, given.what, given.id)
    const known = await findOwn(work.db, given)
    return known ? { row: known, created: false } : { row: await create(work), created: true }
  })
}

/** For work that is worth doing only when the id is new, and too long to hold a lock meanwhile. */
export async function findOwn<Row>(
  db: Queryable,
  { what, id, find, isOwn = () => true, ...at }: GivenId<Row>,
): Promise<Row | undefined> {
  if (id === undefined) return undefined
  const row = await find(db, id)
  if (row && !isOwn(row)) throw missing(what, id, { exists: true, ...at })
  return row
}

async function lockId(tx: Transaction, what: string, id: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(lower(${`${what} ${id}`}), 0))`
}
