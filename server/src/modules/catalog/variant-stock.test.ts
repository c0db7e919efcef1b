import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { market } from '../../../test/market.ts'
import { reserve } from '../stock/index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials
const { db } = shop.platform

const [foreign] = await addTestProducts(shop.platform, shop.credentials.otherBrand.brandId, [{}])
const foreignId = foreign.variants[0]?.id as string
let ids: string[] = []
let id = ''

beforeEach(async () => {
  const [product] = await addTestProducts(shop.platform, brandId, [
    {
      variants: [{ stock: { onHand: 10 } }, { stock: { onHand: 20 } }, { stock: { isAlwaysInStock: true } }],
    },
  ])
  ids = product.variants.map((variant) => variant.id) as string[]
  id = ids[0] as string
})

interface Update {
  type?: string
  id?: string
  attributes?: object
  meta?: object
}

const patch = (variantId: string, attributes: object, more: Update = {}) =>
  shop.send('PATCH', `/api/v1/product-variants/${variantId}/stock`, {
    body: { data: { type: 'product-variants', id: variantId, attributes, ...more } },
  })
const bulk = (...updates: Update[]) =>
  shop.send('POST', '/api/v1/operations', {
    body: {
      'atomic:operations': updates.map((data) => ({
        op: 'update',
        data: { type: 'productVariants', ...data },
      })),
    },
  })
const read = async (variantId: string) =>
  (await shop.send('GET', `/api/v1/product-variants/${variantId}`)).body.data
const reserveSome = (variantId: string, quantity: number) =>
  reserve(shop.platform, brandId, [{ variantId, quantity }], {
    relatedId: randomUUID(),
    cause: `test/${randomUUID()}`,
  })
const pointers = (body: { errors: { source: { pointer: string } }[] }) =>
  body.errors.map(({ source }) => source.pointer)

