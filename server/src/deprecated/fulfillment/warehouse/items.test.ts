import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, idsOf, pointersOf } from '../../../../test/answers.ts'
import { addTestProducts } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import { API, BARCODE, DECLARED, declareGoods, stockUp } from '../../../../test/warehouse.ts'
import { reserveBatches, shipBatches } from './allocations.ts'

const shop = await market({ cleanUp: afterAll })
const { platform, credentials } = shop
const [foreign] = await addTestProducts(platform, credentials.otherBrand.brandId, [{}])
const FOREIGN = foreign.variants[0]?.id as string

async function newVariant(overrides: object = {}): Promise<string> {
  const [product] = await addTestProducts(platform, credentials.brandId, [
    {
      unit_multiplier: 4,
      variants: [{ name: 'Lamp', sku: 'LAMP', original_wholesale_price_minor: 1000, ...overrides }],
    },
  ])
  return product?.variants[0]?.id as string
}

const declare = (variantId: string, data: object, method = 'POST', as: 'brand' | 'otherBrand' = 'brand') =>
  shop.send(method, `/api/v1/product-variants/${variantId}/declare-fulfillment-item`, { body: { data }, as })

const itemOf = async (variantId: string) =>
  (await shop.send('GET', `${API}/items?filter[productVariantIds][]=${variantId}`)).body.data[0]

const countItems = async () => (await platform.db`select count(*) as n from fulfillment.items`)[0]?.n

