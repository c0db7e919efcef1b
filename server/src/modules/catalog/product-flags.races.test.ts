/** Concurrent flips on real connections: none is lost, and there are no deadlocks. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addTestProducts, expectSoundFlags } from '../../../test/catalog.ts'
import { chance } from '../../../test/chance.ts'
import { sessionsWaiting } from '../../../test/locks.ts'
import { market } from '../../../test/market.ts'
import { until } from '../../../test/time.ts'
import { poolsOfWriters } from '../../../test/writers.ts'
import { transaction } from '../../platform/database.ts'
import { reserve, type StockChange, setStock } from '../stock/index.ts'
import { setPrices } from './prices/prices.ts'
import { archiveVariants, productFlags } from './product-flags.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform
const poolOf = poolsOfWriters(shop, 6)
const workOf = (i: number) => ({ ...platform, db: poolOf(i) })
const AT = new Date('2026-02-01T00:00:00Z')

type Write = (work: typeof platform) => Promise<unknown>

/** Runs `first` in a transaction that commits when `second` waits for one of its locks. */
async function overlap(first: Write, second: Write): Promise<void> {
  let waiting: Promise<unknown> = Promise.resolve()
  await transaction(poolOf(0), async (tx) => {
    await first({ ...platform, db: tx as never })
    waiting = second(workOf(1))
    await until(async () => (await sessionsWaiting(db)) > 0)
  })
  await waiting
}

async function productOf(stock: readonly { onHand: number }[]) {
  const brandId = randomUUID()
  const [product] = await addTestProducts(platform, brandId, [
    { variants: stock.map((one) => ({ stock: one })) },
  ])
  const [low = '', high = ''] = product.variants.map(({ id }) => id)
  const flags = async () =>
    (await db`select out_of_stock, archived from catalog.products where id = ${product.id}`)[0]
  return { brandId, low, high, flags }
}

const emptied = (variantId: string): StockChange[] => [{ variantId, to: { onHand: 0 } }]

test('two transactions that each empty one of the last two variants leave the product out of stock', async () => {
  const { brandId, low, high, flags } = await productOf([{ onHand: 1 }, { onHand: 1 }])
  await overlap(
    (work) => setStock(work, brandId, emptied(low)),
    (work) => setStock(work, brandId, emptied(high)),
  )
  expect(await flags()).toEqual({ out_of_stock: true, archived: false })
  await expectSoundFlags(db)
})

test('a product stays in stock when one transaction empties a variant while another fills one', async () => {
  const { brandId, low, high, flags } = await productOf([{ onHand: 1 }, { onHand: 0 }])
  const reserved = { relatedId: 'o', cause: 'c' }
  await overlap(
    (work) => reserve(work, brandId, [{ variantId: low, quantity: 1 }], reserved),
    (work) => setStock(work, brandId, [{ variantId: high, to: { onHand: 3 } }]),
  )
  expect(await flags()).toEqual({ out_of_stock: false, archived: false })
})

test.each([
  ['the archiving comes first', true],
  ['the stock comes first', false],
])('a variant that is archived and emptied at once is subtracted once: %s', async (_case, archivesFirst) => {
  const { brandId, low, flags } = await productOf([{ onHand: 1 }, { onHand: 1 }])
  const archive: Write = (work) => archiveVariants(work, brandId, [low], AT)
  const empty: Write = (work) => setStock(work, brandId, emptied(low))
  await (archivesFirst ? overlap(archive, empty) : overlap(empty, archive))
  await expectSoundFlags(db)
  expect(await flags()).toEqual({ out_of_stock: false, archived: false })
  await archiveVariants(platform, brandId, [low], null)
  await expectSoundFlags(db)
})

test('a variant that is restored while it is filled is counted once', async () => {
  const { brandId, low, high, flags } = await productOf([{ onHand: 0 }, { onHand: 0 }])
  await archiveVariants(platform, brandId, [low, high], AT)
  await overlap(
    (work) => archiveVariants(work, brandId, [low], null),
    (work) => setStock(work, brandId, [{ variantId: low, to: { onHand: 3 } }]),
  )
  expect(await flags()).toEqual({ out_of_stock: false, archived: false })
  await expectSoundFlags(db)
})

test('a flip is counted once, whether the repair waits for it or it waits for the repair', async () => {
  const { brandId, low, high, flags } = await productOf([{ onHand: 1 }, { onHand: 1 }])
  await db`update catalog.products set orderable_variant_count = 9 where brand_id = ${brandId}`
  await overlap(
    (work) => setStock(work, brandId, emptied(low)),
    (work) => productFlags.repair(work),
  )
  expect(await flags()).toEqual({ out_of_stock: false, archived: false })
  await expectSoundFlags(db)
  await setStock(platform, brandId, emptied(high))
  expect(await flags()).toEqual({ out_of_stock: true, archived: false })
})

test('many concurrent writes of stock, prices and archivings on few products cause no deadlock and leave correct flags', async () => {
  const throwsOf = chance()
  const brandId = randomUUID()
  const products = await addTestProducts(
    platform,
    brandId,
    Array.from({ length: 4 }, () => ({ variants: [{}, {}, {}].map(() => ({ stock: { onHand: 1 } })) })),
  )
  const ids = products.flatMap((product) => product.variants.map(({ id }) => id))
  async function writer(i: number): Promise<void> {
    const pick = throwsOf(i)
    const chosen = ids.filter(() => pick(3) === 0)
    const [first = ids[0] as string] = chosen
    if (chosen.length === 0) return
    const kind = pick(4)
    if (kind === 0) return await archiveVariants(workOf(i), brandId, chosen, pick(2) === 0 ? AT : null)
    if (kind === 1) {
      await setPrices(workOf(i) as never, brandId, first, { wholesalePrice: 100 + i, retailPrice: 200 + i })
      return
    }
    const onHand = pick(2)
    const changes = chosen.map((variantId) => ({ variantId, to: { onHand } }))
    if (kind === 2) await setStock(workOf(i), brandId, changes)
    else await transaction(workOf(i).db, (tx) => setStock({ ...platform, db: tx }, brandId, changes))
  }
  await Promise.all(Array.from({ length: 240 }, (_, i) => writer(i)))
  await expectSoundFlags(db)
  const [{ deadlocks }] = await db<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
})
