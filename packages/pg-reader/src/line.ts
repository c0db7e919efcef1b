/**
 * One connection, on which statements are sent without waiting for the answers of those before them.
 *
 * `pg` has opened and authenticated it, and still owns its end: it tells when the socket breaks, and says goodbye. In
 * between the bytes are ours. Each statement is closed off by a Sync of its own, so the database answers each with one
 * ReadyForQuery, in the order of sending, and skips what is left of one that failed. Statements that must not run without
 * those before them share a Sync with them.
 */
import pg from 'pg'
import { ConnectionLost } from './errors.ts'
import { Fifo } from './fifo.ts'
import { type Column, readColumns, readError, readNotification, Splitter } from './incoming.ts'
import {
  currentOf,
  giveUp,
  goOn,
  type Job,
  newPrepared,
  type Prepared,
  reset,
  type Statement,
  takeColumns,
  takeRow,
  takeTypes,
} from './job.ts'
import { Outgoing } from './outgoing.ts'
import type { ReadRow } from './row-shape.ts'

export interface LineOptions {
  shapeOf: (columns: readonly Column[]) => ReadRow
  /** Whoever asks has the connection alone, begins and ends transactions, and is told what has become stale. */
  isSession: boolean
  onNotification?: (channel: string, payload: string) => void
  onAnswer: () => void
  /** It is out of use, and those who waited for it know. */
  onLost: (error: ConnectionLost) => void
}

/** What the database keeps for them is some ten kilobytes each; a server's code has a few hundred. */
const MOST_PREPARED = 500
/** Longer names are cut off by the database, and could then be the same. */
const MOST_NAME_BYTES = 63

const NO_SUCH_STATEMENT = '26000'
/** Among other things: "cached plan must not change result type". */
const NOT_SUPPORTED = '0A000'
/** Of what no longer fits its tables, or never did. */
const DOES_NOT_FIT = '42'
/** What ReadyForQuery says of the transaction: there is none, it is open, or a failure has aborted it. */
export const IDLE = 0x49
export const OPEN = 0x54
export const ABORTED = 0x45
/** What the database says of statements in an aborted transaction, and we of those that it skipped. */
const IN_ABORTED_TRANSACTION = '25P02'

const letter = (type: string) => type.charCodeAt(0)
const DATA_ROW = letter('D')
const READY = letter('Z')
const ROW_DESCRIPTION = letter('T')
const NO_DATA = letter('n')
const ERROR = letter('E')
const COMPLETE = letter('C')
const EMPTY = letter('I')
const PARAMETER_TYPES = letter('t')
const NOTIFICATION = letter('A')
/** Parsed, bound, closed; and what comes unasked: notices, parameters of the session. */
const OF_NO_INTEREST = new Set([...'123NS'].map(letter))

export class Line {
  /** Statements sent and not answered. Those that share a Sync count once. */
  get underWay(): number {
    return this.#jobs.size
  }
  /** Whether it sends something at the end of this turn of the event loop. */
  get isWriting(): boolean {
    return this.#isFlushing
  }
  /** Whether BEGIN was written in this turn of the event loop, so that its Sync can be shared. */
  get isBeginning(): boolean {
    return this.#joined !== undefined
  }
  get isOver(): boolean {
    return this.#isOver
  }
  /** What the last ReadyForQuery said. */
  status = IDLE
  readonly #jobs = new Fifo<Job>()
  readonly #prepared = new Map<string, Prepared>()
  readonly #outgoing = new Outgoing()
  readonly #client: pg.Client
  readonly #options: LineOptions
  #uses = 0
  #isFlushing = false
  #isOver = false
  /** Those that share the Sync of a BEGIN that is not sent yet. */
  #joined: Job[] | undefined
  /** Since when the first of the jobs has been the first. */
  #waitingSince = 0
  /** The first of the jobs at the last look. */
  #firstBefore: Job | undefined

  constructor(client: pg.Client, options: LineOptions) {
    this.#client = client
    this.#options = options
    const incoming = new Splitter((type, bytes, start, end) => this.#take(type, bytes, start, end))
    const { stream } = client.connection
    // The parser of `pg`; its listeners for errors and the end stay.
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => {
      try {
        incoming.push(chunk)
      } catch (error) {
        this.lose('The database said what cannot be understood.', error)
      }
    })
    client.on('error', (error) => this.lose('The connection to the database was lost.', error))
  }

