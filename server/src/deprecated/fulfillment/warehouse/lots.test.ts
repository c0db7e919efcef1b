import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, idsOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { START } from '../../../../test/time.ts'
import {
  API,
  declareGoods,
  expectSoundLots,
  type Goods,
  levelIn,
  stockUp,
} from '../../../../test/warehouse.ts'
import { reserveBatches } from './allocations.ts'

const shop = await market({ cleanUp: afterAll })
const { platform, credentials } = shop
const operator = operatorOf(shop)
/** One minute, in days. */
const MINUTE = 1 / 1440
const inDays = (days: number) =>
  `${new Date(START.getTime() + days * 86_400_000).toISOString().slice(0, 19)}Z`

/** Creates one item with three lots, earliest expiry first. */
async function threeLots(): Promise<Goods> {
  const [goods] = await declareGoods(shop, [{ expiryTracked: true, shelfLife: 10 }])
  const { itemId } = goods as Goods
  await stockUp(shop, [
    { itemId, quantity: 7, lotNumber: 'B', expiryDate: inDays(40), sellByDate: inDays(35) },
    { itemId, quantity: 5, lotNumber: 'A', expiryDate: inDays(20) },
    { itemId, quantity: 9, lotNumber: 'C', expiryDate: inDays(90) },
  ])
  return goods as Goods
}
const numbersOf = ({ body }: { body: { data: { attributes: { lotNumber: string } }[] } }) =>
  body.data.map(({ attributes }) => attributes.lotNumber)
const lotsOf = async (itemId: string) => (await shop.send('GET', `${API}/items/${itemId}/lots`)).body.data
const fulfillableOf = async ({ fulfillableId }: Goods) =>
  (await shop.send('GET', `${API}/fulfillable?fulfillableIds[]=${fulfillableId}`)).body.data[0].attributes

