/** What PostgreSQL tells about itself, for the health page. */
import type { Database } from '../database.ts'

export interface DatabaseFigures {
  version: string
  sizeBytes: number
  connections: number
  maxConnections: number
  /** The age of the oldest open transaction; null while there is none. */
  oldestTransactionSeconds: number | null
  isInRecovery: boolean
  replicas: number
  /** How far the slowest replica is behind; null without replicas, or where the account may not see it. */
  replicationLagSeconds: number | null
  /** The table with the most rows that wait for a vacuum. */
  mostDeadRows: string | null
  deadRows: number
}

/** The numbers of the own database; connections are those of the whole server, because they share one limit. */
export async function readDatabaseFigures(db: Database): Promise<DatabaseFigures> {
  const [row] = await db<DatabaseFigures[]>`
    select
      current_setting('server_version') as version,
      pg_database_size(current_database()) as "sizeBytes",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections",
      (
        select extract(epoch from now() - min(xact_start))::int
        from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      ) as "oldestTransactionSeconds",
      pg_is_in_recovery() as "isInRecovery",
      (select count(*) from pg_stat_replication) as replicas,
      (select extract(epoch from max(replay_lag))::int from pg_stat_replication) as "replicationLagSeconds",
      dead.name as "mostDeadRows", coalesce(dead.count, 0) as "deadRows"
    from (select 1) as one
    left join (
      select schemaname || '.' || relname as name, n_dead_tup as count
      from pg_stat_user_tables
      order by n_dead_tup desc
      limit 1
    ) as dead on true`
  if (!row) throw new Error('The database returned no row.')
  return row
}
