/**
 * One connection in pipeline mode: statements are sent without waiting for the responses of earlier ones.
 *
 * `pg` opens and authenticates the connection, reports a broken socket, and terminates the session; in between this file
 * reads and writes the protocol. Each statement is followed by its own Sync, so PostgreSQL sends one ReadyForQuery per
 * statement, in order, and an error affects only the messages before the next Sync. Statements that must not run if an
 * earlier one fails share its Sync.
 */
import pg from 'pg'
import { ConnectionLost } from './errors.ts'
import { Fifo } from './fifo.ts'
import { type Column, MessageSplitter, readColumns, readError, readNotification } from './incoming.ts'
import { type KeptResults, MIN_KEPT_BYTES } from './kept-results.ts'
import { MessageWriter } from './outgoing.ts'
import {
  abandon,
  advance,
  checkStatement,
  currentOf,
  failedPartOf,
  newPreparedStatement,
  type PendingStatement,
  type PreparedStatement,
  receiveColumns,
  receiveCommandTag,
  receiveParameterTypes,
  receiveRow,
  resetForRetry,
  type Statement,
} from './pending-statement.ts'
import { markIfOutdated, recordRefusal, skippedError } from './refusals.ts'
import type { ReadRow } from './row-shape.ts'

export interface PipelineOptions {
  shapeOf: (columns: readonly Column[]) => ReadRow
  /** The connection has one user, who controls transactions and retries outdated statements. */
  isSession: boolean
  /** Results that may be returned again. */
  kept?: KeptResults | undefined
  onNotification?: (channel: string, payload: string) => void
  onAnswer: () => void
  /** Called after the connection was closed and all pending statements were rejected. */
  onLost: (error: ConnectionLost) => void
}

/** A prepared statement takes about ten kilobytes of PostgreSQL's memory; the code of a server has a few hundred. */
const MAX_PREPARED = 500

const NO_SUCH_STATEMENT = '26000'
/** Includes "cached plan must not change result type". */
const NOT_SUPPORTED = '0A000'
/** The class of syntax errors and access rule violations: the statement does not fit the schema. */
const SCHEMA_MISMATCH = '42'
/** The transaction status in ReadyForQuery: no transaction, an open one, or an aborted one. */
export const IDLE = 0x49
export const OPEN = 0x54
export const ABORTED = 0x45

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
/** ParseComplete, BindComplete, CloseComplete, NoticeResponse and ParameterStatus. */
const IGNORED = new Set([...'123NS'].map(letter))

export class PipelinedConnection {
  /** Statements without a complete response. Those that share a Sync count once. */
  get inFlight(): number {
    return this.#pending.size
  }
  /** Whether messages are written at the end of this turn of the event loop. */
  get isWriting(): boolean {
    return this.#isFlushing
  }
  /** Whether BEGIN was written in this turn of the event loop, so that its Sync can be shared. */
  get isBeginning(): boolean {
    return this.#beginFollowers !== undefined
  }
  get isOver(): boolean {
    return this.#isOver
  }
  /** The transaction status of the last ReadyForQuery. */
  status = IDLE
  readonly #pending = new Fifo<PendingStatement>()
  readonly #prepared = new Map<string, PreparedStatement>()
  readonly #writer = new MessageWriter()
  readonly #client: pg.Client
  readonly #options: PipelineOptions
  #uses = 0
  #isFlushing = false
  #isOver = false
  /** Statements that share the Sync of a BEGIN that is not sent yet. */
  #beginFollowers: PendingStatement[] | undefined
  /** When the first pending statement became the first. */
  #waitingSince = 0
  /** The first pending statement at the previous tick. */
  #previousHead: PendingStatement | undefined

  constructor(client: pg.Client, options: PipelineOptions) {
    this.#client = client
    this.#options = options
    const incoming = new MessageSplitter((type, bytes, start, end) => this.#receive(type, bytes, start, end))
    const { stream } = client.connection
    // Detaches the parser of `pg`, but keeps its listeners for errors and the end.
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => {
      try {
        incoming.push(chunk)
      } catch (error) {
        this.lose('Unexpected message from PostgreSQL.', error)
      }
    })
    client.on('error', (error) => this.lose('The connection to the database was lost.', error))
  }

