/** A statement that was sent or is queued, and the part of its response that has arrived. */
import { ConnectionLost, UnreadableRow } from './errors.ts'
import { type Column, readTypes } from './incoming.ts'
import type { Comparison } from './kept-results.ts'
import type { ParameterValue } from './outgoing.ts'
import type { ReadRow, ResultRow } from './row-shape.ts'

/** The name must be unique for each text. */
export interface Statement {
  /** The name of the prepared statement, at most 63 bytes. A statement with an empty name is prepared at each use. */
  readonly name: string
  readonly text: string
}

/**
 * `run`: executes the statement. `describe`: prepares and describes it, to get the types of its parameters. `script`:
 * runs a text, which may contain several statements, in the simple query protocol. `begin`: begins a transaction.
 */
type Task = 'run' | 'describe' | 'script' | 'begin'

/** What PostgreSQL says of a statement without running it. */
export interface Description {
  /** The oids of the parameter types. */
  types: readonly number[]
  /** Of its rows; empty if it returns none. */
  columns: readonly Column[]
}

/** A statement with its parameter values. */
export interface StatementCall {
  readonly statement: Statement
  readonly values: readonly ParameterValue[]
}

/** A statement as prepared on one connection. Preparing it again creates a new object. */
export interface PreparedStatement extends Statement {
  /** Undefined until PostgreSQL has described the statement. */
  readRow: ReadRow | undefined
  /** The oids of the parameter types. */
  types: readonly number[]
  /** Why PostgreSQL refused to prepare the statement. */
  failure: Error | undefined
  usedAt: number
}

export interface PendingStatement extends StatementCall {
  readonly task: Task
  /**
   * Statements that share the Sync of this one. If one of them fails, PostgreSQL skips the rest and sends one ReadyForQuery
   * for all of them.
   */
  followers: readonly PendingStatement[]
  /** The statement and its followers are one transaction: they succeed or fail together. */
  readonly isAtomic: boolean
  readonly resolve: (rows: ResultRow[]) => void
  readonly reject: (error: Error) => void
  /** The tick from which the timeout is counted. */
  readonly startTick: number
  /** For a script, the rows of the last statement that returns any. */
  rows: ResultRow[]
  /** The size of the rows. */
  bytes: number
  /** With the kept result of the statement, if there may be one. */
  comparison: Comparison | undefined
  /** For `describe`. */
  description: Description
  /** The last command tag of a script, such as `COMMIT`. */
  tag: string
  error: Error | undefined
  /** The statement whose response arrives: 0 is the statement itself, 1 its first follower. */
  at: number
  /** PostgreSQL has refused the statement at `at` and skipped those after it. */
  isRefused: boolean
  prepared: PreparedStatement | undefined
  /** Whether this execution also prepares the statement. */
  isPreparing: boolean
  isRetry: boolean
  /** The promise was rejected with `ConnectionLost` before a response arrived. */
  isAbandoned: boolean
  next: PendingStatement | undefined
}

export type PendingStatementInit = Pick<
  PendingStatement,
  'task' | 'statement' | 'values' | 'resolve' | 'reject' | 'startTick'
>

/** PostgreSQL truncates longer names, so that they could collide. */
const MAX_NAME_BYTES = 63

export function checkStatement({ name, text }: Statement): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    throw new Error(`The statement name ${JSON.stringify(name)} is longer than ${MAX_NAME_BYTES} bytes.`)
  if (name.includes('\0') || text.includes('\0'))
    throw new Error(`The statement ${JSON.stringify(name)} contains a NUL character.`)
}

const NO_FOLLOWERS: readonly PendingStatement[] = []
const NO_DESCRIPTION: Description = { types: [], columns: [] }

/** Sets every member, so that all objects have the same hidden class. */
export function createPending(init: PendingStatementInit, followers = NO_FOLLOWERS): PendingStatement {
  return {
    task: init.task,
    statement: init.statement,
    values: init.values,
    followers,
    isAtomic: followers.length > 0,
    resolve: init.resolve,
    reject: init.reject,
    startTick: init.startTick,
    rows: [],
    bytes: 0,
    comparison: undefined,
    description: NO_DESCRIPTION,
    tag: '',
    error: undefined,
    at: 0,
    isRefused: false,
    prepared: undefined,
    isPreparing: false,
    isRetry: false,
    isAbandoned: false,
    next: undefined,
  }
}

export const newPreparedStatement = ({ name, text }: Statement): PreparedStatement => ({
  name,
  text,
  readRow: undefined,
  types: [],
  failure: undefined,
  usedAt: 0,
})

/** The statement or follower whose response arrives. */
export const currentOf = (pending: PendingStatement): PendingStatement =>
  pending.at === 0 ? pending : (pending.followers[pending.at - 1] as PendingStatement)

/** The part of a transaction that failed, or the statement itself. */
export function failedPartOf(pending: PendingStatement): PendingStatement {
  if (pending.isRefused) return currentOf(pending)
  return [pending, ...pending.followers].find(({ error }) => error) ?? pending
}

/** Handles CommandComplete. */
export function receiveCommandTag(
  pending: PendingStatement,
  bytes: Buffer,
  start: number,
  end: number,
): void {
  if (pending.task === 'script') pending.tag = bytes.toString('latin1', start, end - 1)
  advance(pending)
}

/** Continues with the next follower after the response of the current statement. */
export function advance(pending: PendingStatement): void {
  if (pending.at < pending.followers.length) pending.at++
}

export function receiveColumns(
  pending: PendingStatement,
  columns: readonly Column[],
  shapeOf: (columns: readonly Column[]) => ReadRow,
): void {
  const current = currentOf(pending)
  const readRow = shapeOf(columns)
  if (current.prepared) current.prepared.readRow = readRow
  if (current.task === 'script') current.rows = []
  if (current.task !== 'describe') return
  current.description = { ...current.description, columns }
  advance(pending)
}

export function receiveParameterTypes(pending: PendingStatement, bytes: Buffer, start: number): void {
  const current = currentOf(pending)
  const types = readTypes(bytes, start)
  if (current.prepared) current.prepared.types = types
  if (current.task === 'describe') current.description = { types, columns: [] }
}

export function receiveRow(pending: PendingStatement, bytes: Buffer, start: number, end: number): void {
  const current = currentOf(pending)
  if (current.error) return
  const readRow = current.prepared?.readRow
  // The preparation failed after Parse and before Describe, and this execution was sent before that was known.
  if (!readRow) {
    current.error = new UnreadableRow('The statement ran, but the columns of its rows are not known.')
    return
  }
  // Skips the number of columns.
  const from = start + 2
  const { comparison } = current
  current.bytes += end - from
  try {
    current.rows.push(comparison ? comparison.read(readRow, bytes, from, end) : readRow(bytes, from, end))
  } catch (error) {
    current.error = error as Error
  }
}

/** Rejects with `ConnectionLost`. Whether the statement runs is unknown. */
export function abandon(pending: PendingStatement, message: string, cause?: unknown): void {
  for (const one of [pending, ...pending.followers]) {
    if (one.isAbandoned) continue
    one.isAbandoned = true
    one.reject(new ConnectionLost(message, { cause }))
  }
}

export function resetForRetry(pending: PendingStatement): void {
  pending.at = 0
  pending.isRefused = false
  for (const one of [pending, ...pending.followers]) {
    one.error = undefined
    one.rows = []
    one.bytes = 0
    one.comparison = undefined
  }
}
