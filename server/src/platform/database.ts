import { isOutdated } from '@tradehall/pg-reader'
import pg from 'pg'
import type { Connection, ParameterTypes } from './sql/connection.ts'
import { Listener } from './sql/listener.ts'
import { Pipeline } from './sql/pipeline.ts'
import { Pool } from './sql/pool.ts'
import { nameCaller, type Query, type Row, type Sql, sqlOf } from './sql/query.ts'
import { waysToConnect } from './sql/settings.ts'
import { statementOf } from './sql/statements.ts'
import { runTransaction, type Transaction, type Work } from './sql/transactions.ts'

export { isDatabaseAway } from './database-away.ts'
export type { Transaction }
/** A piece of SQL. */
export type Fragment = Query

export interface Database extends Sql {
  /** Runs `work` in one transaction, once; `transaction` runs it again when the database asks for it. */
  begin<T>(work: Work<T>): Promise<T>
  /**
   * Runs statements as one transaction, in one round trip and in their order. None can be made of the answer to another.
   * The rows are those of the first.
   */
  together<T extends readonly unknown[] = Row[]>(statements: readonly Query[]): Promise<T>
  listen: Listener['listen']
  /** Takes no new work, waits for that which is there, for so many seconds if told, and closes the connections. */
  end(how?: { timeout?: number }): Promise<void>
}

/** What a query function takes first: it runs on its own or inside a transaction. */
export type Queryable = Database | Transaction

export interface ConnectOptions {
  /** Connections for transactions, as many again for single reads, and as many again for single writes. */
  pool: number
  /** Shown in `pg_stat_activity`. */
  name: string
  /**
   * After this long without an answer the database counts as away, and whoever waits for it gets an error. Absent: for
   * as long as it takes, which is right where nobody waits for an answer.
   */
  answerWithinMs?: number
}

/** Opens connections as they are needed: for transactions, for single reads, for single writes, and one to listen. */
export function connect(url: string, options: ConnectOptions): Database {
  const { answerWithinMs, pool: connections } = options
  const ways = waysToConnect(url, options)
  const readOnly = waysToConnect(url, { ...options, isReadOnly: true })
  const types: ParameterTypes = new WeakMap()
  const pool = new Pool(ways, connections, types)
  // Of its own: whoever asks for something within a transaction must not wait for the end of others.
  const describing = new Pool(readOnly, 1, types)
  const reads = new Pipeline({ ways: readOnly, connections, answerWithinMs, types, describing })
  const writes = new Pipeline({ ways, connections, answerWithinMs, types, describing })
  const listener = new Listener(ways)
  const watch = answerWithinMs && watchSilence([pool, describing], answerWithinMs)

  async function send(query: Query): Promise<Row[]> {
    try {
      const { strings } = query
      if (typeof strings === 'string') return await pool.use((connection) => connection.script(strings))
      const { statement, values } = statementOf(query)
      if (statement.kind === 'read') return await reads.execute(statement, values)
      if (statement.kind === 'write') return await writes.execute(statement, values)
      return await pool.use((connection) => connection.execute(statement, values))
    } catch (error) {
      if (canRunNow(error, query, types)) return await send(query)
      throw withCaller(error, query)
    }
  }
  async function sendTogether(queries: readonly Query[]): Promise<Row[]> {
    try {
      return await writes.executeTogether(queries.map(statementOf))
    } catch (error) {
      for (const query of queries) types.delete(statementOf(query).statement)
      if (isOutdated(error)) return await sendTogether(queries)
      throw withCaller(error, queries[0] as Query)
    }
  }
  return Object.assign(sqlOf(send), {
    together: <T extends readonly unknown[]>(queries: readonly Query[]) =>
      sendTogether(queries) as Promise<unknown> as Promise<T>,
    begin: <T>(work: Work<T>) => pool.use((connection) => runTransaction(connection, sendOn, work)),
    listen: listener.listen.bind(listener),
    end: async (how?: { timeout?: number }) => {
      await Promise.all([pool.end(how), reads.end(how), writes.end(how), listener.end()])
      await describing.end({ timeout: 0 })
      clearInterval(watch || undefined)
    },
  })
}

/** Short beside any answer time, and long beside the microseconds that a look takes. */
const LOOK_MS = 500

