/** What processes that waited for their database check again, as their parent did before. */
import { randomBytes } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { installCitusStandIn } from '../../test/citus-stand-in.ts'
import { createTestDatabase } from '../../test/database.ts'
import { readConfig } from '../config.ts'
import { rotateSigningKeys } from '../modules/identity/tokens/signing-keys.ts'
import { connect } from '../platform/database.ts'
import { closePlatform, createPlatform } from '../platform/index.ts'
import { checkBeforeServing, checkBeforeWriting } from '../roles/checks.ts'
import { withPlatform } from '../roles/with-platform.ts'
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

test.each([
  ['the API', (url: string) => serveApi(settings(url), {})],
  ['the worker', (url: string) => runWorker(settings(url), {})],
  ['the parent of processes', (url: string) => checkBeforeServing({ ...settings(url), databaseUrl: url })],
  ['a start that migrates', (url: string) => checkBeforeWriting({ ...settings(url), databaseUrl: url })],
  ['a command', (url: string) => withPlatform(settings(url), async () => {})],
])('%s refuses a database that is distributed in part', async (_name, run) => {
  const url = await createTestDatabase(onTestFinished)
  const db = connect(url, { pool: 1, name: 'test' })
  onTestFinished(() => db.end())
  await installCitusStandIn(db)
  await db`insert into platform.dropped_foreign_keys (relation, name, definition) values ('stock.levels', 'x', '')`
  await expect(run(url)).rejects.toThrow('The database is distributed in part (')
})
