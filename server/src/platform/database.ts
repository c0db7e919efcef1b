/** The interface to PostgreSQL: statements, transactions with retries, notifications, and helpers for queries. */
import { isOutdated, refusalOf } from '@tradehall/pg-reader'
import pg from 'pg'
import type { Connection, ParameterTypes } from './sql/connection.ts'
import { hostsOf } from './sql/hosts.ts'
import { Listener } from './sql/listener.ts'
import { Pipeline } from './sql/pipeline.ts'
import { Pool, type PoolUsage } from './sql/pool.ts'
import { appendCallSite, type Query, type Row, type Sql, sqlOf } from './sql/query.ts'
import { traceStatements } from './sql/statement-spans.ts'
import { type Statement, statementOf } from './sql/statements.ts'
import { TimeLimit } from './sql/time-limit.ts'
import { runTransaction, type Transaction, type TransactionBody } from './sql/transactions.ts'
import type { Tracing } from './tracing/tracing.ts'

export { isDatabaseAway } from './database-health/away.ts'
export type { Transaction }
/** Part of a SQL statement, with its values. */
export type Fragment = Query

export interface Database extends Sql {
  /** Runs `work` in one transaction, without retries; `transaction` retries serialization failures and deadlocks. */
  begin<T>(work: TransactionBody<T>): Promise<T>
  /**
   * Runs statements in order as one transaction, in one round trip, so none can depend on the result of another. Returns
   * the rows of the first.
   */
  together<T extends readonly unknown[] = Row[]>(statements: readonly Query[]): Promise<T>
  /**
   * Reads in order, in one round trip: each statement sees everything that was committed before the previous one ended.
   * Returns the rows of each.
   */
  readInOrder<First, Second>(
    first: Query<readonly First[]>,
    second: Query<readonly Second[]>,
  ): Promise<[First[], Second[]]>
  listen: Listener['listen']
  /** Bounds the total time that a request waits for the database; see `ConnectOptions`. */
  limit: TimeLimit
  /** Of the connections for transactions. */
  poolUsage(): PoolUsage
  /** Refuses new work, waits for current work, within `timeout` seconds if given, and closes the connections. */
  end(how?: { timeout?: number }): Promise<void>
}

/** The first parameter of query functions: the database itself, or an open transaction. */
export type Queryable = Database | Transaction

export interface ConnectOptions {
  /** Connections for transactions, as many again for single reads, and as many again for single writes. */
  pool: number
  /** The `application_name` in `pg_stat_activity`. */
  name: string
  /**
   * After this long without a response the database counts as unavailable, and callers get `DatabaseAway`. All statements
   * of a request share this time (`limit`). Absent: no timeout, which is right where no client waits for a response.
   */
  answerWithinMs?: number
  /** See `ConnectionSettings`. */
  serverSettings?: string
  /** Makes a span of each statement that is part of a trace. */
  tracing?: Tracing | undefined
}

/**
 * About ninety pages of 50 orders, in bytes as received. In memory, with rows and documents, they take up to five times
 * as much.
 */
const KEPT_RESULT_BYTES = 4 * 1024 * 1024

