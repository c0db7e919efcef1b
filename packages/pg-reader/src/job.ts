/** A statement on its way to the database, and what has arrived of its answer. */
import { ConnectionLost, UnreadableRow } from './errors.ts'
import { readTypes } from './incoming.ts'
import type { Value } from './outgoing.ts'
import type { ReadRow, Row } from './row-shape.ts'

/** Made once for each text: the name belongs to this text alone. */
export interface Statement {
  /** Of the prepared statement; 63 bytes at most. One without a name is prepared for each use and forgotten. */
  readonly name: string
  readonly text: string
}

/**
 * A statement is run, or only prepared and described, to learn the types of its parameters. A script is a text that is
 * run as it is, and may have several statements. `begin` begins a transaction.
 */
export type Task = 'run' | 'describe' | 'script' | 'begin'

/** A statement with its values. */
export interface Part {
  readonly statement: Statement
  readonly values: readonly Value[]
}

/** A statement as one connection knows it. Two preparations of one statement are two of these. */
export interface Prepared extends Statement {
  /** Absent until the database has described it. */
  readRow: ReadRow | undefined
  /** The oids of its parameters. */
  types: readonly number[]
  /** Why the database did not prepare it. */
  failure: Error | undefined
  usedAt: number
}

export interface Job extends Part {
  readonly task: Task
  /**
   * Jobs between this one and the Sync that it shares with them. When one of them fails the database skips the rest, and
   * answers all of them with one ReadyForQuery.
   */
  followers: readonly Job[]
  /** The job and its followers are one transaction with one outcome; the rows are those of the job itself. */
  readonly isAtomic: boolean
  readonly resolve: (rows: Row[]) => void
  readonly reject: (error: Error) => void
  /** The number of the look before which it was asked. */
  readonly askedAt: number
  /** Of a script, those of its last statement that has any. */
  rows: Row[]
  /** The oids of the parameters, of one that is described. */
  types: readonly number[]
  error: Error | undefined
  /** Which one is being answered: 0 is the job itself, 1 its first follower. */
  at: number
  /** The database has refused the one at `at`, and skipped those after it. */
  isRefused: boolean
  prepared: Prepared | undefined
  /** Whether it is the one that has the statement prepared. */
  isPreparing: boolean
  isSecondTry: boolean
  /** Whoever asked was told that no answer comes. */
  isGivenUp: boolean
  next: Job | undefined
}

export type NewJob = Pick<Job, 'task' | 'statement' | 'values' | 'resolve' | 'reject' | 'askedAt'>

const NO_FOLLOWERS: readonly Job[] = []

/** All have one shape. */
export function newJob(asked: NewJob, followers = NO_FOLLOWERS): Job {
  return {
    task: asked.task,
    statement: asked.statement,
    values: asked.values,
    followers,
    isAtomic: followers.length > 0,
    resolve: asked.resolve,
    reject: asked.reject,
    askedAt: asked.askedAt,
    rows: [],
    types: [],
    error: undefined,
    at: 0,
    isRefused: false,
    prepared: undefined,
    isPreparing: false,
    isSecondTry: false,
    isGivenUp: false,
    next: undefined,
  }
}

export const newPrepared = ({ name, text }: Statement): Prepared => ({
  name,
  text,
  readRow: undefined,
  types: [],
  failure: undefined,
  usedAt: 0,
})

/** The job itself or the follower that is being answered. */
export const currentOf = (job: Job): Job => (job.at === 0 ? job : (job.followers[job.at - 1] as Job))

/** The answer to the current one is complete. */
export function goOn(job: Job): void {
  if (job.at < job.followers.length) job.at++
}

export function takeColumns(job: Job, readRow: ReadRow): void {
  const current = currentOf(job)
  if (current.prepared) current.prepared.readRow = readRow
  if (current.task === 'script') current.rows = []
  if (current.task === 'describe') goOn(job)
}

export function takeTypes(job: Job, bytes: Buffer, start: number): void {
  const current = currentOf(job)
  const types = readTypes(bytes, start)
  if (current.prepared) current.prepared.types = types
  current.types = types
}

export function takeRow(job: Job, bytes: Buffer, start: number, end: number): void {
  if (job.isAtomic && job.at > 0) return
  const current = currentOf(job)
  if (current.error) return
  const readRow = current.prepared?.readRow
  // The preparation was broken off after Parse and before Describe, and this job was sent before that was known.
  if (!readRow) {
    current.error = new UnreadableRow('The statement ran, but the columns of its rows are not known.')
    return
  }
  try {
    // After the number of columns.
    current.rows.push(readRow(bytes, start + 2, end))
  } catch (error) {
    current.error = error as Error
  }
}

/** Tells whoever waits that no answer comes. Whether the statement runs is not known. */
export function giveUp(job: Job, message: string, cause?: unknown): void {
  for (const one of [job, ...job.followers]) {
    if (one.isGivenUp) continue
    one.isGivenUp = true
    one.reject(new ConnectionLost(message, { cause }))
  }
}

/** For a second try. */
export function reset(job: Job): void {
  job.at = 0
  job.isRefused = false
  for (const one of [job, ...job.followers]) {
    one.error = undefined
    one.rows = []
  }
}
