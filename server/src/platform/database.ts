import postgres from 'postgres'
import { type DialLine, type Driver, type Line, openPool, type Pool } from './driver-pool.ts'
import { createTransactions } from './driver-transactions.ts'

export { isDatabaseAway } from './database-away.ts'

export type Database = Driver
export type Transaction = postgres.TransactionSql<{ bigint: number }>
/** What a query function takes first: it runs on its own or inside a transaction. */
export type Queryable = Database | Transaction

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const UUID_ARRAY = 2951

export interface ConnectOptions {
  /** Connections for single statements, and as many again for transactions. */
  pool: number
  /** Shown in `pg_stat_activity`. */
  name: string
  /**
   * After this long without an answer the database counts as away, and whoever waits for it gets an error. Absent: for
   * as long as it takes, which is right where nobody waits for an answer.
   */
  answerWithinMs?: number
}

/**
 * Opens connections as they are needed: for single statements, for transactions, and one to listen.
 * `?host=/folder` in the URL names a unix socket, as it does for libpq.
 */
export function connect(url: string, options: ConnectOptions): Database {
  const { address, settings } = driverSettings(url, options)
  // The driver also takes the function `socket`, of which its types do not know.
  const open = (max: number) => (socket?: DialLine) =>
    postgres(address, { ...settings, max, ...(socket && { socket }) }) as unknown as Driver
  const statements = openPool(open(options.pool))
  const alone = Array.from({ length: options.pool }, () => openPool(open(1)))
  const transactions = createTransactions(alone)
  // It repairs itself, and nobody waits for it.
  const listener = open(1)()
  const watch = options.answerWithinMs && watchSilence(statements, alone, options.answerWithinMs)

  const call = (...args: Parameters<Driver>) => statements.driver(...args)
  return Object.assign(call, statements.driver, {
    unsafe: (...args: Parameters<Driver['unsafe']>) => statements.driver.unsafe(...args),
    begin: transactions.begin,
    listen: listener.listen,
    end: async (how?: { timeout?: number }) => {
      clearInterval(watch || undefined)
      await Promise.all([statements.end(how), listener.end(how), transactions.finish(how)])
      await Promise.all(alone.map((pool) => pool.end({ timeout: 0 })))
    },
  }) as unknown as Database
}

/** A live server says that a statement takes too long before we would call the server silent. */
const STATEMENT_HEAD_START_MS = 1000
/** An API process that was cut off must not hold its locks for hours; between two statements it never works this long. */
const IDLE_IN_TRANSACTION_MS = 30_000
/** Where answers are bounded, that bound comes first. */
const CONNECT_SECONDS = 10

function driverSettings(url: string, { name, answerWithinMs }: ConnectOptions) {
  const { address, socketDir } = splitSocket(url)
  const settings = {
    ...(socketDir && { host: socketDir }),
    max_lifetime: null,
    // A dropped connection is replaced within a second; waiting longer would outlast a database restart.
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => {},
    connection: {
      application_name: name,
      ...(answerWithinMs && {
        statement_timeout: answerWithinMs - STATEMENT_HEAD_START_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
    },
    types: {
      // Amounts and counters stay far below 2^53.
      bigint: { to: INT8, from: [INT8, NUMERIC], serialize: String, parse: Number },
      // A date has no zone: as a Date object it would move with the machine's.
      date: { to: DATE, from: [DATE], serialize: String, parse: String },
      // Ids have nothing to quote or to escape: the driver's own reader of arrays looks at each character.
      ids: { to: UUID_ARRAY, from: [UUID_ARRAY], serialize: writeIds, parse: readIds },
    },
  }
  return { address, settings }
}

/** Short beside any answer time, and long beside the microseconds that a look takes. */
const LOOK_MS = 500

/**
 * Throws the connections away when the database has left a question unanswered for too long; whoever waits then gets
 * an error. Looks are counted rather than time, so that a process that was stopped itself finds its answers first.
 *
 * Of a connection that spoke and was asked again between two looks we cannot know whether it owes an answer. So at each
 * look a question of our own is under way, and when that stays unanswered all connections go that were as silent.
 */
function watchSilence(statements: Pool, alone: readonly Pool[], answerWithinMs: number) {
  const most = Math.ceil(answerWithinMs / LOOK_MS)
  // It may have spoken after the first look that found another one waiting.
  const isSilent = (line: Line) => line.quiet >= most
  let isAsking = false
  function ask(): void {
    if (isAsking) return
    isAsking = true
    const done = () => {
      isAsking = false
    }
    statements.driver`select 1`.then(done, done)
  }
  const timer = setInterval(() => {
    const pools = [statements, ...alone]
    const lines = pools.flatMap((pool) => [...pool.lines])
    for (const line of lines) line.look()
    if (lines.length > 0) ask()
    if (!lines.some((line) => line.unanswered > most)) return
    for (const pool of pools) {
      const own = [...pool.lines]
      if (own.some(isSilent)) pool.replace({ atOnce: own.every(isSilent) })
    }
  }, LOOK_MS)
  return timer.unref()
}

const writeIds = (ids: readonly (string | null)[]) => `{${ids.map((id) => id ?? 'null').join(',')}}`
const readIds = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','))

function splitSocket(url: string): { address: string; socketDir: string | undefined } {
  const parsed = new URL(url)
  const socketDir = parsed.searchParams.get('host')
  if (!socketDir?.startsWith('/')) return { address: url, socketDir: undefined }
  parsed.searchParams.delete('host')
  return { address: parsed.href, socketDir }
}

/**
 * Has a statement planned for the values it is run with, every time. Others are prepared once, and the database may
 * keep a plan for any values: wrong where the best plan depends on what is looked for. Costs a second round trip.
 */
export function planAnew<Q extends Promise<readonly object[]>>(query: Q): Q {
  // The driver reads this from every query, but lets only texts without placeholders of its own say it.
  ;(query as unknown as { options: { prepare?: boolean } }).options.prepare = false
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
  return await tryAgain(async () => (await db.begin((tx) => work(tx as Transaction))) as T)
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
  return error instanceof postgres.PostgresError && [SERIALIZATION_FAILURE, DEADLOCK].includes(error.code)
}

/** The name of the constraint that refused a write, so that a module can turn it into its own problem. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError && error.code.startsWith('23')
    ? error.constraint_name
    : undefined
}

/**
 * For `column = ${oneOf(db, ids)}`. Given a bare array, PostgreSQL believes each plan to be good for that length only
 * and plans anew at every call; of a subquery it knows nothing beforehand and keeps its plan. Single reads by such a
 * statement went from 4 400 to 12 900 a second.
 */
export const oneOf = (db: Queryable, ids: readonly string[]) =>
  db`any(array(select unnest(${ids as string[]}::uuid[])))`

/**
 * The end of a list query. As a parameter the number would hide how far the list is walked, and PostgreSQL would plan
 * anew at each call; pages have few sizes, so that each keeps a plan of its own.
 */
export const limitTo = (db: Queryable, rows: number) => db.unsafe(`limit ${Math.trunc(rows)}`)
