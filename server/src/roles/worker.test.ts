import { afterAll, expect, test } from 'vitest'
import { market } from '../../test/market.ts'
import { runProgram } from '../../test/programs.ts'
import { ALGORITHM, rotateSigningKeys } from '../modules/identity/tokens/signing-keys.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
await rotateSigningKeys(shop.platform)
const OTHER = Buffer.alloc(32, 8).toString('base64')

async function refusalOf(role: 'worker' | 'api', ring: string): Promise<string> {
  const program = runProgram([role], {
    TRADEHALL_DATABASE_URL: shop.databaseUrl,
    TRADEHALL_SECRET_KEY: ring,
    TRADEHALL_PORT: '0',
    TRADEHALL_LOG_LEVEL: 'silent',
  })
  expect(await program.exitCode()).toBe(1)
  return program.errors()
}

test.each(['worker', 'api'] as const)('with another secret key the %s does not start', async (role) => {
  expect(await refusalOf(role, OTHER)).toBe(
    'TRADEHALL_SECRET_KEY is not the key that this database was encrypted with; use the key, or the data folder with the key, that it was set up with.\n',
  )
  // Nothing is left of a worker that did not run.
  expect(await db`select from platform.workers`).toEqual([])
  expect(await db`select from platform.processes`).toEqual([])
})

test('with a ring that lacks a key of the database it does not start either', async () => {
  const sealed = createSecrets(OTHER).encrypt('{}')
  await db`
    insert into identity.signing_keys (id, algorithm, public_jwk, private_jwk_encrypted, created_at)
    values (gen_random_uuid(), ${ALGORITHM}, '{}', ${sealed}, now() - interval '1 day')`
  expect(await refusalOf('worker', shop.config.secretKey ?? '')).toBe(
    'TRADEHALL_SECRET_KEY lacks a key that this database was encrypted with; add the key behind the others, and remove it only when `tradehall reseal` says so.\n',
  )
})
