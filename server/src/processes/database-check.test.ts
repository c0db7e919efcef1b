/** Processes that waited for their database make the check that their parent made before. */
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { readConfig } from '../config.ts'
import { rotateSigningKeys } from '../modules/identity/tokens/signing-keys.ts'
import { closePlatform, createPlatform } from '../platform/index.ts'
import { serveApi } from './api-server.ts'
import { runWorker } from './worker.ts'

const emptyUrl = await createTestDatabase(afterAll, 'template0')
const encryptedUrl = await createTestDatabase(afterAll)
const newKey = () => randomBytes(32).toString('base64')
const settings = (databaseUrl: string) =>
  readConfig({
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_SECRET_KEY: newKey(),
    TRADEHALL_PORT: '0',
    TRADEHALL_LOG_LEVEL: 'silent',
  })
const platform = createPlatform(settings(encryptedUrl), {
  name: 'test',
  databaseUrl: encryptedUrl,
  secretKey: newKey(),
})
await rotateSigningKeys(platform)
await closePlatform(platform)

test.each([
  ['the API', serveApi],
  ['the worker', runWorker],
])('%s refuses a database without tables, and one that another key has encrypted', async (_name, run) => {
  await expect(run(settings(emptyUrl), {})).rejects.toThrow(
    'The database has no tables of Tradehall yet; run `tradehall migrate` first.',
  )
  await expect(run(settings(encryptedUrl), {})).rejects.toThrow(
    'TRADEHALL_SECRET_KEY is not the key that this database was encrypted with; ',
  )
})
