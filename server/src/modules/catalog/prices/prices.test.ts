import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import {
  createDiscountRule,
  deleteDiscountRule,
  listDiscountRules,
  updateDiscountRule,
} from './discount-rules.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform } = shop
const { brandId } = shop.credentials
const otherBrandId = shop.credentials.otherBrand.brandId

const patch = (id: string, attributes: object, bodyId = id) =>
  shop.send('PATCH', `/api/v1/product-variants/${id}/prices`, {
    body: { data: { type: 'product-variants', id: bodyId, attributes } },
  })
const productPrices = async (id: string | undefined) =>
  (await shop.send('GET', `/api/v1/products/${id}`)).body.data.attributes

describe('the prices of a variant', () => {
  test('are reduced by the discount of the product, which copies the prices of its first variant', async () => {
    const [product] = await addTestProducts(platform, brandId, [{ discount_rate: 0.15, variants: [{}, {}] }])
    const [first, second] = product.variants.map(({ id }) => id) as [string, string]
    await shop.advance(60)
    // 0.85 × 950 is 807.5, which is rounded half up.
    const prices = { originalWholesalePrice: 950, wholesalePrice: 808, retailPrice: 1900 }
    const { status, body } = await patch(first, { wholesalePrice: 950, retailPrice: 1900 })
    expect(status).toBe(200)
    expect(body.data.attributes).toMatchObject({ ...prices, images: [], stockQuantity: 5 })
    expect(body.data).toEqual((await shop.send('GET', `/api/v1/product-variants/${first}`)).body.data)
    expect(body.data.attributes.updatedAt > body.data.attributes.createdAt).toBe(true)
    expect(await productPrices(product.id)).toMatchObject({
      ...prices,
      updatedAt: body.data.attributes.updatedAt,
    })
    await patch(second, { wholesalePrice: 10, retailPrice: 20 })
    expect(await productPrices(product.id)).toMatchObject(prices)
  })

  test.each<[object, string[]]>([
    [{}, ['data.attributes.wholesalePrice', 'data.attributes.retailPrice']],
    [{ wholesalePrice: 1 }, ['data.attributes.retailPrice']],
    [{ retailPrice: 1 }, ['data.attributes.wholesalePrice']],
    [{ wholesalePrice: 1, retailPrise: 1 }, ['data.attributes.retailPrice', 'data.attributes.retailPrise']],
    [{ wholesalePrice: 1, retailPrice: 1, expectedRetailPrice: 1 }, ['data.attributes.expectedRetailPrice']],
    [{ wholesalePrice: -1, retailPrice: 1 }, ['data.attributes.wholesalePrice']],
    [{ wholesalePrice: 1, retailPrice: 1.5 }, ['data.attributes.retailPrice']],
    [{ wholesalePrice: 2_147_483_648, retailPrice: 1 }, ['data.attributes.wholesalePrice']],
    [
      { wholesalePrice: '1', retailPrice: null },
      ['data.attributes.wholesalePrice', 'data.attributes.retailPrice'],
    ],
  ])('are refused when they are %j', async (attributes, pointers) => {
    const [product] = await addTestProducts(platform, brandId, [{}])
    const { status, body } = await patch(product.variants[0]?.id as string, attributes)
    expect(status).toBe(422)
    expect(body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)).toEqual(
      pointers,
    )
    expect(await productPrices(product.id)).toMatchObject({ wholesalePrice: 1000, retailPrice: 2000 })
  })

  test('may be zero, and as high as the maximum amount', async () => {
    const [product] = await addTestProducts(platform, brandId, [{}])
    const id = product.variants[0]?.id as string
    const { body } = await patch(id, { wholesalePrice: 0, retailPrice: 2_147_483_647 })
    expect(body.data.attributes).toMatchObject({ wholesalePrice: 0, retailPrice: 2_147_483_647 })
  })

  test('belong to the variant of the path and of this brand', async () => {
    const prices = { wholesalePrice: 1, retailPrice: 2 }
    const [own] = await addTestProducts(platform, brandId, [{}])
    const [foreign] = await addTestProducts(platform, otherBrandId, [{}])
    const other = await patch(own.variants[0]?.id as string, prices, randomUUID())
    expect([other.status, other.body.errors[0].source.pointer]).toEqual([422, 'data.id'])
    expect((await patch(foreign.variants[0]?.id as string, prices)).status).toBe(403)
    expect((await patch(randomUUID(), prices)).status).toBe(404)
  })

  test('set concurrently leave the product with the prices of its first variant', async () => {
    const [product] = await addTestProducts(platform, brandId, [{ discount_rate: 0.1, variants: [{}, {}] }])
    const [first, second] = product.variants.map(({ id }) => id) as [string, string]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          patch(i % 3 === 0 ? second : first, { wholesalePrice: 100 * (i + 1), retailPrice: 1000 + i }),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const { wholesalePrice, originalWholesalePrice, retailPrice } = (
        await shop.send('GET', `/api/v1/product-variants/${first}`)
      ).body.data.attributes
      expect(wholesalePrice).toBe(originalWholesalePrice * 0.9)
      expect(await productPrices(product.id)).toMatchObject({
        wholesalePrice,
        originalWholesalePrice,
        retailPrice,
      })
    }
  })
})

