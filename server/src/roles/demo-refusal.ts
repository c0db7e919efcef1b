import { ConfigError } from '@tradehall/kit/failures'
import type { Config } from '../config.ts'
// Not imported from the index of the module, which would load all routes before each role.
import { hasDemoAccounts } from '../modules/identity/demo/demo.ts'
import { refuseMissingRightsToServe } from '../platform/database-health/privileges.ts'
import { connectToCheck } from './check-connection.ts'

/** Refuses the database of a sandbox in production, because its demo accounts are publicly known. */
export async function refuseDemoDatabase({ databaseUrl = '' }: Config): Promise<void> {
  const db = connectToCheck(databaseUrl)
  try {
    // Without rights the accounts cannot be looked at.
    await refuseMissingRightsToServe(db)
    if (!(await hasDemoAccounts(db))) return
  } finally {
    await db.end()
  }
  throw new ConfigError(
    'Production mode refuses to start: this database contains the demo accounts of a sandbox; set TRADEHALL_DATABASE_URL to another database.',
  )
}