/** Opens connections on demand: for transactions, for single reads, for single writes, and one for notifications. */
export function connect(url: string, options: ConnectOptions): Database {
  const { answerWithinMs, pool: connections } = options
  const hosts = hostsOf(url)
  const newClient = hosts.clients(options)
  const newReadOnlyClient = hosts.clients({ ...options, isReadOnly: true })
  const types: ParameterTypes = new WeakMap()
  const limit = new TimeLimit(answerWithinMs, () => {
    for (const one of [pool, describing]) one.checkTimeouts()
  })
  const pool = new Pool({ newClient, maxConnections: connections, types, limit })
  // A separate pool, so that querying parameter types never waits for a transaction to end.
  const describing = new Pool({ newClient: newReadOnlyClient, maxConnections: 1, types, limit })
  const shared = { connections, answerWithinMs, types, describing, limit }
  const reads = new Pipeline({ newClient: newReadOnlyClient, keepBytes: KEPT_RESULT_BYTES, ...shared })
  const writes = new Pipeline({ newClient, ...shared })
  const listener = new Listener(newClient)

  function failureOf(error: unknown, query: Query): unknown {
    if (codeOf(error) === READ_ONLY) hosts.suspect()
    if (error instanceof pg.DatabaseError) appendCallSite(error, query)
    return error
  }
  async function send(query: Query, isRetry = false): Promise<Row[]> {
    try {
      limit.check()
      const { strings } = query
      if (typeof strings === 'string') return await pool.use((connection) => connection.script(strings))
      const { statement, values } = statementOf(query)
      if (statement.kind === 'read') return await reads.execute(statement, values)
      if (statement.kind === 'write') return await writes.execute(statement, values)
      return await pool.use((connection) => connection.execute(statement, values))
    } catch (error) {
      if (reclassifyRead(error, query) || evictStaleTypes(error, types)) return await send(query)
      if (!isRetry && refreshTypes(error, types)) return await send(query, true)
      throw failureOf(error, query)
    }
  }
  async function sendTogether(
    pipeline: Pipeline,
    queries: readonly Query[],
    isRetry = false,
  ): Promise<Row[][]> {
    try {
      limit.check()
      return await pipeline.executeTogether(queries.map(statementOf))
    } catch (error) {
      if (evictStaleTypes(error, types)) return await sendTogether(pipeline, queries)
      if (!isRetry && refreshTypes(error, types)) return await sendTogether(pipeline, queries, true)
      throw failureOf(error, queries[0] as Query)
    }
  }
  async function sendOn(connection: Connection, query: Query): Promise<Row[]> {
    try {
      if (typeof query.strings === 'string') return await connection.script(query.strings)
      const { statement, values } = statementOf(query)
      return await connection.execute(statement, values)
    } catch (error) {
      if (!evictStaleTypes(error, types)) refreshTypes(error, types)
      throw failureOf(error, query)
    }
  }
  // Chosen once: without tracing, statements are sent by the same functions as if there were none.
  const spans = options.tracing && traceStatements(options.tracing)
  const sendTraced = spans ? (query: Query) => spans.statement([query], () => send(query)) : send
  const sendAll = spans
    ? (pipeline: Pipeline, queries: readonly Query[]) =>
        spans.statement(queries, () => sendTogether(pipeline, queries))
    : sendTogether
  const sendInside = spans
    ? (connection: Connection, query: Query) => spans.statement([query], () => sendOn(connection, query))
    : sendOn
  async function begin<T>(work: TransactionBody<T>): Promise<T> {
    limit.check()
    return await pool.use((connection) => runTransaction(connection, sendInside, work))
  }
  return Object.assign(sqlOf(sendTraced), {
    together: async <T extends readonly unknown[]>(queries: readonly Query[]) => {
      const [first] = await sendAll(writes, queries)
      return first as readonly unknown[] as T
    },
    readInOrder: async <First, Second>(first: Query, second: Query) =>
      (await sendAll(reads, [first, second])) as unknown[][] as [First[], Second[]],
    begin: spans ? <T>(work: TransactionBody<T>) => spans.transaction(() => begin(work)) : begin,
    limit,
    poolUsage: () => pool.usage,
    listen: listener.listen.bind(listener),
    end: async (how?: { timeout?: number }) => {
      await Promise.all([pool.end(how), reads.end(how), writes.end(how), listener.end()])
      await describing.end({ timeout: 0 })
      limit.end()
    },
  })
}

const READ_ONLY = '25006'

/** Whether a read was refused because it calls a function that writes. It had no effect and is reclassified. */
function reclassifyRead(error: unknown, query: Query): boolean {
  if (codeOf(error) !== READ_ONLY || typeof query.strings === 'string') return false
  const { statement } = statementOf(query)
  if (statement.kind !== 'read') return false
  statement.kind = 'other'
  return true
}