describe('lots', () => {
  test('can be sorted as specified, filtered by ranges with inclusive limits, and include their item', async () => {
    const { itemId } = await threeLots()
    // The lots of the demo have other numbers.
    const list = async (query: string) => {
      const answer = await shop.send('GET', `${API}/lots?page[limit]=100&${query}`)
      expect(answer.status, answer.text).toBe(200)
      return numbersOf(answer).filter((number) => /^[ABC]$/.test(number))
    }
    expect(await list('sort=expiryDate')).toEqual(['A', 'B', 'C'])
    expect(await list('sort=-availableQuantity')).toEqual(['C', 'B', 'A'])
    expect(await list('sort=-lotNumber')).toEqual(['C', 'B', 'A'])
    expect(await list('sort=fulfillmentItems.productName,lotNumber')).toEqual(['A', 'B', 'C'])
    // The sell-by date of A is derived from its shelf life of 10 days; the warehouse set that of B.
    expect(await list(`sort=sellByDate&filter[maxSellByDate]=${inDays(35)}`)).toEqual(['A', 'B'])
    expect(await list(`sort=sellByDate&filter[minSellByDate]=${inDays(35)}`)).toEqual(['B', 'C'])
    expect(await list('sort=lotNumber&filter[minAvailableQuantity]=7')).toEqual(['B', 'C'])
    const included = await shop.send(
      'GET',
      `${API}/lots?include=fulfillmentItem&sort=-expiryDate&page[limit]=100`,
    )
    expect(included.body.included).toContainEqual(
      expect.objectContaining({ type: 'fulfillment-items', id: itemId }),
    )
    const first = (await lotsOf(itemId)).find(
      ({ attributes }: { attributes: { lotNumber: string } }) => attributes.lotNumber === 'A',
    )
    expect(first.attributes).toEqual({
      fulfillmentItemId: itemId,
      availableQuantity: 5,
      expiryDate: inDays(20),
      sellByDate: inDays(10),
      lotNumber: 'A',
    })
    const linked = await shop.send('GET', `${API}/items/${itemId}/relationships/lots?page[limit]=2`)
    expect(linked.body.data.map(({ type }: { type: string }) => type)).toEqual([
      'fulfillment-lots',
      'fulfillment-lots',
    ])
    expect(linked.body.meta.page).toMatchObject({ total: 3, perPage: 2 })
    for (const wrong of ['sort=createdAt', 'filter[minSellByDate]=soon', 'filter[minAvailableQuantity]=-1']) {
      expect((await shop.send('GET', `${API}/lots?${wrong}`)).status).toBe(400)
    }
    expect(idsOf(await shop.send('GET', `${API}/lots`, { as: 'otherBrand' }))).toEqual([])
  })

  test('are unavailable after their sell-by date, and are blocked when they expire', async () => {
    const goods = await threeLots()
    const { variantId } = goods
    expect(await fulfillableOf(goods)).toMatchObject({ batchQuantity: 21, unitQuantity: 126 })
    // One minute earlier, because the clock keeps running.
    await shop.setTime(inDays(10 - MINUTE))
    expect(await fulfillableOf(goods)).toMatchObject({ batchQuantity: 21 })
    await shop.setTime(inDays(10 + MINUTE))
    expect(await fulfillableOf(goods)).toMatchObject({ batchQuantity: 16, unitQuantity: 96 })
    expect(await levelIn(platform, variantId)).toMatchObject({ available: 21, blocked: 0 })
    const lines = [{ fulfillableId: goods.fulfillableId, batches: 17 }]
    const order = { fulfillmentOrderId: randomUUID(), lines }
    expect(await reserveBatches(platform, credentials.brandId, order)).toMatchObject({ isFeasible: false })
    await shop.setTime(inDays(20))
    await shop.runJobs()
    expect(await levelIn(platform, variantId)).toMatchObject({ available: 16, blocked: 5 })
    const moved = await platform.db`
      select status, quantity, movement_type from stock.postings
      where variant_id = ${variantId} and movement_type = 'expired' order by quantity`
    expect([...moved]).toEqual([
      { status: 'available', quantity: -5, movement_type: 'expired' },
      { status: 'blocked', quantity: 5, movement_type: 'expired' },
    ])
    await shop.advance(3600)
    await shop.runJobs()
    expect(await levelIn(platform, variantId)).toMatchObject({ available: 16, blocked: 5 })
    await expectSoundLots(platform.db)
    await expectSoundLedger(platform.db)
    await shop.setTime(START.toISOString())
  })

  test('are shown in present and past states of the ledger, and on postings', async () => {
    const goods = await threeLots()
    const { variantId } = goods
    const ofVariant = `filter[productVariantIds][]=${variantId}&filter[locationTypes][]=warehouse`
    const state = async (query = '') => {
      const { body } = await shop.send('GET', `/api/stock/v1/state?${ofVariant}${query}`)
      return body.data[0].attributes.quantities.map(
        ({ status, quantity, lot }: { status: string; quantity: number; lot?: Record<string, string> }) =>
          [status, quantity, ...(lot ? [lot.number, lot.expiryDate] : [])].join(' '),
      )
    }
    const day = (days: number) => inDays(days).slice(0, 10)
    const before = await state()
    expect(before).toEqual([
      `available 5 A ${day(20)}`,
      `available 7 B ${day(40)}`,
      `available 9 C ${day(90)}`,
      'reserved 0',
      'damaged 0',
      'qualityControl 0',
      'blocked 0',
      `onHand 5 A ${day(20)}`,
      `onHand 7 B ${day(40)}`,
      `onHand 9 C ${day(90)}`,
      'incoming 0',
    ])
    const then = Math.floor(platform.clock.now().getTime() / 1000)
    await shop.advance(10)
    const fulfillmentOrderId = randomUUID()
    const lines = [{ fulfillableId: goods.fulfillableId, batches: 6 }]
    await reserveBatches(platform, credentials.brandId, { fulfillmentOrderId, lines })
    expect((await state()).slice(0, 4)).toEqual([
      `available 6 B ${day(40)}`,
      `available 9 C ${day(90)}`,
      `reserved 5 A ${day(20)}`,
      `reserved 1 B ${day(40)}`,
    ])
    expect(await state(`&stateAt=${then}`)).toEqual(before)

    const { body } = await shop.send(
      'GET',
      `/api/stock/v1/postings?${ofVariant}&filter[movementType][in][]=order_reserved&include=lot,transaction`,
    )
    const posted = body.data.map(({ attributes }: { attributes: Record<string, string> }) =>
      ['locationStatus', 'quantity', 'lotNumber', 'expiryDate'].map((name) => attributes[name]).join(' '),
    )
    expect(posted.sort()).toEqual([
      `available -1 B ${day(40)}`,
      `available -5 A ${day(20)}`,
      `reserved 1 B ${day(40)}`,
      `reserved 5 A ${day(20)}`,
    ])
    const included = body.included.map(({ type, attributes }: { type: string; attributes: object }) => [
      type,
      attributes,
    ])
    expect(included).toContainEqual(['lot', { number: 'A', expiryDate: day(20) }])
    expect(included.filter(([type]: [string]) => type === 'transaction')).toHaveLength(1)
    // Announced batches have no lot yet.
    const announced = await shop.send(
      'GET',
      `/api/stock/v1/postings?${ofVariant}&filter[locationStatus][]=incoming`,
    )
    for (const { attributes } of announced.body.data) {
      expect(attributes).toMatchObject({ lotNumber: null, expiryDate: null })
    }
    // Postings of one transaction stay together across pages.
    const page = (more: string) => shop.send('GET', `/api/stock/v1/transactions?${ofVariant}&${more}`)
    const all = idsOf(await page('page[limit]=10'))
    expect(all.length).toBeGreaterThanOrEqual(3)
    for (const [i, id] of all.entries()) {
      const next = await page(`page[limit]=2&page[after]=${id}`)
      expect([idsOf(next), next.body.meta.page.hasMore]).toEqual([
        all.slice(i + 1, i + 3),
        i + 3 < all.length,
      ])
    }
    await expectSoundLots(platform.db)
    await expectSoundLedger(platform.db)
  })

  test('can be corrected by the operator with a reason, which the ledger records', async () => {
    const [goods] = await declareGoods(shop, [{}])
    const { itemId, variantId } = goods as Goods
    await stockUp(shop, [{ itemId, quantity: 6 }])
    const [{ id }] = await lotsOf(itemId)
    const adjust = (body: object) => operator.send('POST', `/fulfillment-lots/${id}/-actions/adjust`, body)
    const good = { from: 'available', to: 'damaged', quantity: 2, reason: 'broken' }
    expect((await adjust(good)).body.data.attributes.availableQuantity).toBe(4)
    expect((await adjust({ from: 'void', to: 'available', quantity: 3, reason: 'found' })).status).toBe(200)
    expect((await adjust({ from: 'damaged', to: 'void', quantity: 2, reason: 'destroyed' })).status).toBe(200)
    const held = { available: 7, reserved: 0, damaged: 0, quality_control: 0, blocked: 0, incoming: 0 }
    expect(await levelIn(platform, variantId)).toEqual(held)

    const short = await adjust({ ...good, quantity: 8 })
    expect([short.status, codesOf(short), pointersOf(short)]).toEqual([
      409,
      ['INSUFFICIENT_STOCK'],
      ['quantity'],
    ])
    expectRefusedAt(await adjust({ ...good, to: 'available' }), 'to')
    expectRefusedAt(await adjust({ ...good, from: 'reserved' }), 'from')
    expectRefusedAt(await adjust({ ...good, quantity: 0 }), 'quantity')
    expectRefusedAt(await adjust({ ...good, reason: 'order_shipped' }), 'reason')
    expect(
      (await operator.send('POST', `/fulfillment-lots/${randomUUID()}/-actions/adjust`, good)).status,
    ).toBe(404)
    expect(await levelIn(platform, variantId)).toEqual(held)
    await expectSoundLots(platform.db)
    await expectSoundLedger(platform.db)
  })
})

