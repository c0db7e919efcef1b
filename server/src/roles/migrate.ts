/** `tradehall migrate`: migrates the database to the schema of this version. */

import { type OutputOptions, print, printJson, remark } from '@tradehall/kit/printing'
import type { Config } from '../config.ts'
import { refuseUnfinishedCopyAt } from '../platform/copy/unfinished-copy.ts'
import { connect } from '../platform/database.ts'
import { readOpenDistribution } from '../platform/distribution/unfinished.ts'
import { openDatabase } from '../platform/embedded/embedded-database.ts'
import { migrateDatabase, pendingMigrations } from '../platform/migrations/migrate.ts'
import { reportMigration } from './report-migration.ts'

export interface MigrateCommandOptions extends OutputOptions {
  /** Only lists what would be applied. */
  dryRun?: boolean
}

export async function migrate(config: Config, options: MigrateCommandOptions): Promise<number> {
  const database = await openDatabase(config)
  try {
    if (options.dryRun) await listPending(database.url, options)
    else {
      await refuseUnfinishedCopyAt(database.url)
      await applyPending(database.url, options)
    }
    return 0
  } finally {
    await database.close()
  }
}

async function applyPending(url: string, { json = false }: OutputOptions): Promise<void> {
  const { applied } = await migrateDatabase(url, { report: reportMigration({ json }) })
  const toDistribute = await readTablesToDistribute(url)
  if (json) printJson({ applied, ...(toDistribute.length > 0 && { toDistribute }) })
  else print(applied.length === 0 ? 'Nothing to migrate.' : `Migrations applied: ${applied.length}.`)
  if (toDistribute.length > 0)
    remark(`Not distributed yet: ${toDistribute.join(', ')}. Run \`tradehall distribute\`.`)
}

async function listPending(url: string, { json = false }: OutputOptions): Promise<void> {
  const pending = await pendingMigrations(url)
  for (const { file, isResumable } of pending) {
    if (json) printJson({ file, resumable: isResumable })
    else print(`${file}: ${isResumable ? 'resumable, statement by statement' : 'in one transaction'}`)
  }
  if (json) printJson({ pending: pending.map(({ name }) => name) })
  else print(pending.length === 0 ? 'Nothing to migrate.' : `Migrations to apply: ${pending.length}.`)
}

async function readTablesToDistribute(url: string): Promise<readonly string[]> {
  const db = connect(url, { pool: 1, name: 'tradehall migrate' })
  try {
    return (await readOpenDistribution(db))?.tables ?? []
  } finally {
    await db.end()
  }
}