describe('declaring a variant', () => {
  test('creates an item and a fulfillable of the variant, and a repeated declaration changes the given attributes', async () => {
    const id = await newVariant()
    const first = await declare(id, { barcode: BARCODE, unitCost: 300, isFragile: true, shelfLife: null })
    expect([first.status, first.body]).toEqual([201, { jsonapi: { version: '1.0' }, data: null }])
    const { fulfillableId } = (await shop.send('GET', `/api/v1/product-variants/${id}`)).body.data.attributes
    const known = await shop.send(
      'GET',
      `${API}/fulfillable?fulfillableIds[]=${fulfillableId}&include=item,lots`,
    )
    expect(known.body.data).toEqual([
      {
        type: 'fulfillment-fulfillables',
        id: fulfillableId,
        attributes: { fulfillableId, batchQuantity: 0, unitQuantity: 0 },
        relationships: {
          item: { data: { type: 'fulfillment-items', id: known.body.included[0].id } },
          lots: { data: [] },
        },
      },
    ])
    const again = await declare(id, { barcode: BARCODE, unitCost: 350, unitsPerBatch: 2 })
    expect(again.status).toBe(200)
    expect((await itemOf(id)).attributes).toMatchObject({
      productVariantId: id,
      status: 'pending',
      barcode: BARCODE,
      sku: 'LAMP',
      productName: 'Lamp',
      categoryName: null,
      unitsPerBatch: 2,
      unitCost: 350,
      unitCostMargin: 0,
      isFragile: true,
      isOrganic: false,
      shelfLife: null,
      packingRules: null,
      expectedStockForDays: null,
      referenceId: expect.stringMatching(/^I_\d+$/),
    })
    const same = (await shop.send('GET', `/api/v1/product-variants/${id}`)).body.data.attributes.fulfillableId
    expect(same).toBe(fulfillableId)
  })

  test('by PATCH requires only the barcode, the first time only, and the margin determines the cost', async () => {
    const id = await newVariant()
    expectRefusedAt(await declare(id, { isOrganic: true }, 'PATCH'), 'data.barcode')
    expect((await declare(id, { barcode: BARCODE, unitCostMargin: 25 }, 'PATCH')).status).toBe(200)
    expect((await declare(id, { isOrganic: true }, 'PATCH')).body).toEqual({
      jsonapi: { version: '1.0' },
      data: null,
    })
    expect((await itemOf(id)).attributes).toMatchObject({ unitCost: 750, unitsPerBatch: 4, isOrganic: true })
  })

  test.each([
    ['a short barcode', { barcode: '123456789012' }, 'data.barcode'],
    ['a long barcode', { barcode: '123456789012345' }, 'data.barcode'],
    ['no cost', { unitCost: 0.5 }, 'data.unitCost'],
    ['a margin over a hundred', { unitCostMargin: 100.5 }, 'data.unitCostMargin'],
    ['a negative margin', { unitCostMargin: -1 }, 'data.unitCostMargin'],
    ['no pieces in a batch', { unitsPerBatch: 0 }, 'data.unitsPerBatch'],
    ['half a piece', { unitsPerBatch: 1.5 }, 'data.unitsPerBatch'],
    ['an unknown kind of alcohol', { alcoholCode: 12 }, 'data.alcoholCode'],
    ['too much alcohol', { alcoholPercentage: 101 }, 'data.alcoholPercentage'],
    ['too much liquid', { volumeOfLiquidPerPack: 101 }, 'data.volumeOfLiquidPerPack'],
    ['an unknown hazard code', { icpeCode: 999 }, 'data.icpeCode'],
    ['a negative shelf life', { shelfLife: -1 }, 'data.shelfLife'],
  ])('refuses %s', async (_what, wrong, pointer) => {
    const id = await newVariant()
    const before = await countItems()
    expectRefusedAt(await declare(id, { barcode: BARCODE, unitCost: 300, ...wrong }), pointer)
    expect(await countItems()).toBe(before)
  })

  test('refuses archived, unknown and foreign variants, and brands that are not enrolled', async () => {
    const good = { barcode: BARCODE, unitCost: 300 }
    const before = await countItems()
    expect((await declare(await newVariant({ archived_at: platform.clock.now() }), good)).status).toBe(422)
    expect((await declare(randomUUID(), good)).status).toBe(404)
    expect((await declare(FOREIGN, good)).status).toBe(403)
    const outside = await declare(FOREIGN, good, 'POST', 'otherBrand')
    expect([outside.status, codesOf(outside)]).toEqual([403, ['not_a_fulfillment_brand']])
    const missing = await shop.send('POST', `${API}/items`, {
      body: { data: { ...DECLARED, productVariantId: FOREIGN } },
    })
    expect([missing.status, pointersOf(missing)]).toEqual([403, ['data.productVariantId']])
    expect(await countItems()).toBe(before)
  })

  test('creates one item for concurrent requests', async () => {
    const id = await newVariant()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => declare(id, { barcode: BARCODE, unitCost: 300 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(await platform.db`select id from fulfillment.items where variant_id = ${id}`).toHaveLength(1)
  })

  test('is synced by the simulated warehouse after an hour', async () => {
    const id = await newVariant()
    await declare(id, { barcode: BARCODE, unitCost: 300 })
    await shop.runJobs()
    await shop.advance(3540)
    await shop.runJobs()
    expect((await itemOf(id)).attributes.status).toBe('pending')
    await shop.advance(60)
    await shop.runJobs()
    expect((await itemOf(id)).attributes.status).toBe('synced')
  })
})

describe('items', () => {
  test('can be listed by ids, variants and status, with their total', async () => {
    const goods = await declareGoods(shop, [{}, {}, {}])
    const ids = goods.map(({ itemId }) => itemId)
    const list = (query: string) => shop.send('GET', `${API}/items?${query}`)
    const named = ids.map((id) => `filter[id][]=${id}`).join('&')
    const page = await list(`${named}&page[limit]=2&page[offset]=1`)
    expect(page.body.meta.page).toMatchObject({ total: 3, from: 2, to: 3, perPage: 2 })
    expect(idsOf(page)).toHaveLength(2)
    expect(idsOf(await list(`${named}&filter[status]=synced`))).toEqual([])
    expect(new Set(idsOf(await list(`${named}&filter[status]=pending,synced`)))).toEqual(new Set(ids))
    expect((await list('filter[status]=created')).status).toBe(400)
    expect(idsOf(await shop.send('GET', `${API}/items`, { as: 'otherBrand' }))).toEqual([])
  })

  test('can be sorted by how long their stock lasts at the sales rate of the last 30 days', async () => {
    const [slow, fast, still] = await declareGoods(shop, [{}, {}, {}])
    const all = [slow, fast, still].flatMap((goods) => goods ?? [])
    await stockUp(
      shop,
      all.map(({ itemId }) => ({ itemId, quantity: 40 })),
    )
    const ship = async (fulfillableId: string, batches: number) => {
      const fulfillmentOrderId = randomUUID()
      const lines = [{ fulfillableId, batches }]
      await reserveBatches(platform, credentials.brandId, { fulfillmentOrderId, lines })
      await shipBatches(platform, credentials.brandId, { fulfillmentOrderId })
    }
    await ship(all[0]?.fulfillableId as string, 10)
    await ship(all[1]?.fulfillableId as string, 20)
    const named = all.map(({ itemId }) => `filter[id][]=${itemId}`).join('&')
    const sorted = async (sort: string) => {
      const { body } = await shop.send('GET', `${API}/items?${named}&sort=${sort}`)
      return body.data.map(
        (item: { attributes: object }) => (item.attributes as Record<string, unknown>).expectedStockForDays,
      )
    }
    expect(await sorted('expectZeroStockAt')).toEqual([30, 90, null])
    expect(await sorted('-expectZeroStockAt')).toEqual([90, 30, null])
  })

  test('can be read alone by their brand only', async () => {
    const [goods] = await declareGoods(shop, [{}])
    const path = `${API}/items/${goods?.itemId}`
    expect((await shop.send('GET', path)).body.data.type).toBe('fulfillment-items')
    for (const below of ['', '/lots', '/relationships/lots']) {
      expect((await shop.send('GET', path + below, { as: 'otherBrand' })).status).toBe(403)
      expect((await shop.send('GET', `${API}/items/${randomUUID()}${below}`)).status).toBe(404)
    }
  })
})