  send(job: Job): void {
    if (!this.#isFit(job)) return
    if (this.#jobs.size === 0) this.#waitingSince = performance.now()
    this.#jobs.push(job)
    this.#tryWriting(() => this.#write(job))
    if (this.#isFlushing) return
    this.#isFlushing = true
    // Whatever this turn of the event loop still has to ask goes out with it.
    setImmediate(() => this.#flush())
  }

  /** Sends BEGIN. What is asked in the same turn of the event loop can `join` it and share its Sync. */
  begin(job: Job): void {
    this.#joined = []
    job.followers = this.#joined
    this.send(job)
  }

  /** Runs a job only if the BEGIN before it succeeds. */
  join(job: Job): void {
    if (!this.#isFit(job)) return
    this.#joined?.push(job)
    this.#tryWriting(() => this.#writeOne(job))
  }

  #flush(): void {
    this.#isFlushing = false
    if (this.#joined) this.#tryWriting(() => this.#outgoing.sync())
    this.#joined = undefined
    if (!this.#isOver) this.#client.connection.stream.write(this.#outgoing.take())
  }

  #tryWriting(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.lose('There is no memory to write a statement to.', error)
    }
  }

  waitedMs(now: number): number {
    return this.#jobs.size > 0 ? now - this.#waitingSince : 0
  }

  /**
   * Called now and then: gives up what was asked more than `most` looks ago. Looks are counted rather than time: a process
   * that was stopped itself finds its answers first.
   */
  look(look: number, most: number): void {
    const isLate = (job: Job) => look - job.askedAt > most
    const { head } = this.#jobs
    // The database works on what nobody waits for any more, and those behind it would wait in vain.
    let isLost = head !== undefined && head === this.#firstBefore && isLate(head)
    for (let job = head; job && !isLost; job = job.next) {
      if (!isLate(job)) continue
      // A transaction cannot go on without the answer.
      if (this.#options.isSession) isLost = true
      else giveUp(job, job === head ? LATE : 'The statement waited for too long behind others.')
    }
    this.#firstBefore = head
    if (isLost) this.lose(LATE)
  }

  lose(message: string, cause?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.destroy()
    this.#rejectAll(message, cause)
    this.#options.onLost(new ConnectionLost(message, { cause }))
  }

  /** Says goodbye, and waits for the other side to hang up. */
  async close(message: string): Promise<void> {
    this.#isOver = true
    this.#rejectAll(message)
    await this.#client.end()
  }

  destroy(): void {
    this.#client.connection.stream.destroy()
  }

  #rejectAll(message: string, cause?: unknown): void {
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) giveUp(job, message, cause)
  }

  /** Rejects a job that cannot be sent, before anything of it is written. */
  #isFit(job: Job): boolean {
    try {
      if (this.#isOver) throw new ConnectionLost('The connection to the database is out of use.')
      this.#check(job)
      for (const one of job.followers) this.#check(one)
      return true
    } catch (error) {
      job.reject(error as Error)
      return false
    }
  }

  #check({ task, statement: { name, text } }: Job): void {
    if (task === 'script') return
    const known = this.#prepared.get(name)
    if (!known) checkStatement(name, text)
    else if (known.text !== text) throw new Error(`Two statements have the name ${JSON.stringify(name)}.`)
  }

  #write(job: Job): void {
    this.#writeOne(job)
    for (const one of job.followers) this.#writeOne(one)
    // The database closes off a script by itself; BEGIN is closed off with those that join it.
    if (job.task !== 'script' && job.task !== 'begin') this.#outgoing.sync()
  }

  #writeOne(job: Job): void {
    const { task, statement, values } = job
    job.isPreparing = false
    if (task === 'begin') {
      this.#outgoing.begin()
      return
    }
    if (task === 'script') {
      job.prepared = newPrepared(statement)
      this.#outgoing.script(statement.text)
      return
    }
    // It is to be described, so it has to be prepared anew.
    if (task === 'describe') this.#prepared.delete(statement.name)
    job.prepared = this.#prepare(job, statement)
    if (task === 'run') this.#outgoing.run(statement.name, values)
  }

  #prepare(job: Job, statement: Statement): Prepared {
    const { name, text } = statement
    let prepared = this.#prepared.get(name)
    if (!prepared) {
      job.isPreparing = true
      if (this.#prepared.size >= MOST_PREPARED) this.#forgetOldest()
      this.#outgoing.prepare(name, text)
      prepared = newPrepared(statement)
      if (name) this.#prepared.set(name, prepared)
    }
    prepared.usedAt = ++this.#uses
    return prepared
  }

  /** Those sent before run before they are closed. */
  #forgetOldest(): void {
    let oldest: Prepared | undefined
    for (const one of this.#prepared.values()) if (!oldest || one.usedAt < oldest.usedAt) oldest = one
    if (!oldest) return
    this.#outgoing.close(oldest.name)
    this.#prepared.delete(oldest.name)
  }

