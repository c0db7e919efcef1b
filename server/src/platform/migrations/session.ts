/**
 * The one connection that migrates. It holds the lock of the migrators for as long as it lives, so it is not pooled: a pool
 * would replace a lost connection by one without the lock.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway } from '../database-health/away.ts'
import { hostsOf } from '../sql/hosts.ts'
import type { MigrationReport } from './report.ts'

/** The key of the advisory lock: an arbitrary number that all nodes share. */
const LOCK = 7_413_001
const LOCK_POLL_MS = 200
/** Polls after which the wait is reported again: every half minute. */
const POLLS_PER_REPORT = 150
/**
 * The database notices within this time that the process was killed, ends its statement and releases the lock. Otherwise it
 * would notice after the statement, which may be the build of a large index.
 */
const NOTICE_DEATH_MS = 10_000

export class MigrationSession {
  readonly #client: pg.Client
  #lost: Error | undefined

  private constructor(client: pg.Client) {
    this.#client = client
    client.on('error', (error) => {
      this.#lost ??= error
    })
  }

  static async open(url: string, name: string): Promise<MigrationSession> {
    const client = await hostsOf(url).clients({ name })()
    const session = new MigrationSession(client)
    try {
      await client.connect()
    } catch (error) {
      await session.end()
      throw error
    }
    return session
  }

  /** Without values `text` may be any statement. Rejects with `DatabaseAway` when the connection is lost. */
  async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#client.query<Row>(text, values)
    } catch (error) {
      if (!this.#lost && error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')) throw error
      this.#lost ??= error as Error
      throw new DatabaseAway(`the connection was lost (${(error as Error).message})`, { cause: error })
    }
  }

  async processId(): Promise<number> {
    const { rows } = await this.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid as number
  }

  async end(): Promise<void> {
    await this.#client.end().catch(() => {})
  }
}

/** Runs `work` while no other process migrates this database. The database releases the lock when the session ends. */
export async function withMigrationLock<T>(
  url: string,
  report: MigrationReport,
  work: (session: MigrationSession) => Promise<T>,
): Promise<T> {
  const session = await MigrationSession.open(url, 'tradehall migrate')
  try {
    // Limits for requests, which an operator may have given to the role, would end the build of a large index.
    await session.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // Not every operating system of a server can do this.
    await session.query(`set client_connection_check_interval = ${NOTICE_DEATH_MS}`).catch(ignoreUnsupported)
    await acquireLock(session, report)
    return await work(session)
  } finally {
    await session.end()
  }
}

function ignoreUnsupported(error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) throw error
}

/**
 * Polls instead of waiting in the database: the waiting statement would have a snapshot, and an index that the holder of
 * the lock builds concurrently waits for all snapshots.
 */
async function acquireLock(session: MigrationSession, report: MigrationReport): Promise<void> {
  for (let polls = 0; ; polls++) {
    const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCK,
    ])
    if (rows[0]?.locked) return
    if (polls % POLLS_PER_REPORT === 0)
      report({ kind: 'waiting', sentence: await describeOtherMigrator(session) })
    await wait(LOCK_POLL_MS)
  }
}

async function describeOtherMigrator(session: MigrationSession): Promise<string> {
  const { rows } = await session.query<{ pid: number; address: string | null; seconds: number }>(
    `select pid, host(client_addr) as address,
       extract(epoch from clock_timestamp() - backend_start)::int as seconds
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  )
  const [holder] = rows
  const who = holder
    ? ` (process ${holder.pid} of the database${holder.address ? `, from ${holder.address}` : ''}, connected for ${holder.seconds} s)`
    : ''
  return `Another process migrates this database${who}; waiting for it.`
}
