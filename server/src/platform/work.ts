import type { Clock } from './clock.ts'
import { type Queryable, type Transaction, transaction } from './database.ts'
import type { Ids } from './ids.ts'

/** What a verb works with: the database, or the transaction that it is part of, and where moments and ids come from. */
export interface Work {
  db: Queryable
  clock: Clock
  ids: Ids
}

/** Runs `body` in one transaction, again when the database asks for it. Inside of a transaction it becomes part of that one. */
export async function inTransaction<W extends Work, T>(
  work: W,
  body: (work: Omit<W, 'db'> & { db: Transaction }) => Promise<T>,
): Promise<T> {
  return await transaction(work.db, (tx) => body({ ...work, db: tx }))
}
