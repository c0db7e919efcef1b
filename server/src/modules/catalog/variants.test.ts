import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { market } from '../../../test/market.ts'
import { listVariants, loadVariantsWithProducts } from './variants.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials
const otherBrandId = shop.credentials.otherBrand.brandId
const AT = new Date('2026-02-01T00:00:00Z')

const [lamp, chair] = await addTestProducts(shop.platform, brandId, [
  {
    variants: [
      { name: 'Lamp 50% zinc', sku: 'LMP_1', ian: '2999999990015', available_on: '2026-06-01' },
      { name: 'Lamp full zinc', sku: 'LMPX1', ian: '2999999990022', archived_at: AT },
    ],
  },
  { variants: [{ name: 'Chair back\\slash', sku: 'CHR, 1', ian: null, stock: { isAlwaysInStock: true } }] },
])
const [foreign] = await addTestProducts(shop.platform, otherBrandId, [
  { variants: [{ name: 'Lamp of others', sku: 'LMP_1', ian: '2999999990015' }] },
])
const [linen, full] = lamp.variants.map(({ id }) => id) as [string, string]
const back = chair.variants[0]?.id as string
const foreignId = foreign.variants[0]?.id as string

async function found(query: string): Promise<string[]> {
  const { status, body } = await shop.send('GET', `/api/v1/product-variants?${query}&page[limit]=50`)
  expect(status, JSON.stringify(body.errors)).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}
const encode = encodeURIComponent

test('the list form has the quantities and the product, the single form also the rest', async () => {
  const list = (await shop.send('GET', `/api/v1/product-variants?filter[id][]=${linen}`)).body.data[0]
  expect(list).toEqual({
    type: 'productVariant',
    id: linen,
    attributes: {
      name: 'Lamp 50% zinc',
      sku: 'LMP_1',
      ian: '2999999990015',
      createdAt: expect.stringMatching(/\.\d{6}Z$/),
      updatedAt: expect.stringMatching(/\.\d{6}Z$/),
      archivedAt: null,
      retailPrice: 2000,
      wholesalePrice: 1000,
      originalWholesalePrice: 1000,
      availableQuantity: 5,
      reservedQuantity: 0,
      stockQuantity: 5,
      isAlwaysInStock: false,
      inventoryPolicy: 'deny',
    },
    relationships: { product: { data: { type: 'product', id: lamp.id } } },
  })
  const single = (await shop.send('GET', `/api/v1/product-variants/${linen}`)).body.data
  expect(single.attributes).toEqual({
    ...list.attributes,
    fulfillableId: null,
    availableAt: '2026-06-01',
    images: [],
  })
  expect(single.relationships).toEqual(list.relationships)
  const untracked = (await shop.send('GET', `/api/v1/product-variants/${back}`)).body.data.attributes
  expect(untracked).toMatchObject({
    availableQuantity: null,
    stockQuantity: null,
    reservedQuantity: 0,
    isAlwaysInStock: true,
  })
})

test.each(['product', 'products'])('include=%s brings the product in list form', async (name) => {
  const { body } = await shop.send('GET', `/api/v1/product-variants/${linen}?include=${name}`)
  expect(body.included).toHaveLength(1)
  expect(body.included[0]).toMatchObject({ type: 'product', id: lamp.id })
  expect(body.included[0].attributes).not.toHaveProperty('tags')
})

