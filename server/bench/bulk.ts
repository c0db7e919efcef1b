/**
 * `npm run bench:bulk`: import rate of a worker compared with a bare COPY of the same rows into the same tables of
 * another database, the share of its rate that the API retains for readers meanwhile, and the memory use of the worker.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { JSON_API } from '@tradehall/jsonapi'
import { Command } from 'commander'
import pg from 'pg'
import { from as copyIn, to as copyOut } from 'pg-copy-streams'
import { modulesFor } from '../src/composition.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { listResults } from '../src/modules/integrations/operations/results.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { connect, type Database } from '../src/platform/database.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { SERVER_FLAGS } from '../src/processes/supervisor.ts'
import { type Child, startChild } from './child.ts'
import { findPostmaster, withCpu } from './cpu.ts'
import { runImport, secondsSince, stageImport } from './imports.ts'
import { runBench, say, stop, undos } from './run.ts'
import { createDatabase, fetchToken, openDatabase, serverEnvironment } from './setup.ts'
import type { LoadTask, MeasuredRun } from './tasks.ts'

/** Minimum shares, and a maximum in bytes. */
const FLOORS = { ofCopy: 0.6, ofIdle: 0.5, memoryGrowth: 150 * 1024 * 1024 }
const LOAD_SECONDS = 4
const CONNECTIONS = 16

const { products, check } = new Command('npm run bench:bulk --')
  .option('--products <n>', 'products with two variants each', Number, 100_000)
  .option('--check', 'exit with 1 when a floor or the bound of memory is missed', false)
  .parse()
  .opts<{ products: number; check: boolean }>()

async function bench(): Promise<number> {
  const serverUrl = process.env.TRADEHALL_TEST_BENCH_DATABASE_URL
  const url = await openDatabase(serverUrl)
  const { token, db, api, load, worker } = await setUp(url)
  const requests = await readRequests(db, token)
  const readers = (seconds: number) =>
    load.ask({
      origin: api.address,
      requests,
      connections: CONNECTIONS,
      seconds,
    } satisfies LoadTask) as Promise<MeasuredRun>
  const memory = { now: 0, peak: 0 }
  worker.onMemory((bytes) => {
    memory.now = bytes
    memory.peak = Math.max(memory.peak, bytes)
  })
  say('idle')
  await readers(2)
  const idle = await readers(LOAD_SECONDS)

  say(`importing ${products} products`)
  const staged = await stage(db, 'ALONE')
  const restBytes = memory.now
  memory.peak = restBytes
  const processes = { server: worker.pid, database: await findPostmaster(db) }
  const alone = await withCpu(processes, async () => ({
    ...(await runImport(db, staged.id)),
    answers: products,
  }))
  const growth = memory.peak - restBytes
  const pages = await timePages(db, staged.id)

  say('copying the same rows')
  const copy = await copyElsewhere(url)

  say('importing while others read')
  const shared = await stage(db, 'SHARED')
  const rates: number[] = []
  const busy = await runImport(db, shared.id, async () => void rates.push((await readers(LOAD_SECONDS)).rate))
  // The last sample may extend beyond the end of the import.
  const meanwhile = median(rates.length > 1 ? rates.slice(0, -1) : rates)

  const figures = {
    ofCopy: copy.seconds / alone.seconds,
    ofIdle: meanwhile / idle.rate,
    memoryGrowth: growth,
  }
  const rate = (seconds: number) => `${Math.round(products / seconds)} products a second`
  console.log(`attaching          ${staged.seconds.toFixed(1)} s, ${rate(staged.seconds)}
importing          ${alone.seconds.toFixed(1)} s, ${rate(alone.seconds)}
CPU of a product   worker ${alone.cpu.server.toFixed(0)} µs, PostgreSQL ${alone.cpu.database?.toFixed(0) ?? '?'} µs
bare copy          ${copy.seconds.toFixed(1)} s, ${rate(copy.seconds)}, ${copy.rows} rows
of the copy        ${figures.ofCopy.toFixed(2)} (floor ${FLOORS.ofCopy})
with readers       ${busy.seconds.toFixed(1)} s, ${rate(busy.seconds)}
reads, idle        ${Math.round(idle.rate)} a second
reads, meanwhile   ${Math.round(meanwhile)} a second, ${figures.ofIdle.toFixed(2)} of idle (floor ${FLOORS.ofIdle})
worker             ${mb(restBytes)} at rest, ${mb(memory.peak)} at most, ${mb(growth)} more in the first import (bound ${mb(FLOORS.memoryGrowth)})
page of results    first ${pages.first.toFixed(1)} ms, last ${pages.last.toFixed(1)} ms`)
  const isMissed =
    figures.ofCopy < FLOORS.ofCopy || figures.ofIdle < FLOORS.ofIdle || growth > FLOORS.memoryGrowth
  return check && isMissed ? 1 : 0
}

