import { afterAll, expect, test } from 'vitest'
import { PUBLISHED_TAGS } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import { startStopwatch } from '../../../../test/time.ts'
import { demoTime, WRITTEN_FOR } from '../../../platform/demo-time.ts'
import { demoProducts } from './demo.ts'
import { ALDER_WICK, NORTHLIGHT } from './demo-goods.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId } = shop.credentials
const times = { present: demoTime(WRITTEN_FOR), past: demoTime(WRITTEN_FOR) }
const products = demoProducts(ALDER_WICK, times)
const variants = products.flatMap((product) => product.variants)

test('the main brand has about sixty products and a hundred and fifty variants of every kind', () => {
  expect(products).toHaveLength(60)
  expect(variants.length).toBeGreaterThanOrEqual(145)
  expect(variants.length).toBeLessThanOrEqual(155)
  const kinds: Record<string, number> = {
    tracked: variants.filter(({ stock }) => (stock.onHand ?? 0) > 0).length,
    untracked: variants.filter(({ stock }) => stock.isAlwaysInStock).length,
    'out of stock': variants.filter(({ stock }) => stock.onHand === 0 && !stock.inventoryPolicy).length,
    continue: variants.filter(({ stock }) => stock.inventoryPolicy === 'continue').length,
    archived: variants.filter(({ archived_at }) => archived_at).length,
    preorder: variants.filter(({ available_on }) => available_on && available_on > '2026-01-05').length,
    'with choices': products.filter((product) => product.variants.length > 1).length,
    'without choice': products.filter((product) => product.variants.length === 1).length,
    discounted: products.filter(({ discount_rate }) => discount_rate > 0).length,
    inactive: products.filter(({ active }) => !active).length,
    'archived products': products.filter(({ archived_at }) => archived_at).length,
  }
  for (const [kind, count] of Object.entries(kinds)) expect(count, kind).toBeGreaterThan(0)
  expect(new Set(products.map(({ unit_multiplier }) => unit_multiplier))).toEqual(new Set([1, 3, 6, 12]))
  expect(new Set(products.map(({ vat_rate }) => vat_rate)).size).toBeGreaterThanOrEqual(4)
  expect(new Set(products.map(({ language }) => language)).size).toBeGreaterThanOrEqual(4)
})

test('the variants of an archived product are archived too', async () => {
  const archived = products.filter(({ archived_at }) => archived_at)
  for (const { archived_at, variants } of archived) {
    expect(variants.map((variant) => variant.archived_at)).toEqual(variants.map(() => archived_at))
  }
  const skus = archived.flatMap(({ variants }) => variants.map(({ sku }) => sku)).join()
  const read = await shop.send('GET', `/api/v1/product-variants?filter[sku]=${skus}`)
  expect(read.body.data.length).toBeGreaterThan(0)
  for (const { attributes } of read.body.data) expect(attributes.archivedAt, attributes.sku).not.toBeNull()
})

test('exactly the published tags are used, and ids and SKUs are unique', () => {
  expect(new Set(products.flatMap(({ tags }) => tags))).toEqual(new Set(PUBLISHED_TAGS))
  const all = [...variants, ...demoProducts(NORTHLIGHT, times).flatMap((product) => product.variants)]
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length)
  for (const { ian } of variants) expect(ian ?? '2000000000008').toSatisfy(hasValidCheckDigit)
})

function hasValidCheckDigit(ian: string): boolean {
  const sum = [...ian].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return ian.length === 13 && sum % 10 === 0
}

test('the flags that depend on stock or archived variants are set', async () => {
  const first = await shop.send('GET', '/api/v1/products?page[limit]=50')
  const rest = await shop.send(
    'GET',
    `/api/v1/products?page[limit]=50&page[after]=${first.body.meta.page.to}`,
  )
  type Seen = { attributes: { name: string; outOfStock: boolean; archived: boolean } }
  const seen = [...first.body.data, ...rest.body.data].map(({ attributes }: Seen) => attributes)
  expect(seen).toHaveLength(60)
  const named = (wanted: string) => seen.find(({ name }) => name === wanted)
  expect(named('Herb bitters')).toMatchObject({ outOfStock: true, archived: false })
  expect(named('Lucifershouder')).toMatchObject({ archived: true })
  expect(named('Floating moon candle')).toMatchObject({ archived: true, outOfStock: true })
  expect(named('Beeswax pillar')).toMatchObject({ archived: false, outOfStock: false })
})

test('the ledger has every opening quantity minus the orders since then', async () => {
  const rows = await shop.platform.db<{ variant_id: string; quantity: number }[]>`
    select variant_id, stock_quantity + coalesce(shipped.quantity, 0) as quantity
    from stock.variant_quantities
    left join (
      select variant_id, -sum(quantity) as quantity
      from stock.postings
      join stock.locations on locations.brand_id = postings.brand_id and locations.id = location_id
      where movement_type = 'order_shipped' and status = 'reserved' and locations.type = 'brand'
      group by variant_id
    ) as shipped using (variant_id)
    where brand_id = ${brandId}`
  const expected = variants.map(({ id, stock }) => [id, stock.isAlwaysInStock ? null : (stock.onHand ?? 0)])
  expect(new Map(rows.map(({ variant_id, quantity }) => [variant_id, quantity]))).toEqual(
    new Map(expected as [string, number | null][]),
  )
})

test('a reset takes less than three seconds and restores changed stock', async () => {
  const id = variants[0]?.id
  const path = `/api/v1/product-variants/${id}/stock`
  const data = { type: 'product-variants', id, attributes: { stockQuantity: 9999 } }
  await shop.send('PATCH', path, { body: { data } })
  const tookMs = startStopwatch()
  await shop.send('POST', '/api/testing/reset')
  expect(tookMs()).toBeLessThan(3000)
  const { body } = await shop.send('GET', `/api/v1/product-variants/${id}`)
  expect(body.data.attributes.stockQuantity).toBe(variants[0]?.stock.onHand)
})
