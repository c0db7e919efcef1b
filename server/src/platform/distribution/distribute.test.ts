import { expect, onTestFinished, test } from 'vitest'
import { callsOf, installCitusStandIn } from '../../../test/citus-stand-in.ts'
import { createTestDatabase, demoTemplate } from '../../../test/database.ts'
import { connect, type Database } from '../database.ts'
import { planDistribution } from './distribute.ts'
import { readState, type Step, unplacedTables, type Wanted } from './steps.ts'
import { describeOpen, readOpenDistribution, refuseUnfinishedDistribution } from './unfinished.ts'

const WANTED: Wanted = {
  coordinator: { host: 'one', port: 5432 },
  workers: [
    { host: 'two', port: 5432 },
    { host: 'three', port: 5433 },
  ],
}

/** A database with the demo data, so that tables have rows. */
async function database(): Promise<{ db: Database; url: string }> {
  const url = await createTestDatabase(onTestFinished, demoTemplate)
  const db = connect(url, { pool: 1, name: 'tradehall distribute' })
  onTestFinished(() => db.end())
  return { db, url }
}

async function cluster(options?: Parameters<typeof installCitusStandIn>[1]): Promise<Database> {
  const { db } = await database()
  await installCitusStandIn(db, options)
  return db
}

async function run(db: Database, wanted: Wanted = WANTED): Promise<Step[]> {
  const done: Step[] = []
  const { run } = await planDistribution(db, wanted)
  await run((step) => void done.push(step))
  return done
}

const keysOf = async (db: Database) =>
  await db`
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
    from pg_constraint where contype = 'f' order by 1, 2`

test('a database with rows is distributed: nodes, dropped foreign keys, tables, created foreign keys', async () => {
  const db = await cluster()
  const keys = await keysOf(db)
  const [before] = await db`select count(*) from ordering.orders`
  const done = await run(db, { ...WANTED, shards: 64 })

  const kinds = done.map(({ kind }) => kind)
  const order = [...new Set(kinds)]
  expect(order).toEqual([
    'coordinator',
    'worker',
    'setting',
    'extension',
    'drop-keys',
    'reference',
    'function',
    'distribute',
    'node-function',
    'joint',
    'remove-copy',
    'restore-key',
  ])
  expect(await keysOf(db)).toEqual(keys)
  expect(keys.length).toBeGreaterThan(50)
  expect(await db`select count(*) from ordering.orders`).toEqual([before])
  const state = await readState(db)
  expect(unplacedTables(state)).toEqual([])
  expect(state.droppedKeys).toEqual([])

  const calls = await callsOf(db)
  expect(calls.slice(0, 3)).toEqual(['coordinator one:5432', 'worker two:5432', 'worker three:5433'])
  const distributed = calls.filter((call) => call.startsWith('distribute '))
  expect(distributed[0]).toBe('distribute catalog.products in 64')
  expect(distributed).toContain('distribute ordering.orders')
  expect(distributed.some((call) => call.includes('autopilots'))).toBe(false)
  expect(calls).toContain('reference fulfillment.enrolments')
  expect(calls.filter((call) => call.startsWith('function '))).toEqual(
    expect.arrayContaining([
      'function platform.first_real_time(timestamp with time zone)',
      'function ordering.pending_decision(text,text,text)',
    ]),
  )
  // The functions of lists read this table on the node that evaluates them, and an index of orders calls one of them.
  expect(calls.indexOf('reference platform.clock_moves')).toBeLessThan(
    calls.findIndex((call) => call.startsWith('function ')),
  )
})

test('a second run changes nothing, and a new table or node is added by the next one', async () => {
  const db = await cluster()
  await run(db)
  // The stand-in for Citus does not move rows, so the tables look as if copies had stayed behind on the coordinator.
  const repeated = await planDistribution(db, WANTED)
  expect(new Set(repeated.steps.map(({ kind }) => kind))).toEqual(new Set(['remove-copy']))

  expect(await readOpenDistribution(db)).toEqual({ tables: [], foreignKeys: [], functions: [], settings: [] })
  await db`create table catalog.labels (brand_id uuid, id uuid, product_id uuid, primary key (brand_id, id))`
  expect((await readOpenDistribution(db))?.tables).toEqual(['catalog.labels'])
  const added = { host: 'four', port: 5432 }
  const { steps } = await planDistribution(db, { ...WANTED, workers: [...WANTED.workers, added] })
  const others = steps.filter(
    ({ kind, of }) => !['remove-copy', 'extension'].includes(kind) || of === 'catalog.labels',
  )
  expect(others.map(({ kind, of }) => `${kind} ${of}`)).toEqual([
    'worker four:5432',
    'distribute catalog.labels',
    'remove-copy catalog.labels',
  ])
})

