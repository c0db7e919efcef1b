/**
 * One connection to the database, which `pg` opens and authenticates. It runs one statement after the other and keeps
 * them prepared.
 */
import pg from 'pg'
import { DatabaseAway } from '../database-away.ts'
import type { Row } from './query.ts'
import type { Statement } from './statements.ts'
import { readerOf, writeValue } from './values.ts'

/** The types of the parameters of statements, as the database understands them; its connections share them. */
export type ParameterTypes = WeakMap<Statement, readonly number[]>

/** The database plans each for each connection and keeps the plan in its memory; all modules together have fewer. */
const MOST_PREPARED = 500

export class Connection {
  readonly #client: pg.Client
  readonly #types: ParameterTypes
  readonly #onLost: () => void
  readonly #waiting: Task[] = []
  /** What is prepared here, oldest first, with the columns of its rows. */
  readonly #prepared = new Map<Statement, readonly Column[]>()
  #current: Task | undefined
  #lost: Error | undefined
  #isReady = false
  #beginsNext = false
  #heard = 0
  #silentLooks = 0

  constructor(settings: pg.ClientConfig, types: ParameterTypes, onLost: () => void) {
    this.#client = new pg.Client(settings)
    this.#types = types
    this.#onLost = onLost
    // Also what breaks while nothing is asked; without a listener it would end the process.
    this.#client.on('error', (error) => this.lose(error))
    this.#client.on('end', () => this.lose(new Error('The database has closed the connection.')))
  }

  /** To be called once, before anything else. */
  async open(): Promise<void> {
    try {
      await this.#client.connect()
      this.#isReady = true
    } catch (error) {
      const reason = this.#lost ?? withCode(error as Error)
      this.lose(reason)
      throw reason
    }
  }

  /** Why it is of no use any more. */
  get lost(): Error | undefined {
    return this.#lost
  }

  onNotification(tell: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
  }

