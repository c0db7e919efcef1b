/**
 * One connection, on which statements are sent without waiting for the answers of those before them.
 *
 * `pg` has opened and authenticated it, and still owns its end: it tells when the socket breaks, and says goodbye. In
 * between the bytes are ours. Each statement is closed off by a Sync of its own, so the database answers each with one
 * ReadyForQuery, in the order of sending, and skips what is left of one that failed.
 */
import pg from 'pg'
import { ConnectionLost } from './errors.ts'
import { Fifo } from './fifo.ts'
import { type Column, readColumns, readError, readNotification, readTypes, Splitter } from './incoming.ts'
import { Outgoing, type Value } from './outgoing.ts'
import type { ReadRow, Row } from './row-shape.ts'

/** Made once for each text: the name belongs to this text alone. */
export interface Statement {
  /** Of the prepared statement; 63 bytes at most. One without a name is prepared for each use and forgotten. */
  readonly name: string
  readonly text: string
}

/**
 * A statement is run, or only prepared and described, to learn of its parameters. A script is a text that is run as it
 * is, and may have several statements.
 */
export type Task = 'run' | 'describe' | 'script'

/** A statement with its values. */
export interface Part {
  readonly statement: Statement
  readonly values: readonly Value[]
}

/** A statement on its way, and whoever waits for its answer. */
export interface Job extends Part {
  readonly task: Task
  /** Run after it, as one transaction: all of them or none. Their rows are not read. */
  readonly more: readonly Part[]
  readonly resolve: (rows: Row[]) => void
  readonly reject: (error: Error) => void
  /** The number of the look before which it was asked. */
  readonly askedAt: number
  /** Of a script, those of its last statement that has any. */
  rows: Row[]
  /** The oids of the parameters, of one that is described. */
  types: readonly number[]
  error: Error | undefined
  /** The one that is being answered, and those of `more` that follow. */
  prepared: Prepared | undefined
  further: Prepared[]
  isPastFirst: boolean
  /** Whether it is the one that has any of them prepared. */
  isPreparing: boolean
  isSecondTry: boolean
  next: Job | undefined
}

export type NewJob = Pick<Job, 'task' | 'statement' | 'values' | 'more' | 'resolve' | 'reject' | 'askedAt'>

/** All have one shape. */
export function newJob(asked: NewJob): Job {
  return {
    task: asked.task,
    statement: asked.statement,
    values: asked.values,
    more: asked.more,
    resolve: asked.resolve,
    reject: asked.reject,
    askedAt: asked.askedAt,
    rows: [],
    types: [],
    error: undefined,
    prepared: undefined,
    further: [],
    isPastFirst: false,
    isPreparing: false,
    isSecondTry: false,
    next: undefined,
  }
}

