import { isOutdated, refusalOf } from '@tradehall/pg-reader'
import pg from 'pg'
import type { Connection, ParameterTypes } from './sql/connection.ts'
import { Listener } from './sql/listener.ts'
import { Pipeline } from './sql/pipeline.ts'
import { Pool } from './sql/pool.ts'
import { nameCaller, type Query, type Row, type Sql, sqlOf } from './sql/query.ts'
import { waysToConnect } from './sql/settings.ts'
import { type Statement, statementOf } from './sql/statements.ts'
import { TimeLimit } from './sql/time-limit.ts'
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
  /** What a request may wait for the database in all; see `ConnectOptions`. */
  limit: TimeLimit
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
   * After this long without an answer the database counts as away, and whoever waits for it gets an error. What one request
   * asks shares this time (`limit`). Absent: for as long as it takes, which is right where nobody waits for an answer.
   */
  answerWithinMs?: number
}

/** Opens connections as they are needed: for transactions, for single reads, for single writes, and one to listen. */
export function connect(url: string, options: ConnectOptions): Database {
  const { answerWithinMs, pool: connections } = options
  const ways = waysToConnect(url, options)
  const readOnly = waysToConnect(url, { ...options, isReadOnly: true })
  const types: ParameterTypes = new WeakMap()
  const limit = new TimeLimit(answerWithinMs, () => {
    for (const one of [pool, describing]) one.look()
  })
  const pool = new Pool({ ways, most: connections, types, limit })
  // Of its own: whoever asks for something within a transaction must not wait for the end of others.
  const describing = new Pool({ ways: readOnly, most: 1, types, limit })
  const shared = { connections, answerWithinMs, types, describing, limit }
  const reads = new Pipeline({ ways: readOnly, ...shared })
  const writes = new Pipeline({ ways, ...shared })
  const listener = new Listener(ways)

  async function send(query: Query, isSecondTry = false): Promise<Row[]> {
    try {
      limit.check()
      const { strings } = query
      if (typeof strings === 'string') return await pool.use((connection) => connection.script(strings))
      const { statement, values } = statementOf(query)
      if (statement.kind === 'read') return await reads.execute(statement, values)
      if (statement.kind === 'write') return await writes.execute(statement, values)
      return await pool.use((connection) => connection.execute(statement, values))
    } catch (error) {
      if (isNoRead(error, query) || forgetOutdated(error, types)) return await send(query)
      if (!isSecondTry && learnTypes(error, types)) return await send(query, true)
      throw withCaller(error, query)
    }
  }
  async function sendTogether(queries: readonly Query[], isSecondTry = false): Promise<Row[]> {
    try {
      limit.check()
      return await writes.executeTogether(queries.map(statementOf))
    } catch (error) {
      if (forgetOutdated(error, types)) return await sendTogether(queries)
      if (!isSecondTry && learnTypes(error, types)) return await sendTogether(queries, true)
      throw withCaller(error, queries[0] as Query)
    }
  }
  return Object.assign(sqlOf(send), {
    together: <T extends readonly unknown[]>(queries: readonly Query[]) =>
      sendTogether(queries) as Promise<unknown> as Promise<T>,
    begin: async <T>(work: Work<T>) => {
      limit.check()
      return await pool.use((connection) => runTransaction(connection, sendOn, work))
    },
    limit,
    listen: listener.listen.bind(listener),
    end: async (how?: { timeout?: number }) => {
      await Promise.all([pool.end(how), reads.end(how), writes.end(how), listener.end()])
      await describing.end({ timeout: 0 })
      limit.end()
    },
  })
}

async function sendOn(connection: Connection, query: Query): Promise<Row[]> {
  try {
    if (typeof query.strings === 'string') return await connection.script(query.strings)
    const { statement, values } = statementOf(query)
    return await connection.execute(statement, values)
  } catch (error) {
    if (!forgetOutdated(error, connection.types)) learnTypes(error, connection.types)
    throw withCaller(error, query)
  }
}

const READ_ONLY = '25006'

/** Whether a read was refused because it calls something that writes, which its text does not tell. It was not run. */
function isNoRead(error: unknown, query: Query): boolean {
  if (codeOf(error) !== READ_ONLY || typeof query.strings === 'string') return false
  const { statement } = statementOf(query)
  if (statement.kind !== 'read') return false
  statement.kind = 'other'
  return true
}

/** Whether the statement was prepared for tables that have changed since. It was not run; its types are asked for anew. */
function forgetOutdated(error: unknown, types: ParameterTypes): boolean {
  if (!isOutdated(error)) return false
  const refusal = refusalOf(error)
  if (refusal) types.delete(refusal.statement as Statement)
  return true
}

/**
 * Whether the values were written for other types than those of the parameters, so that the database refused them: its
 * tables have changed since the types were asked for. From now on the types are those that it has now.
 */
function learnTypes(error: unknown, types: ParameterTypes): boolean {
  const refusal = refusalOf(error)
  const known = refusal && types.get(refusal.statement as Statement)
  if (!known || refusal.types.length !== known.length) return false
  if (known.every((type, i) => type === refusal.types[i])) return false
  types.set(refusal.statement as Statement, refusal.types)
  return true
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
