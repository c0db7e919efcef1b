/** What is known about the errors of statements that PostgreSQL refused or skipped. */
import pg from 'pg'
import type { Statement } from './pending-statement.ts'

/** The error code of statements in an aborted transaction; also used for statements that PostgreSQL skipped. */
const IN_ABORTED_TRANSACTION = '25P02'

/** The routines of PostgreSQL that refuse a prepared statement because its tables have changed or it no longer exists. */
const OUTDATED = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement', 'transformAssignedExpr'])

const outdated = new WeakSet<Error>()

/** Marks the error of a statement that was prepared earlier. `routine` is the one that reported the error. */
export function markIfOutdated(error: Error, routine: string): void {
  if (OUTDATED.has(routine)) outdated.add(error)
}

/** Whether a statement failed because its tables have changed since it was prepared. It did not run; its next use prepares it again. */
export const isOutdated = (error: unknown): boolean => error instanceof Error && outdated.has(error)

export interface Refusal {
  statement: Statement
  /** The oids of the parameter types at the time of preparation; empty if it was not prepared. */
  types: readonly number[]
}

const refusals = new WeakMap<Error, Refusal>()

export function recordRefusal(error: Error, refusal: Refusal): void {
  refusals.set(error, refusal)
}

/** The statement that PostgreSQL refused with this error. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Error ? refusals.get(error) : undefined

/** The error of a statement that PostgreSQL skipped because of an earlier failure. */
export function skippedError(cause: Error | undefined): pg.DatabaseError {
  const error = new pg.DatabaseError(
    'The transaction was aborted by a statement before this one.',
    0,
    'error',
  )
  error.code = IN_ABORTED_TRANSACTION
  error.cause = cause
  return error
}