test('a run that ends in the middle of a step loses no key, and the next one continues', async () => {
  const db = await cluster()
  const keys = await keysOf(db)
  for (const call of [
    'reference identity.users',
    'distribute catalog.products',
    'distribute stock.levels',
    'remove copy stock.levels',
  ]) {
    await db`insert into public.failing_call values (${call})`
    await expect(run(db)).rejects.toThrow(
      /^The database refuses the step "[^"]+": the node is away in the middle of .+\. Correct the cause, and run `tradehall distribute` again; the steps before it are done\.$/,
    )
    const { droppedKeys } = await readState(db)
    expect(droppedKeys.length + (await keysOf(db)).length).toBe(keys.length)
    expect(droppedKeys.length).toBeGreaterThan(0)
    await expect(refuseUnfinishedDistribution(db)).rejects.toThrow(
      /^The database is distributed in part \(.*foreign keys that are dropped: .+ and \d+ more.*\); stop all API nodes and workers, and run `tradehall distribute` until it has ended\.$/,
    )
    await db`delete from public.failing_call`
  }
  await run(db)
  const calls = (await callsOf(db)).filter((call) => /^(worker|reference|distribute|function) /.test(call))
  expect(new Set(calls).size).toBe(calls.length)
  expect(await keysOf(db)).toEqual(keys)
  expect((await readState(db)).droppedKeys).toEqual([])
  await refuseUnfinishedDistribution(db)
})

test('a table, a dropped foreign key and a function that are open are named, each by itself', async () => {
  const db = await cluster()
  await refuseUnfinishedDistribution(db)
  await run(db)
  const refusal = async () => describeOpen((await readOpenDistribution(db)) as never)
  expect(await refusal()).toBeUndefined()
  await db`create function ordering.added() returns integer language sql as 'select 1'`
  expect(await refusal()).toContain('in part (functions that the nodes lack: ordering.added())')
  await db`drop function ordering.added()`
  await db`insert into platform.dropped_foreign_keys (relation, name, definition) values ('stock.levels', 'x', '')`
  expect(await refusal()).toContain('in part (foreign keys that are dropped: stock.levels x)')
  await db`delete from platform.dropped_foreign_keys`
  await db`delete from pg_dist_partition where logicalrelid = 'stock.levels'::regclass`
  expect(await refusal()).toContain('in part (tables that are not distributed yet: stock.levels)')
})

test('a database on one server is asked one small question', async () => {
  const { db } = await database()
  const asked: string[] = []
  const counting = new Proxy(db, {
    apply(target, self, args) {
      asked.push(String(args[0]))
      return Reflect.apply(target, self, args)
    },
  })
  await refuseUnfinishedDistribution(counting)
  expect(asked).toHaveLength(1)
})

test('a migration places a new table with the others, and does nothing in a plain database', async () => {
  const db = await cluster()
  await run(db)
  await db`create table catalog.labels (brand_id uuid, id uuid, primary key (brand_id, id))`
  await db`select platform.distribute_by_brand('catalog.labels')`
  expect((await callsOf(db)).at(-1)).toBe('distribute catalog.labels')

  const { db: plain } = await database()
  expect(await readOpenDistribution(plain)).toBeUndefined()
  await plain`create table catalog.labels (brand_id uuid, id uuid, primary key (brand_id, id))`
  await plain`select platform.distribute_by_brand('catalog.labels')`
  await installCitusStandIn(plain)
  await plain`select platform.distribute_by_brand('catalog.labels')`
  expect(await callsOf(plain)).toEqual([])
  // The extension alone distributes nothing.
  expect(await readOpenDistribution(plain)).toBeUndefined()
})

