/** The details of orders that help people to decide. */
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { addRetailer, transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

const detailsOf = async (id: string) =>
  (await shop.send('GET', `/api/v1/orders/${id}?withDetails=true`)).body.meta.details

test('the list has the details of each of its orders if they are requested', async () => {
  const retailerId = await addRetailer(shop)
  const first = await placeOrder(shop, { retailerId, products: [{ unit_multiplier: 6 }, {}] })
  await shop.advance(3600)
  const second = await placeOrder(shop, { retailerId })
  const images = JSON.stringify([{ order: 1, url: '/pictures/x.webp' }])
  await db`
    update catalog.variants set images = ${images}::text::jsonb
    where id = any(${[first, second].map(({ variant_ids }) => variant_ids?.[0] ?? '')}::uuid[])`
  const plain = await shop.send('GET', `/api/v1/orders?filter[retailer]=${retailerId}`)
  expect(Object.keys(plain.body.meta)).toEqual(['page'])
  const { body } = await shop.send('GET', `/api/v1/orders?filter[retailer]=${retailerId}&withDetails=true`)
  expect(body.data).toEqual(plain.body.data)
  const pictured = expect.objectContaining({
    imageUrl: expect.stringMatching(/^https?:\/\/[^/]+\/pictures\/x\.webp$/),
  })
  const bare = expect.objectContaining({ name: expect.stringMatching(/\S/), imageUrl: null })
  const usual = {
    expectedShippingDate: expect.stringMatching(/^2026-03-\d\d$/),
    shortItems: [],
    goods: [pictured, bare],
  }
  expect(body.meta.details).toEqual({
    [first.id]: { isFirstOfRetailer: true, itemsCount: 2, piecesCount: 2 * 6 + 3, ...usual },
    [second.id]: { isFirstOfRetailer: false, itemsCount: 2, piecesCount: 5, ...usual },
  })
})

test('an item is short while its order waits to be accepted and less is on hand than ordered', async () => {
  const order = await placeOrder(shop)
  const [item] = await db<{ id: string; variant_id: string }[]>`
    select id, variant_id from ordering.items where order_id = ${order.id} order by position limit 1`
  const setStock = (onHand: number) =>
    db`update stock.levels set available = ${onHand} - reserved where variant_id = ${item?.variant_id ?? ''}`
  await setStock(2)
  expect((await detailsOf(order.id)).shortItems).toEqual([])
  await setStock(1)
  expect((await detailsOf(order.id)).shortItems).toEqual([{ id: item?.id, ordered: 2, onHand: 1 }])
  await transition(shop, order.id, { type: 'brand-validates' })
  expect((await detailsOf(order.id)).shortItems).toEqual([])
})

test('the single order has what the retailer has ordered from this brand before', async () => {
  const retailerId = await addRetailer(shop)
  const first = await placeOrder(shop, { retailerId })
  await placeOrder(shop, { retailerId, brandId: shop.credentials.otherBrand.brandId })
  await shop.advance(3600)
  const second = await placeOrder(shop, { retailerId })
  expect(await detailsOf(first.id)).toMatchObject({ earlierOrdersCount: 0, previousSubmittedAt: null })
  expect(await detailsOf(second.id)).toMatchObject({
    earlierOrdersCount: 1,
    previousSubmittedAt: first.submitted_at.toISOString(),
  })
})

test('the expected shipping date is the one that the brand has set', async () => {
  const order = await placeOrder(shop)
  const told = {
    data: { type: 'internal-order', attributes: { expected_maximum_shipping_date: '2026-05-05' } },
  }
  await shop.send('PATCH', `/api/v1/master-orders/${order.id}`, { body: told })
  expect((await detailsOf(order.id)).expectedShippingDate).toBe('2026-05-05')
})