  send(pending: PendingStatement): void {
    if (!this.#canSend(pending)) return
    if (this.#pending.size === 0) this.#waitingSince = performance.now()
    this.#pending.push(pending)
    try {
      this.#write(pending)
    } catch (error) {
      this.lose(NO_MEMORY, error)
    }
    if (this.#isFlushing) return
    this.#isFlushing = true
    // Batches all statements of this turn of the event loop into one write.
    setImmediate(() => this.#flush())
  }

  /** Sends BEGIN. Statements of the same turn of the event loop can `join` it and share its Sync. */
  begin(pending: PendingStatement): void {
    this.#beginFollowers = []
    pending.followers = this.#beginFollowers
    this.send(pending)
  }

  /** Sends a statement that runs only if the BEGIN before it succeeds. */
  join(pending: PendingStatement): void {
    if (!this.#canSend(pending)) return
    this.#beginFollowers?.push(pending)
    try {
      this.#writeOne(pending)
    } catch (error) {
      this.lose(NO_MEMORY, error)
    }
  }

  #flush(): void {
    this.#isFlushing = false
    if (this.#isOver) return
    if (this.#beginFollowers) this.#writer.sync()
    this.#beginFollowers = undefined
    this.#client.connection.stream.write(this.#writer.take())
  }

  waitedMs(now: number): number {
    return this.#pending.size > 0 ? now - this.#waitingSince : 0
  }

  /**
   * Called periodically: abandons statements that have waited for more than `maxTicks`. Ticks are counted instead of time,
   * so that a process that was suspended reads the responses that have arrived before it times out.
   */
  checkTimeouts(tick: number, maxTicks: number): void {
    const isLate = (pending: PendingStatement) => tick - pending.startTick > maxTicks
    const { head } = this.#pending
    // PostgreSQL still works on an abandoned statement, which blocks those behind it.
    let isLost = head !== undefined && head === this.#previousHead && isLate(head)
    for (let pending = head; pending && !isLost; pending = pending.next) {
      if (!isLate(pending)) continue
      // A transaction cannot continue without the response.
      if (this.#options.isSession) isLost = true
      else
        abandon(pending, pending === head ? LATE : 'The statement timed out behind others on its connection.')
    }
    this.#previousHead = head
    if (isLost) this.lose(LATE)
  }

  lose(message: string, cause?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.destroy()
    this.#rejectAll(message, cause)
    this.#options.onLost(new ConnectionLost(message, { cause }))
  }

  /** Terminates the session, and waits until PostgreSQL has closed the connection. */
  async close(message: string): Promise<void> {
    this.#isOver = true
    this.#rejectAll(message)
    await this.#client.end()
  }

  destroy(): void {
    this.#client.connection.stream.destroy()
  }

  #rejectAll(message: string, cause?: unknown): void {
    for (let pending = this.#pending.shift(); pending; pending = this.#pending.shift())
      abandon(pending, message, cause)
  }

  /** Rejects a statement that cannot be sent, before any part of it is written. */
  #canSend(pending: PendingStatement): boolean {
    try {
      if (this.#isOver) throw new ConnectionLost('The connection to the database is closed.')
      this.#check(pending)
      for (const one of pending.followers) this.#check(one)
      return true
    } catch (error) {
      pending.reject(error as Error)
      return false
    }
  }

  #check({ task, statement }: PendingStatement): void {
    if (task === 'script') return
    const { name, text } = statement
    const known = this.#prepared.get(name)
    if (!known) checkStatement(statement)
    else if (known.text !== text)
      throw new Error(`Two statements with different texts have the name ${JSON.stringify(name)}.`)
  }

  #write(pending: PendingStatement): void {
    this.#writeOne(pending)
    for (const one of pending.followers) this.#writeOne(one)
    // A simple query needs no Sync, and the Sync of BEGIN follows the statements that join it.
    if (pending.task !== 'script' && pending.task !== 'begin') this.#writer.sync()
  }

  #writeOne(pending: PendingStatement): void {
    const { task, statement, values } = pending
    pending.isPreparing = false
    if (task === 'begin') {
      this.#writer.begin()
      return
    }
    if (task === 'script') {
      pending.prepared = newPreparedStatement(statement)
      this.#writer.script(statement.text)
      return
    }
    // Only a new preparation is followed by Describe.
    if (task === 'describe') this.#prepared.delete(statement.name)
    pending.prepared = this.#prepare(pending, statement)
    if (task === 'run') this.#writer.run(statement.name, values)
  }

  #prepare(pending: PendingStatement, statement: Statement): PreparedStatement {
    const { name, text } = statement
    let prepared = this.#prepared.get(name)
    if (!prepared) {
      pending.isPreparing = true
      if (this.#prepared.size >= MAX_PREPARED) this.#closeOldest()
      this.#writer.prepare(name, text)
      prepared = newPreparedStatement(statement)
      if (name) this.#prepared.set(name, prepared)
    }
    prepared.usedAt = ++this.#uses
    return prepared
  }

  /** Safe for statements in flight, because PostgreSQL executes them before the Close. */
  #closeOldest(): void {
    let oldest: PreparedStatement | undefined
    for (const one of this.#prepared.values()) if (!oldest || one.usedAt < oldest.usedAt) oldest = one
    if (!oldest) return
    this.#writer.close(oldest.name)
    this.#prepared.delete(oldest.name)
  }

  #receive(type: number, bytes: Buffer, start: number, end: number): void {
    if (this.#isOver || IGNORED.has(type)) return
    if (type === NOTIFICATION) {
      this.#options.onNotification?.(...readNotification(bytes, start))
      return
    }
    const pending = this.#pending.head
    if (type === ERROR) this.#receiveError(pending, bytes, start, end)
    else if (!pending)
      this.lose(`PostgreSQL sent the message ${String.fromCharCode(type)} without a pending statement.`)
    else if (type === DATA_ROW) receiveRow(pending, bytes, start, end)
    else if (type === COMPLETE) receiveCommandTag(pending, bytes, start, end)
    else if (type === EMPTY) advance(pending)
    else if (type === READY) this.#receiveReady(pending, bytes[start] as number)
    else if (type === ROW_DESCRIPTION)
      receiveColumns(pending, readColumns(bytes, start), this.#options.shapeOf)
    else if (type === NO_DATA) receiveColumns(pending, [], this.#options.shapeOf)
    else if (type === PARAMETER_TYPES) receiveParameterTypes(pending, bytes, start)
    else this.lose(`Unexpected message ${String.fromCharCode(type)} from PostgreSQL.`)
  }

  #receiveError(pending: PendingStatement | undefined, bytes: Buffer, start: number, end: number): void {
    const { error, isFatal } = readError(bytes, start, end)
    if (!pending || isFatal) {
      this.lose('PostgreSQL closed the connection.', error)
      return
    }
    currentOf(pending).error = error
    pending.isRefused = true
  }

  #receiveReady(pending: PendingStatement, status: number): void {
    // The next statements would run inside its transaction.
    if (status !== IDLE && !this.#options.isSession) {
      this.lose('A statement left its transaction open.')
      return
    }
    this.status = status
    this.#pending.shift()
    this.#waitingSince = performance.now()
    const failed = pending.isAtomic ? failedPartOf(pending) : pending
    if (failed.error) this.#handleFailure(pending, failed, failed.error)
    else {
      if (pending.bytes >= MIN_KEPT_BYTES) this.#options.kept?.receive(pending)
      pending.resolve(pending.rows)
    }
    if (pending.followers.length > 0 && !pending.isAtomic) this.#settleFollowers(pending)
    this.#options.onAnswer()
  }

  #settleFollowers(pending: PendingStatement): void {
    for (const [i, one] of pending.followers.entries()) {
      if (pending.isRefused && i >= pending.at)
        this.#skip(one, pending.error ?? skippedError(currentOf(pending).error))
      else if (one.error) this.#handleFailure(one, one, one.error)
      else one.resolve(one.rows)
    }
  }

  /** Rejects a statement that PostgreSQL skipped, because an earlier one failed. */
  #skip(pending: PendingStatement, error: Error): void {
    if (pending.prepared && !pending.prepared.readRow) this.#forget(pending.prepared)
    pending.reject(error)
  }

  /** `failed` is the pending statement itself, or one of the followers of its transaction. */
  #handleFailure(pending: PendingStatement, failed: PendingStatement, error: Error): void {
    const { prepared } = failed
    const { code = '', routine = '' } = error instanceof pg.DatabaseError ? error : {}
    const isStale = code === NO_SUCH_STATEMENT || code === NOT_SUPPORTED
    // If one prepared statement is gone, all are, as after `deallocate all` or behind a pooler that has switched servers.
    if (code === NO_SUCH_STATEMENT && prepared?.readRow && this.#isKnown(prepared)) this.#prepared.clear()
    if (prepared && (isStale || !prepared.readRow || code.startsWith(SCHEMA_MISMATCH))) this.#forget(prepared)
    if (pending.isAtomic)
      for (const { prepared } of pending.followers) if (!prepared?.readRow) this.#forget(prepared)
    if (isStale && !pending.isRetry && !pending.isAbandoned && !this.#options.isSession) {
      pending.isRetry = true
      resetForRetry(pending)
      this.send(pending)
      return
    }
    if (!failed.isPreparing) markIfOutdated(error, routine)
    if (code && prepared) recordRefusal(error, { statement: failed.statement, types: prepared.types })
    if (prepared && !prepared.readRow) prepared.failure ??= error
    // Executions sent after a failed preparation only get "no such statement", so they are rejected with its error.
    pending.reject((code === NO_SUCH_STATEMENT && prepared?.failure) || error)
  }

  #isKnown(prepared: PreparedStatement): boolean {
    return this.#prepared.get(prepared.name) === prepared
  }

  /** The next use prepares the statement again, unless another one has done so in the meantime. */
  #forget(prepared: PreparedStatement | undefined): void {
    if (prepared && this.#isKnown(prepared)) this.#prepared.delete(prepared.name)
  }
}

const NO_MEMORY = 'Out of memory while writing a statement.'
const LATE = 'The database did not answer in time.'
