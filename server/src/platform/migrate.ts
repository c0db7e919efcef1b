/** Applies migrations, and reports whether the schema is up to date. */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import Postgrator from 'postgrator'
import { StartRefused } from './data-dir.ts'
import { connect, type Database } from './database.ts'
import { openQueuePool } from './queue-pool.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/*.sql', import.meta.url))
/** The key of the advisory lock: an arbitrary number that all nodes share. */
const LOCK = 7_413_001

/** Migrates the schema to this version. Several nodes may call it at once: one migrates, the others wait. */
export async function migrateDatabase(url: string): Promise<{ applied: string[] }> {
  const db = connect(url, { pool: 1, name: 'tradehall migrate' })
  try {
    await migrateQueue(url)
    // One transaction for all migrations: a node that is killed leaves the schema unchanged.
    return await db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK})`
      const applied = await migrate(migrator(async (query) => ({ rows: await tx.unsafe(query) })))
      return { applied: applied.map((migration) => migration.name) }
    })
  } finally {
    await db.end()
  }
}

async function migrateQueue(url: string): Promise<void> {
  // The pending statement reports a lost connection.
  const pgPool = openQueuePool(url, { name: 'tradehall migrate', connections: 1, onLost: () => {} })
  try {
    await runMigrations({ pgPool, schema: 'graphile_worker' })
  } finally {
    await pgPool.end()
  }
}

async function migrate(postgrator: Postgrator): Promise<Postgrator.Migration[]> {
  let compared = ''
  postgrator.on('validation-started', ({ filename }) => {
    compared = basename(filename)
  })
  try {
    return await postgrator.migrate()
  } catch (error) {
    if (!(error as Error).message.startsWith('MD5 checksum failed')) throw error
    throw new StartRefused(
      `The migration ${compared} has changed since it was applied to this database; restore the original file, or use another database.`,
      { cause: error },
    )
  }
}

export interface SchemaState {
  /** No migration was ever applied. */
  isNew: boolean
  /** Migrations of this version are missing. */
  isBehind: boolean
  /** Migrations of a later version were applied. */
  isAhead: boolean
}

export async function schemaState(db: Database): Promise<SchemaState> {
  const [table] = await db`select to_regclass('public.schemaversion') as name`
  if (table?.name === null) return { isNew: true, isBehind: true, isAhead: false }
  const [applied, newest] = [await appliedVersion(db), await newestMigration()]
  return { isNew: false, isBehind: applied < newest, isAhead: applied > newest }
}

/** Whether all migrations of this version are applied. A newer schema is accepted, for rolling upgrades. */
export async function isMigrated(db: Database): Promise<boolean> {
  return (await appliedVersion(db)) >= (await newestMigration())
}

export interface MigrationState {
  applied: number
  /** The newest one of this version. */
  expected: number
  /** The newest one that was applied. */
  name: string | null
  at: Date | null
}

export async function migrationState(db: Database): Promise<MigrationState> {
  const [row] = await db<{ version: number; name: string | null; run_at: Date | null }[]>`
    select version::int as version, name, run_at::timestamptz as run_at
    from public.schemaversion
    order by schemaversion.version desc
    limit 1`
  return {
    applied: row?.version ?? 0,
    expected: await newestMigration(),
    name: row?.name ?? null,
    at: row?.run_at ?? null,
  }
}

async function appliedVersion(db: Database): Promise<number> {
  const [row] = await db<{ version: number }[]>`select max(version)::int as version from public.schemaversion`
  return row?.version ?? 0
}

let newest: Promise<number> | undefined
function newestMigration(): Promise<number> {
  newest ??= migrator(async () => ({ rows: [] })).getMaxVersion()
  return newest
}

function migrator(execQuery: (query: string) => Promise<{ rows: unknown[] }>): Postgrator {
  return new Postgrator({
    migrationPattern: MIGRATIONS,
    driver: 'pg',
    schemaTable: 'public.schemaversion',
    execQuery,
    newline: 'LF',
  })
}
