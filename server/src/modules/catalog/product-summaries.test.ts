import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { market } from '../../../test/market.ts'
import { archiveVariants } from './product-flags.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId } = shop.credentials
const image = (order: number) => ({ order, url: `https://cdn.tradehall.test/${order}.jpg` })

const [lamp, gone] = await addTestProducts(shop.platform, brandId, [
  {
    images: [image(2), image(1)],
    variants: [
      { sku: 'L-1', original_wholesale_price_minor: 1000, stock: { onHand: 5 }, images: [image(7)] },
      { sku: 'L-2', original_wholesale_price_minor: 3000, stock: { isAlwaysInStock: true } },
      { sku: 'L-3', options: [{ name: 'color', value: 'red' }], discount_rate: 0.5, stock: { onHand: 0 } },
      { sku: 'L-4', original_wholesale_price_minor: 9000, stock: { onHand: 100 } },
    ],
  },
  { variants: [{ sku: 'G-1', stock: { onHand: 3 } }] },
])
const archived = [lamp.variants[3]?.id as string, gone.variants[0]?.id as string]
await archiveVariants(shop.platform, brandId, archived, shop.platform.clock.now())

test('a list has a summary of each product if it is requested, without archived variants', async () => {
  const { body } = await shop.send('GET', '/api/v1/products?page[limit]=2&withDetails=true')
  expect(body.meta.currency).toBe('EUR')
  expect(body.meta.details[lamp.id]).toEqual({
    imageUrl: image(1).url,
    variantsCount: 3,
    archivedVariantsCount: 1,
    skus: ['L-1', 'L-2', 'L-3'],
    lowestWholesalePrice: 500,
    highestWholesalePrice: 3000,
    availableQuantity: 5,
    alwaysInStockCount: 1,
    outOfStockCount: 1,
  })
  // The summary of an archived product covers its archived variants, because it has no others.
  expect(body.meta.details[gone.id]).toMatchObject({
    imageUrl: null,
    variantsCount: 0,
    archivedVariantsCount: 1,
    skus: ['G-1'],
    availableQuantity: 3,
  })
  const plain = await shop.send('GET', '/api/v1/products?page[limit]=2')
  expect(plain.body.meta).not.toHaveProperty('details')
  expect(plain.body.data).toEqual(body.data)
})

test('a single product has the options and the first image of each variant', async () => {
  const { body } = await shop.send('GET', `/api/v1/products/${lamp.id}?withDetails=true`)
  const [first, , third] = lamp.variants.map(({ id }) => id) as [string, string, string]
  expect(body.meta).toMatchObject({
    currency: 'EUR',
    details: {
      variantsCount: 3,
      variants: {
        [first]: { imageUrl: image(7).url, options: [], discountRate: null },
        [third]: { imageUrl: null, options: [{ name: 'color', value: 'red' }], discountRate: 0.5 },
      },
    },
  })
})
