/** What `api` and `worker` refuse before they write anything. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, serverUrl } from '../../test/database.ts'
import { withDatabaseName } from '../../test/database-url.ts'
import { temporaryFolder } from '../../test/folders.ts'
import { runProgram } from '../../test/programs.ts'
import { type Config, readConfig } from '../config.ts'
import { rotateSigningKeys } from '../modules/identity/tokens/signing-keys.ts'
import { connect, type Database } from '../platform/database.ts'
import { closePlatform, createPlatform } from '../platform/index.ts'
import { migrateDatabase } from '../platform/migrations/migrate.ts'
import { checkAndResolveSettings } from './resolve-settings.ts'

const RIGHT_KEY = randomBytes(32).toString('base64')
const OTHER_KEY = randomBytes(32).toString('base64')

const emptyUrl = await createTestDatabase(afterAll, 'template0')
const migratedUrl = await createTestDatabase(afterAll)
const admin = connect(migratedUrl, { pool: 1, name: 'test' })
afterAll(() => admin.end())
await encryptWith(RIGHT_KEY)

let dataDir: string
beforeEach(() => {
  dataDir = join(temporaryFolder('settings'), 'data')
})

const settings = (environment: Record<string, string>): Config =>
  readConfig({ TRADEHALL_DATA_DIR: dataDir, ...environment })

async function encryptWith(secretKey: string): Promise<void> {
  const platform = createPlatform(readConfig({ TRADEHALL_LOG_LEVEL: 'silent' }), {
    name: 'test',
    databaseUrl: migratedUrl,
    secretKey,
  })
  await rotateSigningKeys(platform)
  await closePlatform(platform)
}

async function expectRefused(environment: Record<string, string>, sentence: string | RegExp): Promise<void> {
  await expect(checkAndResolveSettings(settings(environment))).rejects.toThrow(sentence)
  expect(existsSync(dataDir)).toBe(false)
}

test('a database that fits is accepted, with its key', async () => {
  const given = { TRADEHALL_DATABASE_URL: migratedUrl, TRADEHALL_SECRET_KEY: RIGHT_KEY }
  expect(await checkAndResolveSettings(settings(given))).toMatchObject({ secretKey: RIGHT_KEY })
  expect(existsSync(dataDir)).toBe(false)
})

test('a generated key is stored when the database has been checked', async () => {
  const unused = await createTestDatabase()
  const { secretKey } = await checkAndResolveSettings(settings({ TRADEHALL_DATABASE_URL: unused }))
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(secretKey)
})

test('another key is refused, and so is a data folder without the key', async () => {
  const sentence = /^TRADEHALL_SECRET_KEY is not the key that this database was encrypted with; /
  const wrong = { TRADEHALL_DATABASE_URL: migratedUrl, TRADEHALL_SECRET_KEY: OTHER_KEY }
  await expectRefused(wrong, sentence)
  await expectRefused({ TRADEHALL_DATABASE_URL: migratedUrl }, sentence)
})

test('a database without tables is refused', async () => {
  await expectRefused(
    { TRADEHALL_DATABASE_URL: emptyUrl },
    'The database has no tables of Tradehall yet; run `tradehall migrate` first.',
  )
})

test('a database that lacks migrations is refused, and one of a later version is not', async () => {
  const given = { TRADEHALL_DATABASE_URL: await createTestDatabase() }
  const db = connect(given.TRADEHALL_DATABASE_URL, { pool: 1, name: 'test' })
  onTestFinished(() => db.end())
  const [newest] = await db`
    delete from public.schemaversion
    where version = (select max(version) from public.schemaversion)
    returning version, name, md5, run_at`
  await expectRefused(
    given,
    'The database lacks migrations of this version; run `tradehall migrate` with this version first.',
  )
  await db`
    insert into public.schemaversion (version, name, md5, run_at)
    values (${newest?.version}, ${newest?.name}, ${newest?.md5}, ${newest?.run_at}),
      (9999, 'later', ${newest?.md5}, ${newest?.run_at})`
  await checkAndResolveSettings(settings(given))
})

async function grantTables(owner: Database, role: string): Promise<void> {
  const schemas = await owner<{ name: string }[]>`
    select distinct schemaname as name
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`
  for (const { name } of schemas)
    await owner.unsafe(
      `grant usage on schema ${name} to ${role}; grant select, insert, update, delete on all tables in schema ${name} to ${role}`,
    )
}

describe('a role that lacks rights', () => {
  test('to read the tables, or to write one of them, is refused with the name of a table', async () => {
    const { role, url } = await createRole(admin, migratedUrl)
    const given = { TRADEHALL_DATABASE_URL: url, TRADEHALL_SECRET_KEY: RIGHT_KEY }
    const remedy =
      'let the owner grant it usage on the schemas, and select, insert, update and delete on all tables in them.'
    await expectRefused(
      given,
      new RegExp(`^The role "${role}" may not read and write the table [\\w.]+ and \\d+ others; ${remedy}$`),
    )
    await grantTables(admin, role)
    await checkAndResolveSettings(settings(given))
    await admin.unsafe(`revoke delete on identity.users from ${role}`)
    await expectRefused(
      given,
      `The role "${role}" may not read and write the table identity.users; ${remedy}`,
    )
  })

  test('to execute statements on the nodes of a cluster is refused', async () => {
    const databaseUrl = await createTestDatabase()
    const owner = connect(databaseUrl, { pool: 1, name: 'test' })
    onTestFinished(() => owner.end())
    const { role, url } = await createRole(owner, databaseUrl)
    await grantTables(owner, role)
    const given = { TRADEHALL_DATABASE_URL: url, TRADEHALL_SECRET_KEY: RIGHT_KEY }
    await checkAndResolveSettings(settings(given))
    await owner.unsafe(
      "create function public.citus_version() returns text language sql as $$ select 'Citus' $$",
    )
    await expectRefused(
      given,
      `The role "${role}" may not execute the function platform.run_on_node; let the owner grant it execute on it.`,
    )
  })

  test('to migrate is refused before anything is created', async () => {
    const owner = connect(emptyUrl, { pool: 1, name: 'test' })
    onTestFinished(() => owner.end())
    const { role, url, database } = await createRole(owner, emptyUrl)
    await expect(migrateDatabase(url)).rejects.toThrow(
      `The role "${role}" may not create schemas in the database "${database}"; let its owner run: grant create on database "${database}" to "${role}".`,
    )
    await owner.unsafe(
      `revoke create on schema public from public; grant create on database ${database} to ${role}`,
    )
    await expect(migrateDatabase(url)).rejects.toThrow(
      `The role "${role}" may not create tables in the schema public of the database "${database}"; let its owner run: grant create on schema public to "${role}".`,
    )
    expect(await owner`select from pg_namespace where nspname = 'graphile_worker'`).toEqual([])
  })

  test('of the owner may not migrate, but need not when nothing is missing', async () => {
    const url = await createTestDatabase()
    const owner = connect(url, { pool: 1, name: 'test' })
    onTestFinished(() => owner.end())
    const { role, url: limited, database } = await createRole(owner, url)
    await owner.unsafe(`
      grant select on public.schemaversion to ${role};
      grant usage on schema graphile_worker to ${role};
      grant select on all tables in schema graphile_worker to ${role}`)
    expect(await migrateDatabase(limited)).toEqual({ applied: [] })
    await owner`
      delete from public.schemaversion where version = (select max(version) from public.schemaversion)`
    await expect(migrateDatabase(limited)).rejects.toThrow(
      new RegExp(
        `^The role "${role}" may not change the tables of the database "${database}", which belong to ".+"; migrate as that role.$`,
      ),
    )
  })
})

test.each(['api', 'worker'])(
  '%s ends at once with the sentence, and is not started again',
  async (command) => {
    const program = runProgram([command], {
      TRADEHALL_DATABASE_URL: emptyUrl,
      TRADEHALL_DATA_DIR: dataDir,
      TRADEHALL_PORT: '0',
    })
    expect(await program.exitCode()).toBe(1)
    expect(program.output()).toBe('')
    expect(program.errors()).toBe(
      'The database has no tables of Tradehall yet; run `tradehall migrate` first.\n',
    )
    expect(existsSync(dataDir)).toBe(false)
  },
)

/** A role with no rights in the database, dropped after the test. */
async function createRole(
  owner: Database,
  databaseUrl: string,
): Promise<{ role: string; url: string; database: string }> {
  const role = `tradehall_test_${randomUUID().replaceAll('-', '')}`
  const database = new URL(databaseUrl).pathname.slice(1)
  await owner.unsafe(`create role ${role} login`)
  onTestFinished(async () => {
    const one = connect(databaseUrl, { pool: 1, name: 'test' })
    await one.unsafe(`drop owned by ${role}; drop role ${role}`)
    await one.end()
  })
  const url = new URL(withDatabaseName(serverUrl, database))
  url.username = role
  return { role, url: url.href, database }
}
