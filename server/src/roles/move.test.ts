/**
 * The life of a data folder, as one story: restored from a backup, replaced, and moved to a server, with kills on the way.
 * Each test goes on where the one before it ended.
 */
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxFile } from '@tradehall/kit/sandbox-file'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { afterAllTests } from '../../test/clean-up.ts'
import { createTestDatabase, demoCredentials } from '../../test/database.ts'
import { temporaryFolder } from '../../test/folders.ts'
import { market } from '../../test/market.ts'
import { captureOutput } from '../../test/output.ts'
import { type Program, runProgram } from '../../test/programs.ts'
import { until } from '../../test/time.ts'
import { readConfig } from '../config.ts'
import { lockDataDir } from '../platform/data-dir/data-dir.ts'
import { connect, type Database } from '../platform/database.ts'
import { openDatabase } from '../platform/embedded/embedded-database.ts'
import { serveApi } from '../processes/api-server.ts'
import { runWorker } from '../processes/worker.ts'
import { migrate } from './migrate.ts'
import { move } from './move.ts'
import { reset } from './reset.ts'
import { restore } from './restore.ts'
import { withPlatform } from './with-platform.ts'

const folder = temporaryFolder('move', afterAll)
const backup = join(folder, 'with-secrets.backup')
const dataDir = join(folder, 'data')
const inDataDir = (name: string) => join(dataDir, name)
const at = (databaseUrl: string) => ({ TRADEHALL_DATABASE_URL: databaseUrl })
const ownTarget = new URL(await createTestDatabase(afterAll, 'template0'))
// Passwords are never shown; this server asks for none.
ownTarget.password = 'not-to-be-shown'
const target = ownTarget.href
const shownTarget = /postgresql:\/\/\w+@\S+\/tradehall_test_\w+/

let sourceUrl: string
let token: string
let admin: Database

const cleanUp = afterAllTests()
beforeAll(async () => {
  const shop = await market({ cleanUp, isTicking: true })
  sourceUrl = shop.databaseUrl
  token = await shop.tokenOf('brand')
  admin = connect(target, { pool: 1, name: 'tests' })
  cleanUp(() => admin.end())
})

/** Without what the database writes when it runs. */
const contents = () =>
  readdirSync(dataDir)
    .filter((name) => !['postgres.log', 'run', 'lock.db-journal', 'running.json'].includes(name))
    .sort()

const config = (environment: Record<string, string> = {}) =>
  readConfig({ TRADEHALL_DATA_DIR: dataDir, TRADEHALL_LOG_LEVEL: 'silent', ...environment })

const run = (args: string[], environment: Record<string, string> = {}): Program =>
  runProgram(args, { TRADEHALL_DATA_DIR: dataDir, TRADEHALL_LOG_LEVEL: 'warn', ...environment })

async function succeed(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const program = run(args, environment)
  expect(await program.exitCode(), program.errors()).toBe(0)
  expect(program.output() + program.errors()).not.toContain('not-to-be-shown')
  return program.output() + program.errors()
}

async function refuse(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const program = run(args, environment)
  expect(await program.exitCode(), program.output()).toBe(1)
  return program.errors().trim().split('\n').at(-1) ?? ''
}

