/** Applies migrations, and reports whether the schema is up to date. */
import { setTimeout as wait } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { connect, type Database, isLockTimeout } from '../database.ts'
import { refuseMissingRightsToMigrate } from '../database-health/privileges.ts'
import { hostsOf } from '../sql/hosts.ts'
import { applyMigration, PATIENCE, type Patience } from './apply.ts'
import { type MigrationFile, migrationVersions, readMigrations } from './files.ts'
import { LockWatch } from './lock-watch.ts'
import { createRecords, missingMigrations } from './records.ts'
import { repairReplaced } from './replaced.ts'
import type { MigrationReport } from './report.ts'
import { MigrationSession, withMigrationLock } from './session.ts'

export interface MigrateOptions {
  report?: MigrationReport
  /** Another folder than that of this version, for tests. */
  folder?: string
  patience?: Patience
  /** The last migration to apply, for a database that gets the data of an older version. Absent: the newest. */
  to?: number
}

/**
 * Migrates the schema to this version. Several nodes may call it at once: one migrates, the others wait. A process that is
 * killed leaves what it has applied; the next call continues from there.
 */
export async function migrateDatabase(
  url: string,
  { report = () => {}, folder, patience = PATIENCE, to = Number.POSITIVE_INFINITY }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const files = (await readMigrations(folder)).filter(({ version }) => version <= to)
  await checkRights(url)
  return await withMigrationLock(url, report, async (session) => {
    await migrateQueue(url, { report, patience })
    await createRecords(session)
    await repairReplaced(session, await missingMigrations(session, files))
    const missing = await missingMigrations(session, files)
    await applyAll(url, { session, report, patience }, missing)
    return { applied: missing.map(({ name }) => name) }
  })
}

/** Before anything is created or changed. */
async function checkRights(url: string): Promise<void> {
  const db = connect(url, { pool: 1, name: 'tradehall migrate' })
  try {
    if ((await schemaState(db)).isBehind) await refuseMissingRightsToMigrate(db)
  } finally {
    await db.end()
  }
}

async function applyAll(
  url: string,
  run: { session: MigrationSession; report: MigrationReport; patience: Patience },
  missing: readonly MigrationFile[],
): Promise<void> {
  const watch = new LockWatch(url, {
    pid: await run.session.processId(),
    everyMs: run.patience.lookEveryMs,
  })
  try {
    for (const [i, migration] of missing.entries()) {
      const { file, isResumable } = migration
      const startedAt = performance.now()
      run.report({ kind: 'begun', file, isResumable, number: i + 1, of: missing.length })
      await applyMigration({ ...run, watch }, migration)
      run.report({ kind: 'applied', file, seconds: (performance.now() - startedAt) / 1000 })
    }
  } finally {
    await watch.end()
  }
}

/** The newest one of this version. */
export const newestMigration = async (): Promise<number> => Math.max(...(await migrationVersions()))

/** What `migrateDatabase` would apply, in order. Writes nothing. */
export async function pendingMigrations(url: string): Promise<MigrationFile[]> {
  const session = await MigrationSession.open(url, 'tradehall migrate')
  try {
    return await missingMigrations(session, await readMigrations())
  } finally {
    await session.end()
  }
}

/** The tables of the job queue, which its library migrates. A new version of it may wait for locks of workers, too. */
async function migrateQueue(
  url: string,
  { report, patience }: { report: MigrationReport; patience: Patience },
): Promise<void> {
  const Client = hostsOf(url).clientClass({
    name: 'tradehall migrate',
    serverSettings: `-c lock_timeout=${patience.lockTimeoutMs}`,
  })
  const pgPool = new pg.Pool({ Client, max: 1 })
  // The pending statement reports a lost connection; without listeners its error would end the process.
  pgPool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await runMigrations({ pgPool, schema: 'graphile_worker' })
      } catch (error) {
        if (!isLockTimeout(error) || tries >= patience.maxTries) throw error
        report({ kind: 'waiting', sentence: 'The tables of the job queue are locked; trying again.' })
        await wait(patience.pauseMs(tries))
      }
    }
  } finally {
    await pgPool.end()
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
  const [versions, applied] = [await migrationVersions(), await appliedVersions(db)]
  return {
    isNew: false,
    isBehind: !versions.every((version) => applied.has(version)),
    isAhead: Math.max(...applied) > Math.max(...versions),
  }
}

/** Whether all migrations of this version are applied. A newer schema is accepted, for rolling upgrades. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [versions, applied] = [await migrationVersions(), await appliedVersions(db)]
  return versions.every((version) => applied.has(version))
}

async function appliedVersions(db: Database): Promise<Set<number>> {
  const rows = await db<{ version: number }[]>`select version::int as version from public.schemaversion`
  return new Set(rows.map(({ version }) => version))
}

export interface MigrationState {
  /** The newest one up to which none of this version is missing. */
  applied: number
  /** The newest one of this version. */
  expected: number
  /** The newest one that was applied. */
  name: string | null
  at: Date | null
}

export async function migrationState(db: Database): Promise<MigrationState> {
  const rows = await db<{ version: number; name: string | null; run_at: Date | null }[]>`
    select version::int as version, name, run_at::timestamptz as run_at
    from public.schemaversion
    order by schemaversion.version`
  const [versions, applied] = [await migrationVersions(), new Set(rows.map(({ version }) => version))]
  const missing = versions.findIndex((version) => !applied.has(version))
  const newest = rows.at(-1)
  return {
    applied: (missing < 0 ? newest?.version : versions[missing - 1]) ?? 0,
    expected: await newestMigration(),
    name: newest?.name ?? null,
    at: newest?.run_at ?? null,
  }
}
