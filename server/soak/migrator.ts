/** A process that migrates as `tradehall migrate` does, with the files of a folder, and that the soak test kills. */

import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { failureMessage } from '../src/processes/refusals.ts'

const [url = '', folder = ''] = process.argv.slice(2)
try {
  await migrateDatabase(url, { folder, report: (event) => process.send?.(event) })
  process.exit(0)
} catch (error) {
  process.stderr.write(`${(await failureMessage(error)) ?? (error as Error).stack}\n`)
  process.exit(1)
}