  execute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.#run(new Task(statement, values))
  }

  /** Finds out the types of its parameters, without keeping it prepared here. */
  async describe(statement: Statement): Promise<readonly number[]> {
    const task = new Task({ ...statement, name: '' }, [])
    task.isDescription = true
    await this.#run(task)
    const types = task.types ?? []
    this.#types.set(statement, types)
    return types
  }

  /** Sends a text as it is, which may have several statements. */
  script(text: string): Promise<Row[]> {
    const task = new Task({ name: '', text, kind: 'other' }, [])
    task.isScript = true
    return this.#run(task)
  }

  /** A transaction begins with the next statement, in the same round trip. */
  begin(): void {
    this.#beginsNext = true
  }

  /** `commit` or `rollback`, if anything was sent since `begin`. */
  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#beginsNext) await this.script(how)
    this.#beginsNext = false
  }

  #run(task: Task): Promise<Row[]> {
    if (this.#lost) return Promise.reject(this.#lost)
    this.#waiting.push(task)
    if (!this.#current) this.#next()
    return task.ended
  }

  #next(): void {
    this.#current = this.#waiting.shift()
    const task = this.#current
    if (!task) return
    this.#silentLooks = 0
    task.onEnd = (error) => this.#end(task, error)
    this.#submit(task)
  }

  /** Where the types are not known yet, it is described first and then submitted again. */
  #submit(task: Task): void {
    const { statement } = task
    try {
      const types = this.#types.get(statement)
      if (types) task.write(types)
      // Without the types it is prepared once more, to learn them.
      task.columns = types ? this.#prepared.get(statement) : undefined
      task.isPrepared = task.columns !== undefined
      task.forget = task.isPrepared || !statement.name ? undefined : this.#forgetOldest()
      task.isFirst = this.#beginsNext
      this.#beginsNext = false
    } catch (error) {
      task.reject(error as Error)
      this.#next()
      return
    }
    this.#client.query(task)
  }

  #end(task: Task, error: Error | undefined): void {
    if (this.#lost) return
    const { statement } = task
    if (error && (!(error instanceof pg.DatabaseError) || isFatal(error))) {
      task.reject(withCode(error))
      this.lose(error)
      return
    }
    if (error) {
      if (task.isPrepared && OUTDATED.has(error.routine ?? '')) {
        outdated.add(error)
        this.#prepared.delete(statement)
        this.#types.delete(statement)
      }
      task.reject(error)
      this.#next()
      return
    }
    if (statement.name && task.columns) this.#prepared.set(statement, task.columns)
    if (task.types) this.#types.set(statement, task.types)
    if (!task.isDone) {
      this.#submit(task)
      return
    }
    task.resolve(task.rows)
    this.#next()
  }

  #forgetOldest(): Statement | undefined {
    if (this.#prepared.size < MOST_PREPARED) return undefined
    const [oldest] = this.#prepared.keys()
    if (oldest) this.#prepared.delete(oldest)
    return oldest
  }

  /** Gives it up at once, and all that waits for it. */
  lose(reason: Error): void {
    if (this.#lost) return
    this.#lost =
      reason instanceof DatabaseAway
        ? reason
        : new DatabaseAway('The connection to the database was lost.', { cause: reason })
    for (const task of [this.#current, ...this.#waiting.splice(0)]) task?.reject(this.#lost)
    this.#current = undefined
    socketOf(this.#client).destroy()
    this.#onLost()
  }

  /** Says goodbye, when nothing is under way. */
  async close(): Promise<void> {
    if (this.#lost) return
    this.#lost = new DatabaseAway('The connections are closed.')
    await this.#client.end()
  }

  /**
   * Called at intervals: gives the connection up after `most` looks at which it owed an answer and was silent. Looks are
   * counted rather than time, so that a process that was stopped itself finds its answers first.
   */
  look(most: number): void {
    const heard = socketOf(this.#client).bytesRead
    const isOwing = this.#current !== undefined || !this.#isReady
    this.#silentLooks = isOwing && heard === this.#heard ? this.#silentLooks + 1 : 0
    this.#heard = heard
    if (this.#silentLooks > most) this.lose(new DatabaseAway('The database does not answer.'))
  }
}

interface Column {
  name: string
  read(text: string): unknown
}

/** One statement under way. `pg` calls `submit`, and the methods whose names begin with `handle`. */
class Task {
  readonly statement: Statement
  readonly #values: readonly unknown[]
  readonly #written: (string | null)[] = []
  readonly ended: Promise<Row[]>
  readonly resolve: (rows: Row[]) => void
  readonly reject: (error: Error) => void
  onEnd: ((error?: Error) => void) | undefined
  isScript = false
  isDescription = false
  /** Of a transaction. */
  isFirst = false
  isPrepared = false
  /** To make room for this one. */
  forget: Statement | undefined
  /** Known of a statement that is prepared. */
  columns: readonly Column[] | undefined
  types: readonly number[] | undefined
  rows: Row[] = []
  isDone = false

  constructor(statement: Statement, values: readonly unknown[]) {
    this.statement = statement
    this.#values = values
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
    this.ended = promise
    this.resolve = resolve
    this.reject = reject
  }

  write(types: readonly number[]): void {
    for (let i = 0; i < this.#values.length; i++)
      this.#written[i] = writeValue(this.#values[i], types[i] ?? 0)
  }

  submit(to: pg.Connection): void {
    const { text, name } = this.statement
    this.isDone = this.isScript || this.isDescription || this.#written.length === this.#values.length
    if (this.isScript) {
      to.query(this.isFirst ? `begin; ${text}` : text)
      return
    }
    // In one packet.
    to.stream.cork()
    if (this.isFirst) {
      to.parse({ name: '', text: 'begin', types: [] }, true)
      to.bind({}, true)
      to.execute(null, true)
    }
    if (!this.isPrepared) this.#prepare(to)
    if (this.isDone && !this.isDescription) {
      to.bind({ statement: name, values: this.#written }, true)
      to.execute(null, true)
    }
    to.sync()
    to.stream.uncork()
  }

  #prepare(to: pg.Connection): void {
    const { text, name } = this.statement
    if (this.forget) to.close({ type: 'S', name: this.forget.name }, true)
    // A try that failed may have left it; to close what is not there is no error.
    if (name) to.close({ type: 'S', name }, true)
    to.parse({ name, text, types: [] }, true)
    to.describe({ type: 'S', name }, true)
    to.once('parameterDescription', this.#handleTypes)
    // Where no columns follow there are none.
    this.columns = []
  }

  /** Not among what `pg` hands on. */
  readonly #handleTypes = ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }) => {
    this.types = dataTypeIDs
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
    this.rows = []
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const columns = this.columns as readonly Column[]
    const row: Row = {}
    for (let i = 0; i < columns.length; i++) {
      const { name, read } = columns[i] as Column
      const text = fields[i] as string | null
      row[name] = text === null ? null : read(text)
    }
    this.rows.push(row)
  }

  handleReadyForQuery(): void {
    this.onEnd?.()
  }

  handleError(error: Error, from: pg.Connection): void {
    from.removeListener('parameterDescription', this.#handleTypes)
    this.onEnd?.(error)
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

const socketOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { bytesRead: number; destroy(): void } } }).connection.stream

/** After these the database ends the connection. */
const isFatal = ({ severity }: pg.DatabaseError) => severity === 'FATAL' || severity === 'PANIC'

/** What `pg` says in words only is about the end of a connection; all else has a code. */
const withCode = (error: Error) =>
  'code' in error ? error : new DatabaseAway(error.message, { cause: error })

/** Places in PostgreSQL that refuse a prepared statement because its tables have changed, or because it is gone. */
const OUTDATED = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement', 'transformAssignedExpr'])

const outdated = new WeakSet<Error>()

/** Whether a statement was prepared for tables that have changed since. It was not run; the next try prepares it anew. */
export const isOutdated = (error: unknown) => error instanceof Error && outdated.has(error)
