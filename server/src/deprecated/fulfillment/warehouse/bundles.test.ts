/** Bundles in the stock API: they have no stock of their own in a warehouse, but that of their parts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { addTestProducts } from '../../../../test/catalog.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { declareGoods, stockUp } from '../../../../test/warehouse.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId } = shop.credentials

let [bundle, tea, cup] = ['', '', '']
let emptyAt = 0

/** Three of one part and one of another; the first is scarcer. */
beforeAll(async () => {
  const goods = await declareGoods(shop, [{ unitsPerBatch: 4 }, { unitsPerBatch: 1 }])
  const items = goods.map(({ itemId }, i) => ({ fulfillmentItemId: itemId, quantity: [3, 1][i] }))
  ;[tea = '', cup = ''] = goods.map(({ variantId }) => variantId)
  const [product] = await addTestProducts(shop.platform, brandId, [{ variants: [{}] }])
  bundle = product?.variants[0]?.id ?? ''
  const attributes = { brandId, productVariantId: bundle, items }
  await operatorOf(shop).create('/fulfillment-bundles', 'fulfillment-bundle', attributes)
  emptyAt = Math.floor(shop.platform.clock.now().getTime() / 1000)
  await shop.advance(60)
  const [ofTea = '', ofCup = ''] = goods.map(({ itemId }) => itemId)
  await stockUp(shop, [
    { itemId: ofTea, quantity: 7 },
    { itemId: ofTea, quantity: 2, status: 'damaged' },
    { itemId: ofCup, quantity: 5 },
  ])
})

const get = (path: string) => shop.send('GET', `/api/stock/v1/stock/${path}&page[limit]=100`)

/** The entries of the bundle in the warehouse, by status. */
async function inWarehouse(query = '') {
  const answer = await get(
    `state?filter[productVariantIds][]=${bundle}&filter[locationTypes][]=warehouse${query}`,
  )
  expect(answer.status, answer.text).toBe(200)
  const [{ attributes }] = answer.body.data
  return Object.fromEntries(
    attributes.quantities.map(({ status, quantity }: { status: string; quantity: number }) => [
      status,
      quantity,
    ]),
  )
}

test('a bundle has as many in each status as its parts make whole ones', async () => {
  expect(await inWarehouse()).toEqual({
    available: 2,
    reserved: 0,
    damaged: 0,
    qualityControl: 0,
    blocked: 0,
    onHand: 3,
    incoming: 0,
  })
  expect(await inWarehouse('&filter[status][]=onHand')).toEqual({ onHand: 3 })
  expect(await inWarehouse(`&stateAt=${emptyAt}`)).toMatchObject({ available: 0, onHand: 0 })
})

test('the type of a product tells bundles from other variants', async () => {
  const typesOf = async (id: string) => {
    const answer = await get(`state?filter[productVariantIds][]=${id}`)
    return new Set(
      answer.body.data[0].attributes.quantities.map((one: { productType: string }) => one.productType),
    )
  }
  expect(await typesOf(bundle)).toEqual(new Set(['bundle']))
  expect(await typesOf(tea)).toEqual(new Set(['single']))
  const all = [bundle, tea].map((id) => `filter[productVariantIds][]=${id}`).join('&')
  expect(idsOf(await get(`state?${all}&filter[productType]=bundle`))).toEqual([bundle])
  expect(idsOf(await get(`state?${all}&filter[productType]=single`))).toEqual([tea])
})

test('movements of a bundle are those of its parts', async () => {
  for (const list of ['postings', 'transactions']) {
    const of = async (...ids: string[]) => {
      const variants = ids.map((id) => `&filter[productVariantIds][]=${id}`).join('')
      return idsOf(await get(`${list}?filter[locationTypes][]=warehouse${variants}`))
    }
    const ofParts = await of(tea, cup)
    expect(ofParts.length).toBeGreaterThan(0)
    expect(await of(bundle)).toEqual(ofParts)
  }
})
