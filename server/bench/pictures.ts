/**
 * `npm run bench:pictures`: the first import of products with two pictures each, from a host on this machine: how long until
 * all are imported, and until copies of all their pictures are kept.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Command } from 'commander'
import { modulesFor } from '../src/composition.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { connect, type Database } from '../src/platform/database.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { SERVER_FLAGS } from '../src/processes/supervisor.ts'
import { samplePicture, withSegment } from '../test/sample-pictures.ts'
import { type Child, startChild } from './child.ts'
import { findPostmaster, withCpu } from './cpu.ts'
import { runImport, secondsSince, stageImport } from './imports.ts'
import { runBench, say, stop, undos } from './run.ts'
import { openDatabase, serverEnvironment } from './setup.ts'

/** What a worker may take with the thread that converts pictures, of which the largest take most. */
const MAX_MEMORY_BYTES = 900e6

const { products, side, check } = new Command('npm run bench:pictures --')
  .option('--products <n>', 'products with two pictures each', Number, 20_000)
  .option('--side <pixels>', 'of a picture, which is a square JPEG', Number, 1200)
  .option('--check', 'exit with 1 when the bound of memory is missed', false)
  .parse()
  .opts<{ products: number; side: number; check: boolean }>()
const PICTURES = 2 * products

async function bench(): Promise<number> {
  const host = await startHost()
  const { db, worker } = await setUp(await openDatabase(process.env.TRADEHALL_TEST_BENCH_DATABASE_URL))
  let peak = 0
  worker.onMemory((bytes) => {
    peak = Math.max(peak, bytes)
  })
  const { id } = await stageImport(db, products, (i) => entryOf(i, host))
  say(`importing ${products} products`)
  const since = performance.now()
  const processes = { server: worker.pid, database: await findPostmaster(db) }
  const { imported, cpu } = await withCpu(processes, async () => {
    const imported = await runImport(db, id)
    say('keeping copies of their pictures')
    await allKept(db)
    return { imported, answers: PICTURES }
  })
  const seconds = secondsSince(since)
  const [{ kept, bytes }] = await db<[{ kept: number; bytes: number }]>`
    select count(distinct picture_id)::int as kept, sum(size)::float8 as bytes from pictures.files
    where brand_id = ${DEMO.brandId} and (brand_id, picture_id) in (
      select brand_id, id from pictures.pictures where width = ${side}
    )`
  if (kept !== PICTURES) throw new Error(`${kept} of ${PICTURES} pictures are kept.`)
  const minutes = (all: number) => `${(all / 60).toFixed(1)} minutes`
  console.log(`products imported  after ${imported.seconds.toFixed(1)} s, each picture looked at
pictures kept      after ${seconds.toFixed(1)} s, ${(PICTURES / seconds).toFixed(1)} a second
20 000 products    ${minutes((seconds / products) * 20_000)} at this rate
CPU of a picture   worker ${Math.round(cpu.server / 1000)} ms, PostgreSQL ${((cpu.database ?? 0) / 1000).toFixed(1)} ms
size of a picture  ${Math.round(bytes / PICTURES / 1000)} KB in its three widths
worker             ${Math.round(peak / 1e6)} MB at most (bound ${MAX_MEMORY_BYTES / 1e6} MB)`)
  return check && peak > MAX_MEMORY_BYTES ? 1 : 0
}

/** Every address has a picture of its own: the same pixels, in a file with another comment. */
async function startHost(): Promise<string> {
  const jpeg = await samplePicture('jpeg', { width: side, height: side })
  const COMMENT = 0xfe
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    response.end(withSegment(jpeg, COMMENT, Buffer.from(url)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  undos.push(async () => server.closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function setUp(url: string): Promise<{ db: Database; worker: Child }> {
  await migrateDatabase(url)
  await seedDemo(url, modulesFor('sandbox'))
  const db = connect(url, { pool: 1, name: 'tradehall bench' })
  undos.push(() => db.end())
  const worker = await startChild({
    script: './worker-process.ts',
    stop,
    environment: { ...serverEnvironment(url), TRADEHALL_IMAGE_CHECKS: 'on' },
    execArgv: SERVER_FLAGS,
  })
  undos.push(worker.end)
  return { db, worker }
}

const entryOf = (number: number, host: string) => ({
  id: `PICTURED-${number}`,
  type: 'catalog-integration-product',
  attributes: {
    external_id: `PICTURED-${number}`,
    name: `Turned oak bowl ${number}`,
    description: `Turned oak bowl ${number}. Made to order in a small workshop.`,
    currency: 'EUR',
    wholesale_price: 8.5,
    retail_price: 12.5,
    vat_rate: 20,
    main_image: `${host}/${number}/front.jpg`,
    images: [{ order: 2, url: `${host}/${number}/back.jpg` }],
    tags: ['tags_handmade'],
    variants: [
      { sku: `PICTURED-${number}`, stock_quantity: 10, options: [{ name: 'color', value: 'Ochre' }] },
    ],
  },
})

async function allKept(db: Database): Promise<void> {
  for (;;) {
    stop.throwIfAborted()
    const waiting = await db`select from catalog.image_fetches where brand_id = ${DEMO.brandId} limit 1`
    if (waiting.length === 0) return
    await new Promise((resume) => setTimeout(resume, 200))
  }
}

await runBench(bench)