function watchSilence(pools: readonly Pool[], answerWithinMs: number): NodeJS.Timeout {
  const most = Math.ceil(answerWithinMs / LOOK_MS)
  return setInterval(() => {
    for (const pool of pools) pool.look(most)
  }, LOOK_MS).unref()
}

async function sendOn(connection: Connection, query: Query): Promise<Row[]> {
  try {
    if (typeof query.strings === 'string') return await connection.script(query.strings)
    const { statement, values } = statementOf(query)
    return await connection.execute(statement, values)
  } catch (error) {
    if (isOutdated(error)) connection.forgetTypes(statementOf(query).statement)
    throw withCaller(error, query)
  }
}

const READ_ONLY = '25006'

/** Whether the error says something new of the statement, which was not run, and runs when that is minded. */
function canRunNow(error: unknown, query: Query, types: ParameterTypes): boolean {
  if (!(error instanceof pg.DatabaseError) || typeof query.strings === 'string') return false
  const { statement } = statementOf(query)
  // It calls something that writes, which nothing in its text tells.
  const isNoRead = error.code === READ_ONLY && statement.kind === 'read'
  if (isNoRead) statement.kind = 'other'
  // What it refers to may have changed since.
  types.delete(statement)
  return isNoRead || isOutdated(error)
}

function withCaller(error: unknown, query: Query): unknown {
  if (error instanceof pg.DatabaseError) nameCaller(error, query)
  return error
}

/**
 * Has a statement planned for the values it is run with, every time. Others are prepared once, and the database may
 * keep a plan for any values: wrong where the best plan depends on what is looked for.
 */
export function planAnew<Q extends Query>(query: Q): Q {
  query.isPlannedAnew = true
  return query
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** Enough for a burst on one row; a transaction that still loses then reports the conflict. */
const MAX_TRIES = 5

/**
 * Runs `work` in one transaction, again when the database asks for it. `work` must have no other effects. Given a
 * transaction, it becomes part of that one.
 */
export async function transaction<T>(db: Queryable, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (!('begin' in db)) return await work(db)
  return await tryAgain(() => db.begin(work))
}

/**
 * Runs one statement, again when the database asks for it. Inside a transaction it runs once: there the whole
 * transaction has to start over.
 */
export async function retried<T>(db: Queryable, statement: () => Promise<T>): Promise<T> {
  return 'begin' in db ? await tryAgain(statement) : await statement()
}

async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_TRIES || !isRetryable(error)) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * 10 * 2 ** attempt))
    }
  }
}

function isRetryable(error: unknown): boolean {
  return codeOf(error) === SERIALIZATION_FAILURE || codeOf(error) === DEADLOCK || isOutdated(error)
}

/**
 * Waits for statements of one transaction that were sent at once, also when one of them has failed: what is sent after the
 * end of a transaction would not be part of it.
 */
export async function allSent(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The name of the constraint that refused a write, so that a module can turn it into its own problem. */
export function violatedConstraint(error: unknown): string | undefined {
  return codeOf(error)?.startsWith('23') ? (error as pg.DatabaseError).constraint : undefined
}

const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

/** Whether a statement gave up waiting for a lock, as `lock_timeout` told it to. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** Whether a statement took longer than `statement_timeout`, or was cancelled. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === QUERY_CANCELED

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

/**
 * For `column = ${oneOf(db, ids)}`. Given a bare array, PostgreSQL believes each plan to be good for that length only
 * and plans anew at every call; of a subquery it knows nothing beforehand and keeps its plan. Single reads by such a
 * statement went from 4 400 to 12 900 a second.
 */
export const oneOf = (db: Queryable, ids: readonly string[]) =>
  db`any(array(select unnest(${ids as string[]}::uuid[])))`

/** The same for a column of texts. */
export const oneOfTexts = (db: Queryable, texts: readonly string[]) =>
  db`any(array(select unnest(${texts as string[]}::text[])))`

/**
 * For `unnest(${idList(db, ids)}, …)`, for the same reason: for a list of one PostgreSQL would plan a statement with many
 * parts anew at each call, which takes several times as long as running it.
 */
export const idList = (db: Queryable, ids: readonly string[]) => db`(select ${ids as string[]}::uuid[])`

/**
 * The end of a list query. As a parameter the number would hide how far the list is walked, and PostgreSQL would plan
 * anew at each call; pages have few sizes, so that each keeps a plan of its own.
 */
export const limitTo = (db: Queryable, rows: number) => db.unsafe(`limit ${Math.trunc(rows)}`)
