import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { afterAllTests } from '../../../test/clean-up.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { connect, type Database } from '../database.ts'
import {
  classifyTables,
  FIRST_DISTRIBUTED,
  LOCAL_TABLES_OF_BRANDS,
  REFERENCE_TABLES,
} from './table-classes.ts'

let db: Database
const cleanUp = afterAllTests()
beforeAll(async () => {
  db = connect(await createTestDatabase(cleanUp), { pool: 1, name: 'tests' })
  cleanUp(() => db.end())
})

const ofClass = async (wanted: string) =>
  (await classifyTables(db)).filter((one) => one.class === wanted).map(({ table }) => table)

test('tables with the brand in their key are distributed, those of all brands are not', async () => {
  const distributed = await ofClass('distributed')
  expect(distributed).toContain(FIRST_DISTRIBUTED)
  expect(distributed).toContain('stock.level_changes')
  expect((await ofClass('reference')).toSorted()).toEqual(REFERENCE_TABLES.toSorted())
  const local = await ofClass('local')
  expect(local).toEqual(
    expect.arrayContaining([...LOCAL_TABLES_OF_BRANDS, 'platform.outbox', 'identity.sessions']),
  )
  expect(local).not.toContain('public.schemaversion')
})

/**
 * Tables with the brand in a column that are not distributed: rows of the operator and of retailers have no brand, or
 * the table is read for all brands at once. A new table with the brand is added here, or is a reference table, or has
 * the brand in its key.
 */
const LOCAL_WITH_A_BRAND = [
  'identity.audit',
  'identity.support_sessions',
  'platform.due_brands',
  'platform.outbox',
  'platform.owned_ids',
  'sandbox.autopilots',
  'sandbox.recordings',
  'sandbox.requests',
]

test('a table with the brand in another column than its key is listed here or a reference table', async () => {
  const rows = await db<{ table: string }[]>`
    select attrelid::regclass::text as table from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r'
    where attname = 'brand_id' order by 1`
  const placed = new Set([...(await ofClass('distributed')), ...REFERENCE_TABLES] as string[])
  expect(rows.map(({ table }) => table).filter((table) => !placed.has(table))).toEqual(LOCAL_WITH_A_BRAND)
})

test('every unique key of a distributed table contains the brand', async () => {
  expect(await keysWithoutBrand(await ofClass('distributed'))).toEqual([])
})

test('a unique key without the brand would be found', async () => {
  await db`create table sandbox.flawed (brand_id uuid, id uuid unique, primary key (brand_id, id))`
  onTestFinished(async () => void (await db`drop table sandbox.flawed`))
  expect(await keysWithoutBrand(await ofClass('distributed'))).toEqual(['sandbox.flawed_id_key'])
})

async function keysWithoutBrand(tables: readonly string[]): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select indexrelid::regclass::text as key
    from pg_index
    where indisunique and indrelid::regclass::text = any(${tables as string[]}::text[]) and not exists (
      select 1 from pg_attribute where attrelid = indrelid and attname = 'brand_id' and attnum = any(indkey)
    )`
  return rows.map(({ key }) => key)
}

/** Citus accepts no other foreign keys. */
test('foreign keys of distributed tables lead to tables of the same brand, or to reference tables', async () => {
  const [distributed, reference] = [
    new Set(await ofClass('distributed')),
    new Set(await ofClass('reference')),
  ]
  const keys = await db<{ from: string; to: string; columns: string[]; referenced: string[] }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to,
      array(select attname::text from unnest(conkey) with ordinality as k (n, i)
        join pg_attribute on attrelid = conrelid and attnum = n order by i) as columns,
      array(select attname::text from unnest(confkey) with ordinality as k (n, i)
        join pg_attribute on attrelid = confrelid and attnum = n order by i) as referenced
    from pg_constraint
    where contype = 'f' and connamespace::regnamespace::text <> 'graphile_worker'`
  const isAccepted = ({ from, to, columns, referenced }: (typeof keys)[number]) => {
    if (reference.has(to)) return true
    if (!distributed.has(from) && !distributed.has(to)) return !reference.has(from)
    return (
      distributed.has(from) &&
      distributed.has(to) &&
      columns.indexOf('brand_id') === referenced.indexOf('brand_id') &&
      columns.includes('brand_id')
    )
  }
  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter((key) => !isAccepted(key))).toEqual([])
})

test('identity columns of distributed tables are bigints, the only ones that Citus distributes', async () => {
  const columns = await db<{ table: string; type: string }[]>`
    select attrelid::regclass::text as table, atttypid::regtype::text as type
    from pg_attribute join pg_class on pg_class.oid = attrelid and relkind = 'r'
    where attidentity <> ''`
  const distributed = new Set(await ofClass('distributed'))
  expect(columns.filter(({ table, type }) => distributed.has(table) && type !== 'bigint')).toEqual([])
})

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** The one that offers `platform.distribute_by_brand`; earlier ones run before a database is distributed. */
const FIRST_WITH_DISTRIBUTION = 96

test('a migration distributes a new table before it creates foreign keys of it', () => {
  const later = globSync('*.sql', { cwd: MIGRATIONS }).filter(
    (file) => Number.parseInt(file, 10) > FIRST_WITH_DISTRIBUTION,
  )
  expect(later.length).toBeGreaterThan(0)
  for (const file of later) expect(undistributedIn(readFileSync(MIGRATIONS + file, 'utf8')), file).toEqual([])
})

test('a migration that forgets it would be found', () => {
  const table = (rest: string) => `create table catalog.labels (
    brand_id uuid not null, id uuid not null,
    constraint labels_pkey primary key (brand_id, id)${rest}
  );`
  const call = `select platform.distribute_by_brand('catalog.labels');`
  const key =
    'alter table catalog.labels add constraint labels_product_fkey foreign key (brand_id, id) references catalog.products;'
  expect(undistributedIn(table(''))).toEqual(['catalog.labels'])
  expect(undistributedIn(`${table('')} ${key} ${call}`)).toEqual(['catalog.labels'])
  expect(
    undistributedIn(`${table(', foreign key (brand_id, id) references catalog.products')} ${call}`),
  ).toEqual(['catalog.labels'])
  expect(undistributedIn(`${table('')} ${call} ${key}`)).toEqual([])
  expect(undistributedIn('create table platform.notes (id uuid primary key, brand_id uuid);')).toEqual([])
})

/** New tables with the brand in their key that are never distributed, or only after they have a foreign key. */
function undistributedIn(migration: string): string[] {
  return migration.split(/(?=create table )/i).flatMap((part) => {
    const [created = '', table] = /^create table (\S+) \([\s\S]*?\n\s*\);/i.exec(part) ?? []
    if (!table || !/primary key \([^)]*\bbrand_id\b/i.test(created)) return []
    if ((LOCAL_TABLES_OF_BRANDS as readonly string[]).includes(table)) return []
    const call = migration.indexOf(`platform.distribute_by_brand('${table}')`)
    const key = migration.search(new RegExp(`alter table ${table}\\b[^;]*foreign key`, 'i'))
    const isPlaced = call >= 0 && !/foreign key|references/i.test(created) && (key < 0 || call < key)
    return isPlaced ? [] : [table]
  })
}

test('a constraint has its name on a shard too, with a number at the end', async () => {
  const rows = await db<{ name: string }[]>`select distinct conname::text as name from pg_constraint`
  // Citus shortens what has no room for the number, and `violatedConstraint` takes the number away.
  const changed = rows.filter(({ name }) => name.length > 50 || /_\d{6,}$/.test(name))
  expect(changed).toEqual([])
})
