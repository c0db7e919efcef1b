import { type Config, ConfigError } from '../config.ts'
// Not through the module's index, which loads everything that serves: this runs before each role.
import { hasDemoAccounts } from '../modules/identity/demo/demo.ts'
import { connect } from '../platform/database.ts'

/** Production has nothing to do with a sandbox's database: whoever has read the demo data's source knows its accounts. */
export async function refuseDemoDatabase({ databaseUrl = '' }: Config): Promise<void> {
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall check' })
  try {
    if (!(await hasDemoAccounts(db))) return
  } finally {
    await db.end()
  }
  throw new ConfigError(
    'Production mode refuses to start: this database holds the demo accounts of a sandbox.',
  )
}