test('a backup with secrets is all that a new data folder needs', async () => {
  const original = join(folder, 'original')
  mkdirSync(original)
  writeFileSync(
    join(original, 'sandbox.json'),
    JSON.stringify({ baseUrl: 'http://127.0.0.1:8080', ...demoCredentials }),
  )
  writeFileSync(join(original, 'secret-key'), `${Buffer.alloc(32, 7).toString('base64')}\n`)
  const said = await succeed(['backup', '--to', backup, '--with-secrets'], {
    ...at(sourceUrl),
    TRADEHALL_DATA_DIR: original,
  })
  expect(said).toContain(
    'It contains the secret key and the demo credentials: whoever has the file can read everything.',
  )
  const restored = await succeed(['restore', '--from', backup])
  expect(restored).toContain('counts, digests and ledger sums are those of the backup.')
  expect(restored).not.toContain('The secret key of this database is not here yet')
  expect(contents()).toEqual(['lock.db', 'postgres', 'sandbox.json', 'secret-key'])
  for (const name of ['secret-key', 'sandbox.json']) {
    expect(readFileSync(inDataDir(name), 'utf8')).toBe(readFileSync(join(original, name), 'utf8'))
    expect(statSync(inDataDir(name)).mode & 0o777).toBe(0o600)
  }
  expect(await succeed(['compare', '--with', sourceUrl])).toMatch(/Both databases have the same \d+ rows/)
})

test('a database that is there is kept, unless it is to be replaced', async () => {
  captureOutput()
  await expect(restore(config(), { from: backup })).rejects.toThrow(
    `The data folder ${dataDir} has a database; restore with --replace to put the backup in its place, or set TRADEHALL_DATA_DIR to a new folder.`,
  )
  const lock = lockDataDir(dataDir, { pid: 4711, address: 'none' })
  if ('heldBy' in lock) throw new Error('nobody else can hold the lock')
  onTestFinished(lock.release)
  await expect(restore(config(), { from: backup, replace: true })).rejects.toThrow(
    `The data folder ${dataDir} is in use by process 4711; stop the server before you restore into it.`,
  )
  await expect(move(config(), { to: target })).rejects.toThrow(
    `The data folder ${dataDir} is in use by process 4711; stop the server before you move its database.`,
  )
})

test('a restore that is killed changes nothing, and the next one puts what it replaces beside it', async () => {
  const before = contents()
  const killed = run(['restore', '--from', backup, '--replace'])
  await killed.says('Creating the tables.')
  killed.process.kill('SIGKILL')
  await once(killed.process, 'close')
  expect(contents()).toEqual([...before, 'restore'].sort())
  await succeed(['restore', '--from', backup, '--replace'])
  const replaced = ['postgres', 'sandbox.json', 'secret-key'].map((name) => `${name}.replaced`)
  expect(contents()).toEqual([...before, ...replaced].sort())
})

test.each([
  ['postgresql://nobody@127.0.0.1:1/none', 'connect ECONNREFUSED'],
  ['mysql://127.0.0.1/shop', '--to must be the URL of a database, such as postgresql:'],
])('a target that is not there is refused: %s', async (to, sentence) => {
  captureOutput()
  await expect(move(config(), { to })).rejects.toThrow(sentence)
})

test('a database by URL is not moved, and a target with tables is refused', async () => {
  captureOutput()
  await expect(move(config(at(sourceUrl)), { to: target })).rejects.toThrow('unset TRADEHALL_DATABASE_URL')
  await expect(move(config(), { to: sourceUrl })).rejects.toThrow(
    /is not empty: it has .*; use an empty database\.$/,
  )
  expect(existsSync(inDataDir('moved.json'))).toBe(false)
})

/** Statements of a copy that a test can stop at, by the keys of advisory locks. */
const STOPS = { 'ALTER TABLE': 71, 'DROP TABLE': 72 }

/** Runs a move, kills it in such a statement, and returns when the database has noticed. */
async function killAt(tag: keyof typeof STOPS): Promise<void> {
  const key = STOPS[tag]
  await admin.begin(async (tx) => {
    // As a script, which keeps no snapshot when it has ended, and the lock is looked at outside of the transaction: migrations
    // that build an index wait for the end of transactions with a snapshot.
    await tx.unsafe(`select pg_advisory_xact_lock(${key})`)
    const program = run(['move', '--to', target])
    const waiting = async () =>
      (await admin`select 1 from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`)
        .length > 0
    await until(waiting, () => program.output() + program.errors())
    // Commands would write to the old database what the copy does not have.
    await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(
      `The database of the data folder ${dataDir} is in use by a move (process ${program.process.pid}); wait until it has ended.`,
    )
    program.process.kill('SIGKILL')
    await once(program.process, 'close')
    // The database notices by itself only when the statement has ended.
    await tx`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = ${key} and not granted`
  })
}

