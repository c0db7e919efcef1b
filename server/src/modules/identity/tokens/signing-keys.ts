/**
 * The keys that sign access tokens. The newest key signs. Once it has a successor, a key only verifies, and it is deleted a
 * day later, when the last token it signed has expired. All times are real time, as for tokens. Private keys are encrypted
 * at rest.
 */

import { ConfigError } from '@tradehall/kit/failures'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { realNow } from '../../../platform/clock.ts'
import { type Queryable, type Transaction, transaction } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { deleteSigningKeys, insertSigningKey, listSigningKeys, type SigningKeyRow } from '../queries.ts'

export const ALGORITHM = 'ES256'
const DAY_MS = 86_400_000
const SIGNS_FOR_MS = 30 * DAY_MS
const VERIFIES_AFTER_MS = DAY_MS

export interface Keyring {
  signer(): Promise<{ id: string; key: CryptoKey }>
  verifier(id: string): Promise<CryptoKey | undefined>
}

type ImportedKey = { id: string; publicKey: CryptoKey; privateKey: CryptoKey | null }

export const signingKeys: SealedColumn = {
  name: 'signing-keys',
  lost: 'All access tokens end, and no process starts until these keys are deleted.',
  table: 'identity.signing_keys',
  column: 'private_jwk_encrypted',
  key: ['id'],
}

/** Caches the keys, newest first, and reloads them after a rotation. */
export function createKeyring(platform: Platform): Keyring {
  let keys: ImportedKey[] = []

  async function reload(): Promise<void> {
    const rows = await listSigningKeys(platform.db)
    keys = await Promise.all(rows.map((row) => importKey(platform, row)))
  }
  platform.signals.on('signing-keys', reload)

  return {
    async signer() {
      if (keys.length === 0) {
        await rotateSigningKeys(platform)
        await reload()
      }
      for (const { id, privateKey } of keys) if (privateKey) return { id, key: privateKey }
      throw otherKey()
    },
    async verifier(id) {
      // A new key of another process is announced within half a second; a token signed with it may arrive earlier.
      if (!keys.some((key) => key.id === id)) await platform.signals.refresh()
      return keys.find((key) => key.id === id)?.publicKey
    },
  }
}

/** A process whose ring lacks the newest key can still verify what others sign. */
async function importKey({ secrets }: Platform, row: SigningKeyRow): Promise<ImportedKey> {
  const opened = secrets.open(row.private_jwk_encrypted)
  return {
    id: row.id,
    publicKey: (await importJWK(row.public_jwk as JWK, ALGORITHM)) as CryptoKey,
    privateKey: opened && ((await importJWK(JSON.parse(opened.text) as JWK, ALGORITHM)) as CryptoKey),
  }
}

const otherKey = () =>
  new ConfigError(
    'TRADEHALL_SECRET_KEY is not the key that this database was encrypted with; use the key, or the data folder with the key, that it was set up with.',
  )

const missingKey = () =>
  new ConfigError(
    'TRADEHALL_SECRET_KEY lacks a key that this database was encrypted with; add the key behind the others, and remove it only when `tradehall reseal` says so.',
  )

/** Refuses a ring that does not open all signing keys of this database. The database may be an empty one. */
export async function refuseOtherKey(db: Queryable, secretKey: string | undefined): Promise<void> {
  const [table] = await db`select to_regclass('identity.signing_keys') as name`
  if (table?.name === null) return
  const rows = await listSigningKeys(db)
  if (rows.length === 0) return
  const secrets = secretKey === undefined ? null : createSecrets(secretKey)
  const opened = rows.filter((row) => secrets?.open(row.private_jwk_encrypted))
  if (opened.length === 0) throw otherKey()
  if (opened.length < rows.length) throw missingKey()
}

/** Creates the first key, or a new one if the newest is too old to sign, and deletes expired ones. */
export async function rotateSigningKeys(platform: Platform): Promise<void> {
  const { db, clock, signals } = platform
  await transaction(db, async (tx) => {
    // Two processes that start together must not both create the first key.
    await tx`lock table identity.signing_keys in share row exclusive mode`
    const keys = await listSigningKeys(tx)
    const now = realNow(clock).getTime()
    const ageMs = (key: SigningKeyRow) => now - key.created_at.getTime()
    const [newest] = keys
    if (!newest || ageMs(newest) >= SIGNS_FOR_MS) await createSigningKey(tx, platform)
    const expired = keys.filter((_, i) => i > 0 && ageMs(keys[i - 1] as SigningKeyRow) >= VERIFIES_AFTER_MS)
    if (expired.length > 0)
      await deleteSigningKeys(
        tx,
        expired.map(({ id }) => id),
      )
    await signals.raise(tx, 'signing-keys')
  })
  await signals.refresh()
}

async function createSigningKey(tx: Transaction, { ids, clock, secrets }: Platform): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  await insertSigningKey(tx, {
    id: ids.next(),
    algorithm: ALGORITHM,
    public_jwk: await exportJWK(pair.publicKey),
    private_jwk_encrypted: secrets.encrypt(JSON.stringify(await exportJWK(pair.privateKey))),
    created_at: realNow(clock),
  })
}