/** Whether the tables have changed since the statement was prepared. It did not run; its types are evicted. */
function evictStaleTypes(error: unknown, types: ParameterTypes): boolean {
  if (!isOutdated(error)) return false
  const refusal = refusalOf(error)
  if (refusal) types.delete(refusal.statement as Statement)
  return true
}

/**
 * Whether the database refused values that were serialized for outdated parameter types, because its tables have changed.
 * The cached types are replaced with the current ones.
 */
function refreshTypes(error: unknown, types: ParameterTypes): boolean {
  const refusal = refusalOf(error)
  const known = refusal && types.get(refusal.statement as Statement)
  if (!known || refusal.types.length !== known.length) return false
  if (known.every((type, i) => type === refusal.types[i])) return false
  types.set(refusal.statement as Statement, refusal.types)
  return true
}

/**
 * Plans a statement for its actual values at each execution. Other statements are prepared once and may get a generic
 * plan, which is wrong where the best plan depends on the values.
 */
export function planAnew<Q extends Query>(query: Q): Q {
  query.isPlannedAnew = true
  return query
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** Enough for a burst on one row; after that the conflict is reported. */
const MAX_TRIES = 5

/**
 * Runs `work` in one transaction and retries serialization failures and deadlocks, so `work` must have no other effects.
 * Given a transaction, `work` becomes part of it.
 */
export async function transaction<T>(db: Queryable, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (!('begin' in db)) return await work(db)
  return await withRetries(() => db.begin(work))
}

/**
 * Runs one statement and retries serialization failures and deadlocks. Inside a transaction it runs once: there the whole
 * transaction has to be retried.
 */
export async function retried<T>(db: Queryable, statement: () => Promise<T>): Promise<T> {
  return 'begin' in db ? await withRetries(statement) : await statement()
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
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
 * Waits for all statements that were sent concurrently in a transaction, even if one of them fails: a statement that is
 * sent after the end of the transaction would not be part of it.
 */
export async function allSent(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The name of the violated constraint, so that a module can map it to a problem of its own. */
export function violatedConstraint(error: unknown): string | undefined {
  return codeOf(error)?.startsWith('23') ? (error as pg.DatabaseError).constraint : undefined
}

const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

/** Whether a statement exceeded `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** Whether a statement exceeded `statement_timeout` or was cancelled. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === QUERY_CANCELED

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

/**
 * For `column = ${oneOf(db, ids)}`. For a bare array parameter PostgreSQL estimates the plan by its length and replans at
 * each call; for a subquery it uses a generic plan. This raised single reads from 4 400 to 12 900 per second.
 */
export const oneOf = (db: Queryable, ids: readonly string[]) =>
  db`any(array(select unnest(${ids as string[]}::uuid[])))`

/** Like `oneOf`, for a text column. */
export const oneOfTexts = (db: Queryable, texts: readonly string[]) =>
  db`any(array(select unnest(${texts as string[]}::text[])))`

/**
 * For `unnest(${idList(db, ids)}, …)`, for the same reason: for a list of one id PostgreSQL would replan a complex
 * statement at each call, which takes several times as long as running it.
 */
export const idList = (db: Queryable, ids: readonly string[]) => db`(select ${ids as string[]}::uuid[])`

/**
 * The rows of all selects, each of which may have an order and a limit. For lists of all brands: a lateral subquery with a
 * limit is refused by a database that is distributed by brand.
 */
export const unionOf = (db: Queryable, selects: readonly Fragment[]): Fragment =>
  db`${selects.map((select, i) => (i === 0 ? db`(${select})` : db`union all (${select})`))}`

/**
 * The `limit` clause of a list query as a literal. With a parameter PostgreSQL could not estimate the number of rows and
 * would replan at each call; pages have few sizes, so each size has a prepared statement of its own.
 */
export const limitTo = (db: Queryable, rows: number) => db.unsafe(`limit ${Math.trunc(rows)}`)
