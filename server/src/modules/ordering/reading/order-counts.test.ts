import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { STATUSES } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll })

const counts = async (query = '') => {
  const { body } = await shop.send('GET', `/api/v1/order-counts?${query}`)
  return body.data.map(({ id, attributes }: { id: string; attributes: { count: number } }) => [
    id,
    attributes.count,
  ])
}

test('counts are by status, filtered like the list, and only of the calling brand', async () => {
  const retailerId = await addRetailer(shop, { storeName: 'Lantern Row' })
  await placeOrder(shop, { retailerId })
  await shop.advance(3600)
  const later = await placeOrder(shop, { retailerId })
  await moveOrderTo(shop, await placeOrder(shop, { retailerId }), 'brand_confirmed')
  await placeOrder(shop, { retailerId, brandId: shop.credentials.otherBrand.brandId })
  const expected = (found: Record<string, number>) => STATUSES.map((status) => [status, found[status] ?? 0])
  expect(await counts(`filter[retailer]=${retailerId}`)).toEqual(
    expected({ ankor_confirmed: 2, brand_confirmed: 1 }),
  )
  expect(await counts('filter[q]=lantern')).toEqual(expected({ ankor_confirmed: 2, brand_confirmed: 1 }))
  const since = `filter[submittedAt][from]=${later.submitted_at.toISOString()}`
  expect(await counts(`filter[retailer]=${retailerId}&${since}`)).toEqual(
    expected({ ankor_confirmed: 1, brand_confirmed: 1 }),
  )
  const [stored] = await shop.platform.db<{ count: number }[]>`
    select count(*)::integer as count from ordering.orders where brand_id = ${shop.credentials.brandId}`
  const all = (await counts()).reduce((sum: number, [, count]: [string, number]) => sum + count, 0)
  expect(all).toBe(stored?.count)
})

test('counts have no filter by status', async () => {
  const { status } = await shop.send('GET', '/api/v1/order-counts?filter[status]=shipped')
  expect(status).toBe(400)
})
