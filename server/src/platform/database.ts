/** The interface to PostgreSQL: statements, transactions with retries, notifications, and helpers for queries. */
import { isOutdated } from '@tradehall/pg-reader'
import type pg from 'pg'
import { isTransactionLostBetweenNodes } from './database-health/away.ts'
import { hostsOf } from './sql/hosts.ts'
import { KnownStatements } from './sql/known-statements.ts'
import { Listener } from './sql/listener.ts'
import { Pipeline } from './sql/pipeline.ts'
import { Pool, type PoolUsage } from './sql/pool.ts'
import { type Query, type Row, type Sql, sqlOf } from './sql/query.ts'
import { codeOf, createSender, isConflict, traceSender } from './sql/sender.ts'
import { traceStatements } from './sql/statement-spans.ts'
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
  /** Whether its tables are on the nodes of a cluster, as far as is known: it is asked before the first transaction. */
  isDistributed(): boolean
  /**
   * To be called by a request that finds out which brand it is for, before it asks for rows of that brand. The first one counts.
   * Set by `AwayNodes`, which refuses it if the node of the brand is away.
   */
  enterBrand(brandId: string): Promise<void> | undefined
  /** The nodes that requests have been using for this long: see `DatabaseWait`. */
  nodesInUseFor(ms: number): ReadonlySet<number>
  /**
   * While a node is away, its requests fail with `DatabaseAway` before something is sent, and so do single statements that have
   * asked all nodes. What was sent before is given up if it only reads.
   */
  setNode(node: number, isAway: boolean): void
  /** Of the connections for transactions. */
  poolUsage(): PoolUsage
  /** Refuses new work, waits for current work, within `timeout` seconds if given, and closes the connections. */
  end(how?: { timeout?: number }): Promise<void>
}

/** The first parameter of query functions: the database itself, or an open transaction. */
export type Queryable = Database | Transaction

export interface ConnectOptions {
  /**
   * Connections for transactions, as many again for single reads, and as many again for single writes; of both twice as many in a
   * distributed database.
   */
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
  const known = new KnownStatements()
  const limit = new TimeLimit(answerWithinMs, () => {
    for (const one of [describing, ...pools]) one.checkTimeouts()
  })
  const pool = new Pool({ newClient, maxConnections: connections, known, limit })
  // A separate pool, so that learning a statement never waits for a transaction to end.
  const describing = new Pool({ newClient: newReadOnlyClient, maxConnections: 1, known, limit })
  const shared = { connections, answerWithinMs, known, describing, limit }
  const reads = new Pipeline({
    newClient: newReadOnlyClient,
    isReadOnly: true,
    keepBytes: KEPT_RESULT_BYTES,
    ...shared,
  })
  const writes = new Pipeline({ newClient, ...shared })
  const pools = [pool, reads.pool, writes.pool]
  const listener = new Listener(newClient)

  const sender = createSender({ hosts, pool, describing, reads, writes, known, limit })
  // Chosen once: without tracing, statements are sent by the same functions as if there were none.
  const spans = options.tracing && traceStatements(options.tracing)
  const { send, sendTogether, sendOn } = spans ? traceSender(sender, spans) : sender
  async function begin<T>(work: TransactionBody<T>): Promise<T> {
    limit.check()
    return await pool.use((connection) => runTransaction(connection, sendOn, work))
  }
  return Object.assign(sqlOf(send), {
    together: async <T extends readonly unknown[]>(queries: readonly Query[]) => {
      const [first] = await sendTogether(writes, queries)
      return first as readonly unknown[] as T
    },
    readInOrder: async <First, Second>(first: Query, second: Query) =>
      (await sendTogether(reads, [first, second])) as unknown[][] as [First[], Second[]],
    begin: spans ? <T>(work: TransactionBody<T>) => spans.transaction(() => begin(work)) : begin,
    limit,
    isDistributed: () => known.isDistributed,
    enterBrand: () => undefined,
    nodesInUseFor: (ms: number) => new Set(pools.flatMap((one) => one.nodesInUseFor(ms))),
    setNode: (node: number, isAway: boolean) => {
      known.setNode(node, isAway)
      for (const one of pools) one.setNode(node, isAway)
    },
    poolUsage: () => pool.usage,
    listen: listener.listen.bind(listener),
    end: async (how?: { timeout?: number }) => {
      await Promise.all([pool.end(how), reads.end(how), writes.end(how), listener.end()])
      await describing.end({ timeout: 0 })
      limit.end()
    },
  })
}

