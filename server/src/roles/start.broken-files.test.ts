/** Whatever is wrong with its files, the server says so in one sentence, and what to do. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, demoTemplate } from '../../test/database.ts'
import { temporaryFolder } from '../../test/folders.ts'
import { PROGRAM, runProgram } from '../../test/programs.ts'
import { needs } from '../../test/requirements.ts'
import { readConfig } from '../config.ts'
import { insertUser } from '../modules/identity/queries.ts'
import { lockDataDir, readOrCreateSecretKey } from '../platform/data-dir/data-dir.ts'
import { connect } from '../platform/database.ts'
import type { UserId } from '../platform/ids.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { ensureDemo } from './demo.ts'

const databaseUrl = await createTestDatabase(afterAll, demoTemplate)
const NOT_ROOT = { met: process.getuid?.() !== 0, missing: 'root may write to every folder' }
let dataDir: string

beforeEach(() => {
  const parent = temporaryFolder('broken')
  dataDir = join(parent, 'data')
  mkdirSync(dataDir)
})

const inside = (folder: string) => readdirSync(folder).map((name) => join(folder, name))

/** The one line on standard error. Stops there with what else was said, and with another exit code than 1. */
async function refusal(settings: Record<string, string> = { TRADEHALL_DATABASE_URL: databaseUrl }) {
  const server = spawn(process.execPath, [PROGRAM, 'start'], {
    env: {
      ...process.env,
      TRADEHALL_PORT: '0',
      TRADEHALL_DATA_DIR: dataDir,
      TRADEHALL_LOG_LEVEL: 'silent',
      ...settings,
    },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [output, errors, [code]] = await Promise.all([
    text(server.stdout),
    text(server.stderr),
    once(server, 'exit'),
  ])
  expect({ output, code, lines: errors.split('\n').length }, errors).toEqual({
    output: '',
    code: 1,
    lines: 2,
  })
  return errors.trim()
}

describe('sandbox.json', () => {
  const REMEDY = 'delete it, and the next start creates new secrets for the demo accounts.'
  const account = { clientId: 'x', clientSecret: 'x' }
  const whole = {
    ...{ baseUrl: 'x', brandId: 'x', applicationId: 'x', ...account, user: { email: 'x', password: 'x' } },
    otherBrand: { brandId: 'x', ...account },
    retailer: { retailerId: 'x', ...account },
    operator: { ...account, email: 'x', password: 'x' },
  }

  async function expectRefused(content: string, member: string): Promise<void> {
    const path = join(dataDir, 'sandbox.json')
    writeFileSync(path, content)
    // Before anything is done to the database.
    const wanted = { dataDir, databaseUrl: 'postgres://127.0.0.1:1/nowhere', host: '127.0.0.1', port: 8080 }
    await expect(ensureDemo({ ...readConfig({}), ...wanted })).rejects.toThrow(
      `The file ${path} does not contain the demo credentials (${member} is not a string); ${REMEDY}`,
    )
  }

  test.each(['', '{"baseUrl":', 'null', '[]', '{}'])('with nothing but %j', async (content) => {
    await expectRefused(content, 'baseUrl')
  })

  test.each([
    ['an account that is missing', { otherBrand: undefined }, 'otherBrand.brandId'],
    ['an account that is null', { operator: null }, 'operator.clientId'],
    ['a member of another type', { clientSecret: 7 }, 'clientSecret'],
    ['a user without password', { user: { email: 'x' } }, 'user.password'],
  ])('with %s', async (_what, flaw, member) => {
    await expectRefused(JSON.stringify({ ...whole, ...flaw }), member)
  })

  test('as an empty object stops the start', async () => {
    writeFileSync(join(dataDir, 'sandbox.json'), '{}')
    expect(await refusal()).toMatch(/^The file .+ does not contain the demo credentials /)
  })

  test('that is a folder', async () => {
    const path = join(dataDir, 'sandbox.json')
    mkdirSync(path)
    expect(await refusal()).toMatch(
      new RegExp(`^The file ${path} cannot be read \\(EISDIR: [^)]+\\); ${REMEDY}$`),
    )
  })
})

describe('secret-key', () => {
  const REMEDY = 'restore the key, or delete the whole data folder to start over.'

  test.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a short key', `${Buffer.alloc(31).toString('base64')}\n`],
    ['a long key', `${Buffer.alloc(33).toString('base64')}\n`],
  ])('with %s', async (_what, content) => {
    const path = join(dataDir, 'secret-key')
    writeFileSync(path, content)
    expect(() => readOrCreateSecretKey(dataDir)).toThrow(
      `The file ${path} does not contain a key of 32 bytes in base64; ${REMEDY}`,
    )
  })

  test('as an empty file stops the start', async () => {
    writeFileSync(join(dataDir, 'secret-key'), '')
    expect(await refusal()).toMatch(/^The file .+ does not contain a key of 32 bytes /)
  })

  test('that is a folder', async () => {
    const path = join(dataDir, 'secret-key')
    mkdirSync(path)
    expect(() => readOrCreateSecretKey(dataDir)).toThrow(
      new RegExp(`^The file ${path} cannot be read \\(EISDIR: [^)]+\\); ${REMEDY}$`),
    )
  })
})