async function setUp(url: string) {
  await migrateDatabase(url)
  const credentials = await seedDemo(url, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const db = connect(url, { pool: 1, name: 'tradehall bench' })
  undos.push(() => db.end())
  const environment = serverEnvironment(url)
  const start = async (script: string, execArgv: string[]): Promise<Child> => {
    const child = await startChild({
      script,
      stop,
      environment,
      execArgv,
    })
    undos.push(child.end)
    return child
  }
  const api = await start('./api-process.ts', SERVER_FLAGS)
  const load = await start('./load-process.ts', [])
  const worker = await start('./worker-process.ts', SERVER_FLAGS)
  return { db, api, load, worker, token: await fetchToken(api.address, credentials) }
}

async function readRequests(db: Database, token: string): Promise<LoadTask['requests']> {
  const rows = await db<{ id: string }[]>`
    select id from catalog.variants where brand_id = ${DEMO.brandId} limit 100`
  const headers = { accept: JSON_API, authorization: `Bearer ${token}` }
  return rows.map(({ id }) => ({ method: 'GET', path: `/api/v1/product-variants/${id}`, headers }))
}

const stage = (db: Database, prefix: string) => stageImport(db, products, (i) => entryOf(`${prefix}-${i}`, i))

const entryOf = (name: string, number: number) => ({
  id: name,
  type: 'catalog-integration-product',
  attributes: {
    external_id: name,
    name: `Turned oak bowl ${name}`,
    description: `Turned oak bowl ${name}. Made to order in a small workshop and packed without plastic.`,
    currency: 'EUR',
    wholesale_price: (500 + (number % 1000)) / 100,
    retail_price: 12.5,
    vat_rate: 20,
    main_image: `https://cdn.tradehall.test/bulk/${name}.jpg`,
    tags: ['tags_handmade'],
    variants: ['Ochre', 'Moss'].map((value) => ({
      sku: `${name}-${value}`,
      stock_quantity: 1 + (number % 200),
      options: [{ name: 'color', value }],
    })),
  },
})

async function timePages(db: Database, id: string): Promise<{ first: number; last: number }> {
  const of = { brandId: DEMO.brandId, id }
  const time = async (backwards: boolean) => {
    const [edge] = await db<{ id: string }[]>`
      select id from integrations.results where operation_id = ${id} order by ordinal ${backwards ? db`desc` : db``} limit 1`
    const since = performance.now()
    await listResults(db, of, {}, { cursor: edge?.id, backwards, limit: 51 })
    return performance.now() - since
  }
  // A first run prepares the statement.
  await time(false)
  await time(true)
  return { first: await time(false), last: await time(true) }
}

const TABLES: [table: string, where: string][] = [
  ['catalog.products', `external_id like 'ALONE-%'`],
  ['catalog.variants', `sku like 'ALONE-%'`],
  ['stock.levels', `variant_id in (select id from catalog.variants where sku like 'ALONE-%')`],
  ['stock.transactions', `related_id in (select id::text from integrations.operations)`],
  ['stock.postings', `variant_id in (select id from catalog.variants where sku like 'ALONE-%')`],
]

/** Copies the rows from files into a new database with the same demo data, table by table, in one transaction. */
async function copyElsewhere(url: string): Promise<{ seconds: number; rows: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-bulk-'))
  undos.push(() => rm(folder, { recursive: true, force: true }))
  const otherUrl = await createDatabase(url)
  await migrateDatabase(otherUrl)
  await seedDemo(otherUrl, modulesFor('sandbox'))
  const [from, to] = [await openClient(url), await openClient(otherUrl)]
  undos.push(async () => void (await Promise.all([from.end(), to.end()])))
  const columns = new Map<string, string>()
  let rows = 0
  for (const [table, where] of TABLES) {
    const list = await from.query(
      `select string_agg(attname, ', ') as names from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    )
    columns.set(table, list.rows[0].names)
    const counted = await from.query(`select count(*)::int as count from ${table} where ${where}`)
    rows += counted.rows[0].count
    const out = copyOut(`copy (select ${columns.get(table)} from ${table} where ${where}) to stdout`)
    await pipeline(from.query(out), createWriteStream(join(folder, table)))
  }
  // The demo data are deterministic, so the demo brand has the same location id in both databases.
  const since = performance.now()
  await to.query('begin')
  for (const [table] of TABLES) {
    const into = to.query(copyIn(`copy ${table} (${columns.get(table)}) from stdin`))
    await pipeline(createReadStream(join(folder, table)), into)
  }
  await to.query('commit')
  return { seconds: secondsSince(since), rows }
}

/** COPY requires the driver itself. */
async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

await runBench(bench)
