/** What `backup`, `restore`, `move` and `compare` share. */

import { ConfigError, StartRefused } from '@tradehall/kit/failures'
import { remark } from '@tradehall/kit/printing'
import { type Progress, showProgress } from '@tradehall/kit/progress'
import type { Config } from '../config.ts'
import { LEDGER_SUMS, unbalancedStatuses } from '../modules/stock/ledger/sums.ts'
import type { CopyHeader, CopySource, CopySummary } from '../platform/copy/copy-source.ts'
import { loadDatabase } from '../platform/copy/load-database.ts'
import { closeSession, type Session } from '../platform/copy/session.ts'
import { abandonTarget, claimTarget, releaseTarget } from '../platform/copy/target.ts'
import { hasDatabase } from '../platform/embedded/embedded-database.ts'
import { migrateDatabase, newestMigration } from '../platform/migrations/migrate.ts'
import { isDatabaseUnreachable } from '../processes/refusals.ts'

/** Commands on an embedded database would create one where there is none. */
export function refuseMissingDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || hasDatabase(dataDir)) return
  throw new StartRefused(
    `There is no database in the data folder ${dataDir}; set TRADEHALL_DATA_DIR to the folder that has one, or TRADEHALL_DATABASE_URL.`,
  )
}

export async function refuseNewer({ migrations, tradehall }: CopyHeader, what: string): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0
  if (newest <= (await newestMigration())) return
  throw new StartRefused(
    `The ${what} is from a newer version of Tradehall (${tradehall}, migration ${newest}); use that version, or a later one.`,
  )
}

/**
 * Fills an empty database: with the tables of the version of the source, its rows, and then later migrations. `finish` runs
 * while the database is still marked as unfinished. A copy that fails before leaves the database empty.
 */
export async function fillDatabase<T>(
  { url, from, stop, say }: { url: string; from: string; stop: AbortSignal; say: (sentence: string) => void },
  source: CopySource,
  finish: (summary: CopySummary) => Promise<T> | T,
): Promise<T> {
  const copy = { id: source.header.id, source: from }
  const session = await claimTarget(url, copy, stop)
  try {
    const summary = await fill({ session, url }, source, say).catch(async (error) => {
      await closeSession(session)
      await abandonTarget(url, copy)
      throw error
    })
    const result = await finish(summary)
    await releaseTarget(session)
    return result
  } finally {
    await closeSession(session)
  }
}

async function fill(
  { session, url }: { session: Session; url: string },
  source: CopySource,
  say: (sentence: string) => void,
): Promise<CopySummary> {
  say('Creating the tables.')
  await migrateDatabase(url, { to: source.header.migrations.at(-1)?.version ?? 0 })
  say(`Copying the rows of ${source.header.tables.length} tables.`)
  const summary = await loadDatabase(session, source, {
    sums: LEDGER_SUMS,
    onLoaded: () => say('Comparing the copy with its source, and building the indexes.'),
  })
  await migrateDatabase(url)
  return summary
}

/** Tables are shown in megabytes, compressed files in kilobytes. */
const UNITS = { MB: 1024 * 1024, KB: 1024 }

/** Progress in bytes, on standard error where standard output is for programs. */
export function showBytes(
  json: boolean,
  unit: keyof typeof UNITS = 'MB',
): { reach: (done: number, of: number) => void; clear: () => void } {
  let progress: Progress | undefined
  let shown = 0
  return {
    reach(done, of) {
      // Before the first unit is reached, because its time counts too.
      progress ??= showProgress(json ? process.stderr : process.stdout, {
        of: Math.max(1, Math.floor(of / UNITS[unit])),
        noun: unit,
      })
      const reached = Math.floor(done / UNITS[unit])
      if (reached === shown) return
      shown = reached
      progress.reach(reached)
    },
    clear: () => progress?.clear(),
  }
}

/** Explains what became of work that was stopped or that a database has refused. */
export async function explained<T>(
  { work, kept, stop }: { work: string; kept: string; stop: AbortSignal },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (stop.aborted) throw new StartRefused(`The ${work} was stopped before it was complete; ${kept}.`)
    if (error instanceof StartRefused || error instanceof ConfigError) throw error
    if (isDatabaseUnreachable(error) || !isOfEnvironment(error)) throw error
    throw new StartRefused(`The ${work} has failed (${(error as Error).message}); ${kept}.`, { cause: error })
  }
}

/** An error of the file system or of the database, both of which have a code, or a connection that was lost. */
const isOfEnvironment = (error: unknown): boolean =>
  error instanceof Error &&
  (typeof (error as { code?: unknown }).code === 'string' || /^Connection terminated/.test(error.message))

export function countRows({ tables }: CopySummary): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

/** The copy is as its source is; a ledger that was wrong before is reported, not refused. */
export function warnAboutLedger({ sums }: CopySummary): void {
  const wrong = unbalancedStatuses(sums)
  if (wrong.length === 0) return
  remark(
    `Warning: the stock ledger of the source was not balanced (${wrong.join(', ')}); see the log of the job reconcile-stock.`,
  )
}
