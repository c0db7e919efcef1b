import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId, otherBrand } = shop.credentials

const get = (path = '') => shop.send('GET', `/api/operator/v1/orders${path}`, { as: 'operator' })

const retailerId = await addRetailer(shop)
const otherRetailerId = await addRetailer(shop)
const ofBrand = await placeOrder(shop, { retailerId })
await shop.advance(1)
const rejected = await moveOrderTo(shop, await placeOrder(shop, { retailerId }), 'rejected')
await shop.advance(1)
const ofOtherBrand = await placeOrder(shop, { retailerId, brandId: otherBrand.brandId })
await shop.advance(1)
const ofOtherRetailer = await placeOrder(shop, { retailerId: otherRetailerId })

test('the list has the orders of every brand and retailer, newest first', async () => {
  const newest = [ofOtherRetailer, ofOtherBrand, rejected, ofBrand].map(({ id }) => id)
  expect(idsOf(await get('?page[limit]=4'))).toEqual(newest)
  const after = await get(`?page[limit]=2&page[after]=${newest[0]}`)
  expect([idsOf(after), after.body.meta.page.hasMore]).toEqual([newest.slice(1, 3), true])
  expect(idsOf(await get(`?page[before]=${newest[2]}`))).toEqual(newest.slice(0, 2))
})

test('a page has 15 orders, or up to 100, and begins at a known order', async () => {
  expect((await get()).body.meta.page.perPage).toBe(15)
  expect((await get('?page[limit]=100')).status).toBe(200)
  expect((await get('?page[limit]=101')).status).toBe(400)
  expect((await get(`?page[after]=${randomUUID()}`)).status).toBe(400)
})

test('filters select by brand, retailer, status and id, alone and together', async () => {
  const all = [ofOtherRetailer, ofOtherBrand, rejected, ofBrand]
  const expectList = async (query: string, orders: { id: string }[]) =>
    expect(idsOf(await get(query)), query).toEqual(orders.map(({ id }) => id))
  await expectList(`?filter[retailer]=${retailerId}`, [ofOtherBrand, rejected, ofBrand])
  await expectList(`?filter[retailer]=${retailerId}&filter[brand]=${brandId}`, [rejected, ofBrand])
  await expectList(`?filter[brand]=${brandId}&page[limit]=2`, [ofOtherRetailer, rejected])
  await expectList('?filter[status]=rejected&page[limit]=1', [rejected])
  await expectList(`?filter[status]=rejected&filter[retailer]=${otherRetailerId}`, [])
  const ids = `filter[id][]=${ofBrand.id}&filter[id][]=${ofOtherRetailer.id.toUpperCase()}&filter[id][]=${randomUUID()}`
  await expectList(`?${ids}`, [ofOtherRetailer, ofBrand])
  await expectList(`?${ids}&filter[brand]=${otherBrand.brandId}`, [])
  await expectList(`?page[limit]=1&page[after]=${all[0]?.id}&filter[status]=rejected`, [rejected])
  await expectList(`?filter[brand]=${brandId}&page[limit]=1&page[after]=${ofOtherBrand.id}`, [rejected])
  for (const query of ['filter[status]=paid', 'filter[brand]=x', 'filter[retailer]=x', 'filter[id][]=x']) {
    expect((await get(`?${query}`)).status, query).toBe(400)
  }
})

test('a row of the list has all attributes except those of a single read', async () => {
  const row = (await get(`?filter[id][]=${rejected.id}`)).body.data[0]
  const single = (await get(`/${rejected.id.toUpperCase()}`)).body.data
  const { shippingOverview, shippingAddress, lines, removedItems, ...rest } = single.attributes
  expect(row).toEqual({ ...single, attributes: rest })
  expect(lines).toHaveLength(2)
  expect(removedItems).toEqual([])
  expect(shippingAddress).toEqual(shippingOverview.shipToAddress)
  expect(rest).toMatchObject({ brandId, retailerId, status: 'rejected', rejectType: null })
})

test('a rejection of a brand has its type and its reason', async () => {
  const order = await placeOrder(shop, { retailerId })
  const attributes = { rejectType: 'OTHER', rejectReason: 'The kiln broke.' }
  await shop.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
    body: { data: { type: 'brand-rejects', attributes } },
  })
  const { body } = await get(`/${order.id}`)
  expect(body.data.attributes).toMatchObject({ rejectType: 'OTHER', brandRejectReason: 'The kiln broke.' })
})

test('returns 404 for an unknown order', async () => {
  expect((await get(`/${randomUUID()}`)).status).toBe(404)
})
