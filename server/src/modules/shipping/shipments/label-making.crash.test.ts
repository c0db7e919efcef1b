/** A worker that is killed when the carrier has made the labels and nothing of it is written yet. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startLabelService } from '../../../../test/label-service.ts'
import { type Market, market } from '../../../../test/market.ts'
import {
  acceptedOrder,
  builtInCarrier,
  byCarrier,
  carriersWith,
  confirm,
  expectSoundShipping,
  orderOf,
  PARCEL,
  quotesOf,
} from '../../../../test/shipping.ts'
import { until } from '../../../../test/time.ts'
import { connect } from '../../../platform/database.ts'

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url))

test('no order is stuck, no fee is doubled, and no label is without an order', {
  timeout: 240_000,
}, async () => {
  const service = await startLabelService(builtInCarrier())
  const env = carriersWith(service)
  const shop = await market({ env })
  const { db } = shop.platform
  const { id } = await acceptedOrder(shop)
  const quote = byCarrier(await quotesOf(shop, id, [PARCEL, PARCEL, PARCEL]), 'marketplace')
  await confirm(shop, quote.quoteUuid)
  const { brandNetAmount } = await orderOf(shop, id)

  // Whoever holds the order keeps the worker from writing.
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let hold = () => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  // Its own connection: those of the server are cut when a transaction rests for long.
  const holder = connect(shop.databaseUrl, { pool: 1, name: 'holder' })
  onTestFinished(() => holder.end())
  const holding = holder.begin(async (tx) => {
    await tx`select from ordering.orders where id = ${id} for update`
    hold()
    await released
  })
  await held
  const worker = startWorker(shop, env)
  try {
    await until(async () => {
      const [waiting] = await db`
        select count(*) as locks
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and application_name = 'tradehall worker'`
      return waiting?.locks > 0
    })
  } finally {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    letGo()
    await holding
  }
  expect(service.seen.filter(({ path }) => path === '/labels/shipments')).toHaveLength(1)
  expect(await orderOf(shop, id)).toMatchObject({ status: 'brand_confirmed', brandNetAmount })
  expect((await db`select id from shipping.labels where order_id = ${id}`).length).toBe(0)

  // Another one finds that nobody looks after the job any more, once that has been so for a while.
  await db`update platform.workers set seen_at = seen_at - interval '1 minute'`
  await db`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`
  const second = startWorker(shop, env)
  try {
    await until(async () => (await orderOf(shop, id)).status === 'shipping_labels_generated')
  } finally {
    second.kill('SIGKILL')
    await once(second, 'exit')
  }
  expect((await orderOf(shop, id)).brandNetAmount).toBe(brandNetAmount)
  expect((await db`select id from shipping.labels where order_id = ${id}`).length).toBe(3)
  const asked = service.seen.filter(({ path }) => path === '/labels/shipments')
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  await expectSoundShipping(shop)
})

const startWorker = (shop: Market, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [MAIN, 'worker'], {
    env: {
      ...process.env,
      ...env,
      TRADEHALL_DATABASE_URL: shop.databaseUrl,
      TRADEHALL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRADEHALL_LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