test('clocks of nodes may differ: changes of the last second are read again', async () => {
  const db = await cluster()
  const lag = async () => {
    const [row] = await db<[{ seconds: number }]>`
      select extract(epoch from platform.clock_time(statement_timestamp()) - platform.changes_complete_until())::float8 as seconds`
    return row.seconds
  }
  expect(await lag()).toBeLessThan(1)
  await run(db)
  const [setting] = await db`
    select setconfig from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
    where datname = current_database()`
  expect(setting?.setconfig).toEqual(
    expect.arrayContaining(['citus.enable_unsafe_triggers=on', 'tradehall.clock_tolerance=1s']),
  )
  await db.begin(async (tx) => {
    await tx`set local tradehall.clock_tolerance = '1s'`
    const [row] = await tx<[{ isEarlier: boolean }]>`
      select platform.changes_complete_until() <= platform.clock_time(statement_timestamp() - interval '1 second') as "isEarlier"`
    expect(row.isEarlier).toBe(true)
  })
})

test('a database that cannot be distributed is refused before anything is changed', async () => {
  const { db, url } = await database()
  await expect(run(db)).rejects.toThrow(
    'The database has no Citus extension; add citus to shared_preload_libraries of every node, and run `create extension citus` in this database on every node.',
  )
  await installCitusStandIn(db)
  await expect(run(db, { ...WANTED, workers: [] })).rejects.toThrow(
    'The cluster has no worker node; name each one with --worker host:port.',
  )
  const server = connect(url, { pool: 1, name: 'tradehall api' })
  onTestFinished(() => server.end())
  await server`select 1`
  await expect(run(db)).rejects.toThrow(
    /^Tradehall is running on this database \(\d connections: tradehall api\); stop all API nodes and workers first\.$/,
  )
  await server.end()
  await db`delete from public.schemaversion where version = (select max(version) from public.schemaversion)`
  await expect(run(db)).rejects.toThrow(
    'The database is not migrated to this version; run `tradehall migrate` first.',
  )
  expect(await callsOf(db)).toEqual([])
})

test('an old Citus, a worker instead of the coordinator, and a node that refuses are named', async () => {
  for (const version of ['Citus 11.3.0 on x', 'Citus 13.0.4 on x']) {
    await expect(run(await cluster({ version }))).rejects.toThrow(
      `The database has ${version}; Tradehall needs Citus 13.1 or later.`,
    )
  }
  await expect(run(await cluster({ group: 2 }))).rejects.toThrow(
    'TRADEHALL_DATABASE_URL names a worker node; set it to the coordinator of the cluster.',
  )
  await expect(
    run(await cluster(), { ...WANTED, workers: [{ host: 'broken', port: 5432 }] }),
  ).rejects.toThrow(
    'The worker node broken:5432 refuses this: no; correct it there, and run `tradehall distribute` again.',
  )
})

test('a role that may not register nodes or set a setting, or does not own the tables, is refused', async () => {
  const { db, url } = await database()
  await installCitusStandIn(db)
  const role = `distributor_${process.pid}`
  await db.unsafe(`create role ${role} login`)
  await db.unsafe(`grant usage on schema platform, catalog, public to ${role}`)
  await db.unsafe(`grant select on all tables in schema platform, public to ${role}`)
  onTestFinished(async () => {
    await db.unsafe(`drop owned by ${role}`)
    await db.unsafe(`drop role ${role}`)
  })
  const limited = connect(`${url}${url.includes('?') ? '&' : '?'}options=-c%20role%3D${role}`, {
    pool: 1,
    name: 'tradehall distribute',
  })
  onTestFinished(() => limited.end())
  await expect(run(limited)).rejects.toThrow(
    `The role ${role} may not register one:5432; run \`tradehall distribute\` as a superuser, or register the nodes with citus_set_coordinator_host and citus_add_node first.`,
  )
  await db`select citus_set_coordinator_host('one', 5432)`
  await db`select citus_add_node('two', 5432)`
  await expect(run(limited, { ...WANTED, workers: [] })).rejects.toThrow(
    `The role ${role} may not set tradehall.clock_tolerance; run \`tradehall distribute\` as a superuser, or let one run on every node: grant set on parameter tradehall.clock_tolerance to ${role}.`,
  )
  await db.unsafe(`grant set on parameter tradehall.clock_tolerance to ${role}`)
  await expect(run(limited, { ...WANTED, workers: [] })).rejects.toThrow(
    `The role ${role} does not own catalog.discount_rules; run \`tradehall distribute\` as the owner of the tables, or as a superuser.`,
  )
})
