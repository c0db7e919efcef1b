/** Idempotent creation: an id that the client chooses is an idempotency key, so that it can retry the request. */
import type { Queryable, Transaction } from '../platform/database.ts'
import type { BrandId } from '../platform/ids.ts'
import { brandOfId, noteIds } from '../platform/owned-ids.ts'
import type { FindOwned } from '../platform/queries/owned.ts'
import { inTransaction, type Work } from '../platform/work.ts'
import { missing } from './ownership.ts'

export interface IdempotentCreation<Row> {
  /** Names the kind of resource, for the lock and for the error message. */
  what: string
  /** The client's id, as a lower-case UUID. Without one, a new resource is always created. */
  id: string | undefined
  /** Finds a row of any owner; with `brandId` one of this brand. */
  find: (db: Queryable, id: string) => Promise<Row | undefined>
  /** Omitted if there is only one owner, such as the operator. */
  isOwn?: (row: Row) => boolean
  /** The owner of a creation that is noted with its id (`platform/owned-ids.ts`). */
  noted?: { brandId: BrandId; idOf: (row: Row) => string }
  /** The JSON pointer of the id in the request body. */
  pointer?: string
}

/** A creation whose id may be known only to the same brand. */
export const ownedBy = <Row extends { brand_id: BrandId }>(
  brandId: BrandId,
  creation: Omit<IdempotentCreation<Row>, 'isOwn' | 'noted'>,
): IdempotentCreation<Row> => ({ ...creation, isOwn: ({ brand_id }) => brand_id === brandId })

/**
 * The same for rows that `find` looks for among those of the brand alone. Whether the id belongs to another brand is noted on
 * the coordinator of a distributed database, so that a creation asks the node of its brand and no other.
 */
export const notedFor = <Row extends { id: string }>(
  brandId: BrandId,
  { find, ...creation }: Omit<IdempotentCreation<Row>, 'isOwn' | 'noted' | 'find'> & { find: FindOwned<Row> },
): IdempotentCreation<Row> => ({
  ...creation,
  noted: { brandId, idOf: ({ id }) => id },
  find: (db, id) => find(db, brandId, id),
})

/**
 * Returns the row that the caller owns under this id, or creates it. An id of another owner is refused. Concurrent
 * requests with the same id are serialized by an advisory lock, because most ids are unique per owner only, and a unique
 * index could not report whose id it is.
 */
export async function createOnce<Row, W extends Work = Work>(
  work: W,
  creation: IdempotentCreation<Row>,
  create: (work: Omit<W, 'db'> & { db: Transaction }) => Promise<Row>,
): Promise<{ row: Row; created: boolean }> {
  return await inTransaction(work, async (work) => {
    const [known] = await lockIds(work.db, [creation])
    if (known) return { row: known, created: false }
    const row = await create(work)
    const { what, noted } = creation
    // Also an id of the server's own, which nobody else may choose.
    if (noted) await noteIds(work.db, what, noted.brandId, [noted.idOf(row)])
    return { row, created: true }
  })
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
  return await Promise.all(creations.map((creation) => findOwn(tx, creation)))
}

/** Finds the row without a lock, before expensive work that is needed only for a new id. */
export async function findOwn<Row>(
  db: Queryable,
  { what, id, find, isOwn = () => true, noted, ...at }: IdempotentCreation<Row>,
): Promise<Row | undefined> {
  if (id === undefined) return undefined
  const [row, owner] = await Promise.all([find(db, id), noted && brandOfId(db, what, id)])
  const isForeign = row ? !isOwn(row) : owner !== undefined && owner !== noted?.brandId
  if (isForeign) throw missing(what, id, { exists: true, ...at })
  return row
}

async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(lower(${name}), 0))`
}
