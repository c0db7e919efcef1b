/** The flags of products, compared with a count of their variants, after random writes and after corruption. */
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { addTestProducts, expectSoundFlags } from '../../../test/catalog.ts'
import { randomRuns } from '../../../test/chance.ts'
import { market } from '../../../test/market.ts'
import { release, reserve, type StockChange, setStock, ship } from '../stock/index.ts'
import { archiveVariants } from './product-flags.ts'

const lines: Record<string, unknown>[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})
const shop = await market({ cleanUp: afterAll, log: pino({ level: 'error' }, sink) as never })
const { platform } = shop
const { db } = platform
const AT = new Date('2026-02-01T00:00:00Z')

const variant = fc.integer({ min: 0, max: 4 })
const variants = fc.uniqueArray(variant, { minLength: 1, maxLength: 5 })
const quantity = fc.integer({ min: 0, max: 2 })
const command = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    variants,
    to: fc.oneof(
      fc.record({ onHand: quantity }),
      fc.record({ available: quantity }),
      fc.constant({ alwaysInStock: true as const }),
      fc.constant({ tracked: true as const }),
    ),
    policy: fc.constantFrom(undefined, 'deny' as const, 'continue' as const),
  }),
  fc.record({ kind: fc.constantFrom('reserve' as const, 'release' as const, 'ship' as const), variants }),
  fc.record({ kind: fc.constant('archive' as const), variants, at: fc.constantFrom(AT, null) }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

async function perform(brandId: string, ids: readonly string[], one: Command): Promise<void> {
  const chosen = one.variants.map((i) => ids[i] as string)
  if (one.kind === 'archive') return await archiveVariants(platform, brandId, chosen, one.at)
  if (one.kind === 'set') {
    const policy = one.policy && !('alwaysInStock' in one.to) ? { inventoryPolicy: one.policy } : {}
    const changes: StockChange[] = chosen.map((variantId) => ({ variantId, to: one.to, ...policy }))
    await setStock(platform, brandId, changes)
    return
  }
  const verb = { reserve, release, ship }[one.kind]
  const order = { relatedId: 'o', cause: randomUUID() }
  const wanted = chosen.map((variantId) => ({ variantId, quantity: 1 }))
  // Quantities that are not reserved can be neither released nor shipped; then nothing is written.
  await verb(platform, brandId, wanted, order).catch((error) =>
    expect(String(error)).toContain('levels_reserved_not_negative'),
  )
}

test('any sequence of stock writes, orders and archivings leaves the flags that follow from a count of the variants', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 20 }), async (commands) => {
      const brandId = randomUUID()
      const products = await addTestProducts(platform, brandId, [
        { variants: [{ stock: { onHand: 1 } }] },
        { variants: [{ stock: { onHand: 0 } }, { stock: { isAlwaysInStock: true } }] },
        { variants: [{ archived_at: AT }, { stock: { onHand: 0, inventoryPolicy: 'continue' } }] },
      ])
      const ids = products.flatMap((product) => product.variants.map(({ id }) => id))
      await expectSoundFlags(db)
      for (const one of commands) {
        await perform(brandId, ids, one)
        await expectSoundFlags(db)
      }
    }),
    { numRuns: randomRuns(25) },
  )
})

test('a stock write that flips no variant does not update the row of the product', async () => {
  const brandId = randomUUID()
  const [product] = await addTestProducts(platform, brandId, [{ variants: [{ stock: { onHand: 5 } }] }])
  const variantId = product.variants[0]?.id as string
  const place = async () => (await db`select ctid from catalog.products where id = ${product.id}`)[0]
  const before = await place()
  await setStock(platform, brandId, [{ variantId, to: { onHand: 7 } }])
  await reserve(platform, brandId, [{ variantId, quantity: 6 }], { relatedId: 'o', cause: 'c' })
  expect(await place()).toEqual(before)
  await reserve(platform, brandId, [{ variantId, quantity: 1 }], { relatedId: 'o', cause: 'd' })
  expect(await place()).not.toEqual(before)
})

test('archiving variants that are archived already, or of another brand, changes nothing', async () => {
  const brandId = randomUUID()
  const [product] = await addTestProducts(platform, brandId, [{ variants: [{}, {}] }])
  const ids = product.variants.map(({ id }) => id)
  await archiveVariants(platform, randomUUID(), ids, AT)
  await archiveVariants(platform, brandId, ids.slice(0, 1), AT)
  const [before] = await db`select updated_at from catalog.variants where id = ${ids[0] as string}`
  await shop.advance(60)
  await archiveVariants(platform, brandId, ids.slice(0, 1), new Date('2026-02-02T00:00:00Z'))
  const [after] = await db`select updated_at from catalog.variants where id = ${ids[0] as string}`
  expect(after).toEqual(before)
  await expectSoundFlags(db)
})

test('the daily check repairs wrong counts and logs them', async () => {
  await shop.runJobs()
  const { length: logged } = lines
  const [wrong, other] = await db<{ id: string }[]>`select id from catalog.products order by id limit 2`
  await db`
    update catalog.products set orderable_variant_count = orderable_variant_count + 7 where id = ${wrong?.id ?? ''}`
  await db`
    update catalog.products set live_variant_count = 0, variant_count = 9 where id = ${other?.id ?? ''}`
  await shop.advance(24 * 3600)
  await shop.runJobs()
  await expectSoundFlags(db)
  const counts = await db`
    select from catalog.products
    where (variant_count, live_variant_count) <> (
      select count(*), count(*) filter (where archived_at is null)
      from catalog.variants where brand_id = products.brand_id and product_id = products.id
    )`
  expect(counts).toHaveLength(0)
  const told = lines.slice(logged)
  expect(new Set(told.map(({ product_id }) => product_id))).toEqual(new Set([wrong?.id, other?.id]))
  expect(told.map(({ msg }) => msg)).toEqual(
    Array(2).fill('the counters of a product differed from its stock and were corrected'),
  )
  expect((await shop.send('GET', '/metrics', { as: null })).text).toContain('\ntradehall_stock_repairs 2\n')
  await shop.advance(24 * 3600)
  await shop.runJobs()
  expect((await shop.send('GET', '/metrics', { as: null })).text).toContain('\ntradehall_stock_repairs 0\n')
})

test('wrong products are all repaired, also if they exceed a batch, and twenty are logged', async () => {
  await addTestProducts(
    platform,
    randomUUID(),
    Array.from({ length: 450 }, () => ({})),
  )
  const { length: logged } = lines
  await db`update catalog.products set orderable_variant_count = 40 where name = 'Test lamp'`
  await shop.advance(24 * 3600)
  await shop.runJobs()
  await expectSoundFlags(db)
  expect(lines.length - logged).toBe(20)
})
