/** Idempotent creation: an id that the client chooses is an idempotency key, so that it can retry the request. */
import { isDatabaseAway, type Queryable, type Transaction } from '../platform/database.ts'
import { DatabaseAway } from '../platform/database-health/away.ts'
import type { BrandId } from '../platform/ids.ts'
import type { FindOwned } from '../platform/queries/owned.ts'
import { inTransaction, type Work } from '../platform/work.ts'
import { missing } from './ownership.ts'

export interface IdempotentCreation<Row> {
  /** The kind of resource, for error messages, as in "There is no order". */
  what: string
  /** Undefined if the server generates the id, which then is new. */
  id: string | undefined
  /** Finds a row of any owner. */
  find: (db: Queryable, id: string) => Promise<Row | undefined>
  /** Finds a row of the caller, where that is easier: in a distributed database on one node. Asked first. */
  findOwn?: (db: Queryable, id: string) => Promise<Row | undefined>
  /** Omitted if there is only one owner, such as the operator. */
  isOwn?: (row: Row) => boolean
  /** The JSON pointer of the id in the request body. */
  pointer?: string
}

/** A creation whose id may be known only to the same brand. */
export const ownedBy = <Row extends { brand_id: BrandId }>(
  brandId: BrandId,
  { findOwn, ...creation }: Omit<IdempotentCreation<Row>, 'isOwn' | 'findOwn'> & { findOwn?: FindOwned<Row> },
): IdempotentCreation<Row> => ({
  ...creation,
  ...(findOwn && { findOwn: (db: Queryable, id: string) => findOwn(db, brandId, id) }),
  isOwn: ({ brand_id }) => brand_id === brandId,
})

/** The id is not the caller's, and nobody could be asked whether it is another's: a node of the database is away. */
class OthersUnknown extends DatabaseAway {}

/**
 * Returns the row that the caller owns under this id, or creates it. An id of another owner is refused. Concurrent
 * requests with the same id are serialized by an advisory lock, because most ids are unique per owner only, and a unique
 * index could not report whose id it is.
 *
 * While a node of the database is away, an id is taken for new that is not the caller's: rows are told apart by owner and id,
 * and accounts on other nodes can go on.
 */
export async function createOnce<Row, W extends Work = Work>(
  work: W,
  creation: IdempotentCreation<Row>,
  create: (work: Omit<W, 'db'> & { db: Transaction }) => Promise<Row>,
): Promise<{ row: Row; created: boolean }> {
  const attempt = (creation: IdempotentCreation<Row>) =>
    inTransaction(work, async (work) => {
      const [known] = await lockIds(work.db, [creation])
      return known ? { row: known, created: false } : { row: await create(work), created: true }
    })
  try {
    return await attempt(creation)
  } catch (error) {
    // The transaction of a caller cannot be repeated here.
    if (!(error instanceof OthersUnknown) || !('begin' in work.db)) throw error
    return await attempt({ ...creation, find: async () => undefined })
  }
}

/**
 * Begins several creations in one transaction: each id is for this transaction alone until its end. Returns the rows that the
 * caller owns already, and undefined for new ids.
 */
export async function lockIds<Row>(
  tx: Transaction,
  creations: readonly IdempotentCreation<Row>[],
): Promise<(Row | undefined)[]> {
  // In one order, so that two transactions with the same ids do not wait for each other.
  const names = creations.flatMap(({ what, id }) => (id === undefined ? [] : [`${what} ${id}`])).sort()
  await Promise.all(names.map((name) => lockName(tx, name)))
  return await Promise.all(creations.map((creation) => findKnown(tx, creation)))
}

/** Finds the row without a lock, before expensive work that is needed only for a new id. */
export async function findOwn<Row>(
  db: Queryable,
  creation: IdempotentCreation<Row>,
): Promise<Row | undefined> {
  try {
    return await findKnown(db, creation)
  } catch (error) {
    if (error instanceof OthersUnknown && 'begin' in db) return undefined
    throw error
  }
}

async function findKnown<Row>(
  db: Queryable,
  { what, id, find, findOwn, isOwn = () => true, ...at }: IdempotentCreation<Row>,
): Promise<Row | undefined> {
  if (id === undefined) return undefined
  const own = await findOwn?.(db, id)
  if (own) return own
  const row = await find(db, id).catch((error) => {
    if (!findOwn || !isDatabaseAway(error)) throw error
    throw new OthersUnknown('Not all nodes of the database answer.', { cause: error })
  })
  if (row && !isOwn(row)) throw missing(what, id, { exists: true, ...at })
  return row
}

async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(lower(${name}), 0))`
}
