import postgres from 'postgres'

export type Database = postgres.Sql<{ bigint: number }>
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
}

/**
 * Opens two pools, each with its first use. Transactions have one of their own: where the driver sends a `begin` behind
 * statements of others, it may forget to reserve the connection, and then those others run inside the transaction.
 * `?host=/folder` in the URL names a unix socket, as it does for libpq.
 */
export function connect(url: string, options: ConnectOptions): Database {
  const statements = openPool(url, options)
  const transactions = openPool(url, options)
  const end: Database['end'] = async (how) => {
    await Promise.all([endPool(how), transactions.end(how)])
  }
  const endPool = statements.end
  return Object.assign(statements, { begin: transactions.begin, end })
}

function openPool(url: string, { pool, name }: ConnectOptions): Database {
  const { address, socketDir } = splitSocket(url)
  return postgres(address, {
    ...(socketDir && { host: socketDir }),
    max: pool,
    // A dropped connection is replaced within a second; waiting longer would outlast a database restart.
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: name },
    types: {
      // Amounts and counters stay far below 2^53.
      bigint: { to: INT8, from: [INT8, NUMERIC], serialize: String, parse: Number },
      // A date has no zone: as a Date object it would move with the machine's.
      date: { to: DATE, from: [DATE], serialize: String, parse: String },
      // Ids have nothing to quote or to escape: the driver's own reader of arrays looks at each character.
      ids: { to: UUID_ARRAY, from: [UUID_ARRAY], serialize: writeIds, parse: readIds },
    },
  }) as unknown as Database
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

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
])

/** Whether the database could not be reached or hung up: the caller may try again. */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && AWAY.has(code)
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
