/** Checks that run before a start writes any file or row. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config.ts'
// Not imported from the index of the module, which would load all routes at each start.
import { refuseOtherKey } from '../modules/identity/tokens/signing-keys.ts'
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
    return await schemaState(db)
  } finally {
    await db.end()
  }
}