test('a page behind the end of a list tells how long the list is', async () => {
  const { itemId } = await threeLots()
  for (const path of [
    'items',
    'lots',
    'bundles',
    `items/${itemId}/lots`,
    `items/${itemId}/relationships/lots`,
  ]) {
    const read = async (offset: number) =>
      (await shop.send('GET', `${API}/${path}?page[offset]=${offset}&page[limit]=1`)).body
    const { total, lastPage } = (await read(0)).meta.page
    expect(total, path).toBeGreaterThan(0)
    const behind = await read(total)
    expect(behind.data).toEqual([])
    expect(behind.meta.page).toMatchObject({ total, lastPage, from: 0, to: 0 })
  }
})

describe('fulfillables', () => {
  test('are requested by ids, at least one, and those of other brands are left out', async () => {
    const [one, two] = await declareGoods(shop, [{}, {}])
    const ask = (ids: readonly unknown[], as: 'brand' | 'otherBrand' = 'brand') =>
      shop.send('GET', `${API}/fulfillable?${ids.map((id) => `fulfillableIds[]=${id}`).join('&')}`, { as })
    const ids = [two?.fulfillableId, one?.fulfillableId]
    expect(idsOf(await ask([...ids, randomUUID()]))).toEqual(ids)
    expect(idsOf(await ask(ids, 'otherBrand'))).toEqual([])
    expect((await ask([])).status).toBe(400)
    expect((await ask(['x'])).status).toBe(400)
    expect((await ask(Array.from({ length: 101 }, () => randomUUID()))).status).toBe(400)
  })

  test('of a bundle are limited by its scarcest item', async () => {
    const [tea, cup, box] = await declareGoods(shop, [{ unitsPerBatch: 4 }, { unitsPerBatch: 1 }, {}])
    const parts = [
      { fulfillmentItemId: tea?.itemId, quantity: 3 },
      { fulfillmentItemId: cup?.itemId, quantity: 1 },
    ]
    const { brandId } = credentials
    const make = (attributes: object) =>
      operator.create('/fulfillment-bundles', 'fulfillment-bundle', attributes)
    const [variant] = await platform.db`
      select id from catalog.variants
      where brand_id = ${brandId} and fulfillable_id is null and archived_at is null order by id limit 1`
    const made = await make({ brandId, productVariantId: variant?.id, items: parts })
    expect(made.body.data).toMatchObject({ attributes: { productVariantId: variant?.id, items: parts } })
    await stockUp(shop, [
      { itemId: tea?.itemId as string, quantity: 7 },
      { itemId: cup?.itemId as string, quantity: 5 },
    ])
    const fulfillableId = made.body.data.id
    const shown = await shop.send(
      'GET',
      `${API}/fulfillable?fulfillableIds[]=${fulfillableId}&include=item,lots`,
    )
    expect(shown.body.data[0].attributes).toEqual({ fulfillableId, batchQuantity: 2, unitQuantity: 26 })
    expect(shown.body.data[0].relationships.item).toEqual({ data: null })
    expect(shown.body.data[0].relationships.lots.data).toHaveLength(2)
    expect(idsOf(await shop.send('GET', `${API}/bundles`))).toContain(fulfillableId)
    const single = await make({ brandId, productVariantId: box?.variantId, items: parts })
    expectRefusedAt(single, 'data.attributes.productVariantId')
    const twice = await make({ brandId, productVariantId: variant?.id, items: [parts[0], parts[0]] })
    expectRefusedAt(twice, 'data.attributes.items.1.fulfillmentItemId')
    const lost = await make({
      brandId,
      productVariantId: variant?.id,
      items: [{ ...parts[0], fulfillmentItemId: randomUUID() }],
    })
    expect([lost.status, pointersOf(lost)]).toEqual([404, ['data.attributes.items.0.fulfillmentItemId']])
  })
})
