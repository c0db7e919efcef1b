/**
 * `npm run bench:labels`: how long one worker takes to make the labels of confirmed quotes, from the first confirmation
 * to the last order with labels, and whether its memory grows with their number.
 */
import { Command } from 'commander'
import { modulesFor } from '../src/composition.ts'
import { readConfig } from '../src/config.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { confirmQuote } from '../src/modules/shipping/shipments/confirmations.ts'
import { connect, type Database } from '../src/platform/database.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { SERVER_FLAGS } from '../src/processes/supervisor.ts'
import { startChild } from './child.ts'
import { insertOrders } from './orders.ts'
import { ports } from './real-clock.ts'
import { runBench, stop, undos } from './run.ts'
import { openDatabase, serverEnvironment } from './setup.ts'
import { firstQuoteOf, prepareShipping, STORED } from './shipping.ts'

const BOUNDS = { seconds: 20, growthBytes: 30 * 1024 * 1024 }
/**
 * The first round makes several times as many labels and is not timed: the heap grows until it reaches its steady size
 * after some 600 labels. Later rounds must not need more memory.
 */
const WARM_UP = 4
const ROUNDS = 4
const BRAND = { party: 'brand', applicationId: null } as const

const { labels, check } = new Command('npm run bench:labels --')
  .option('--labels <n>', 'labels of a round', Number, 200)
  .option('--check', 'exit with 1 when the bound of time or of memory is missed', false)
  .parse()
  .opts<{ labels: number; check: boolean }>()

async function bench(): Promise<number> {
  const url = await openDatabase(process.env.TRADEHALL_TEST_BENCH_DATABASE_URL)
  await migrateDatabase(url)
  await seedDemo(url, modulesFor('sandbox'))
  const db = connect(url, { pool: 4, name: 'tradehall bench' })
  undos.push(() => db.end())
  const environment = serverEnvironment(url)
  const config = readConfig(environment)
  const worker = await startChild({
    script: './worker-process.ts',
    stop,
    environment,
    execArgv: [...SERVER_FLAGS],
  })
  undos.push(worker.end)
  let peak = 0
  worker.onMemory((bytes) => {
    peak = Math.max(peak, bytes)
  })

  let slowest = 0
  const peaks: number[] = []
  for (const perShipment of [STORED.length, 1]) {
    for (let round = 0; round <= ROUNDS; round++) {
      const isWarmUp = peaks.length === 0
      if (round === 0 && !isWarmUp) continue
      peak = 0
      const wanted = labels * (isWarmUp ? WARM_UP : 1)
      const orderIds = await placeOrders(db, Math.ceil(wanted / perShipment), perShipment)
      const since = performance.now()
      await Promise.all(
        orderIds.map((orderId) =>
          confirmQuote(
            { db, config, ...ports },
            { brandId: DEMO.brandId, quoteId: firstQuoteOf(orderId) },
            { labelFormat: 'default' },
            BRAND,
          ),
        ),
      )
      await labelled(db, orderIds)
      const seconds = (performance.now() - since) / 1000
      if (!isWarmUp) slowest = Math.max(slowest, seconds)
      peaks.push(peak)
      const shape = `${orderIds.length} × ${perShipment}`.padEnd(8)
      console.log(`${shape} labels   ${seconds.toFixed(1)} s, worker ${mb(peak)} at most`)
    }
  }
  const growth = Math.max(...peaks.slice(1)) - (peaks[0] ?? 0)
  console.log(
    `slowest ${slowest.toFixed(1)} s (bound ${BOUNDS.seconds} s); ${mb(growth)} more than in the warm-up (bound ${mb(BOUNDS.growthBytes)})`,
  )
  return check && (slowest > BOUNDS.seconds || growth > BOUNDS.growthBytes) ? 1 : 0
}

/** Inserts accepted orders with a marketplace quote each. */
async function placeOrders(db: Database, count: number, perShipment: number): Promise<string[]> {
  const [variant] = await db<{ id: string }[]>`
    select id from catalog.variants where brand_id = ${DEMO.brandId} limit 1`
  const ids = await insertOrders(db, [variant?.id ?? ''], { count, lines: 1 })
  await prepareShipping(db, { acceptIds: ids }, STORED.slice(0, perShipment))
  return ids
}

async function labelled(db: Database, orderIds: readonly string[]): Promise<void> {
  for (;;) {
    const [row] = await db<{ missing: number }[]>`
      select count(*) as missing from ordering.orders
      where brand_id = ${DEMO.brandId} and id = any(${orderIds as string[]}::uuid[])
        and status <> 'shipping_labels_generated'`
    if (Number(row?.missing) === 0) return
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

await runBench(bench)