test('a move that is killed while it copies can be run again, and no server starts on its target', async () => {
  captureOutput()
  await admin.unsafe(`
    create function public.stop_copies() returns event_trigger language plpgsql as $$
    begin
      if current_setting('application_name') = 'tradehall copy' then
        if tg_tag = 'ALTER TABLE' then
          perform pg_advisory_xact_lock(${STOPS['ALTER TABLE']});
        -- A copy that begins anew drops the tables of the interrupted one.
        elsif current_query() like '%unfinished_copy%' then
          perform pg_advisory_xact_lock(${STOPS['DROP TABLE']});
        end if;
      end if;
    end $$;
    create event trigger stop_copies on ddl_command_end when tag in ('ALTER TABLE', 'DROP TABLE')
      execute function public.stop_copies()`)
  await killAt('ALTER TABLE')
  expect(existsSync(inDataDir('moved.json'))).toBe(false)
  const unfinished = `This database is an unfinished copy of the data folder ${dataDir}; run the \`move\` or \`restore\` that was interrupted again, or use another database.`
  expect(await refuse(['start'], { ...at(target), TRADEHALL_PORT: '0' })).toBe(unfinished)
  const onTarget = { ...config(at(target)), secretKey: Buffer.alloc(32, 7).toString('base64') }
  for (const role of [serveApi, runWorker, migrate, reset])
    await expect(role(onTarget, {}), role.name).rejects.toThrow(unfinished)
  await expect(withPlatform(onTarget, async () => {})).rejects.toThrow(unfinished)
  await killAt('DROP TABLE')
  expect(existsSync(inDataDir('moved.json')), 'the copy was complete').toBe(true)
  expect(await admin`select source from public.unfinished_copy`).toHaveLength(1)
  expect(await succeed(['move', '--to', target])).toMatch(
    /^The database was moved to \S+ before; nothing is left to do\.\nStart the server with TRADEHALL_DATABASE_URL/,
  )
  expect(await admin`select to_regclass('public.unfinished_copy') as mark`).toEqual([{ mark: null }])
})

test('a database that was moved is not used any more, and the sentence tells where it went', async () => {
  captureOutput()
  const moved = new RegExp(
    `^The database of the data folder ${dataDir} was moved to ${shownTarget.source} at 20\\S+Z; set TRADEHALL_DATABASE_URL to that database, or delete ${inDataDir('moved.json')} to go on with the data as they were then\\.$`,
  )
  expect(readFileSync(inDataDir('moved.json'), 'utf8')).not.toContain('not-to-be-shown')
  expect(await refuse(['start'], { TRADEHALL_PORT: '0' })).toMatch(moved)
  await expect(withPlatform(config(), async () => {})).rejects.toThrow(moved)
  await expect(move(config(), { to: sourceUrl })).rejects.toThrow(moved)
  await expect(restore(config(), { from: backup, replace: true })).rejects.toThrow(moved)
})

test('the server on the new database knows the credentials and the tokens of the old one', async () => {
  expect(await succeed(['compare', '--with', target], at(sourceUrl))).toContain(
    'Both databases have the same',
  )
  const server = run(['start'], { ...at(target), TRADEHALL_PORT: '0' })
  await server.says('Tradehall is ready.')
  const file = JSON.parse(readFileSync(inDataDir('sandbox.json'), 'utf8')) as SandboxFile
  const { clientId, clientSecret } = demoCredentials
  const granted = await fetch(`${file.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  expect(granted.status).toBe(200)
  const orders = await fetch(`${file.baseUrl}/api/v1/orders`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.api+json' },
  })
  expect(orders.status).toBe(200)
})