describe('discount rules', () => {
  const rule = {
    name: 'Fair',
    retailerSegment: null,
    ratePercent: 5,
    startsAt: new Date('2026-05-01T00:00:00Z'),
    endsAt: null,
  }

  test('are created once per id, and not with the id of another brand', async () => {
    const id = randomUUID()
    const first = await createDiscountRule(platform, brandId, { id, ...rule })
    expect(first.created).toBe(true)
    const second = await createDiscountRule(platform, brandId, { id, ...rule, name: 'Another' })
    expect(second).toEqual({ created: false, rule: first.rule })
    await expect(createDiscountRule(platform, otherBrandId, { id, ...rule })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('are updated partially, and must end after they start', async () => {
    const { rule: made } = await createDiscountRule(platform, brandId, rule)
    const changed = await updateDiscountRule(platform, made.id, {
      ratePercent: 7,
      retailerSegment: 'grocers',
    })
    expect(changed).toMatchObject({ name: 'Fair', rate_percent: 7, retailer_segment: 'grocers' })
    expect(await updateDiscountRule(platform, made.id, { retailerSegment: null })).toMatchObject({
      retailer_segment: null,
    })
    const backwards = updateDiscountRule(platform, made.id, { endsAt: rule.startsAt }, 'rule')
    await expect(backwards).rejects.toMatchObject({
      status: 422,
      errors: [{ source: { pointer: 'rule.endsAt' } }],
    })
  })

  test('are listed newest first, by brand, and deleted once', async () => {
    const { rule: made } = await createDiscountRule(platform, otherBrandId, rule)
    const walk = { cursor: undefined, backwards: false, limit: 50 }
    const listed = await listDiscountRules(platform.db, otherBrandId, walk)
    expect(listed.map(({ id }) => id)).toContain(made.id)
    const times = listed.map(({ created_at }) => created_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(listed.map(({ brand_id }) => brand_id))).toEqual(new Set([otherBrandId]))
    await deleteDiscountRule(platform.db, made.id)
    await expect(deleteDiscountRule(platform.db, made.id)).rejects.toMatchObject({ status: 404 })
  })
})

test('with expected prices, one of two concurrent editors succeeds, and the other gets both current prices', async () => {
  const [product] = await addTestProducts(platform, brandId, [{}])
  const id = product.variants[0]?.id as string
  const set = (attributes: object, meta: object) =>
    shop.send('PATCH', `/api/v1/product-variants/${id}/prices`, {
      body: { data: { type: 'product-variants', id, attributes, meta } },
    })
  const known = { expectedWholesalePrice: 1000, expectedRetailPrice: 2000 }
  const answers = await Promise.all([
    set({ wholesalePrice: 1100, retailPrice: 2000 }, known),
    set({ wholesalePrice: 1200, retailPrice: 2000 }, known),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const stored = answers.find(({ status }) => status === 200)?.body.data.attributes.originalWholesalePrice
  const [error] = answers.find(({ status }) => status === 409)?.body.errors ?? []
  expect(error).toMatchObject({
    source: { pointer: 'data.meta.expectedWholesalePrice' },
    meta: { wholesalePrice: stored, retailPrice: 2000 },
  })
  expect((await productPrices(product.id)).originalWholesalePrice).toBe(stored)
  const other = await set({ wholesalePrice: 5, retailPrice: 6 }, { expectedRetailPrice: 1999 })
  expect(other.body.errors[0].source.pointer).toBe('data.meta.expectedRetailPrice')
  expect((await set({ wholesalePrice: 5, retailPrice: 6 }, { expectedRetailPrice: 2000 })).status).toBe(200)
})
