import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import { copyFirstVariantPrices } from './first-variants.ts'

const { platform, credentials } = await market({ cleanUp: afterAll })
const { db } = platform
const { brandId } = credentials

const pricesOf = async (productId: string) =>
  (
    await db`
      select original_wholesale_price_minor, wholesale_price_minor, retail_price_minor
      from catalog.products
      where id = ${productId}`
  )[0]

test('each given product gets the prices of its oldest variant, and other products do not change', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const old = (price: number) => ({ created_at: at(2), original_wholesale_price_minor: price })
  const young = (price: number) => ({ created_at: at(3), original_wholesale_price_minor: price })
  const [one, other, unnamed] = await addTestProducts(platform, brandId, [
    { variants: [young(700), old(500)] },
    { variants: [old(900), young(800)] },
    { variants: [old(300)] },
  ])
  const ids = [one, other, unnamed].map(({ id }) => id)
  await db`
    update catalog.variants
    set original_wholesale_price_minor = original_wholesale_price_minor + 11,
      wholesale_price_minor = wholesale_price_minor + 12, retail_price_minor = retail_price_minor + 13
    where product_id = any(${ids}::uuid[])`
  const before = await pricesOf(unnamed.id)
  await copyFirstVariantPrices(platform, brandId, [one.id, other.id])
  for (const [{ id }, price] of [[one, 500] as const, [other, 900] as const]) {
    expect(await pricesOf(id)).toEqual({
      original_wholesale_price_minor: price + 11,
      wholesale_price_minor: price + 12,
      retail_price_minor: 2013,
    })
  }
  expect(await pricesOf(unnamed.id)).toEqual(before)
})
