/** Many concurrent orders for the same few batches. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { chance } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { declareGoods, expectSoundLots, levelIn, stockUp } from '../../../../test/warehouse.ts'
import { connect, type Database, transaction } from '../../../platform/database.ts'
import { releaseBatches, reserveBatches, shipBatches } from './allocations.ts'

const shop = await market({ cleanUp: afterAll })
const { platform, credentials } = shop
const { brandId } = credentials
const pools = Array.from({ length: 3 }, (_, i) => connect(shop.databaseUrl, { pool: 8, name: `picker ${i}` }))
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
})
const workOf = (i: number) => ({ ...platform, db: pools[i % pools.length] as Database })

test('concurrent orders get all their lines or none, never more than is available, and do not deadlock', async () => {
  const throwsOf = chance()
  const goods = await declareGoods(shop, [{}, {}, {}])
  await stockUp(
    shop,
    goods.flatMap(({ itemId }) => [
      { itemId, quantity: 30, lotNumber: 'old', expiryDate: '2026-06-01T00:00:00Z' },
      { itemId, quantity: 30, lotNumber: 'new', expiryDate: '2027-06-01T00:00:00Z' },
    ]),
  )
  const sent = new Map(goods.map(({ fulfillableId }) => [fulfillableId, 0]))
  let refused = 0

  async function order(i: number): Promise<void> {
    const pick = throwsOf(i)
    const chosen = goods
      .map((one) => ({ one, at: pick(1000) }))
      .sort((a, b) => a.at - b.at)
      .slice(0, 1 + pick(3))
    const lines = chosen.map(({ one }) => ({ fulfillableId: one.fulfillableId, batches: 1 + pick(4) }))
    const fulfillmentOrderId = randomUUID()
    const plan = await reserveBatches(workOf(i), brandId, { fulfillmentOrderId, lines })
    if (!plan.isFeasible) {
      refused += 1
      return
    }
    const repeated = await reserveBatches(workOf(i + 1), brandId, { fulfillmentOrderId, lines })
    expect(repeated).toMatchObject({ isFeasible: true })
    switch (pick(3)) {
      case 0:
        return await transaction(workOf(i).db, (tx) =>
          releaseBatches({ ...platform, db: tx }, brandId, { fulfillmentOrderId }),
        )
      case 1: {
        const shipped = await Promise.all(
          [i, i + 1].map((n) => shipBatches(workOf(n), brandId, { fulfillmentOrderId })),
        )
        expect(shipped[0]).toEqual(shipped[1])
        for (const { fulfillableId, batchQuantity, unitQuantity } of shipped[0] ?? []) {
          expect(unitQuantity).toBe(batchQuantity * 6)
          sent.set(fulfillableId, (sent.get(fulfillableId) ?? 0) + batchQuantity)
        }
        // Releasing after shipping has no effect.
        await releaseBatches(workOf(i), brandId, { fulfillmentOrderId })
      }
    }
  }

  await Promise.all(Array.from({ length: 80 }, (_, i) => order(i)))
  const [{ deadlocks }] = await platform.db<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
  expect(refused).toBeGreaterThan(0)
  for (const { variantId, fulfillableId } of goods) {
    const { available, reserved } = (await levelIn(platform, variantId)) as {
      available: number
      reserved: number
    }
    expect(available + reserved + (sent.get(fulfillableId) ?? 0)).toBe(60)
  }
  await expectSoundLots(platform.db)
  await expectSoundLedger(platform.db)
})

test('a reservation is rolled back with its transaction', async () => {
  const [goods] = await declareGoods(shop, [{}])
  await stockUp(shop, [{ itemId: goods?.itemId as string, quantity: 5 }])
  const lines = [{ fulfillableId: goods?.fulfillableId as string, batches: 2 }]
  const undone = transaction(platform.db, async (tx) => {
    await reserveBatches({ ...platform, db: tx }, brandId, { fulfillmentOrderId: randomUUID(), lines })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect(await levelIn(platform, goods?.variantId as string)).toMatchObject({ available: 5, reserved: 0 })
  await expectSoundLots(platform.db)
})

test('the reconciler finds lots whose sum differs from the ledger', async () => {
  const metric = async () => {
    await shop.advance(86_400)
    await shop.runJobs()
    const [last] = await platform.db`
      select mismatches from stock.reconciliations order by checked_at desc, id desc limit 1`
    return last?.mismatches
  }
  expect(await metric()).toBe(0)
  const [goods] = await declareGoods(shop, [{}])
  await stockUp(shop, [{ itemId: goods?.itemId as string, quantity: 5 }])
  await platform.db`update fulfillment.lots set available = 4, damaged = 1 where item_id = ${goods?.itemId as string}`
  expect(await metric()).toBe(1)
  await platform.db`update stock.warehouse_levels set available = 4, damaged = 1 where variant_id = ${goods?.variantId as string}`
  expect(await metric()).toBe(1)
})
