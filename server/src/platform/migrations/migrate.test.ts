import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { afterAllTests } from '../../../test/clean-up.ts'
import { createTestDatabase, demoTemplate } from '../../../test/database.ts'
import { connect, type Database } from '../database.ts'
import type { Patience } from './apply.ts'
import { MIGRATIONS_FOLDER } from './files.ts'
import { isMigrated, type MigrateOptions, migrateDatabase, migrationState, schemaState } from './migrate.ts'
import type { MigrationEvent } from './report.ts'

let url: string
let db: Database
const cleanUp = afterAllTests()
beforeAll(async () => {
  url = await createTestDatabase(cleanUp)
  db = connect(url, { pool: 2, name: 'test' })
  cleanUp(() => db.end())
})

/** Stops waiting for a lock soon, and retries until it is released. */
const HASTY: Patience = { lockTimeoutMs: 50, lookEveryMs: 20, maxTries: 10_000, pauseMs: () => 5 }
/** Waits for a lock until somebody releases it. */
const PATIENT: Patience = { ...HASTY, lockTimeoutMs: 100_000 }

let newest = 1000

/** A folder with one migration, whose number is higher than all others. */
function fileWith(sql: string): { folder: string; file: string; name: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tradehall-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const name = `test-${++newest}`
  const file = `${newest}.do.${name}.sql`
  writeFileSync(join(folder, file), sql)
  return { folder, file, name }
}

/** Runs a migration, and collects what it reports. */
function start(options: MigrateOptions, databaseUrl = url) {
  const events: MigrationEvent[] = []
  const done = migrateDatabase(databaseUrl, {
    patience: HASTY,
    report: (event) => events.push(event),
    ...options,
  })
  // Awaited later.
  done.catch(() => {})
  const sentences = () => events.flatMap((event) => (event.kind === 'waiting' ? event.sentence : []))
  return {
    done,
    events,
    says: (sentence: RegExp) => expect.poll(() => sentences().join('\n')).toMatch(sentence),
  }
}