/** A statement as this connection knows it. Two preparations of one statement are two of these. */
interface Prepared extends Statement {
  /** Absent until the database has described it. */
  readRow: ReadRow | undefined
  /** Why the database did not prepare it. */
  failure: Error | undefined
  usedAt: number
}

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
/** ReadyForQuery outside of a transaction. */
const IDLE = 0x49

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
  /** Statements sent and not answered. */
  get underWay(): number {
    return this.#jobs.size
  }
  /** Whether it sends something at the end of this turn of the event loop. */
  get isWriting(): boolean {
    return this.#isFlushing
  }
  readonly #jobs = new Fifo<Job>()
  readonly #prepared = new Map<string, Prepared>()
  readonly #outgoing = new Outgoing()
  readonly #client: pg.Client
  readonly #options: LineOptions
  #uses = 0
  #isFlushing = false
  #isOver = false
  /** Since when the first of the jobs has been the first. */
  #waitingSince = 0
  #hasSpoken = true
  #quietLooks = 0

  constructor(client: pg.Client, options: LineOptions) {
    this.#client = client
    this.#options = options
    const incoming = new Splitter((type, bytes, start, end) => this.#take(type, bytes, start, end))
    const { stream } = client.connection
    // The parser of `pg`; its listeners for errors and the end stay.
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => {
      this.#hasSpoken = true
      try {
        incoming.push(chunk)
      } catch (error) {
        this.lose('The database said what cannot be understood.', error)
      }
    })
    client.on('error', (error) => this.lose('The connection to the database was lost.', error))
  }

  send(job: Job): void {
    if (this.#isOver) {
      job.reject(new ConnectionLost('The connection to the database is out of use.'))
      return
    }
    try {
      this.#check(job)
    } catch (error) {
      // Nothing of it was written.
      job.reject(error as Error)
      return
    }
    if (this.#jobs.size === 0) this.#waitingSince = performance.now()
    this.#jobs.push(job)
    try {
      this.#write(job)
    } catch (error) {
      this.lose('There is no memory to write a statement to.', error)
    }
    if (this.#isFlushing) return
    this.#isFlushing = true
    // Whatever this turn of the event loop still has to ask goes out with it.
    setImmediate(() => {
      this.#isFlushing = false
      if (!this.#isOver) this.#client.connection.stream.write(this.#outgoing.take())
    })
  }

  waitedMs(now: number): number {
    return this.#jobs.size > 0 ? now - this.#waitingSince : 0
  }

  /** Called now and then. Looks are counted rather than time: a process that was stopped itself finds its answers first. */
  look(look: number, most: number): void {
    this.#quietLooks = this.#hasSpoken || this.#jobs.size === 0 ? 0 : this.#quietLooks + 1
    this.#hasSpoken = false
    if (this.#quietLooks > most) {
      this.lose('The database did not answer in time.')
      return
    }
    // The first one is being answered. The rest has waited for others, and their answers will be thrown away.
    for (let job = this.#jobs.head?.next; job && look - job.askedAt > most; job = job.next) {
      job.reject(new ConnectionLost('The statement waited for too long behind others.'))
    }
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
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      job.reject(new ConnectionLost(message, { cause }))
    }
  }

  #check({ task, statement, more }: Job): void {
    if (task !== 'script') this.#checkStatement(statement)
    for (const part of more) this.#checkStatement(part.statement)
  }

  #checkStatement({ name, text }: Statement): void {
    const known = this.#prepared.get(name)
    if (!known) checkStatement(name, text)
    else if (known.text !== text) throw new Error(`Two statements have the name ${JSON.stringify(name)}.`)
  }

  #write(job: Job): void {
    const { task, statement, values, more } = job
    job.isPreparing = false
    if (task === 'script') {
      job.prepared = newPrepared(statement)
      this.#outgoing.script(statement.text)
      return
    }
    // It is to be described, so it has to be prepared anew.
    if (task === 'describe') this.#prepared.delete(statement.name)
    job.prepared = this.#prepare(job, statement)
    if (task === 'run') this.#outgoing.run(statement.name, values)
    if (more.length > 0) {
      job.further = more.map((part) => {
        const prepared = this.#prepare(job, part.statement)
        this.#outgoing.run(part.statement.name, part.values)
        return prepared
      })
    }
    this.#outgoing.sync()
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
    else if (type === READY) this.#takeReady(job, bytes[start] === IDLE)
    else if (type === ROW_DESCRIPTION) describe(job, this.#options.shapeOf(readColumns(bytes, start)))
    else if (type === NO_DATA) describe(job, this.#options.shapeOf([]))
    else if (type === PARAMETER_TYPES) takeTypes(job, bytes, start)
    else this.lose(`The database answered what nobody can read here (${String.fromCharCode(type)}).`)
  }

  #takeError(job: Job | undefined, bytes: Buffer, start: number, end: number): void {
    const { error, isFatal } = readError(bytes, start, end)
    if (!job || isFatal) this.lose('The database ended the connection.', error)
    else job.error = error
  }

  #takeReady(job: Job, isIdle: boolean): void {
    // Those behind it would run inside of its transaction.
    if (!isIdle && !this.#options.isSession) {
      this.lose('A statement left its transaction open.')
      return
    }
    this.#jobs.shift()
    this.#waitingSince = performance.now()
    if (job.error) this.#takeFailure(job, job.error)
    else job.resolve(job.rows)
    this.#options.onAnswer()
  }

  #takeFailure(job: Job, error: Error): void {
    const { prepared, further } = job
    const { code = '', routine = '' } = error instanceof pg.DatabaseError ? error : {}
    const isStale = isStaleCode(code)
    if (prepared && (isStale || !prepared.readRow || code.startsWith(DOES_NOT_FIT))) this.#forget(prepared)
    // The database has not looked at these.
    for (const one of further) if (!one.readRow) this.#forget(one)
    if (isStale && !job.isSecondTry && !this.#options.isSession) {
      this.#sendAgain(job)
      return
    }
    if (!job.isPreparing && OUTDATED.has(routine)) outdated.add(error)
    if (prepared && !prepared.readRow) prepared.failure ??= error
    // Those sent right behind it only hear that there is no such statement.
    job.reject(prepared?.failure ?? error)
  }

  /** Its next use prepares it anew, unless another one has done so meanwhile. */
  #forget(prepared: Prepared): void {
    if (this.#prepared.get(prepared.name) === prepared) this.#prepared.delete(prepared.name)
  }

  #sendAgain(job: Job): void {
    job.isSecondTry = true
    job.error = undefined
    job.rows = []
    job.further = []
    job.isPastFirst = false
    this.send(job)
  }
}