  #take(type: number, bytes: Buffer, start: number, end: number): void {
    if (this.#isOver || OF_NO_INTEREST.has(type)) return
    if (type === NOTIFICATION) {
      this.#options.onNotification?.(...readNotification(bytes, start))
      return
    }
    const job = this.#jobs.head
    if (type === ERROR) this.#takeError(job, bytes, start, end)
    else if (!job) this.lose(`The database answered without being asked (${String.fromCharCode(type)}).`)
    else if (type === DATA_ROW) takeRow(job, bytes, start, end)
    else if (type === COMPLETE || type === EMPTY) goOn(job)
    else if (type === READY) this.#takeReady(job, bytes[start] as number)
    else if (type === ROW_DESCRIPTION) takeColumns(job, this.#options.shapeOf(readColumns(bytes, start)))
    else if (type === NO_DATA) takeColumns(job, this.#options.shapeOf([]))
    else if (type === PARAMETER_TYPES) takeTypes(job, bytes, start)
    else this.lose(`The database answered what nobody can read here (${String.fromCharCode(type)}).`)
  }

  #takeError(job: Job | undefined, bytes: Buffer, start: number, end: number): void {
    const { error, isFatal } = readError(bytes, start, end)
    if (!job || isFatal) {
      this.lose('The database ended the connection.', error)
      return
    }
    currentOf(job).error = error
    job.isRefused = true
  }

  #takeReady(job: Job, status: number): void {
    // Those behind it would run inside of its transaction.
    if (status !== IDLE && !this.#options.isSession) {
      this.lose('A statement left its transaction open.')
      return
    }
    this.status = status
    this.#jobs.shift()
    this.#waitingSince = performance.now()
    const failed = job.isAtomic && job.isRefused ? currentOf(job) : job
    if (failed.error) this.#takeFailure(job, failed, failed.error)
    else job.resolve(job.rows)
    if (!job.isAtomic) this.#settleFollowers(job)
    this.#options.onAnswer()
  }

  #settleFollowers(job: Job): void {
    for (const [i, one] of job.followers.entries()) {
      if (job.isRefused && i >= job.at) this.#skip(one, job.error ?? notRun(currentOf(job).error))
      else if (one.error) this.#takeFailure(one, one, one.error)
      else one.resolve(one.rows)
    }
  }

  /** The database has not looked at it, because one before it was refused. */
  #skip(job: Job, error: Error): void {
    if (job.prepared && !job.prepared.readRow) this.#forget(job.prepared)
    job.reject(error)
  }

  /** `failed` is the job itself, or one of the followers that have one outcome with it. */
  #takeFailure(job: Job, failed: Job, error: Error): void {
    const { prepared } = failed
    const { code = '', routine = '' } = error instanceof pg.DatabaseError ? error : {}
    const isStale = code === NO_SUCH_STATEMENT || code === NOT_SUPPORTED
    // One that was prepared is gone: then all are, as after `deallocate all` or behind a pooler that has switched servers.
    if (code === NO_SUCH_STATEMENT && prepared?.readRow && this.#isKnown(prepared)) this.#prepared.clear()
    if (prepared && (isStale || !prepared.readRow || code.startsWith(DOES_NOT_FIT))) this.#forget(prepared)
    if (job.isAtomic) for (const { prepared } of job.followers) if (!prepared?.readRow) this.#forget(prepared)
    if (isStale && !job.isSecondTry && !job.isGivenUp && !this.#options.isSession) {
      job.isSecondTry = true
      reset(job)
      this.send(job)
      return
    }
    if (!failed.isPreparing && OUTDATED.has(routine)) outdated.add(error)
    if (code && prepared) refusals.set(error, { statement: failed.statement, types: prepared.types })
    if (prepared && !prepared.readRow) prepared.failure ??= error
    // Those sent right behind one that was not prepared only hear that there is no such statement.
    job.reject((code === NO_SUCH_STATEMENT && prepared?.failure) || error)
  }

  #isKnown(prepared: Prepared): boolean {
    return this.#prepared.get(prepared.name) === prepared
  }

  /** Its next use prepares it anew, unless another one has done so meanwhile. */
  #forget(prepared: Prepared | undefined): void {
    if (prepared && this.#isKnown(prepared)) this.#prepared.delete(prepared.name)
  }
}

const LATE = 'The database did not answer in time.'

/** Places in PostgreSQL that refuse a prepared statement because its tables have changed, or because it is gone. */
const OUTDATED = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement', 'transformAssignedExpr'])

const outdated = new WeakSet<Error>()

/** Whether a statement was prepared for tables that have changed since. It was not run; its next use prepares it anew. */
export const isOutdated = (error: unknown): boolean => error instanceof Error && outdated.has(error)

export interface Refusal {
  statement: Statement
  /** The oids of its parameters, as they were when its connection prepared it; none if it was not prepared. */
  types: readonly number[]
}

const refusals = new WeakMap<Error, Refusal>()

/** Which statement the database refused with this error. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Error ? refusals.get(error) : undefined

function notRun(cause: Error | undefined): pg.DatabaseError {
  const error = new pg.DatabaseError(
    'The transaction was aborted by a statement before this one.',
    0,
    'error',
  )
  error.code = IN_ABORTED_TRANSACTION
  error.cause = cause
  return error
}

function checkStatement(name: string, text: string): void {
  if (Buffer.byteLength(name) > MOST_NAME_BYTES)
    throw new Error(`The name of a statement has ${MOST_NAME_BYTES} bytes at most: ${JSON.stringify(name)}.`)
  if (name.includes('\0') || text.includes('\0'))
    throw new Error(`A statement holds a NUL character: ${JSON.stringify(name)}.`)
}
