import { afterAll, beforeEach, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { poll, seenNow } from '../../../test/changes.ts'
import { sessionsWaiting } from '../../../test/locks.ts'
import { market } from '../../../test/market.ts'
import { until } from '../../../test/time.ts'
import { setStock } from '../../modules/stock/index.ts'
import { connect, type Transaction } from '../../platform/database.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
await shop.setTime('2030-01-01T00:00:00Z')

const writers = connect(shop.databaseUrl, { pool: 8, name: 'writers' })
afterAll(() => writers.end())

const VARIANTS = '/api/v1/product-variants'
const PRODUCTS = '/api/v1/products'
const idsOf = (products: readonly { id: string }[]) => products.map(({ id }) => id)

let since = ''
beforeEach(async () => {
  since = await seenNow(shop)
})

/** Runs `work` in a transaction that commits when the returned function is called. */
async function openTransaction(work: (tx: Transaction) => Promise<unknown>): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const ended = writers.begin(async (tx) => {
    await work(tx)
    begun.resolve()
    await release.promise
  })
  await Promise.race([begun.promise, ended])
  return async () => {
    release.resolve()
    await ended
  }
}

const rename = (tx: Transaction, id: string) => tx`
  update catalog.products set name = name || '!' where brand_id = ${brandId} and id = ${id}`

test('a change that is committed after later ones is in the next poll', async () => {
  const [early, late] = await addTestProducts(shop.platform, brandId, [{}, {}])
  since = await seenNow(shop)
  const commit = await openTransaction((tx) => rename(tx, early.id))
  await db.begin((tx) => rename(tx, late.id))
  const first = await poll(shop, PRODUCTS, since)
  expect(first.ids).toEqual([late.id])
  await commit()
  const second = await poll(shop, PRODUCTS, first.until)
  expect(second.ids).toEqual([early.id, late.id])
  const third = await poll(shop, PRODUCTS, second.until)
  expect(third.ids).toEqual([])
})

test('an open transaction without writes counts: it may later write a time that it has already read', async () => {
  let readAt = 0
  const commit = await openTransaction(async (tx) => {
    const [row] = await tx<{ at: Date }[]>`select clock_timestamp() as at`
    readAt = row?.at.getTime() ?? 0
  })
  const { until: complete } = await poll(shop, PRODUCTS, since)
  expect(Date.parse(complete)).toBeLessThanOrEqual(readAt + shop.platform.clock.offsetMs())
  await commit()
  expect((await poll(shop, PRODUCTS, since)).until > complete).toBe(true)
})

test('the change of a writer that waited for a lock is found', async () => {
  const [product] = await addTestProducts(shop.platform, brandId, [{}])
  since = await seenNow(shop)
  const commit = await openTransaction((tx) => rename(tx, product.id))
  const waiting = writers.begin((tx) => rename(tx, product.id))
  await until(async () => (await sessionsWaiting(db)) > 0)
  const first = await poll(shop, PRODUCTS, since)
  await commit()
  const second = await poll(shop, PRODUCTS, first.until)
  await waiting
  const third = await poll(shop, PRODUCTS, second.until)
  expect(first.ids).toEqual([])
  expect(third.ids.length + second.ids.length).toBeGreaterThan(0)
  const names = async () => (await shop.send('GET', `${PRODUCTS}/${product.id}`)).body.data.attributes.name
  expect(await names()).toBe('Test lamp!!')
  expect([...second.ids, ...third.ids]).toContain(product.id)
  expect((await poll(shop, PRODUCTS, third.until)).ids).toEqual([])
})

test('a stock change that is committed late is in the next poll', async () => {
  const [product] = await addTestProducts(shop.platform, brandId, [{ variants: [{}, {}] }])
  const [early, late] = idsOf(product.variants) as [string, string]
  since = await seenNow(shop)
  const change = (variantId: string) => [{ variantId, to: { onHand: 500 } }]
  const work = (tx: Transaction) => ({ ...shop.platform, db: tx })
  const commit = await openTransaction((tx) => setStock(work(tx), brandId, change(early)))
  await setStock(shop.platform, brandId, change(late))
  const first = await poll(shop, VARIANTS, since)
  expect(first.ids).toEqual([late])
  await commit()
  expect((await poll(shop, VARIANTS, first.until)).ids).toEqual([early, late])
})

test('no row is lost if a row of the page changes again while pages are read', async () => {
  const products = await addTestProducts(shop.platform, brandId, [{}, {}, {}, {}])
  const ids = idsOf(products)
  since = await seenNow(shop)
  for (const id of ids) await db.begin((tx) => rename(tx, id))
  const { body } = await shop.send('GET', `${PRODUCTS}?filter[updatedAfter]=${since}&page[limit]=2`)
  await db.begin((tx) => rename(tx, ids[0] as string))
  await db.begin((tx) => rename(tx, ids[2] as string))
  const next = new URL(body.links.next)
  const rest = await shop.send('GET', next.pathname + next.search.replace('limit%5D=2', 'limit%5D=9'))
  expect(idsOf(rest.body.data)).toEqual([ids[3], ids[0], ids[2]])
})

test('a client that polls during many concurrent writes ends with the final state of all rows', async () => {
  const products = await addTestProducts(
    shop.platform,
    brandId,
    Array.from({ length: 12 }, () => ({ variants: [{}, {}] })),
  )
  const productIds = idsOf(products)
  const variantIds = products.flatMap(({ variants }) => idsOf(variants))
  since = await seenNow(shop)
  const known = new Map<string, string>()
  const read = async (path: string, from: string) => {
    let url = `${path}?filter[updatedAfter]=${encodeURIComponent(from)}&page[limit]=7`
    let complete = from
    while (url) {
      const { body } = await shop.send('GET', url)
      for (const one of body.data) known.set(one.id, JSON.stringify(one.attributes))
      complete = body.meta.updatedUntil
      const next = body.links.next && new URL(body.links.next)
      url = next ? next.pathname + next.search : ''
    }
    return complete
  }
  let isWriting = true
  const poller = async (path: string) => {
    let from = since
    while (isWriting) from = await read(path, from)
    await read(path, from)
  }
  const changed = new Set<string>()
  const pick = (ids: readonly string[], n: number) => {
    const id = ids[n % ids.length] as string
    changed.add(id)
    return id
  }
  const writer = async (seed: number) => {
    for (let i = 0; i < 25; i++) {
      const n = seed * 31 + i * 7
      await writers.begin(async (tx) => {
        if (i % 3 === 0) await rename(tx, pick(productIds, n))
        else {
          const changes = [{ variantId: pick(variantIds, n), to: { onHand: 1000 + seed * 100 + i } }]
          await setStock({ ...shop.platform, db: tx }, brandId, changes)
        }
        // Transactions have different lengths, so that commits overtake each other.
        for (let step = (seed * 5 + i * 3) % 17; step > 0; step--) await tx`select ${step}::int as step`
      })
    }
  }
  const polling = Promise.all([poller(PRODUCTS), poller(VARIANTS)])
  await Promise.all([1, 2, 3, 4, 5, 6].map(writer))
  isWriting = false
  await polling
  for (const path of [`${PRODUCTS}?page[limit]=50`, `${VARIANTS}?page[limit]=100`]) {
    const { body } = await shop.send('GET', path)
    for (const one of body.data.filter(({ id }: { id: string }) => changed.delete(id))) {
      expect(known.get(one.id)).toBe(JSON.stringify(one.attributes))
    }
  }
  expect(changed.size).toBe(0)
})