describe('the data folder', () => {
  const self = { pid: 1, address: 'x' }

  test('that is a file', async () => {
    rmSync(dataDir, { recursive: true })
    writeFileSync(dataDir, '')
    expect(await refusal()).toMatch(
      new RegExp(
        `^The data folder ${dataDir} cannot be used \\(.+\\); make it writable for this user, or set .+\\.$`,
      ),
    )
  })

  test.each(['lock.db', 'running.json'])('with a folder in the place of %s', (name) => {
    mkdirSync(join(dataDir, name))
    expect(() => lockDataDir(dataDir, self)).toThrow(`The data folder ${dataDir} cannot be used (`)
  })

  test('with a lock that is none', () => {
    writeFileSync(join(dataDir, 'lock.db'), 'nothing that SQLite knows'.repeat(100))
    expect(() => lockDataDir(dataDir, self)).toThrow(`The data folder ${dataDir} cannot be used (`)
  })

  test('with a file in the place of the socket', async () => {
    writeFileSync(join(dataDir, 'run'), '')
    expect(await refusal({})).toBe(
      `A file or folder cannot be used: EEXIST: file already exists, mkdir '${join(dataDir, 'run')}'.`,
    )
  })

  test('with a database of another version', async () => {
    const database = join(dataDir, 'postgres')
    mkdirSync(database, { mode: 0o700 })
    writeFileSync(join(database, 'PG_VERSION'), '9.6\n')
    writeFileSync(join(database, 'postgresql.conf'), '')
    // Root's database runs under the account that has the folder.
    if (process.getuid?.() === 0)
      for (const path of [database, ...inside(database)]) chownSync(path, 65_534, 65_534)
    expect(await refusal({})).toMatch(
      /^The database in .+ was created by PostgreSQL 9, and this version of Tradehall contains PostgreSQL 18; make a backup with/,
    )
  })
})

test('a data folder in which this user may not write', needs(NOT_ROOT), async () => {
  chmodSync(dataDir, 0o500)
  expect(await refusal()).toMatch(
    new RegExp(
      `^The data folder ${dataDir} cannot be used \\(.+\\); make it writable for this user, or set .+\\.$`,
    ),
  )
  expect(readdirSync(dataDir)).toEqual([])
})

test('a port that is in use, before a folder is created', async () => {
  const other = createServer()
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  rmSync(dataDir, { recursive: true })
  expect(await refusal({ TRADEHALL_PORT: String(port) })).toBe(
    `The API cannot listen on 127.0.0.1:${port} (EADDRINUSE); set TRADEHALL_PORT or TRADEHALL_HOST.`,
  )
  expect(existsSync(dataDir)).toBe(false)
})

test('a database that a newer version has migrated is left as it is', async () => {
  const url = await createTestDatabase(onTestFinished, demoTemplate)
  const db = connect(url, { pool: 1, name: 'test' })
  onTestFinished(() => db.end())
  await db`
    insert into public.schemaversion (version, name, md5, run_at)
    select max(version) + 1, 'later', 'x', now() from public.schemaversion`
  const rows = () => db`select * from public.schemaversion order by version`
  const before = await rows()
  expect(await refusal({ TRADEHALL_DATABASE_URL: url })).toBe(
    `The database of the data folder ${dataDir} was used by a newer version of Tradehall; use that version, or set TRADEHALL_DATA_DIR to another folder.`,
  )
  expect(await rows()).toEqual(before)
  expect(existsSync(join(dataDir, 'sandbox.json'))).toBe(false)
})

