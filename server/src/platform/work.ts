import type { Clock } from './clock.ts'
import { type Queryable, type Transaction, transaction } from './database.ts'
import type { Ids } from './ids.ts'

/** The dependencies of a domain operation: the database or the open transaction, the clock, and the id generator. */
export interface Work {
  db: Queryable
  clock: Clock
  ids: Ids
  /** The request that causes the work, also of jobs that it enqueued; absent where the server acts by itself. */
  requestId?: string
  /** The network address of that request, for records; absent in jobs. */
  address?: string
}

/** Runs `body` in one transaction with retries, or as part of the transaction that `work` already has. */
export async function inTransaction<W extends Work, T>(
  work: W,
  body: (work: Omit<W, 'db'> & { db: Transaction }) => Promise<T>,
): Promise<T> {
  return await transaction(work.db, (tx) => body({ ...work, db: tx }))
}
