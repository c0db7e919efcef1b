/**
 * The Ed25519 key of this sandbox, which signs the reports of `tradehall certify`. It is created when it is first needed, and
 * never changes, because others trust it. The private key is encrypted at rest.
 */

import {
  CERTIFICATION_ALGORITHM,
  CERTIFICATION_TYPE,
  type Certification,
  keyIdOf,
} from '@tradehall/kit/certification'
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { realNow } from '../../../platform/clock.ts'
import { type Queryable, type Transaction, transaction } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import type { SandboxCertificationKeysRow } from '../../../platform/rows.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts'

export const certificationKeys: SealedColumn = {
  name: 'certification-keys',
  lost: 'The sandbox signs no reports of `tradehall certify` any more. Those that it has signed stay valid.',
  table: 'sandbox.certification_keys',
  column: 'private_jwk_encrypted',
  key: ['id'],
}

type KeyPlatform = Pick<Platform, 'db' | 'ids' | 'clock' | 'secrets'>

export interface CertificationKey {
  /** Its thumbprint. */
  id: string
  /** The 32 bytes in base64url. */
  publicKey: string
}

export async function readCertificationKey(platform: KeyPlatform): Promise<CertificationKey> {
  return await describeKey(await findOrCreateKey(platform))
}

export async function signCertification(
  platform: KeyPlatform,
  certification: Certification,
): Promise<{ keyId: string; signature: string }> {
  const row = await findOrCreateKey(platform)
  const { id: kid } = await describeKey(row)
  const privateJwk = JSON.parse(platform.secrets.decrypt(row.private_jwk_encrypted)) as JWK
  const key = (await importJWK(privateJwk, CERTIFICATION_ALGORITHM)) as CryptoKey
  const signature = await new CompactSign(Buffer.from(JSON.stringify(certification)))
    .setProtectedHeader({ alg: CERTIFICATION_ALGORITHM, kid, typ: CERTIFICATION_TYPE })
    .sign(key)
  return { keyId: kid, signature }
}

async function describeKey({ public_jwk }: SandboxCertificationKeysRow): Promise<CertificationKey> {
  const { x: publicKey } = public_jwk as { x: string }
  return { id: await keyIdOf(publicKey), publicKey }
}

async function findOrCreateKey(platform: KeyPlatform): Promise<SandboxCertificationKeysRow> {
  return (
    (await findKey(platform.db)) ??
    (await transaction(platform.db, async (tx) => {
      // Two requests, also of two processes, must not both create the key.
      await tx`lock table sandbox.certification_keys in share row exclusive mode`
      return (await findKey(tx)) ?? (await createKey(tx, platform))
    }))
  )
}

async function findKey(db: Queryable): Promise<SandboxCertificationKeysRow | undefined> {
  const [row] = await db<SandboxCertificationKeysRow[]>`
    select id, public_jwk, private_jwk_encrypted, created_at from sandbox.certification_keys`
  return row
}

async function createKey(
  tx: Transaction,
  { ids, clock, secrets }: KeyPlatform,
): Promise<SandboxCertificationKeysRow> {
  const pair = await generateKeyPair(CERTIFICATION_ALGORITHM, { crv: 'Ed25519', extractable: true })
  const row = {
    id: ids.next(),
    public_jwk: await exportJWK(pair.publicKey),
    private_jwk_encrypted: secrets.encrypt(JSON.stringify(await exportJWK(pair.privateKey))),
    created_at: realNow(clock),
  }
  await tx`
    insert into sandbox.certification_keys (id, public_jwk, private_jwk_encrypted, created_at)
    values (${row.id}, ${tx.json(row.public_jwk as never)}, ${row.private_jwk_encrypted}, ${row.created_at})`
  return row
}