/** Places in PostgreSQL that refuse a prepared statement because its tables have changed, or because it is gone. */
const OUTDATED = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement', 'transformAssignedExpr'])

const outdated = new WeakSet<Error>()

/** Whether a statement was prepared for tables that have changed since. It was not run; its next use prepares it anew. */
export const isOutdated = (error: unknown): boolean => error instanceof Error && outdated.has(error)

const newPrepared = ({ name, text }: Statement): Prepared => ({
  name,
  text,
  readRow: undefined,
  failure: undefined,
  usedAt: 0,
})

const isStaleCode = (code: string) => code === NO_SUCH_STATEMENT || code === NOT_SUPPORTED

function checkStatement(name: string, text: string): void {
  if (Buffer.byteLength(name) > MOST_NAME_BYTES)
    throw new Error(`The name of a statement has ${MOST_NAME_BYTES} bytes at most: ${JSON.stringify(name)}.`)
  if (name.includes('\0') || text.includes('\0'))
    throw new Error(`A statement holds a NUL character: ${JSON.stringify(name)}.`)
}

function describe(job: Job, readRow: ReadRow): void {
  if (job.prepared) job.prepared.readRow = readRow
  if (job.task === 'script') job.rows = []
}

/** To the next of its statements. */
function goOn(job: Job): void {
  if (job.further.length === 0) return
  job.prepared = job.further.shift()
  job.isPastFirst = true
}

function takeTypes(job: Job, bytes: Buffer, start: number): void {
  if (job.task === 'describe') job.types = readTypes(bytes, start)
}

function takeRow(job: Job, bytes: Buffer, start: number, end: number): void {
  if (job.error || job.isPastFirst) return
  const readRow = job.prepared?.readRow
  // It was prepared, but broken off before it was described; that is told to who asked for it.
  if (!readRow) {
    job.error = notDescribed()
    return
  }
  try {
    // After the number of columns.
    job.rows.push(readRow(bytes, start + 2, end))
  } catch (error) {
    job.error = error as Error
  }
}

function notDescribed(): pg.DatabaseError {
  const error = new pg.DatabaseError('The columns of the prepared statement are not known.', 0, 'error')
  error.code = NO_SUCH_STATEMENT
  return error
}
