import { hostname } from 'node:os'
import type { Config } from '../../config.ts'
// Not imported from the index of the module, which would load all routes.
import { refuseOtherKey } from '../../modules/identity/tokens/signing-keys.ts'
import { judgeClocks, judgeDatabase, judgeMigrations } from '../../modules/system/health-rules.ts'
import { readSecretKey } from '../../platform/data-dir/data-dir.ts'
import type { Database } from '../../platform/database.ts'
import { readDatabaseFigures } from '../../platform/database-health/figures.ts'
import { missingRightsToMigrate, missingRightsToServe } from '../../platform/database-health/privileges.ts'
import { readWorkerNodes } from '../../platform/distribution/worker-nodes.ts'
import { migrationState, schemaState } from '../../platform/migrations/migrate.ts'
import { refuseDemoDatabase } from '../demo-refusal.ts'
import { type Finding, failed, fromHealth, ok, onDatabase, type SetupCheck, warning } from './setup-check.ts'

const OLDEST_VERSION = 15

interface ServerParameters {
  versionNumber: number
  version: string
  encoding: string
  /** Without those that only superusers get. */
  connections: number
  /** Of other programs. */
  used: number
  tracksActivities: boolean
  /** Null where the connection does not leave the machine. */
  isEncrypted: boolean | null
}

export const databaseCheck: SetupCheck = {
  name: 'database',
  async run(context) {
    const reached = await context.database
    if ('notReached' in reached) return reached.notReached
    const { db } = reached
    const startedAt = performance.now()
    const parameters = await readParameters(db)
    const responseMs = Math.round(performance.now() - startedAt)
    if (parameters.versionNumber < OLDEST_VERSION * 10_000)
      return failed(`PostgreSQL ${parameters.version} is too old; use ${OLDEST_VERSION} or later.`)
    const judged = judgeDatabase({ ...(await readDatabaseFigures(db)), responseMs })
    const needed = connectionsOf(context.config, (await readWorkerNodes(db))?.nodes ?? 0)
    return [fromHealth(judged), ...findProblems(parameters, needed, context.config)]
  },
}

async function readParameters(db: Database): Promise<ServerParameters> {
  const [row] = await db<ServerParameters[]>`
    select
      current_setting('server_version_num')::int as "versionNumber",
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      (
        select count(*)::int
        from pg_stat_activity
        where backend_type = 'client backend' and application_name not like 'tradehall %'
      ) as used,
      current_setting('track_activities')::bool as "tracksActivities",
      case
        when inet_server_addr() is null or inet_client_addr() = inet_server_addr() then null
        else (select ssl from pg_stat_ssl where pid = pg_backend_pid())
      end as "isEncrypted"`
  if (!row) throw new Error('the database has answered with nothing')
  return row
}

function findProblems(found: ServerParameters, needed: number, config: Config): Finding[] {
  const { encoding, connections, used, tracksActivities, isEncrypted } = found
  const problems = [
    encoding !== 'UTF8' &&
      failed(`The database stores text as ${encoding}; create one with the encoding UTF8.`),
    needed > connections &&
      failed(
        `This node may open ${needed} connections, but the database has ${connections}; raise max_connections, or lower TRADEHALL_DATABASE_POOL or TRADEHALL_PROCESSES.`,
      ),
    needed <= connections &&
      needed + used > connections &&
      warning(
        `This node may open ${needed} connections, but other programs use ${used} of ${connections}; raise max_connections, or lower TRADEHALL_DATABASE_POOL.`,
      ),
    !tracksActivities &&
      warning(
        'The parameter track_activities is off, so `filter[updatedAfter]` may miss changes; set it to on.',
      ),
    isEncrypted === false &&
      config.mode === 'production' &&
      warning(
        'The connection to the database is not encrypted; add `sslmode=verify-full` to TRADEHALL_DATABASE_URL.',
      ),
  ]
  return problems.filter((problem) => problem !== false)
}

/**
 * `start` on one node: each API process has three pools and two connections more, the worker also those of its jobs. In a
 * distributed database two of the pools are twice as large, and each process has connections for questions to nodes.
 */
function connectionsOf({ processes, databasePool }: Config, workerNodes: number): number {
  const ofEach = workerNodes > 0 ? 5 * databasePool + 1 + workerNodes : 3 * databasePool
  return processes * (ofEach + 2) + (ofEach + 14)
}

export const privilegesCheck: SetupCheck = {
  name: 'privileges',
  run: onDatabase(async (db) => {
    const closed = await missingRightsToServe(db)
    if (closed) return failed(closed)
    const { isNew, isBehind } = await schemaState(db)
    const missing = isBehind ? await missingRightsToMigrate(db) : null
    if (missing) return failed(missing)
    return ok(isNew ? 'The role may create the tables.' : 'The role may read and write all tables.')
  }),
}

export const migrationsCheck: SetupCheck = {
  name: 'migrations',
  run: onDatabase(async (db) => {
    const { isNew } = await schemaState(db)
    if (isNew)
      return warning(
        'The database has no tables yet; `tradehall migrate` creates them, and `tradehall start` does so by itself.',
      )
    const { state, sentence } = judgeMigrations(await migrationState(db))
    // Not a failure, because this is also asked before an upgrade.
    return { state: state === 'ok' ? 'ok' : 'warning', sentence }
  }),
}

export const secretKeyCheck: SetupCheck = {
  name: 'secret-key',
  async run(context) {
    const { config } = context
    const key = config.secretKey ?? readSecretKey(config.dataDir)
    const compare = onDatabase(async (db) => {
      await refuseOtherKey(db, key)
      if (key === undefined) return ok('The first start generates a key in the data folder.')
      return ok('The key fits this database.')
    })
    return await compare(context)
  },
}

/** The demo accounts are publicly known. */
export const demoAccountsCheck: SetupCheck = {
  name: 'demo-accounts',
  run: onDatabase(async (_db, { config }) => {
    if (config.mode === 'sandbox') return ok('A sandbox may have demo accounts.')
    await refuseDemoDatabase(config)
    return ok('The database has no demo accounts.')
  }),
}

export const clockCheck: SetupCheck = {
  name: 'clock',
  run: onDatabase(async (db) => {
    const before = Date.now()
    const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`
    const clockAheadMs = Math.round((before + Date.now()) / 2 - (row?.now.getTime() ?? before))
    return fromHealth(judgeClocks([{ host: hostname(), report: { clockAheadMs } }], 0))
  }),
}
