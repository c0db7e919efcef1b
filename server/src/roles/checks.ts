/** Checks that run before a start writes any file or row. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config.ts'
// Not imported from the index of the module, which would load all routes at each start.
import { refuseOtherKey } from '../modules/identity/tokens/signing-keys.ts'
import { StartRefused } from '../platform/data-dir.ts'
import { connect } from '../platform/database.ts'
import { type SchemaState, schemaState } from '../platform/migrate.ts'
import { readSandboxFile } from './sandbox-file.ts'

export type CheckedConfig = Pick<
  Config,
  'mode' | 'dataDir' | 'secretKey' | 'tlsCert' | 'tlsKey' | 'carriersFile' | 'carrierSecrets'
> & { databaseUrl: string }

/** Returns the state of the schema, so that the caller can report the next steps. */
export async function checkBeforeWriting(config: CheckedConfig): Promise<SchemaState> {
  if (config.mode === 'sandbox') readSandboxFile(config.dataDir)
  if (config.tlsCert && config.tlsKey) {
    createSecureContext({ cert: readFileSync(config.tlsCert), key: readFileSync(config.tlsKey) })
  }
  if (config.carriersFile) {
    const { loadCarriers } = await import('../modules/shipping/carriers/carriers-file.ts')
    loadCarriers(config)
  }
  const db = connect(config.databaseUrl, { pool: 1, name: 'tradehall check' })
  try {
    await refuseOtherKey(db, config.secretKey)
    if (config.mode === 'sandbox') {
      const { refuseForeignAccounts } = await import('../modules/sandbox/index.ts')
      await refuseForeignAccounts(db)
    }
    const state = await schemaState(db)
    refuseNewerSandbox(config, state)
    return state
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
