/** Checks that run before a start writes any file or row. */

import { StartRefused } from '@tradehall/kit/failures'
import { readSandboxFile } from '@tradehall/kit/sandbox-file'
import type { Config } from '../config.ts'
// Not imported from the index of the module, which would load all routes at each start.
import { refuseOtherKey } from '../modules/identity/tokens/signing-keys.ts'
import { refuseUnfinishedCopy } from '../platform/copy/unfinished-copy.ts'
import type { Database } from '../platform/database.ts'
import { refuseMissingRightsToServe } from '../platform/database-health/privileges.ts'
import { refuseUnfinishedDistribution } from '../platform/distribution/unfinished.ts'
import { type SchemaState, schemaState } from '../platform/migrations/migrate.ts'
import { readPair } from '../platform/processes/certificate.ts'
import { refuseUnfitDatabase } from '../processes/database-check.ts'
import { connectToCheck } from './check-connection.ts'

export type CheckedConfig = Pick<
  Config,
  'mode' | 'dataDir' | 'secretKey' | 'tlsCert' | 'tlsKey' | 'carriersFile' | 'carrierSecrets'
> & { databaseUrl: string }

/** Of a start that migrates. Returns the state of the schema, so that the caller can report the next steps. */
export async function checkBeforeWriting(config: CheckedConfig): Promise<SchemaState> {
  if (config.mode === 'sandbox') readSandboxFile(config.dataDir)
  await checkFiles(config)
  return await withCheckedDatabase(config, async (db) => {
    await refuseMissingRightsToServe(db)
    await refuseUnfinishedCopy(db)
    await refuseUnfinishedDistribution(db)
    await refuseOtherKey(db, config.secretKey)
    if (config.mode === 'sandbox') {
      const { refuseForeignAccounts } = await import('../modules/sandbox/index.ts')
      await refuseForeignAccounts(db)
    }
    const state = await schemaState(db)
    refuseNewerSandbox(config, state)
    return state
  })
}

/** Of an API or a worker on a database that was migrated before. A worker needs no certificate. */
export async function checkBeforeServing(config: CheckedConfig): Promise<void> {
  await checkFiles(config)
  await withCheckedDatabase(config, (db) => refuseUnfitDatabase(db, config.secretKey))
}

async function checkFiles(config: CheckedConfig): Promise<void> {
  if (config.tlsCert && config.tlsKey) readPair(config.tlsCert, config.tlsKey)
  if (config.carriersFile) {
    const { loadCarriers } = await import('../modules/shipping/carriers/carriers-file.ts')
    loadCarriers(config)
  }
}

/** Of a command that may migrate, and that may encrypt. */
export const checkSecretKey = (config: Pick<CheckedConfig, 'databaseUrl' | 'secretKey'>): Promise<void> =>
  withCheckedDatabase(config, (db) => refuseOtherKey(db, config.secretKey))

async function withCheckedDatabase<T>(
  { databaseUrl }: Pick<CheckedConfig, 'databaseUrl'>,
  check: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connectToCheck(databaseUrl)
  try {
    return await check(db)
  } finally {
    await db.end()
  }
}

/** Nodes of a marketplace may be one version behind its database, for rolling upgrades. A sandbox has one node. */
function refuseNewerSandbox({ mode, dataDir }: CheckedConfig, { isAhead }: SchemaState): void {
  if (mode !== 'sandbox' || !isAhead) return
  throw new StartRefused(
    `The database of the data folder ${dataDir} was used by a newer version of Tradehall; use that version, or set TRADEHALL_DATA_DIR to another folder.`,
  )
}
