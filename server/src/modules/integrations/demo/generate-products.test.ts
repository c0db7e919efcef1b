import { expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { generateProducts } from './generate-products.ts'

test('two runs of 1001 products each add them in batches, with stock and distinct skus', async () => {
  const { platform, credentials, send } = await market()
  const { db } = platform
  const { brandId } = credentials
  const [before] = await db`select count(*)::int as count from catalog.products where brand_id = ${brandId}`
  const reached: number[] = []
  let variants = 0
  for (let run = 0; run < 2; run++) {
    const added = await generateProducts(platform, brandId, {
      count: 1001,
      onBatch: (done) => reached.push(done),
    })
    variants += added.variants
  }
  expect(reached.at(-1)).toBe(1001)
  const [after] = await db`
    select count(*)::int as count, count(distinct position)::int as positions
    from catalog.products
    where brand_id = ${brandId}`
  expect(after).toEqual({ count: before?.count + 2002, positions: before?.count + 2002 })
  const [made] = await db`
    select count(*)::int as count, count(distinct sku)::int as skus, count(distinct ian)::int as ians,
      count(stock.variant_quantities.variant_id)::int as levels
    from catalog.variants
    left join stock.variant_quantities using (brand_id)
    where brand_id = ${brandId} and sku like 'GEN-%' and variant_id = id`
  expect(made).toEqual({ count: variants, skus: variants, ians: variants, levels: variants })
  expect(variants / 2002).toBeCloseTo(2, 1)
  const { body } = await send('GET', '/api/v1/products?page[limit]=1&include=productVariant')
  expect(body.data[0].attributes.name).toMatch(/^[A-Z]/)
  expect(body.included.length).toBeGreaterThan(0)
})
