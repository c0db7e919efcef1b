import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, demoTemplate } from '../../../test/database.ts'
import { createTestPlatform } from '../../../test/platform.ts'
import { until } from '../../../test/time.ts'
import { modulesFor } from '../../composition.ts'
import { DEMO } from '../../modules/identity/index.ts'
import { setStock } from '../../modules/stock/index.ts'
import { connect, type Queryable } from '../database.ts'
import type { Platform } from '../index.ts'
import { analyzeGrownTables, startStatistics } from './statistics.ts'

modulesFor('sandbox')

async function demoPlatform(url?: string): Promise<Platform> {
  const databaseUrl = url ?? (await createTestDatabase(onTestFinished, demoTemplate))
  // One session, so that it is the one whose plans are cached.
  const platform = await createTestPlatform(databaseUrl, { databasePool: 1 })
  // Autovacuum would analyze the tables at an unpredictable time.
  for (const table of ['stock.transactions', 'stock.postings', 'stock.levels']) {
    await platform.db.unsafe(`alter table ${table} set (autovacuum_enabled = off)`)
  }
  return platform
}

/** Writes the stock of many variants in the session of the transaction, whose plans of foreign key checks are cached. */
async function writeStock(platform: Platform, db: Queryable, ids: readonly string[], onHand: number) {
  const changes = ids.map((variantId) => ({ variantId, to: { onHand } }))
  await setStock({ ...platform, db }, DEMO.brandId, changes)
}

/** Runs a statement, and lets the database count its rows at once. */
const grow = (db: Platform['db'], statement: string) =>
  db.begin(async (tx) => {
    await tx.unsafe(statement)
    await tx`select pg_stat_force_next_flush()`
  })

const growTransactions = (db: Platform['db'], count: number) =>
  grow(
    db,
    `insert into stock.transactions (brand_id, id, movement_type, related_id, created_at)
    select '${DEMO.brandId}', gen_random_uuid(), 'manual', 'growth', now() from generate_series(1, ${count})`,
  )

/** The sequential scans that the session has counted and not flushed yet. */
const wholeReads = async (db: Queryable) => {
  const [row] = await db<{ scans: number }[]>`
    select seq_scan as scans from pg_stat_xact_user_tables
    where schemaname = 'stock' and relname = 'transactions'`
  return row?.scans ?? 0
}

test('foreign key checks that were planned for a small table do not scan all of it after it has grown', async () => {
  const platform = await demoPlatform()
  const { db } = platform
  const ids = (
    await db<{ id: string }[]>`
      select variant_id as id from stock.levels
      where brand_id = ${DEMO.brandId} and not is_always_in_stock order by variant_id limit 50`
  ).map(({ id }) => id)
  await db`truncate stock.transactions, stock.postings`
  await growTransactions(db, 5)
  await db`analyze stock.transactions`
  let turn = 100_000
  const scansOfAWrite = () =>
    db.begin(async (tx) => {
      turn += 1
      const before = await wholeReads(tx)
      await writeStock(platform, tx, ids, turn)
      return (await wholeReads(tx)) - before
    })
  expect(await scansOfAWrite(), 'the plan for the small table').toBeGreaterThanOrEqual(ids.length)
  await growTransactions(db, 2_000)
  expect(await scansOfAWrite(), 'the cached plan').toBeGreaterThanOrEqual(ids.length)
  expect(await analyzeGrownTables(db)).toContain('stock.transactions')
  expect(await scansOfAWrite()).toBe(0)
})

test('a table is analyzed when it has doubled, and a small one never', async () => {
  const { db } = await demoPlatform()
  await analyzeGrownTables(db)
  expect(await analyzeGrownTables(db)).toEqual([])
  await db`create table small (n int)`
  await grow(db, 'insert into small select generate_series(1, 100)')
  expect(await analyzeGrownTables(db)).toEqual([])
  await grow(db, 'insert into small select generate_series(1, 3000)')
  expect(await analyzeGrownTables(db)).toEqual(['small'])
  await grow(db, 'insert into small select generate_series(1, 1500)')
  expect(await analyzeGrownTables(db)).toEqual([])
  await grow(db, 'insert into small select generate_series(1, 3000)')
  expect(await analyzeGrownTables(db)).toEqual(['small'])
})

test('a locked table does not delay the others', async () => {
  const url = await createTestDatabase(onTestFinished, demoTemplate)
  const { db } = await demoPlatform(url)
  const other = connect(url, { pool: 1, name: 'lock' })
  onTestFinished(() => other.end())
  await analyzeGrownTables(db)
  for (const name of ['locked', 'free']) {
    await grow(db, `create table ${name} as select generate_series(1, 3000) as n`)
  }
  await other.begin(async (tx) => {
    await tx`lock table locked in access exclusive mode`
    expect(await analyzeGrownTables(db)).toEqual(['locked', 'free'])
    expect(await analyzeGrownTables(db)).toEqual(['locked'])
  })
  expect(await analyzeGrownTables(db)).toEqual(['locked'])
  expect(await analyzeGrownTables(db)).toEqual([])
})

test('a worker keeps the statistics while it runs', async () => {
  const { db, log } = await demoPlatform()
  const statistics = startStatistics({ db, log })
  onTestFinished(() => statistics.stop())
  await growTransactions(db, 5_000)
  await until(async () => {
    const [row] = await db<{ rows: number }[]>`
      select reltuples::bigint as rows from pg_class where oid = 'stock.transactions'::regclass`
    return (row?.rows ?? 0) >= 5_000
  })
})
