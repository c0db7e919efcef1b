/** `tradehall migrate`: migrates the database to the schema of this version. */
import type { Config } from '../config.ts'
import { openDatabase } from '../platform/embedded-database.ts'
import { migrateDatabase } from '../platform/migrate.ts'
import { type OutputOptions, print, printJson } from '../terminal/printing.ts'

export async function migrate(config: Config, { json = false }: OutputOptions): Promise<number> {
  const database = await openDatabase(config)
  try {
    const { applied } = await migrateDatabase(database.url)
    if (json) printJson({ applied })
    else print(applied.length === 0 ? 'Nothing to migrate.' : `Applied: ${applied.join(', ')}.`)
    return 0
  } finally {
    await database.close()
  }
}