describe('the stock of one variant', () => {
  test('is set by its on-hand quantity, and the response is the variant as it is read afterwards', async () => {
    await reserveSome(id, 3)
    await shop.advance(60)
    const { status, body } = await patch(id, { stockQuantity: 100 })
    expect(status).toBe(200)
    expect(body.data.attributes).toMatchObject({
      availableQuantity: 97,
      reservedQuantity: 3,
      stockQuantity: 100,
      isAlwaysInStock: false,
      inventoryPolicy: 'deny',
    })
    expect(body.data).toEqual(await read(id))
    expect(body.data.attributes.updatedAt > body.data.attributes.createdAt).toBe(true)
  })

  test('below the reserved quantity is accepted and shows a negative available quantity', async () => {
    await reserveSome(id, 8)
    const { body } = await patch(id, { stockQuantity: 5 })
    expect(body.data.attributes).toMatchObject({
      availableQuantity: -3,
      reservedQuantity: 8,
      stockQuantity: 5,
    })
    const { productId } = { productId: body.data.relationships.product.data.id }
    expect((await shop.send('GET', `/api/v1/products/${productId}`)).body.data.attributes.outOfStock).toBe(
      false,
    )
  })

  test('loses its quantity when it is always in stock, and is tracked again with a new quantity', async () => {
    const untracked = await patch(id, { isAlwaysInStock: true, inventoryPolicy: 'deny' })
    expect(untracked.body.data.attributes).toMatchObject({
      availableQuantity: null,
      stockQuantity: null,
      reservedQuantity: 0,
      isAlwaysInStock: true,
    })
    const tracked = await patch(id, { isAlwaysInStock: false, stockQuantity: 4 })
    expect(tracked.body.data.attributes).toMatchObject({
      availableQuantity: 4,
      stockQuantity: 4,
      isAlwaysInStock: false,
    })
    expect(tracked.body.data).toEqual(await read(id))
  })

  test('starts with the reserved quantity if isAlwaysInStock is false and no quantity is given', async () => {
    const untracked = ids[2] as string
    await reserveSome(untracked, 2)
    const { body } = await patch(untracked, { isAlwaysInStock: false })
    expect(body.data.attributes).toMatchObject({
      availableQuantity: 0,
      reservedQuantity: 2,
      stockQuantity: 2,
      isAlwaysInStock: false,
    })
  })

  test('keeps its policy unless one is sent', async () => {
    await patch(id, { stockQuantity: 1, inventoryPolicy: 'continue' })
    const kept = await patch(id, { stockQuantity: 0 })
    expect(kept.body.data.attributes.inventoryPolicy).toBe('continue')
    const denied = await patch(id, { stockQuantity: 0, inventoryPolicy: 'deny' })
    expect(denied.body.data.attributes.inventoryPolicy).toBe('deny')
  })

  test.each(['product-variants', 'productVariants', 'productVariant'])('may be typed %s', async (type) => {
    expect((await patch(id, { stockQuantity: 1 }, { type })).status).toBe(200)
  })

  test('is returned with the product if it is included', async () => {
    const { body } = await shop.send('PATCH', `/api/v1/product-variants/${id}/stock?include=product`, {
      body: { data: { type: 'product-variants', id, attributes: { stockQuantity: 2 } } },
    })
    expect(body.included[0].type).toBe('product')
  })

  test.each<[object, string]>([
    [{ stockQuantity: -1 }, 'data.attributes.stockQuantity'],
    [{ stockQuantity: 1.5 }, 'data.attributes.stockQuantity'],
    [{ stockQuantity: 2_147_483_648 }, 'data.attributes.stockQuantity'],
    [{ stockQuantity: '5' }, 'data.attributes.stockQuantity'],
    [{ stockQuantity: null }, 'data.attributes'],
    [{ isAlwaysInStock: 'yes' }, 'data.attributes.isAlwaysInStock'],
    [{ isAlwaysInStock: true, stockQuantity: 5 }, 'data.attributes.stockQuantity'],
    [{ isAlwaysInStock: true, inventoryPolicy: 'continue' }, 'data.attributes.inventoryPolicy'],
    [{ stockQuantity: 5, inventoryPolicy: 'maybe' }, 'data.attributes.inventoryPolicy'],
    [{ isAlwaysInStock: false, stockQuantiy: 5 }, 'data.attributes.stockQuantiy'],
    [{ isAlwaysInStock: false, stock_quantity: 5 }, 'data.attributes.stock_quantity'],
    [{ isAlwaysInStock: false, quantity: 5 }, 'data.attributes.quantity'],
    [{ stockQuantity: 5, inventoryPolcy: 'deny' }, 'data.attributes.inventoryPolcy'],
    [{ stockQuantity: 5, expectedStockQuantity: 9 }, 'data.attributes.expectedStockQuantity'],
    [{ inventoryPolicy: 'deny' }, 'data.attributes'],
    [{}, 'data.attributes'],
  ])('refuses %j', async (attributes, pointer) => {
    const before = await read(id)
    const { status, body } = await patch(id, attributes)
    expect(status).toBe(422)
    expect(pointers(body)).toEqual([pointer])
    expect(await read(id)).toEqual(before)
  })

  test('accepts the largest quantity', async () => {
    const { body } = await patch(id, { stockQuantity: 2_147_483_647 })
    expect(body.data.attributes.stockQuantity).toBe(2_147_483_647)
  })

  test('accepts a variant as it was read', async () => {
    const variant = await read(id)
    variant.attributes.stockQuantity = 7
    const { status, body } = await shop.send('PATCH', `/api/v1/product-variants/${id}/stock`, {
      body: { data: variant },
    })
    expect([status, body.data?.attributes.stockQuantity]).toEqual([200, 7])
  })

  test.each<[string, Update, string]>([
    ['another id than the path', { id: randomUUID() }, 'data.id'],
    ['another type', { type: 'products' }, 'data.type'],
    [
      'an expected quantity that is not an integer',
      { meta: { expectedStockQuantity: '1' } },
      'data.meta.expectedStockQuantity',
    ],
  ])('refuses %s', async (_what, more, pointer) => {
    const { status, body } = await patch(id, { stockQuantity: 1 }, more)
    expect(status).toBe(422)
    expect(pointers(body)).toEqual([pointer])
  })

  test("refuses another brand's variant and does not find an unknown one", async () => {
    expect((await patch(foreignId, { stockQuantity: 1 })).status).toBe(403)
    expect((await patch(randomUUID(), { stockQuantity: 1 })).status).toBe(404)
    const [level] =
      await db`select available_quantity from stock.variant_quantities where variant_id = ${foreignId}`
    expect(level?.available_quantity).toBe(5)
  })

  test('changes only if the expected quantity matches the one on hand', async () => {
    const wrong = await patch(id, { stockQuantity: 7 }, { meta: { expectedStockQuantity: 9 } })
    expect(wrong.status).toBe(409)
    expect(wrong.body.errors[0]).toMatchObject({
      detail: expect.stringContaining('10'),
      meta: { stockQuantity: 10 },
      source: { pointer: 'data.meta.expectedStockQuantity' },
    })
    expect((await read(id)).attributes.stockQuantity).toBe(10)
    const right = await patch(id, { stockQuantity: 7 }, { meta: { expectedStockQuantity: 10 } })
    expect(right.body.data.attributes.stockQuantity).toBe(7)
    const untracked = await patch(
      ids[2] as string,
      { stockQuantity: 7 },
      { meta: { expectedStockQuantity: 0 } },
    )
    expect(untracked.status).toBe(409)
    expect(untracked.body.errors[0].meta).toEqual({ stockQuantity: null })
  })

  test('null expects a variant that is always in stock', async () => {
    const always = ids[2] as string
    const meta = { expectedStockQuantity: null }
    const wrong = await patch(id, { isAlwaysInStock: true }, { meta })
    expect(wrong.status).toBe(409)
    expect(wrong.body.errors[0].meta).toEqual({ stockQuantity: 10 })
    expect((await patch(always, { stockQuantity: 4 }, { meta })).status).toBe(200)
    expect((await patch(always, { stockQuantity: 5 }, { meta })).body.errors[0].meta).toEqual({
      stockQuantity: 4,
    })
  })

  test('one of ten concurrent updates that expect the same quantity succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        patch(id, { stockQuantity: 50 + i }, { meta: { expectedStockQuantity: 10 } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })
})

describe('stock in bulk', () => {
  test('answers in the order of the updates, with full variants and the bare media type', async () => {
    const [first, second, third] = ids as [string, string, string]
    const { status, headers, body } = await bulk(
      { id: third, attributes: { stockQuantity: 3 } },
      { id: first.toUpperCase(), attributes: { isAlwaysInStock: true } },
      { id: second, attributes: { stockQuantity: 2, inventoryPolicy: 'continue' } },
    )
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.api+json')
    expect(Object.keys(body)).toEqual(['jsonapi', 'atomic:results'])
    const expected = [await read(third), await read(first), await read(second)]
    expect(body['atomic:results']).toEqual(expected.map((data) => ({ data })))
    expect(expected.map(({ attributes }) => attributes.stockQuantity)).toEqual([3, null, 2])
  })

  const untouched = async () => {
    const variants = await Promise.all(ids.map(read))
    expect(variants.map(({ attributes }) => attributes.stockQuantity)).toEqual([10, 20, null])
  }

  test('applies nothing when one entry is wrong, and names every wrong field', async () => {
    const { status, body } = await bulk(
      { id, attributes: { stockQuantity: 1 } },
      { id: ids[1] as string, attributes: { stockQuantity: -1 } },
      { id: ids[2] as string, attributes: { stockQuantity: 0.5 } },
    )
    expect(status).toBe(422)
    expect(pointers(body)).toEqual([
      'atomic:operations.1.data.attributes.stockQuantity',
      'atomic:operations.2.data.attributes.stockQuantity',
    ])
    await untouched()
  })

  test('applies the rules of the single update to each entry', async () => {
    const { status, body } = await bulk(
      { id, attributes: { isAlwaysInStock: true, stockQuantity: 1 } },
      { id: ids[1] as string, attributes: {} },
      { id: ids[2] as string, attributes: { isAlwaysInStock: true, inventoryPolicy: 'continue' } },
    )
    expect(status).toBe(422)
    expect(pointers(body)).toEqual([
      'atomic:operations.0.data.attributes.stockQuantity',
      'atomic:operations.1.data.attributes',
      'atomic:operations.2.data.attributes.inventoryPolicy',
    ])
    await untouched()
  })

  test('names unknown and foreign variants by their rows', async () => {
    const own = { id, attributes: { stockQuantity: 1 } }
    const unknown = { id: randomUUID(), attributes: { stockQuantity: 1 } }
    const others = { id: foreignId, attributes: { stockQuantity: 1 } }
    const notFound = await bulk(own, unknown)
    expect([notFound.status, pointers(notFound.body)]).toEqual([404, ['atomic:operations.1.data.id']])
    const forbidden = await bulk(own, unknown, others)
    expect([forbidden.status, pointers(forbidden.body)]).toEqual([403, ['atomic:operations.2.data.id']])
    await untouched()
  })

  test('refuses the same variant twice and names both rows', async () => {
    const update = { id, attributes: { stockQuantity: 1 } }
    const { status, body } = await bulk({ id: ids[1] as string, attributes: { stockQuantity: 1 } }, update, {
      ...update,
      id: id.toUpperCase(),
    })
    expect(status).toBe(422)
    expect(pointers(body)).toEqual(['atomic:operations.2.data.id'])
    expect(body.errors[0].detail).toContain('atomic:operations.1')
    await untouched()
  })

  test('changes nothing when one expectation fails', async () => {
    const { status, body } = await bulk(
      { id, attributes: { stockQuantity: 1 }, meta: { expectedStockQuantity: 10 } },
      { id: ids[1] as string, attributes: { stockQuantity: 1 }, meta: { expectedStockQuantity: 19 } },
    )
    expect(status).toBe(409)
    expect(pointers(body)).toEqual(['atomic:operations.1.data.meta.expectedStockQuantity'])
    expect(body.errors[0].meta).toEqual({ stockQuantity: 20 })
    await untouched()
  })

  test('accepts one to fifty updates', async () => {
    const [product] = await addTestProducts(shop.platform, brandId, [{ variants: Array(51).fill({}) }])
    const updates = product.variants.map((variant, i) => ({
      id: variant.id,
      attributes: { stockQuantity: i },
    })) as Update[]
    const fifty = await bulk(...updates.slice(0, 50))
    expect(fifty.status).toBe(200)
    const quantities = fifty.body['atomic:results'].map(
      ({ data }: { data: { attributes: { stockQuantity: number } } }) => data.attributes.stockQuantity,
    )
    expect(quantities).toEqual(Array.from({ length: 50 }, (_, i) => i))
    for (const refused of [await bulk(), await bulk(...updates)]) {
      expect([refused.status, pointers(refused.body)]).toEqual([422, ['atomic:operations']])
    }
  })

  test.each<[string, object, string]>([
    ['an unknown operation', { op: 'remove' }, 'atomic:operations.0.op'],
    ['a quantity beside data', { stockQuantity: 1 }, 'atomic:operations.0.stockQuantity'],
    [
      'a precondition beside data',
      { meta: { expectedStockQuantity: 1 } },
      'atomic:operations.0.meta.expectedStockQuantity',
    ],
    ['no data', { data: undefined }, 'atomic:operations.0.data'],
  ])('refuses %s', async (_what, change, pointer) => {
    const entry = { op: 'update', data: { type: 'productVariant', id, attributes: { stockQuantity: 1 } } }
    const { status, body } = await shop.send('POST', '/api/v1/operations', {
      body: { 'atomic:operations': [{ ...entry, ...change }] },
    })
    expect([status, pointers(body)]).toEqual([422, [pointer]])
  })
})
