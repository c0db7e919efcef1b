import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { makeRecurringJobsDue } from '../../../../test/due-jobs.ts'
import { market } from '../../../../test/market.ts'
import { BRAND, emptyLedger, openVariants } from '../../../../test/stock.ts'
import { reserve } from './reservations.ts'

/** The metrics registry is shared by the process and queries the database of its first server. */
const first = await market({ cleanUp: afterAll })

async function shopWithLog() {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const shop = await market({ log: pino({ level: 'error' }, sink) as never })
  await makeRecurringJobsDue(shop.platform.db, 'reconcile-stock')
  await emptyLedger(shop.platform)
  const checks = () =>
    shop.platform.db`select levels, mismatches from stock.reconciliations order by checked_at, id`
  return { shop, lines, checks, db: shop.platform.db }
}

test('a consistent ledger is checked once a day by the clock, without findings', async () => {
  const { shop, lines, checks } = await shopWithLog()
  const [id = ''] = await openVariants(shop.platform, [{ onHand: 5 }, {}, { isAlwaysInStock: true }])
  const order = { relatedId: 'o', cause: 'c' }
  await reserve(shop.platform, BRAND, [{ variantId: id, quantity: 2 }], order)
  await shop.runJobs()
  expect([...(await checks())]).toEqual([{ levels: 3, mismatches: 0 }])
  await shop.advance(23 * 3600)
  await shop.runJobs()
  expect(await checks()).toHaveLength(1)
  await shop.advance(3600)
  await shop.runJobs()
  expect(await checks()).toHaveLength(2)
  expect(lines).toEqual([])
})

test('differing levels, and postings without a level, are counted and logged', async () => {
  const { shop, lines, checks, db } = await shopWithLog()
  const ids = await openVariants(shop.platform, [{ onHand: 5 }, { onHand: 6 }, { onHand: 7 }, { onHand: 8 }])
  await db`update stock.levels set available = 50 where variant_id = ${ids[0] ?? ''}`
  await db`update stock.levels set reserved = 1 where variant_id = ${ids[1] ?? ''}`
  await db`delete from stock.levels where variant_id = ${ids[2] ?? ''}`
  await shop.runJobs()
  expect([...(await checks())]).toEqual([{ levels: 3, mismatches: 3 }])
  const found = lines.filter((line) => line.msg === 'a stock level differs from the sum of its postings')
  expect(new Set(found.map((line) => line.variant_id))).toEqual(new Set(ids.slice(0, 3)))
  expect(found).toContainEqual(
    expect.objectContaining({ variant_id: ids[0], brand_id: BRAND, available: 50, posted_available: 5 }),
  )
})

test('many mismatches are counted but not all logged, and thirty checks are kept', async () => {
  const { shop, lines, checks, db } = await shopWithLog()
  await openVariants(
    shop.platform,
    Array.from({ length: 40 }, () => ({ onHand: 1 })),
  )
  await db`update stock.levels set available = 2`
  await db`
    insert into stock.reconciliations (id, checked_at, levels, mismatches)
    select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 day', n, 0 from generate_series(1, 40) as n`
  await shop.runJobs()
  const kept = await checks()
  expect(kept).toHaveLength(30)
  expect(kept[0]).toEqual({ levels: 12, mismatches: 0 })
  expect(kept.at(-1)).toEqual({ levels: 40, mismatches: 40 })
  expect(lines.filter((line) => line.variant_id)).toHaveLength(20)
})

test('the result of the last check is a metric', async () => {
  // A scrape leaves out what takes too long to read.
  const metric = async () =>
    /^tradehall_stock_mismatches (\d+)$/m.exec((await first.send('GET', '/metrics', { as: null })).text)?.[1]
  await emptyLedger(first.platform)
  await expect.poll(metric).toBe('0')
  const [id = ''] = await openVariants(first.platform, [{ onHand: 5 }, { onHand: 5 }])
  await first.platform.db`update stock.levels set available = 6 where variant_id = ${id}`
  await makeRecurringJobsDue(first.platform.db, 'reconcile-stock')
  await first.runJobs()
  await expect.poll(metric).toBe('1')
})
