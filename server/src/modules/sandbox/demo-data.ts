/** The demo data of the sandbox: the same ids, names and prices wherever and whenever they are made. */
import { Problem } from '@tradehall/jsonapi'
import { type CarrierConfig, ConfigError } from '../../config.ts'
import type { Module } from '../../module.ts'
import { moveClock } from '../../platform/clock.ts'
import { StartRefused } from '../../platform/data-dir.ts'
import {
  connect,
  type Database,
  type Queryable,
  type Transaction,
  transaction,
} from '../../platform/database.ts'
import { dropWaitingJobs, shiftJobs } from '../../platform/jobs.ts'
import { createSignals, type Signals } from '../../platform/signals.ts'
import {
  hasDemoAccounts,
  hasForeignAccounts,
  listOtherApplications,
  type OtherApplication,
  renewIdentitySecrets,
  type SandboxCredentials,
  snapshotIdentitySecrets,
} from '../identity/index.ts'
import { changeSandbox, lockTables } from './changes.ts'

export type { SandboxCredentials }

const BUILT_IN_CARRIERS: CarrierConfig = {
  carriersFile: undefined,
  carrierSecrets: new Map(),
  labelQuotes: 'marketplace',
}

/** Fills an empty database and returns the credentials, or null when the demo data are there already. */
export async function seedDemo(
  url: string,
  modules: readonly Module[],
  config = BUILT_IN_CARRIERS,
): Promise<SandboxCredentials | null> {
  return await withDatabase(url, (db) =>
    transaction(db, async (tx) => {
      if (await hasDemoAccounts(tx)) return null
      await refuseForeignAccounts(tx)
      await insertDemo(tx, modules, config)
      return await renewIdentitySecrets(tx)
    }),
  )
}

/** New secrets for the demo accounts, for a sandbox whose file of credentials was lost. */
export async function renewDemoSecrets(url: string): Promise<SandboxCredentials> {
  return await withDatabase(url, (db) => transaction(db, renewIdentitySecrets))
}

export interface Reset {
  removedApplications: OtherApplication[]
}

export async function resetDemo(
  url: string,
  modules: readonly Module[],
  config = BUILT_IN_CARRIERS,
): Promise<Reset> {
  try {
    return await withDatabase(url, (db) => resetToDemo(db, createSignals(db), modules, { config }))
  } catch (error) {
    throw error instanceof Problem ? new StartRefused(error.message) : error
  }
}

/**
 * Puts everything back to the demo data, the clock back to real time, and the counts of token requests to nothing.
 * Credentials and running tokens of the demo accounts stay good; other applications are gone.
 */
export async function resetToDemo(
  db: Database,
  signals: Signals,
  modules: readonly Module[],
  { config, waitedMs = 0 }: { config: CarrierConfig; waitedMs?: number },
): Promise<Reset> {
  const reset = async (tx: Transaction) => {
    await refuseForeignAccounts(tx)
    const removedApplications = await listOtherApplications(tx)
    const restoreSecrets = await snapshotIdentitySecrets(tx)
    await truncateAll(tx)
    await insertDemo(tx, modules, config)
    await restoreSecrets()
    const { jumpMs } = await moveClock(tx, signals, 0)
    await dropWaitingJobs(tx)
    await shiftJobs(tx, jumpMs)
    await signals.raise(tx, 'applications')
    await signals.raise(tx, 'faults')
    await signals.raise(tx, 'token-counts')
    return { removedApplications }
  }
  return await changeSandbox(db, reset, { waitedMs })
}

/** The settings of a sandbox may name the database of a marketplace by mistake, and a reset would empty it. */
export async function refuseForeignAccounts(db: Queryable): Promise<void> {
  if (!(await hasForeignAccounts(db))) return
  throw new ConfigError(
    'A sandbox refuses this database: it holds accounts that are not those of the demo. Set TRADEHALL_MODE=production, or another TRADEHALL_DATABASE_URL.',
  )
}

async function insertDemo(tx: Transaction, modules: readonly Module[], config: CarrierConfig): Promise<void> {
  for (const { demo } of modules) await demo?.(tx, config)
}

/** What outlives a reset: what processes watch and are known by, and the keys of tokens that are in use. */
const KEPT = [
  ...['platform.clock', 'platform.signals', 'platform.workers', 'platform.write_probe'],
  'identity.signing_keys',
]

async function truncateAll(tx: Transaction): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname not in ('public', 'graphile_worker', 'information_schema') and schemaname not like 'pg\_%'`
  const names = tables.map(({ name }) => name).filter((name) => !KEPT.includes(name))
  await lockTables(tx, names)
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
