import { afterAll, describe, expect, test } from 'vitest'
import { addTestProducts, type ProductOverrides } from '../../../test/catalog.ts'
import { market } from '../../../test/market.ts'
import { archiveVariants } from './product-flags.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, otherBrand } = shop.credentials

/** One word that no demo product has, so that every list has only what a test has added. */
const GOODS = [
  { name: 'Quagga mug', variants: [{ name: 'Quagga mug / blue', sku: 'QU-1', ian: '4006381333931' }] },
  { name: 'Zebra bowl', variants: [{ name: 'Zebra bowl', sku: 'quagga-7', stock: { onHand: 0 } }] },
  {
    name: 'Okapi plate 100%',
    variants: [{ sku: 'OK-1', stock: { isAlwaysInStock: true } }, { sku: 'OK-2' }],
  },
  { name: 'Quagga lamp', variants: [{ sku: 'QU_2' }] },
] as const satisfies ProductOverrides[]

const products = await addTestProducts(shop.platform, brandId, GOODS)
await addTestProducts(shop.platform, otherBrand.brandId, [{ name: 'Quagga of others' }])
await archiveVariants(shop.platform, brandId, [products[3].variants[0]?.id as string], new Date())

const get = (query: string) =>
  shop.send('GET', `/api/v1/products?${query.includes('page[') ? '' : 'page[limit]=50&'}${query}`)
const namesOf = async (query: string): Promise<string[]> => {
  const { status, body } = await get(query)
  expect(status, JSON.stringify(body)).toBe(200)
  const mine = new Set<string>(products.map(({ id }) => id))
  return body.data.flatMap((one: { id: string; attributes: { name: string } }) =>
    mine.has(one.id) ? one.attributes.name.split(' ').slice(0, 2).join(' ') : [],
  )
}

describe('products are found', () => {
  test.each([
    ['filter[q]=quagga', ['Quagga lamp', 'Zebra bowl', 'Quagga mug']],
    ['filter[q]=QUAGGA%20m', ['Quagga mug']],
    ['filter[q]=%20okapi%20', ['Okapi plate']],
    ['filter[q]=4006381333931', ['Quagga mug']],
    ['filter[q]=40063813339', []],
    ['filter[q]=0%25', ['Okapi plate']],
    ['filter[q]=U_2', ['Quagga lamp']],
    ['filter[skuOrName]=quagga-7', ['Zebra bowl']],
    ['filter[skuOrName]=4006381333931', []],
    ['filter[sku]=OK-2,QU-1', ['Okapi plate', 'Quagga mug']],
    ['filter[ian]=4006381333931', ['Quagga mug']],
    ['filter[q]=quagga&filter[archived]=true', ['Quagga lamp']],
    ['filter[q]=quagga&filter[archived]=false', ['Zebra bowl', 'Quagga mug']],
    ['filter[q]=quagga&filter[outOfStock]=false', ['Quagga mug']],
    ['filter[q]=quagga&filter[outOfStock]=true', ['Quagga lamp', 'Zebra bowl']],
    ['filter[alwaysInStock]=true', ['Okapi plate']],
    ['filter[q]=quagga&filter[alwaysInStock]=false', ['Quagga lamp', 'Zebra bowl', 'Quagga mug']],
    ['filter[q]=quagga&sort=name', ['Quagga lamp', 'Quagga mug', 'Zebra bowl']],
    ['filter[q]=quagga&sort=-name', ['Zebra bowl', 'Quagga mug', 'Quagga lamp']],
    [
      'filter[q]=quagga&filter[updatedAfter]=2020-01-01T00:00:00Z',
      ['Quagga mug', 'Zebra bowl', 'Quagga lamp'],
    ],
  ])('%s', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected)
  })

  test('by their ids, without those of other brands', async () => {
    const [foreign] = (await shop.send('GET', '/api/v1/products', { as: 'otherBrand' })).body.data
    expect(await namesOf(`filter[id][]=${products[0].id}&filter[id][]=${foreign.id}`)).toEqual(['Quagga mug'])
  })
})

test('a common text finds the same products as a rare one, in the order of the list', async () => {
  await addTestProducts(
    shop.platform,
    brandId,
    Array.from({ length: 510 }, (_, i) => ({ name: `Tapir ${i}`, variants: [{ sku: `TP-${i}` }] })),
  )
  const common = await get('filter[q]=tapir&page[limit]=3')
  expect(common.body.data.map((one: { attributes: { name: string } }) => one.attributes.name)).toEqual([
    'Tapir 509',
    'Tapir 508',
    'Tapir 507',
  ])
  expect((await get('filter[q]=tp-&sort=name&page[limit]=1')).body.data[0].attributes.name).toBe('Tapir 0')
})

test('pages by name lead through the list and back', async () => {
  const first = await get('filter[q]=quagga&sort=name&page[limit]=2')
  const follow = (link: string) => shop.send('GET', link.slice(link.indexOf('/api/')))
  const second = await follow(first.body.links.next)
  expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual([products[1].id])
  expect((await follow(second.body.links.prev)).body.data).toEqual(first.body.data)
})

test.each([
  'filter[q]=',
  'sort=price',
  'sort=name,createdAt',
  'sort=name&filter[updatedAfter]=2026-01-01T00:00:00Z',
  'filter[outOfStock]=perhaps',
])('%s is refused', async (query) => {
  expect((await get(query)).status).toBe(400)
})
