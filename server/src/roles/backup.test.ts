/** Backup, restore and comparison of databases by URL. Those of a data folder are in `move.test.ts`. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readSchema } from '../../scripts/introspect.ts'
import { createTestDatabase, demoTemplate } from '../../test/database.ts'
import { temporaryFolder } from '../../test/folders.ts'
import { captureOutput } from '../../test/output.ts'
import { PROGRAM, runProgram } from '../../test/programs.ts'
import { LINUX, needs, type Requirement } from '../../test/requirements.ts'
import { type Config, readConfig } from '../config.ts'
import { connect, type Database } from '../platform/database.ts'
import { migrateDatabase, schemaState } from '../platform/migrations/migrate.ts'
import { backup } from './backup.ts'
import { compare } from './compare.ts'
import { restore } from './restore.ts'

const folder = temporaryFolder('backup', afterAll)
const file = join(folder, 'demo.backup')
const demoUrl = await createTestDatabase(afterAll, demoTemplate)
const emptyDatabase = () => createTestDatabase(onTestFinished, 'template0')

const on = (databaseUrl: string): Config =>
  readConfig({
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_DATA_DIR: join(folder, 'data'),
    TRADEHALL_LABELS_DIR: join(folder, 'labels'),
  })

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, { pool: 1, name: 'test' })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

async function expectEmpty(url: string): Promise<void> {
  const tables = await withDatabase(
    url,
    (db) => db`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables).toEqual([])
}

test('a backup says what it has and what it lacks, and never replaces a file', async () => {
  const output = captureOutput()
  expect(await backup(on(demoUrl), { to: file })).toBe(0)
  expect(output()).toMatch(
    /The backup .*demo\.backup has \d+ tables with \d+ rows, as of 20\S+Z, in \d+ bytes\./,
  )
  expect(output()).toContain('It does not contain the secret key, without which no server can use it: keep')
  expect(output()).toContain(`Labels are not part of it: back up the folder ${join(folder, 'labels')} too.`)
  await expect(backup(on(demoUrl), { to: file })).rejects.toThrow(
    `The file ${file} exists; delete it, or choose another name.`,
  )
})

test('a restored database has the same tables, rules and rows, and a copy that differs is found', async () => {
  const url = await emptyDatabase()
  const output = captureOutput()
  expect(await restore(on(url), { from: file })).toBe(0)
  expect(output()).toMatch(
    /Restored \d+ rows as of 20\S+Z; counts, digests and ledger sums are those of the backup\./,
  )
  expect(await withDatabase(url, readSchema)).toEqual(await withDatabase(demoUrl, readSchema))
  const figures = (db: Database) => db`
    select schemaname, sequencename, last_value from pg_sequences order by schemaname, sequencename`
  expect(await withDatabase(url, figures)).toEqual(await withDatabase(demoUrl, figures))
  const analyzed = (db: Database) => db`select reltuples from pg_class where oid = 'stock.postings'::regclass`
  expect((await withDatabase(url, analyzed))[0]?.reltuples).toBeGreaterThan(0)
  expect(await compare(on(demoUrl), { with: url })).toBe(0)

  await withDatabase(url, async (db) => {
    await db`update catalog.products set name = 'Another name' where id = (select min(id::text)::uuid from catalog.products)`
    await db`delete from webhooks.events`
    await db`delete from general.currency_rates`
  })
  expect(await compare(on(demoUrl), { with: url, json: true })).toBe(1)
  const { differences } = JSON.parse(/^\{.*\}$/m.exec(output())?.[0] ?? '')
  expect(differences).toContainEqual(
    expect.stringMatching(/^catalog\.products \(\d+ rows, with other values\)$/),
  )
  expect(differences).toContainEqual(
    expect.stringMatching(/^general\.currency_rates \(\d+ against 0 rows\)$/),
  )
  await expect(restore(on(url), { from: file })).rejects.toThrow(
    /is not empty: it has .*; use an empty database/,
  )
})

test('a backup of an older version is restored and migrated', async () => {
  const [old, url] = [await emptyDatabase(), await emptyDatabase()]
  await migrateDatabase(old, { to: 88 })
  captureOutput()
  const older = join(folder, 'older.backup')
  await backup(on(old), { to: older })
  expect(await restore(on(url), { from: older })).toBe(0)
  expect(await withDatabase(url, schemaState)).toEqual({ isNew: false, isBehind: false, isAhead: false })
})

test.each([
  [
    'from a newer version',
    `insert into public.schemaversion (version, name, md5, run_at) values (9999, 'later', 'x', now())`,
    /^The backup .* is from a newer version of Tradehall \(.*, migration 9999\); use that version, or a later one\.$/,
  ],
  [
    'with another migration',
    `update public.schemaversion set md5 = 'x' where version = 5`,
    /^The copy was made with another migration 0005 than that of this version; use the version of Tradehall that it was made with \(.*\)\.$/,
  ],
])('a backup %s is refused, and the database stays empty', async (_what, change, sentence) => {
  const [source, url] = [await createTestDatabase(), await emptyDatabase()]
  await withDatabase(source, (db) => db.unsafe(change))
  captureOutput()
  const other = join(folder, `${change.length}.backup`)
  await backup(on(source), { to: other })
  await expect(restore(on(url), { from: other })).rejects.toThrow(sentence)
  await expectEmpty(url)
})

test('a damaged backup leaves the database empty', async () => {
  const url = await emptyDatabase()
  captureOutput()
  const damaged = join(folder, 'damaged.backup')
  const bytes = readFileSync(file)
  writeFileSync(damaged, bytes.subarray(0, bytes.length - 200))
  await expect(restore(on(url), { from: damaged })).rejects.toThrow('is not a complete backup')
  await expectEmpty(url)
})

test('Ctrl-C stops a restore and leaves the database empty', async () => {
  const url = await emptyDatabase()
  const program = runProgram(['restore', '--from', file], {
    TRADEHALL_DATABASE_URL: url,
    TRADEHALL_DATA_DIR: join(folder, 'data'),
  })
  await program.says('Creating the tables.')
  program.process.kill('SIGINT')
  expect(await program.exitCode()).toBe(1)
  expect(program.errors().trim()).toBe(
    'The restore was stopped before it was complete; the data are as they were before.',
  )
  await expectEmpty(url)
})

test('a folder without a database is refused instead of getting one', async () => {
  const dataDir = join(folder, 'nothing')
  const config = readConfig({ TRADEHALL_DATA_DIR: dataDir })
  await expect(backup(config, { to: join(folder, 'none') })).rejects.toThrow(
    `There is no database in the data folder ${dataDir}; set TRADEHALL_DATA_DIR to the folder that has one, or TRADEHALL_DATABASE_URL.`,
  )
  expect(existsSync(dataDir)).toBe(false)
})

test('a disk that is full is reported in one sentence, and no file is left', needs(LINUX), () => {
  const to = join(folder, 'full.backup')
  // Files may have some kilobytes; beyond that writing fails, as it does on a full disk.
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`, process.execPath, PROGRAM, 'backup', '--to', to],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_DISABLE_COMPILE_CACHE: '1',
        TRADEHALL_DATABASE_URL: demoUrl,
        TRADEHALL_DATA_DIR: join(folder, 'data'),
      },
    },
  )
  expect(stderr).toMatch(/^The backup has failed \(EFBIG: file too large, write\); no file was written\.\n$/)
  expect(status).toBe(1)
  expect(existsSync(to) || existsSync(`${to}.part`)).toBe(false)
})

const PG_DUMP: Requirement = await (async () => {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' })
  const [own = 0] = /\d+/.exec(stdout ?? '') ?? []
  const [server] = await withDatabase(demoUrl, (db) => db`show server_version`)
  const met = Number(own) >= Number.parseInt(String(server?.server_version), 10)
  return { met, missing: `there is no pg_dump for PostgreSQL ${server?.server_version}` }
})()

test('a database that pg_dump and pg_restore have copied is the same', needs(PG_DUMP), async () => {
  const url = await emptyDatabase()
  const dump = join(folder, 'demo.dump')
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  }
  run('pg_dump', '--format=custom', `--file=${dump}`, demoUrl)
  run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${url}`, dump)
  const output = captureOutput()
  expect(await compare(on(demoUrl), { with: url })).toBe(0)
  expect(output()).toMatch(/^Both databases have the same \d+ rows in \d+ tables\.$/m)
})
