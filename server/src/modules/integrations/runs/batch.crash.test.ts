/** Compares the result of a worker that is killed repeatedly with the result of one that is not. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { addTestProducts, expectSoundFlags } from '../../../../test/catalog.ts'
import { chance } from '../../../../test/chance.ts'
import {
  addProducts,
  entry,
  openOperation,
  readOperation,
  resultsOf,
  start,
} from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { PROGRAM } from '../../../../test/programs.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { until } from '../../../../test/time.ts'

const PRODUCTS = 3000
const KILLS = 3

let worker: ChildProcess | undefined
afterAll(() => {
  if (worker?.exitCode === null && worker.signalCode === null) killWorker()
})
const killWorker = () => process.kill(-(worker?.pid ?? 0), 'SIGKILL')

type Shop = Awaited<ReturnType<typeof market>>

/** New, existing, repeated and invalid products. */
const entries = Array.from({ length: PRODUCTS }, (_, i) => {
  const id = `C-${i % 7 === 3 ? i - 3 : i}`
  return entry(id, i % 11 === 5 ? { name: undefined } : { name: `Number ${i}` }, { stock_quantity: i % 50 })
})

async function prepare(): Promise<{ shop: Shop; id: string; told: () => number }> {
  const receiver = await startReceiver()
  const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  const known = Array.from({ length: 300 }, (_, i) => ({
    external_id: `C-${i * 10}`,
    variants: [{ sku: `C-${i * 10}-W` }],
  }))
  await addTestProducts(shop.platform, shop.credentials.brandId, known)
  const id = await openOperation(shop, { callbackUrl: receiver.url })
  for (let i = 0; i < PRODUCTS; i += 1000) await addProducts(shop, id, entries.slice(i, i + 1000))
  await start(shop, id)
  return { shop, id, told: () => receiver.received.length }
}

/** Runs in its own process group, so that all of it can be killed at once. */
async function startWorker({ databaseUrl, config }: Shop): Promise<void> {
  worker = spawn(process.execPath, [PROGRAM, 'worker'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TRADEHALL_DATABASE_URL: databaseUrl,
      TRADEHALL_SECRET_KEY: config.secretKey,
      TRADEHALL_LOG_LEVEL: 'warn',
    },
  })
}

async function outcomeOf({ platform: { db }, ...shop }: Shop, id: string) {
  const { attributes } = await readOperation({ platform: { db }, ...shop } as Shop, id)
  const { createdAt, startedAt, completedAt, callbackUrl, ...counts } = attributes
  const goods = await db`
    select external_id, products.name, sku, stock_quantity, retail_price_minor, archived, out_of_stock
    from catalog.products
    join (select product_id, sku, id as variant_id from catalog.variants) as variants on product_id = products.id
    join stock.variant_quantities using (brand_id, variant_id)
    where external_id like 'C-%'
    order by external_id, sku`
  const [postings] = await db`
    select count(*)::int as count, sum(quantity) filter (where status = 'available') as available from stock.postings`
  return { counts, goods: [...goods], postings }
}

test('nothing is lost or done twice when workers are killed', { timeout: 300_000 }, async () => {
  const alone = await prepare()
  await alone.shop.runJobs()
  const killed = await prepare()
  const { db } = killed.shop.platform
  const doneOf = async () => {
    const [row] = await db`select done_ordinal from integrations.operations where id = ${killed.id}`
    return row?.done_ordinal as number
  }
  const pick = chance()(0)
  let kills = 0
  for (const from of Array.from({ length: KILLS }, (_, i) => Math.floor((i * PRODUCTS) / (KILLS + 1)))) {
    await startWorker(killed.shop)
    const at = from + pick(Math.floor(PRODUCTS / (KILLS + 1) / 2))
    await until(async () => (await doneOf()) > at)
    const exited = once(worker as ChildProcess, 'exit')
    killWorker()
    await exited
    if ((await doneOf()) < PRODUCTS) kills += 1
  }
  await startWorker(killed.shop)
  await until(() => killed.told() > 0)
  // A second callback would come from a job that is already queued.
  await until(async () => {
    const [row] = await db`
      select count(*)::int as count from graphile_worker.jobs where task_identifier = 'call-back-integration'`
    return row?.count === 0
  })
  killWorker()

  expect(kills, 'the worker died in the middle of its work').toBeGreaterThan(0)
  expect(await outcomeOf(killed.shop, killed.id)).toEqual(await outcomeOf(alone.shop, alone.id))
  expect(await resultsOf(killed.shop, killed.id)).toEqual(await resultsOf(alone.shop, alone.id))
  expect([alone.told(), killed.told()]).toEqual([1, 1])
  await expectSoundLedger(db)
  await expectSoundFlags(db)
})