/** Opens a transaction that has run `sql`, and returns how to end it. */
async function hold(sql: string): Promise<() => Promise<void>> {
  const aside = connect(url, { pool: 1, name: 'nightly export' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
  const transaction = aside.begin(async (tx) => {
    await tx.unsafe(sql)
    isHeld()
    await released
  })
  await held
  const letGo = async () => {
    release()
    await transaction
    await aside.end()
  }
  return letGo
}

test('a file is one transaction, and its failure is a sentence with file, line, message and remedy', async () => {
  const { folder, file } = fileWith(
    'create table public.half (id int);\n\n-- Why.\nalter table public.nothing\n  add column a int;',
  )
  await expect(start({ folder }).done).rejects.toThrow(
    `The migration ${file}, line 4 (alter table public.nothing) failed: relation "public.nothing" does not exist. Nothing of this file was applied; remove the cause, and run \`tradehall migrate\` again.`,
  )
  expect(await db`select to_regclass('public.half') as name`).toEqual([{ name: null }])
  writeFileSync(join(folder, file), 'create table public.half (id int);')
  expect(await migrateDatabase(url, { folder })).toEqual({ applied: [`test-${newest}`] })
  expect(await migrateDatabase(url, { folder })).toEqual({ applied: [] })
})

test('the wait for a held lock ends soon, so that requests can continue, and is retried', async () => {
  await db`create table public.busy (id int primary key)`
  const { folder, file, name } = fileWith('alter table public.busy add column note text;')
  const release = await hold('select from public.busy')
  const migration = start({ folder })
  await migration.says(
    new RegExp(
      `^${file}, line 1: canceling statement due to lock timeout; try 2 of 10000 follows in 0.005 s.$`,
      'm',
    ),
  )
  // Requests queue behind a statement that waits for its lock: without its limit this one would never end.
  expect(await db`select from public.busy`).toEqual([])
  await release()
  expect(await migration.done).toEqual({ applied: [name] })
})

test('the number of tries is limited, and the final error says who holds the lock', async () => {
  await db`create table public.taken (id int primary key)`
  const { folder, file } = fileWith('alter table public.taken add column note text;')
  onTestFinished(await hold('select from public.taken'))
  const patience = { ...HASTY, lockTimeoutMs: 300 }
  // The try in which the holder is seen is the last one, because how many it takes depends on the machine.
  const report = ({ kind, ...event }: MigrationEvent) => {
    if (kind === 'waiting' && 'sentence' in event && event.sentence.includes('holds.')) patience.maxTries = 1
  }
  await expect(migrateDatabase(url, { folder, patience, report })).rejects.toThrow(
    new RegExp(
      `^The migration ${file}, line 1 \\(.+\\) did not get the lock on taken in \\d+ tries, because process \\d+ \\(nightly export, idle in a transaction for \\d+ s\\) holds it; end that transaction, and run`,
    ),
  )
})

test('the holder of the lock is reported during the wait', async () => {
  await db`create table public.watched (id int primary key)`
  const { folder, file, name } = fileWith('alter table public.watched add column note text;')
  const release = await hold('select from public.watched')
  const migration = start({ folder, patience: PATIENT })
  await migration.says(
    new RegExp(
      `^${file}, line 1 waits for a lock on watched that process \\d+ \\(nightly export, .+\\) holds\\.$`,
      'm',
    ),
  )
  await release()
  expect(await migration.done).toEqual({ applied: [name] })
})

test('the statements of a file share the lock timeout, and timeouts for requests do not apply', async () => {
  const { folder } = fileWith(`
    create table public.settings_seen as
      select current_setting('lock_timeout') as first, current_setting('statement_timeout') as statement,
        current_setting('client_connection_check_interval') as death;
    select pg_sleep(0.3);
    alter table public.settings_seen add column last text;
    update public.settings_seen set last = current_setting('lock_timeout');`)
  const limited = new URL(url)
  limited.searchParams.set('options', '-c statement_timeout=90000')
  await migrateDatabase(limited.href, { folder, patience: { ...HASTY, lockTimeoutMs: 60_000 } })
  const [seen] = await db`select * from public.settings_seen`
  expect(seen).toEqual({
    first: '1min',
    statement: '0',
    death: '10s',
    last: expect.stringMatching(/^\d+ms$/),
  })
  expect(Number.parseInt(String(seen?.last), 10)).toBeLessThanOrEqual(59_700)
})

/** Raises an error when it runs for the first time: a sequence is not rolled back. */
const failOnce = (sequence: string, code: string) => `
  do $$ begin
    if nextval('${sequence}') = 1 then raise exception 'failed once' using errcode = '${code}'; end if;
  end $$;`

test('a deadlock rolls the file back and retries it', async () => {
  await db`create sequence public.deadlocks`
  const { folder, name } = fileWith(
    `create table public.tried (id int); ${failOnce('public.deadlocks', '40P01')}`,
  )
  const migration = start({ folder })
  expect(await migration.done).toEqual({ applied: [name] })
  await migration.says(/failed once; try 2 of 10000/)
})

test('a resumable file changes rows in batches, and continues where it was interrupted', async () => {
  await db`create table public.filled (id int primary key, twice int)`
  await db`insert into public.filled select generate_series(1, 25)`
  await db`create sequence public.interruptions`
  const { folder, file, name } = fileWith(`-- resumable: many rows
-- repeat until 0 rows
update public.filled set twice = 2 * id
where id in (select id from public.filled where twice is null order by id limit 10);
${failOnce('public.interruptions', '22000')}
-- A comment with a semicolon; it ends no statement.
create index concurrently if not exists filled_twice_idx on public.filled (twice);
`)
  const interrupted = start({ folder })
  await expect(interrupted.done).rejects.toThrow(
    /line 6 .+ What this file has done is kept and continued by the next run; remove the cause/,
  )
  const rowsOf = (events: MigrationEvent[]) =>
    events.flatMap((event) => (event.kind === 'rows' ? event.rows : []))
  expect(rowsOf(interrupted.events)).toEqual([10, 20, 25])
  expect(await db`select count(*)::int as n, sum(twice)::int as sum from public.filled`).toEqual([
    { n: 25, sum: 650 },
  ])

  const continued = start({ folder })
  expect(await continued.done).toEqual({ applied: [name] })
  expect(rowsOf(continued.events)).toEqual([])
  expect(continued.events[0]).toMatchObject({ kind: 'begun', file, isResumable: true, number: 1, of: 1 })
  expect(await isIndexValid('filled_twice_idx')).toBe(true)
})

async function isIndexValid(index: string): Promise<unknown> {
  const [row] = await db`select indisvalid as valid from pg_index where indexrelid = ${index}::regclass`
  return row?.valid
}

test('an index whose build was interrupted is dropped and built again', async () => {
  await db`create table public.indexed (id int)`
  await db`insert into public.indexed values (1), (1)`
  const { folder, name } = fileWith(
    '-- resumable: an index\ncreate unique index concurrently if not exists indexed_key on public.indexed (id);',
  )
  await expect(start({ folder }).done).rejects.toThrow(/correct the rows that contradict this constraint/)
  expect(await isIndexValid('public.indexed_key')).toBe(false)
  await db`truncate public.indexed`
  expect(await migrateDatabase(url, { folder })).toEqual({ applied: [name] })
  expect(await isIndexValid('public.indexed_key')).toBe(true)
})

test('of two concurrent migrations one waits, without blocking a concurrent index build', async () => {
  await db`create table public.shared (id int)`
  const { folder, name } = fileWith(
    '-- resumable: an index\ncreate index concurrently if not exists shared_idx on public.shared (id);',
  )
  const release = await hold('insert into public.shared values (1)')
  const first = start({ folder })
  // A concurrent index build has no lock timeout, because no request waits behind it.
  await first.says(/line 2 waits for a lock.* that process \d+ \(nightly export/)
  const second = start({ folder })
  await second.says(
    /^Another process migrates this database \(process \d+ of the database.*, connected for \d+ s\); waiting for it\.$/m,
  )
  await release()
  expect(await Promise.all([first.done, second.done])).toEqual([{ applied: [name] }, { applied: [] }])
})

test('a lost connection is reported in a sentence, and the next run continues', async () => {
  await db`create table public.cut (id int)`
  const { folder, file, name } = fileWith('alter table public.cut add column note text;')
  const release = await hold('select from public.cut')
  const migration = start({ folder, patience: PATIENT })
  await migration.says(/waits for a lock on cut/)
  await db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tradehall migrate'`
  await expect(migration.done).rejects.toMatchObject({
    code: 'DATABASE_AWAY',
    message: `the connection was lost (terminating connection due to administrator command) while ${file} was applied; what was applied before is kept, and \`tradehall migrate\` continues from there`,
  })
  await release()
  expect(await migrateDatabase(url, { folder })).toEqual({ applied: [name] })
})

test('a file with a lower number than the newest is applied, and missing until then', async () => {
  const copy = await createTestDatabase()
  const other = connect(copy, { pool: 1, name: 'test' })
  onTestFinished(() => other.end())
  const { version: last } = (
    await other`select max(version)::int as version from public.schemaversion`
  )[0] as {
    version: number
  }
  expect(await isMigrated(other)).toBe(true)
  // The migration of the write probe, on which no other one depends.
  await other`delete from public.schemaversion where version = 56`
  await other`drop table platform.write_probe`
  expect(await isMigrated(other)).toBe(false)
  expect(await schemaState(other)).toEqual({ isNew: false, isBehind: true, isAhead: false })
  expect(await migrationState(other)).toMatchObject({ applied: 55, expected: last })
  expect(await migrateDatabase(copy)).toEqual({ applied: ['write-probe'] })
  expect(await migrationState(other)).toMatchObject({ applied: last, expected: last })
})

/** The file as it was first merged. */
const QUOTE_RETENTION = `-- Quotes that nobody can confirm any more are deleted with their request, which knows them: an index over all quotes would
-- cost every request for quotes more than everything else that it writes.
alter table shipping.quote_requests add column quote_ids uuid[];
update shipping.quote_requests
set quote_ids = coalesce(made.ids, '{}')
from shipping.quote_requests as request
left join (
  select brand_id, request_id, array_agg(id) as ids from shipping.quotes group by brand_id, request_id
) as made on made.brand_id = request.brand_id and made.request_id = request.id
where quote_requests.brand_id = request.brand_id and quote_requests.id = request.id;
alter table shipping.quote_requests alter column quote_ids set not null;
create index quote_requests_age_idx on shipping.quote_requests (created_at, id);
`

test('a database with the earlier form of a file that was replaced is upgraded', async () => {
  const [earlier, present] = ['earlier', 'present'].map(() =>
    mkdtempSync(join(tmpdir(), 'tradehall-migrations-')),
  ) as [string, string]
  onTestFinished(() => [earlier, present].forEach((folder) => void rmSync(folder, { recursive: true })))
  for (const file of readdirSync(MIGRATIONS_FOLDER).filter((name) => name < '0036')) {
    copyFileSync(join(MIGRATIONS_FOLDER, file), join(present, file))
    if (!file.startsWith('0034')) copyFileSync(join(MIGRATIONS_FOLDER, file), join(earlier, file))
  }
  writeFileSync(join(earlier, '0034.do.quote-retention.sql'), QUOTE_RETENTION)
  const old = await createTestDatabase(onTestFinished, 'template0')
  await migrateDatabase(old, { folder: earlier })
  expect(await migrateDatabase(old, { folder: present })).toEqual({ applied: ['quotes-in-their-request'] })
  const reader = connect(old, { pool: 1, name: 'test' })
  onTestFinished(() => reader.end())
  const columns = await reader<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'shipping.quote_requests'::regclass and attnum > 0 and not attisdropped`
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['number', 'quotes', 'is_kept']))
  expect(columns.map(({ name }) => name)).not.toContain('quote_ids')
})

test('a database with the earlier form of a file that wrote a superfluous member loses that member', async () => {
  const copy = await createTestDatabase(onTestFinished, demoTemplate)
  const other = connect(copy, { pool: 1, name: 'test' })
  onTestFinished(() => other.end())
  const md5Of = () => other`select md5 from public.schemaversion where version = 54`
  const before = await md5Of()
  await other`update public.schemaversion set md5 = '2569f3274384a19b1943dac678afbfd7' where version = 54`
  await other`
    update ordering.orders set shipping_method = 'fulfillment', shipment = '{"outsideId": "a", "requestId": null}'
    where id = (select id from ordering.orders order by id limit 1)`
  expect(await migrateDatabase(copy)).toEqual({ applied: [] })
  expect(await md5Of()).toEqual(before)
  expect(await other`select shipment from ordering.orders where shipment->>'outsideId' = 'a'`).toEqual([
    { shipment: { outsideId: 'a' } },
  ])
})
