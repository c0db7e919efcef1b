/** Times in lists by change after the clock of a sandbox was moved. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { poll, seenNow } from '../../../test/changes.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { market } from '../../../test/market.ts'
import { connect } from '../database.ts'
import { firstRealTime } from './changes.ts'

const DAY_SECONDS = 86_400
const PRODUCTS = '/api/v1/products'

test('a client that polls while the clock is moved forward and back misses nothing', async () => {
  const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  await shop.setTime('2030-01-01T00:00:00Z')
  let since = await seenNow(shop)
  const moves = [+30, +1, -10, -200, +0.001, +400, -0.5]
  for (const days of moves) {
    const before = await addTestProducts(shop.platform, shop.credentials.brandId, [{}])
    await shop.advance(days * DAY_SECONDS)
    const after = await addTestProducts(shop.platform, shop.credentials.brandId, [{}])
    const found = await poll(shop, PRODUCTS, since)
    const ids = [...before, ...after].map(({ id }) => id)
    expect(found.ids.filter((id) => ids.includes(id))).toEqual(ids)
    since = found.until
  }
})

test('updatedUntil is a time of the clock that all nodes share', async () => {
  const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  await shop.setTime('2035-05-05T00:00:00Z')
  const since = await seenNow(shop)
  expect(since.startsWith('2035-05-05T00:')).toBe(true)
  const other = await market({ databaseUrl: shop.databaseUrl, env: { TRADEHALL_RATE_LIMIT: 'off' } })
  await shop.setTime('2035-05-05T00:00:00Z')
  const [product] = await addTestProducts(shop.platform, shop.credentials.brandId, [{}])
  expect((await poll(other, PRODUCTS, since)).ids).toContain(product.id)
})

test('a reset of the sandbox keeps the history of the clock', async () => {
  const shop = await market()
  await shop.setTime('2040-01-01T00:00:00Z')
  const [before] = await shop.platform.db<
    { moves: number }[]
  >`select count(*) as moves from platform.clock_moves`
  expect((await shop.send('POST', '/api/testing/reset')).status).toBeLessThan(300)
  const [after] = await shop.platform.db<
    { moves: number }[]
  >`select count(*) as moves from platform.clock_moves`
  expect(after?.moves).toBe((before?.moves ?? 0) + 1)
})

test('a list by change begins at the first real time at which the clock showed a time or a later one', async () => {
  const db = connect(await createTestDatabase(), { pool: 1, name: 'test' })
  const moves = fc.uniqueArray(
    fc.record({ at: fc.integer({ min: 1, max: 500 }), offset: fc.integer({ min: -300, max: 300 }) }),
    { maxLength: 6, selector: ({ at }) => at },
  )
  try {
    await fc.assert(
      fc.asyncProperty(moves, fc.integer({ min: 0, max: 600 }), async (given, real) => {
        await db`truncate platform.clock_moves`
        for (const { at, offset } of given) {
          await db`
            insert into platform.clock_moves (at, offset_ms)
            values (platform.from_micros(${at * 1000}), ${offset})`
        }
        const clockAt = (time: number) => {
          const [last] = given.filter(({ at }) => at <= time).sort((a, b) => b.at - a.at)
          return time + (last?.offset ?? 0)
        }
        const [row] = await db<{ clock: number; first: number }[]>`
          select platform.micros(clock) as clock, platform.micros((${firstRealTime(db, db`clock`)})) as first
          from platform.clock_time(platform.from_micros(${real * 1000})) as clock`
        expect(row?.clock).toBe(clockAt(real) * 1000)
        const first = (row?.first ?? 0) / 1000
        expect(first).toBeLessThanOrEqual(real)
        expect(clockAt(first)).toBeGreaterThanOrEqual(clockAt(real))
        for (let time = -400; time < first; time++) expect(clockAt(time)).toBeLessThan(clockAt(real))
      }),
      { numRuns: 60 },
    )
  } finally {
    await db.end()
  }
})