describe('filters', () => {
  test.each<[string, string[]]>([
    [`filter[id][]=${linen}&filter[id][]=${back}`, [back, linen]],
    [`filter[id][]=${linen.toUpperCase()}`, [linen]],
    [`filter[id][]=${linen}&filter[id][]=${foreignId}&filter[id][]=${randomUUID()}`, [linen]],
    [`filter[id][]=${foreignId}`, []],
    [`filter[productId][]=${lamp.id}`, [full, linen]],
    [`filter[productId][]=${foreign.id}`, []],
    ['filter[sku]=LMP_1', [linen]],
    ['filter[sku]=lmp_1', []],
    ['filter[sku]=LMP', []],
    ['filter[sku]=LMP_1,LMPX1', [full, linen]],
    [`filter[sku][]=${encode('CHR, 1')}`, [back]],
    ['filter[ian]=2999999990015,2999999990022', [full, linen]],
    ['filter[ian]=299999999001', []],
    ['filter[skuOrName]=mp_1', [linen]],
    ['filter[skuOrName]=ZI&filter[sku]=LMP_1', [linen]],
    [`filter[skuOrName]=${encode('%')}&filter[archived]=false`, [linen]],
    ['filter[skuOrName]=ZINC', [full, linen]],
    [`filter[skuOrName]=${encode('50%')}`, [linen]],
    [`filter[skuOrName]=${encode('p%z')}`, []],
    [`filter[skuOrName]=${encode('back\\slash')}`, [back]],
    [`filter[skuOrName]=${encode("' or true --")}`, []],
    [`filter[productId][]=${lamp.id}&filter[archived]=true`, [full]],
    [`filter[productId][]=${lamp.id}&filter[archived]=false`, [linen]],
    [`filter[productId][]=${lamp.id}&filter[sku]=CHR`, []],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test.each([
    'filter[id][]=x',
    'filter[productId][]=1',
    'filter[archived]=maybe',
    'filter[name]=x',
    'filter[skuOrName]=',
  ])('%s is refused with the parameter named', async (query) => {
    const { status, body } = await shop.send('GET', `/api/v1/product-variants?${query}`)
    expect(status).toBe(400)
    expect(body.errors[0].source.parameter).toBe(query.split('=')[0])
  })
})

test('a search is planned for its own text, and its plan is not cached', async () => {
  const walk = { cursor: undefined, backwards: false, limit: 5 }
  // Each connection has its own plan cache.
  await shop.platform.db.begin(async (tx) => {
    const kept = async () => (await tx.unsafe('select statement from pg_prepared_statements')).length
    await listVariants(tx, brandId, { archived: true }, walk)
    const before = await kept()
    expect(before).toBeGreaterThan(0)
    expect(await listVariants(tx, brandId, { skuOrName: 'full zinc' }, walk)).toHaveLength(1)
    expect(await kept()).toBe(before)
  })
})

test('a page has fifteen variants by default, and a hundred at most', async () => {
  for (const [query, perPage] of [
    ['', 15],
    ['?page[limit]=100', 100],
  ] as const) {
    const { body } = await shop.send('GET', `/api/v1/product-variants${query}`)
    expect(body.meta.page.perPage).toBe(perPage)
  }
  const more = await shop.send('GET', '/api/v1/product-variants?page[limit]=101')
  expect([more.status, more.body.errors[0].source.parameter]).toEqual([400, 'page[limit]'])
})

test('a filtered list is paged both ways', async () => {
  const first = await shop.send('GET', '/api/v1/product-variants?filter[skuOrName]=zinc&page[limit]=1')
  expect(first.body.data[0].id).toBe(full)
  const second = await shop.send('GET', pathOf(first.body.links.next))
  expect(second.body.data[0].id).toBe(linen)
  expect(second.body.links).not.toHaveProperty('next')
  const again = await shop.send('GET', pathOf(second.body.links.prev))
  expect(again.body.data[0].id).toBe(full)
})

test("another brand's variant is refused, an unknown one is not found", async () => {
  const answers = await Promise.all(
    [foreignId, randomUUID()].map((id) => shop.send('GET', `/api/v1/product-variants/${id}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([403, 404])
  const cursor = await shop.send('GET', `/api/v1/product-variants?page[before]=${foreignId}`)
  expect(cursor.status).toBe(400)
})

test('retailers and the operator have no catalog of their own', async () => {
  for (const as of ['retailer', 'operator'] as const) {
    expect((await shop.send('GET', '/api/v1/product-variants', { as })).status).toBe(403)
    expect((await shop.send('GET', '/api/v1/products', { as })).status).toBe(403)
  }
})

const pathOf = (link: string) => new URL(link).pathname + new URL(link).search

test('products that were read with their variants are the same objects until they change', async () => {
  const { db } = shop.platform
  // Large enough for its rows to be cached.
  const [chest] = await addTestProducts(shop.platform, brandId, [
    { description: 'Drawers of oak. '.repeat(200), variants: [{ name: 'Chest', sku: 'CHEST' }] },
  ])
  const read = () => loadVariantsWithProducts(db, brandId, [chest.variants[0]?.id as string])
  await read()
  const [first] = await read()
  const [again] = await read()
  expect(again?.product).toMatchObject({ id: chest.id, description: 'Drawers of oak. '.repeat(200) })
  expect(again?.product).toBe(first?.product)
  expect(again?.product).toSatisfy(Object.isFrozen)
  await db`update catalog.products set position = 7 where brand_id = ${brandId} and id = ${chest.id}`
  const [changed] = await read()
  expect(changed?.product).toEqual({ ...again?.product, position: 7 })
})
