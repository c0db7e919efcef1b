/** Many concurrent writers, on pools with the connections of several processes. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { chance, type Pick } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { BRAND, emptyLedger, expectSoundLedger, openVariants, readLevels } from '../../../../test/stock.ts'
import { poolsOfWriters } from '../../../../test/writers.ts'
import { transaction } from '../../../platform/database.ts'
import { openWarehouse } from './locations.ts'
import { setPackSizes } from './pack-sizes.ts'
import { moveInWarehouse, release, reserve, ship } from './reservations.ts'
import { setStock } from './set-stock.ts'
import { openWarehouseLevels } from './warehouse-levels.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform
const poolOf = poolsOfWriters(shop, 8)

function shuffled<T>(list: readonly T[], pick: Pick): T[] {
  return list
    .map((item) => ({ item, at: pick(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

test('200 concurrent writers on 5 variants, in any lock order, cause no mismatch, no overselling and no deadlock', async () => {
  await emptyLedger(platform)
  const throwsOf = chance()
  const ids = await openVariants(
    platform,
    Array.from({ length: 5 }, (_, i) => ({
      onHand: 40,
      inventoryPolicy: i === 4 ? ('continue' as const) : ('deny' as const),
    })),
  )
  const denied = new Set(ids.slice(0, 4))
  let reserved = 0

  async function writer(i: number): Promise<void> {
    const pick = throwsOf(i)
    const chosen = shuffled(ids, pick).slice(0, 1 + pick(5))
    const lines = chosen.map((variantId) => ({ variantId, quantity: 1 + pick(3) }))
    const movement = (what: string) => ({ relatedId: `order-${i}`, cause: `order/${i}/${what}` })
    if (pick(4) === 0) {
      // Never below the initial 40: a lower on-hand quantity can make available negative without any overselling.
      const changes = chosen.map((variantId) => ({ variantId, to: { available: 40 + pick(20) } }))
      expect(await setStock({ ...platform, db: poolOf(i) }, BRAND, changes)).toMatchObject({ applied: true })
      return
    }
    const outcome = await reserve({ ...platform, db: poolOf(i) }, BRAND, lines, movement('reserved'))
    if (!outcome.applied) return
    reserved += 1
    for (const level of outcome.levels) {
      if (denied.has(level.variantId)) expect(level.available).toBeGreaterThanOrEqual(0)
    }
    if (pick(3) === 0) return
    const next = pick(2) === 0 ? release : ship
    await transaction(poolOf(i + 1), (tx) => next({ ...platform, db: tx }, BRAND, lines, movement('ended')))
  }

  await Promise.all(Array.from({ length: 200 }, (_, i) => writer(i)))
  // No transaction had to be retried either.
  const [{ deadlocks }] = await db<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
  expect(reserved).toBeGreaterThan(20)
  await expectSoundLedger(db)
  const levels = await readLevels(db, ids)
  for (const level of levels.slice(0, 4)) {
    expect(level?.available).toBeGreaterThanOrEqual(0)
  }
})

test.each([1, 5, 17])('concurrent orders reserve exactly the %i available pieces', async (pieces) => {
  await emptyLedger(platform)
  const [id = '', other = ''] = await openVariants(platform, [{ onHand: pieces }, { onHand: 1000 }])
  const outcomes = await Promise.all(
    Array.from({ length: pieces + 8 }, (_, i) => {
      const lines = [
        { variantId: i % 2 ? id : other, quantity: 1 },
        { variantId: i % 2 ? other : id, quantity: 1 },
      ]
      return reserve({ ...platform, db: poolOf(i) }, BRAND, lines, { relatedId: 'o', cause: randomUUID() })
    }),
  )
  expect(outcomes.filter((outcome) => outcome.applied)).toHaveLength(pieces)
  const short = outcomes.filter((outcome) => !outcome.applied)
  for (const outcome of short) {
    expect(outcome).toEqual({
      applied: false,
      missing: [],
      short: [{ variantId: id, wanted: 1, available: 0 }],
    })
  }
  expect(await readLevels(db, [id, other])).toMatchObject([
    { available: 0, reserved: pieces },
    { available: 1000 - pieces, reserved: pieces },
  ])
  await expectSoundLedger(db)
})

test('exactly one of many concurrent writers that expect the same quantity succeeds', async () => {
  await emptyLedger(platform)
  const [id = ''] = await openVariants(platform, [{ onHand: 100 }])
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, (_, i) => {
      const change = { variantId: id, to: { onHand: 200 + i }, expectedOnHand: 100 }
      return setStock({ ...platform, db: poolOf(i) }, BRAND, [change])
    }),
  )
  const winners = outcomes.filter((outcome) => outcome.applied)
  expect(winners).toHaveLength(1)
  const [level] = await readLevels(db, [id])
  expect(winners[0]).toMatchObject({ levels: [{ available: level?.available }] })
  for (const outcome of outcomes) {
    if (!outcome.applied) {
      expect(outcome.conflicts).toEqual([{ variantId: id, onHand: level?.available }])
    }
  }
  await expectSoundLedger(db)
})

test('a change that waited for a lock is based on the committed quantities', async () => {
  await emptyLedger(platform)
  const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
  let waiting: Promise<unknown> = Promise.resolve()
  await transaction(poolOf(0), async (tx) => {
    const lines = [{ variantId: id, quantity: 4 }]
    await reserve({ ...platform, db: tx }, BRAND, lines, { relatedId: 'o', cause: 'first' })
    waiting = setStock({ ...platform, db: poolOf(1) }, BRAND, [{ variantId: id, to: { onHand: 20 } }])
    await someoneWaits()
  })
  expect(await waiting).toMatchObject({ applied: true, levels: [{ available: 16, reserved: 4 }] })
  expect(await readLevels(db, [id])).toMatchObject([{ available: 16, reserved: 4 }])
  await expectSoundLedger(db)
})

test.each([
  ["at the brand's own location", async () => undefined],
  ['in a warehouse', openStockedWarehouse],
])(
  'movements %s are in the order of their locks, whatever the clocks of their writers show',
  async (_, open) => {
    await emptyLedger(platform)
    const [variantId = ''] = await openVariants(platform, [{ onHand: 10 }])
    const at = await open(variantId)
    // Each writer reads its clock before it waits for the lock. The later it gets the lock, the earlier its clock.
    const from = platform.clock.now().getTime() + 60_000
    let writers = 0
    const behind = () => {
      const now = new Date(from - 1000 * writers++)
      return { ...platform, clock: { ...platform.clock, now: () => now } }
    }
    const order = () => ({ relatedId: 'order', cause: randomUUID(), ...(at && { at }) })
    await reserve(behind(), BRAND, [{ variantId, quantity: 7 }], order())
    await release(behind(), BRAND, [{ variantId, quantity: 2 }], order())
    if (at === undefined) {
      await setPackSizes(behind(), BRAND, [{ variantId, unitMultiplier: 12 }])
      await setStock(behind(), BRAND, [{ variantId, to: { onHand: 9 } }])
    } else {
      await openWarehouseLevels(behind(), BRAND, at, [{ variantId, unitMultiplier: 12 }])
      const transfer = { at, from: 'available', to: 'void', type: 'lost' } as const
      await moveInWarehouse(behind(), BRAND, [{ variantId, quantity: 1 }], {
        ...transfer,
        cause: randomUUID(),
      })
    }
    await ship(behind(), BRAND, [{ variantId, quantity: 5 }], order())

    const query = 'withBalances=true&page[limit]=5'
    const { body } = await shop.send('GET', `/api/v1/product-variants/${variantId}/stock-movements?${query}`)
    const seen = body.data.filter(
      ({ attributes }: { attributes: { locationType: string } }) =>
        attributes.locationType === (at === undefined ? 'brand' : 'warehouse'),
    )
    const balances = seen.map(({ attributes }: { attributes: { balance: unknown } }) => attributes.balance)
    expect(balances.slice(0, 4)).toEqual([
      { available: 4, reserved: 0, onHand: 4 },
      { available: 4, reserved: 5, onHand: 9 },
      { available: 5, reserved: 5, onHand: 10 },
      { available: 3, reserved: 7, onHand: 10 },
    ])
  },
)

async function openStockedWarehouse(variantId: string) {
  const at = await openWarehouse(platform, BRAND, randomUUID())
  await openWarehouseLevels(platform, BRAND, at, [{ variantId, unitMultiplier: 4 }])
  const arrival = { at, from: 'void', to: 'available', type: 'replenishment', cause: randomUUID() } as const
  await moveInWarehouse(platform, BRAND, [{ variantId, quantity: 10 }], arrival)
  return at
}

test('a deadlock with a transaction that locks in another order is retried, not reported', async () => {
  await emptyLedger(platform)
  const ids = (await openVariants(platform, [{ onHand: 10 }, { onHand: 10 }])).sort()
  const [low = '', high = ''] = ids
  let waiting: Promise<unknown> = Promise.resolve()
  let attempts = 0
  await transaction(poolOf(0), async (tx) => {
    attempts += 1
    const take = (variantId: string) =>
      reserve({ ...platform, db: tx }, BRAND, [{ variantId, quantity: 1 }], {
        relatedId: 'o',
        cause: variantId,
      })
    await take(high)
    if (attempts === 1) {
      const changes = ids.map((variantId) => ({ variantId, to: { onHand: 30 } }))
      waiting = setStock({ ...platform, db: poolOf(1) }, BRAND, changes)
      await someoneWaits()
    }
    await take(low)
  })
  expect(await waiting).toMatchObject({ applied: true })
  expect(await readLevels(db, ids)).toMatchObject([
    { available: 29, reserved: 1 },
    { available: 29, reserved: 1 },
  ])
  await expectSoundLedger(db)
})

/** Resolves when a connection of this database waits for a lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const waiting = await db`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (waiting.length > 0) return
  }
}
