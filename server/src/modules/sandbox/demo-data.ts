/** Seeds and resets the demo data of the sandbox, whose ids, names and prices are always the same. */
import { Problem } from '@tradehall/jsonapi'
import { ConfigError, StartRefused } from '@tradehall/kit/failures'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import type { DemoConfig } from '../../config.ts'
import type { Module } from '../../module.ts'
import { machineTime, moveClock } from '../../platform/clock.ts'
import {
  connect,
  type Database,
  type Queryable,
  type Transaction,
  transaction,
} from '../../platform/database.ts'
import { demoTime } from '../../platform/demo-time.ts'
import { refuseUnfinishedDistribution } from '../../platform/distribution/unfinished.ts'
import { dropWaitingJobs, shiftJobs } from '../../platform/jobs/jobs.ts'
import { createSignals, type Signals } from '../../platform/processes/signals.ts'
import { backdateChanges } from '../../platform/queries/changes.ts'
import { END } from '../ended/index.ts'
import {
  hasDemoAccounts,
  hasForeignAccounts,
  listOtherApplications,
  type OtherApplication,
  renewIdentitySecrets,
  snapshotIdentitySecrets,
} from '../identity/index.ts'
import { changeSandbox, lockTables } from './changes.ts'

/** Of a sandbox without settings. */
const USUAL: DemoConfig = {
  carriersFile: undefined,
  carrierSecrets: new Map(),
  labelQuotes: 'marketplace',
  demoDate: undefined,
}

/** Seeds an empty database and returns the credentials, or null if the demo data exist already. */
export async function seedDemo(
  url: string,
  modules: readonly Module[],
  config = USUAL,
): Promise<SandboxCredentials | null> {
  return await withDatabase(url, (db) =>
    transaction(db, async (tx) => {
      if (await hasDemoAccounts(tx)) return null
      await refuseForeignAccounts(tx)
      await insertDemo(tx, modules, config)
      // Not done after a reset, because pollers have to see that change.
      await backdateChanges(tx)
      return await renewIdentitySecrets(tx)
    }),
  )
}

/** Generates new secrets for the demo accounts, for a sandbox whose credentials file was lost. */
export async function renewDemoSecrets(url: string): Promise<SandboxCredentials> {
  return await withDatabase(url, (db) => transaction(db, renewIdentitySecrets))
}

export interface Reset {
  removedApplications: OtherApplication[]
}

export async function resetDemo(url: string, modules: readonly Module[], config = USUAL): Promise<Reset> {
  try {
    return await withDatabase(url, async (db) => {
      await refuseUnfinishedDistribution(db)
      return await resetToDemo(db, createSignals(db), modules, { config })
    })
  } catch (error) {
    throw error instanceof Problem ? new StartRefused(error.message) : error
  }
}

/**
 * Restores the demo data, sets the clock to real time and clears the counts of token requests. Credentials and access
 * tokens of the demo accounts stay valid; other applications are removed.
 */
export async function resetToDemo(
  db: Database,
  signals: Signals,
  modules: readonly Module[],
  { config, waitedMs = 0 }: { config: DemoConfig; waitedMs?: number },
): Promise<Reset> {
  const reset = async (tx: Transaction) => {
    await refuseForeignAccounts(tx)
    const removedApplications = await listOtherApplications(tx)
    const restoreSecrets = await snapshotIdentitySecrets(tx)
    await truncateAll(tx, modules)
    await insertDemo(tx, modules, config)
    await restoreSecrets()
    const { jumpMs } = await moveClock(tx, signals, 0)
    await dropWaitingJobs(tx)
    await shiftJobs(tx, jumpMs)
    await signals.raise(tx, 'applications')
    await signals.raise(tx, 'faults')
    await signals.raise(tx, 'recordings')
    await signals.raise(tx, 'token-counts')
    return { removedApplications }
  }
  return await changeSandbox(db, reset, { waitedMs })
}

/** Protects a real marketplace, whose database the settings of a sandbox may name by mistake. */
export async function refuseForeignAccounts(db: Queryable): Promise<void> {
  if (!(await hasForeignAccounts(db))) return
  throw new ConfigError(
    'A sandbox refuses this database: it holds accounts that are not those of the demo. Set TRADEHALL_MODE=production, or another TRADEHALL_DATABASE_URL.',
  )
}

async function insertDemo(tx: Transaction, modules: readonly Module[], config: DemoConfig): Promise<void> {
  const newest = config.demoDate ?? machineTime()
  const run = { config, time: demoTime(newest), endingTime: demoTime(beforeEnd(newest)) }
  for (const { demo } of modules) await demo?.(tx, run)
}

const beforeEnd = (moment: Date) => new Date(Math.min(moment.getTime(), END.getTime() - 1))

/**
 * Tables that a reset keeps: for running processes, for `tradehall distribute`, for valid access tokens, the certification key,
 * which others trust, and files outside of the database, which have to be deleted.
 */
const KEPT_TABLES = [
  ...[
    'platform.clock',
    'platform.clock_moves',
    'platform.dropped_foreign_keys',
    'platform.signals',
    'platform.processes',
    'platform.workers',
    'platform.write_probe',
  ],
  'identity.signing_keys',
  'sandbox.certification_keys',
  'pictures.loose_objects',
]

async function truncateAll(tx: Transaction, modules: readonly Module[]): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname not in ('public', 'graphile_worker', 'information_schema') and schemaname not like 'pg\_%'`
  const names = tables.map(({ name }) => name).filter((name) => !KEPT_TABLES.includes(name))
  await lockTables(tx, names)
  for (const { beforeReset } of modules) await beforeReset?.(tx, machineTime())
  await tx.unsafe(`truncate ${names.join(', ')} restart identity`)
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, { pool: 1, name: 'tradehall seed' })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
