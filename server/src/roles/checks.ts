/** What may stop a start, looked at before it writes anything: neither a file nor a row. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config.ts'
// Not through the module's index, which loads everything that serves: this runs at each start.
import { refuseOtherKey } from '../modules/identity/tokens/signing-keys.ts'
import { connect } from '../platform/database.ts'
import { type SchemaState, schemaState } from '../platform/migrate.ts'
import { readSandboxFile } from './sandbox-file.ts'

export type Checked = Pick<
  Config,
  'mode' | 'dataDir' | 'secretKey' | 'tlsCert' | 'tlsKey' | 'carriersFile' | 'carrierSecrets'
> & { databaseUrl: string }

/** Answers what is there, so that the caller can tell what it is going to do. */
export async function checkBeforeWriting(config: Checked): Promise<SchemaState> {
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