/**
 * Plans a statement for its actual values at each execution. Other statements are prepared once and may get a generic
 * plan, which is wrong where the best plan depends on the values.
 */
export function planAnew<Q extends Query>(query: Q): Q {
  query.isPlannedAnew = true
  return query
}

/**
 * Runs a statement on the node of its brand, in a database that is distributed; on others it is sent as it is. For what
 * Citus would not send there as one task: a statement that inserts what it reads or what another part of it has changed. All
 * tables that it names are those of the brand, or reference tables that it only reads; no column of it has an identity.
 */
export function onNodeOf<Q extends Query>(brandId: string, query: Q): Q {
  query.brandId = brandId
  return query
}

/** Of Citus: a shard was moved while the statement ran, and what was computed for its old place was not found. */
const RESULT_FILE_MISSING = 'CIINF'
/** Enough for a burst on one row; after that the conflict is reported. */
const MAX_TRIES = 5

/**
 * Runs `work` in one transaction and retries serialization failures, deadlocks and what was lost between nodes, so `work` must have no other effects.
 * Given a transaction, `work` becomes part of it.
 */
export async function transaction<T>(db: Queryable, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (!('begin' in db)) return await work(db)
  return await withRetries(() => db.begin(work))
}

/** What `work` returns, after everything that it wrote has been taken back, inside a transaction too. Its locks are held until then. */
export async function rolledBack<T>(db: Queryable, work: (tx: Transaction) => Promise<T>): Promise<T> {
  class TakenBack extends Error {
    readonly result: T
    constructor(result: T) {
      super('rolled back on purpose')
      this.result = result
    }
  }
  const takeBack = async (tx: Transaction) => {
    throw new TakenBack(await work(tx))
  }
  try {
    return await ('begin' in db ? transaction(db, takeBack) : db.savepoint(takeBack))
  } catch (error) {
    if (error instanceof TakenBack) return error.result
    throw error
  }
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
      if (attempt === MAX_TRIES || !isRetryable(error, attempt)) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * 10 * 2 ** attempt))
    }
  }
}

function isRetryable(error: unknown, attempt: number): boolean {
  if (isConflict(error) || codeOf(error) === RESULT_FILE_MISSING || isOutdated(error)) return true
  // More tries of a node that is away would only put load on the others.
  return attempt === 1 && isTransactionLostBetweenNodes(error)
}

/**
 * Waits for all statements that were sent concurrently in a transaction, even if one of them fails: a statement that is
 * sent after the end of the transaction would not be part of it.
 */
export async function allSent(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

const INTERNAL_ERROR = 'XX000'
const VIOLATED = / violates [a-z ]+ constraint "([^"]+)"/
/** The number that a distributed database adds to the names of a shard. */
const SHARD = /_\d{6,}$/

/**
 * The name of the violated constraint, so that a module can map it to a problem of its own. A distributed database tells that
 * of a shard, often in the message only, and an internal error if it copied the rows to their node.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const code = codeOf(error)
  if (!code?.startsWith('23') && code !== INTERNAL_ERROR) return undefined
  const { constraint, message } = error as pg.DatabaseError
  return (constraint ?? VIOLATED.exec(message)?.[1])?.replace(SHARD, '')
}

const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

/** Whether a statement exceeded `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** Whether a statement exceeded `statement_timeout` or was cancelled. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === QUERY_CANCELED

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
 * A time some milliseconds earlier. In UTC, because to subtract from a time with a time zone depends on that of the
 * session, and a distributed database refuses this for columns of rows that are written.
 */
export const earlier = (db: Queryable, time: Fragment, ms: number): Fragment =>
  db`((${time} at time zone 'UTC' - ${ms} * interval '1 millisecond') at time zone 'UTC')`

/**
 * The `limit` clause of a list query as a literal. With a parameter PostgreSQL could not estimate the number of rows and
 * would replan at each call; pages have few sizes, so each size has a prepared statement of its own.
 */
export const limitTo = (db: Queryable, rows: number) => db.unsafe(`limit ${Math.trunc(rows)}`)
