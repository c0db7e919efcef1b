import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { market } from '../../../test/market.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials
const otherBrandId = shop.credentials.otherBrand.brandId

const LIST_ATTRIBUTES = [
  'name',
  'description',
  'language',
  'dimensions',
  'netWeight',
  'capacity',
  'position',
  'unitMultiplier',
  'vatRate',
  'discountRate',
  'active',
  'outOfStock',
  'archived',
  'retailPrice',
  'wholesalePrice',
  'originalWholesalePrice',
  'createdAt',
  'indexedAt',
  'updatedAt',
]
const SINGLE_ATTRIBUTES = [...LIST_ATTRIBUTES, 'productTypeId', 'images', 'tags']

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

test('a list has fifteen products, newest first, in list form and without relationships', async () => {
  const { status, body } = await shop.send('GET', '/api/v1/products')
  expect(status).toBe(200)
  expect(body.data).toHaveLength(15)
  expect(body.meta.page).toMatchObject({ hasMore: true, perPage: 15 })
  const times = body.data.map((one: { attributes: { createdAt: string } }) => one.attributes.createdAt)
  expect(times).toEqual(times.toSorted().reverse())
  for (const one of body.data) {
    expect(one.type).toBe('product')
    expect(Object.keys(one.attributes).toSorted()).toEqual(LIST_ATTRIBUTES.toSorted())
    expect(one).not.toHaveProperty('relationships')
    expect(one.attributes.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  }
})

test('a single product has every attribute, its images by their order', async () => {
  const images = [
    { order: 3, url: 'https://cdn.tradehall.test/c.jpg' },
    { order: 1, url: 'https://cdn.tradehall.test/a.jpg' },
  ]
  const [product] = await addTestProducts(shop.platform, brandId, [
    { name: 'Lamp', images, tags: ['tags_vegan'], discount_rate: 0.15, vat_rate: 5.5, product_type_id: 12 },
  ])
  const { status, body } = await shop.send('GET', `/api/v1/products/${product.id}`)
  expect(status).toBe(200)
  expect(Object.keys(body.data.attributes).toSorted()).toEqual(SINGLE_ATTRIBUTES.toSorted())
  expect(body.data.attributes).toMatchObject({
    name: 'Lamp',
    description: null,
    vatRate: 5.5,
    discountRate: 0.15,
    productTypeId: 12,
    tags: ['tags_vegan'],
    images: [images[1], images[0]],
    outOfStock: false,
    archived: false,
  })
})

test('pages lead through the whole list and back without losing or repeating a product', async () => {
  const all = await shop.platform.db<{ id: string }[]>`
    select id from catalog.products where brand_id = ${brandId} order by created_at desc, id desc`
  const walked: string[] = []
  const pages: string[][] = []
  let next: string | undefined = '/api/v1/products?page[limit]=7'
  let last = ''
  while (next) {
    const { body } = await shop.send('GET', next)
    walked.push(...idsOf(body))
    pages.push(idsOf(body))
    last = body.data[0].id
    next = body.links.next && new URL(body.links.next).pathname + new URL(body.links.next).search
  }
  expect(walked).toEqual(all.map(({ id }) => id))
  const back = await shop.send('GET', `/api/v1/products?page[limit]=7&page[before]=${last}`)
  expect(idsOf(back.body)).toEqual(pages.at(-2))
})

test.each([
  ['page[limit]=51', 400],
  ['page[limit]=0', 400],
  [`page[after]=${randomUUID()}`, 400],
  ['include=brand', 400],
  ['filter[name]=x', 400],
])('a list refuses ?%s', async (query, status) => {
  expect((await shop.send('GET', `/api/v1/products?${query}`)).status).toBe(status)
})

test("another brand's product is refused as a cursor, and cannot be read", async () => {
  const [foreign] = await addTestProducts(shop.platform, otherBrandId, [{}])
  const cursor = await shop.send('GET', `/api/v1/products?page[after]=${foreign.id}`)
  expect(cursor.status).toBe(400)
  expect(cursor.body.errors[0].source).toEqual({ parameter: 'page[after]' })
  expect((await shop.send('GET', `/api/v1/products/${foreign.id}`)).status).toBe(403)
  expect((await shop.send('GET', `/api/v1/products/${randomUUID()}`)).status).toBe(404)
  const all = await shop.send('GET', '/api/v1/products?page[limit]=50', { as: 'otherBrand' })
  expect(idsOf(all.body)).toContain(foreign.id)
})

describe('includes', () => {
  test.each(['productVariant', 'productVariants'])('%s brings the variants in list form', async (name) => {
    const [product] = await addTestProducts(shop.platform, brandId, [{ variants: [{}, {}, {}] }])
    const { body } = await shop.send('GET', `/api/v1/products/${product.id}?include=${name}`)
    const ids = product.variants.map(({ id }) => id)
    expect(body.data.relationships).toEqual({
      productVariant: { data: ids?.map((id) => ({ type: 'productVariant', id })) },
    })
    expect(idsOf({ data: body.included })).toEqual(ids)
    for (const one of body.included) {
      expect(one.attributes).not.toHaveProperty('images')
      expect(one.relationships).toEqual({ product: { data: { type: 'product', id: product.id } } })
    }
  })

  test('options mirror the variants, with the same ids', async () => {
    const [product] = await addTestProducts(shop.platform, brandId, [
      { variants: [{ stock: { onHand: 0 } }, { stock: { onHand: 1 } }] },
    ])
    const { body } = await shop.send('GET', `/api/v1/products/${product.id}?include=productOptions`)
    expect(idsOf({ data: body.included })).toEqual(product.variants.map(({ id }) => id))
    expect(body.included.map((one: { type: string }) => one.type)).toEqual([
      'product-options',
      'product-options',
    ])
    expect(Object.keys(body.included[0].attributes)).toEqual([
      'name',
      'sku',
      'ian',
      'outOfStock',
      'createdAt',
      'updatedAt',
      'archivedAt',
    ])
    expect(
      body.included.map((one: { attributes: { outOfStock: boolean } }) => one.attributes.outOfStock),
    ).toEqual([true, false])
    expect(Object.keys(body.data.relationships)).toEqual(['productOption'])
  })

  test('a page can include variants and options together, and `fields` limits the attributes', async () => {
    const { body } = await shop.send(
      'GET',
      '/api/v1/products?include=productVariant,productOption&page[limit]=50&fields[productVariant]=sku&fields[product]=name,productVariant',
    )
    const linked = body.data.flatMap(
      (one: { relationships: { productVariant: { data: { id: string }[] } } }) =>
        one.relationships.productVariant.data.map(({ id }) => id),
    )
    const variants = body.included.filter((one: { type: string }) => one.type === 'productVariant')
    const options = body.included.filter((one: { type: string }) => one.type === 'product-options')
    expect(idsOf({ data: variants }).toSorted()).toEqual(linked.toSorted())
    expect(options).toHaveLength(variants.length)
    for (const one of variants) expect(Object.keys(one.attributes)).toEqual(['sku'])
    for (const one of body.data) expect(Object.keys(one.attributes)).toEqual(['name'])
  })
})

const anyVariant = fc.record({
  archived: fc.boolean(),
  stock: fc.oneof(
    fc.record({ isAlwaysInStock: fc.constant(true) }),
    fc.record({
      onHand: fc.integer({ min: 0, max: 1 }),
      inventoryPolicy: fc.constantFrom('deny' as const, 'continue' as const),
    }),
  ),
})
const anyProduct = fc.record({
  archived: fc.boolean(),
  variants: fc.array(anyVariant, { minLength: 1, maxLength: 4 }),
})
type AnyStock = { isAlwaysInStock?: boolean; onHand?: number; inventoryPolicy?: string }

/** Almost literally from the specification. */
const cannotBeOrdered = ({ isAlwaysInStock, onHand, inventoryPolicy }: AnyStock) =>
  !isAlwaysInStock && inventoryPolicy === 'deny' && (onHand ?? 0) <= 0

test('the flags of a product follow from its variants in every combination', async () => {
  const at = new Date('2026-02-01T00:00:00Z')
  await fc.assert(
    fc.asyncProperty(fc.array(anyProduct, { minLength: 1, maxLength: 10 }), async (drawn) => {
      const products = await addTestProducts(
        shop.platform,
        brandId,
        drawn.map(({ archived, variants }) => ({
          archived_at: archived ? at : null,
          variants: variants.map((one) => ({ stock: one.stock, archived_at: one.archived ? at : null })),
        })),
      )
      const { body } = await shop.send('GET', '/api/v1/products?page[limit]=50')
      const seen = new Map(
        body.data.map((one: { id: string; attributes: object }) => [one.id, one.attributes]),
      )
      products.forEach(({ id }, i) => {
        const { archived, variants } = drawn[i] as (typeof drawn)[number]
        expect(seen.get(id)).toMatchObject({
          archived: archived || variants.every((one) => one.archived),
          outOfStock: variants.filter((one) => !one.archived).every(({ stock }) => cannotBeOrdered(stock)),
        })
      })
      await shop.platform.db`delete from catalog.variants where sku like 'TEST-%'`
      await shop.platform.db`delete from catalog.products where name = 'Test lamp'`
    }),
    { numRuns: 30 },
  )
})
