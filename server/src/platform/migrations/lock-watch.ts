/** Says for which lock a statement waits, who holds it, and how far the build of an index is. */
import { MigrationSession } from './session.ts'

export interface Blocked {
  /** The table that the statement waits for; null if it waits for a row or for the end of a transaction. */
  table: string | null
  /** Such as `process 4711 (tradehall api, in a transaction for 12 s)`. */
  holders: string
}

interface IndexProgress {
  phase: string
  percent: number | null
}

export interface WatchEvents {
  onBlocked: (blocked: Blocked) => void
  onIndexProgress: (progress: IndexProgress) => void
}

/** Checks locks on a second connection, which is opened when a statement takes long. */
export class LockWatch {
  readonly #url: string
  readonly #pid: number
  readonly #everyMs: number
  #session: Promise<MigrationSession> | undefined

  constructor(url: string, { pid, everyMs }: { pid: number; everyMs: number }) {
    this.#url = url
    this.#pid = pid
    this.#everyMs = everyMs
  }

  /**
   * Calls back after each check while `statement` runs. A failed check is ignored, because checks only serve messages.
   */
  async during<T>(statement: Promise<T>, events: WatchEvents): Promise<T> {
    let look: Promise<void> = Promise.resolve()
    let isLooking = false
    const timer = setInterval(() => {
      if (isLooking) return
      isLooking = true
      look = this.#look(events)
        .catch(() => {})
        .finally(() => {
          isLooking = false
        })
    }, this.#everyMs)
    try {
      return await statement
    } finally {
      clearInterval(timer)
      await look
    }
  }

  async #look({ onBlocked, onIndexProgress }: WatchEvents): Promise<void> {
    this.#session ??= MigrationSession.open(this.#url, 'tradehall migrate (locks)')
    const session = await this.#session
    const { rows } = await session.query<Blocked>(BLOCKED, [this.#pid])
    if (rows[0]?.holders) onBlocked(rows[0])
    const progress = await session.query<IndexProgress>(INDEX_PROGRESS, [this.#pid])
    if (progress.rows[0]) onIndexProgress(progress.rows[0])
  }

  async end(): Promise<void> {
    const session = await this.#session?.catch(() => undefined)
    await session?.end()
  }
}

/** Without the text of statements, which may contain values. */
const BLOCKED = `
  select
    (select relation::regclass::text from pg_locks where pid = $1 and not granted and relation is not null limit 1) as "table",
    (
      select string_agg(
        format('process %s (%s, %s for %s s)', pid, coalesce(nullif(application_name, ''), backend_type),
          case when state like 'idle in transaction%' then 'idle in a transaction' else 'in a transaction' end,
          coalesce(extract(epoch from clock_timestamp() - xact_start)::int, 0)),
        ', ' order by xact_start
      )
      from unnest(pg_blocking_pids($1)) as blocking (pid) join pg_stat_activity using (pid)
    ) as holders`

const INDEX_PROGRESS = `
  select phase,
    (100 * case when blocks_total > 0 then blocks_done::float8 / blocks_total
      when tuples_total > 0 then tuples_done::float8 / tuples_total end)::int as percent
  from pg_stat_progress_create_index
  where pid = $1`