describe('a database that was set up with another data folder', () => {
  const SENTENCE =
    'TRADEHALL_SECRET_KEY is not the key that this database was encrypted with; use the key, or the data folder with the key, that it was set up with.'

  async function databaseOfAnother() {
    const url = await createTestDatabase(onTestFinished, demoTemplate)
    const db = connect(url, { pool: 1, name: 'test' })
    onTestFinished(() => db.end())
    const sealed = createSecrets(Buffer.alloc(32, 7).toString('base64')).encrypt('{}')
    await db`
      insert into identity.signing_keys (id, algorithm, public_jwk, private_jwk_encrypted, created_at)
      values (${randomUUID()}, 'ES256', '{}', ${sealed}, now())`
    const rows = async () => [
      await db`select * from identity.application_secrets order by id`,
      await db`select id, password_hash from identity.users order by id`,
      await db`select version, run_at from public.schemaversion order by version`,
    ]
    return { url, rows }
  }

  test('is left as it is, and so is the folder', async () => {
    const { url, rows } = await databaseOfAnother()
    const before = await rows()
    expect(await refusal({ TRADEHALL_DATABASE_URL: url })).toBe(SENTENCE)
    expect(await rows()).toEqual(before)
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock.db'))).toEqual([])
  })

  test('leaves no folder behind that was not there before', async () => {
    const { url } = await databaseOfAnother()
    const unused = join(dataDir, 'unused')
    expect(await refusal({ TRADEHALL_DATABASE_URL: url, TRADEHALL_DATA_DIR: unused })).toBe(SENTENCE)
    expect(existsSync(unused)).toBe(false)
  })

  test('is not seeded either', async () => {
    const { url, rows } = await databaseOfAnother()
    const before = await rows()
    const seeding = runProgram(['seed'], { TRADEHALL_DATABASE_URL: url, TRADEHALL_DATA_DIR: dataDir })
    expect(await seeding.exitCode()).toBe(1)
    expect(seeding.errors().trim()).toBe(SENTENCE)
    expect(await rows()).toEqual(before)
    expect(readdirSync(dataDir)).toEqual([])
  })
})

test('a database of a marketplace is not migrated by a sandbox', async () => {
  const url = await createTestDatabase()
  const db = connect(url, { pool: 1, name: 'test' })
  onTestFinished(() => db.end())
  const owner = { brand_id: null, retailer_id: null }
  await insertUser(db, {
    ...{
      id: randomUUID() as UserId,
      number: 1,
      ...owner,
      email: 'someone@example.test',
      password_hash: null,
    },
    ...{ first_name: 'Some', last_name: 'One', currency: 'EUR', country: 'BE', browser_id: 'b-1' },
    ...{ created_at: new Date(0), updated_at: new Date(0), last_signed_in_at: null },
    ...{ role: 'operator', suspended_at: null, removed_at: null },
  })
  // If it went on to the migrations it would say that this one has changed.
  await db`update public.schemaversion set md5 = 'other' where version = 3`
  expect(await refusal({ TRADEHALL_DATABASE_URL: url })).toMatch(/^A sandbox refuses this database: /)
})

test('a migration that has changed since it was applied', async () => {
  const url = await createTestDatabase()
  const db = connect(url, { pool: 1, name: 'test' })
  await db`update public.schemaversion set md5 = 'other' where version = 3`
  await db.end()
  expect(await refusal({ TRADEHALL_DATABASE_URL: url })).toBe(
    'The migration 0003.do.general.sql has changed since it was applied to this database; restore the original file, or use another database.',
  )
})

test.each([
  ['is not there', undefined, /^A file or folder cannot be used: ENOENT: .+cert\.pem'\.$/],
  ['is none', 'garbage', /^TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY cannot be used \(.+\)\.$/],
])('a certificate that %s', async (_what, content, sentence) => {
  const path = join(dataDir, 'cert.pem')
  if (content) writeFileSync(path, content)
  const settings = { TRADEHALL_TLS_CERT: path, TRADEHALL_TLS_KEY: path, TRADEHALL_DATABASE_URL: databaseUrl }
  expect(await refusal(settings)).toMatch(sentence)
})

test('a database that is not there', async () => {
  const url = new URL(databaseUrl)
  url.pathname = '/tradehall_nowhere'
  expect(await refusal({ TRADEHALL_DATABASE_URL: url.href })).toBe(
    'The database refuses this: database "tradehall_nowhere" does not exist; create it, or correct TRADEHALL_DATABASE_URL.',
  )
})
