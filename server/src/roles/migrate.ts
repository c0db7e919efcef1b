/** `tradehall migrate`: migrates the database to the schema of this version. */
import type { Config } from '../config.ts'
import { openDatabase } from '../platform/embedded-database.ts'
import { migrateDatabase } from '../platform/migrate.ts'

export async function migrate(config: Config): Promise<number> {
  const database = await openDatabase(config)
  try {
    const { applied } = await migrateDatabase(database.url)
    process.stdout.write(applied.length === 0 ? 'Nothing to migrate.\n' : `Applied: ${applied.join(', ')}.\n`)
    return 0
  } finally {
    await database.close()
  }
}
