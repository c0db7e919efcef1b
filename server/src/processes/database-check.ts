/** What a database must have before an API process or a worker uses it. Both make the same check, at every start. */
// Not imported from the index of the module, which would load all routes in processes that only check.

import { StartRefused } from '@tradehall/kit/failures'
import { refuseOtherKey } from '../modules/identity/tokens/signing-keys.ts'
import { refuseUnfinishedCopy } from '../platform/copy/unfinished-copy.ts'
import type { Database } from '../platform/database.ts'
import { refuseMissingRightsToServe } from '../platform/database-health/privileges.ts'
import { refuseUnfinishedDistribution } from '../platform/distribution/unfinished.ts'
import { schemaState } from '../platform/migrations/migrate.ts'

/**
 * Refuses a database that lacks migrations or rights, that is distributed in part, or that was encrypted with another key.
 * Nothing is written.
 */
export async function refuseUnfitDatabase(db: Database, secretKey: string | undefined): Promise<void> {
  // First, because without rights the other checks fail too.
  await refuseMissingRightsToServe(db)
  await refuseUnfinishedCopy(db)
  const { isNew, isBehind } = await schemaState(db)
  if (isNew)
    throw new StartRefused('The database has no tables of Tradehall yet; run `tradehall migrate` first.')
  if (isBehind)
    throw new StartRefused(
      'The database lacks migrations of this version; run `tradehall migrate` with this version first.',
    )
  await refuseUnfinishedDistribution(db)
  await refuseOtherKey(db, secretKey)
}
