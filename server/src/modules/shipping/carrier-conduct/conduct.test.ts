import { afterAll, expect, test } from 'vitest'
import { codesOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { pickupAt } from '../../../../test/quotes.ts'
import { labelledOrder, orderOf } from '../../../../test/shipping.ts'

// The clock stands on Monday, 2 March 2026.
const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const conduct = (body: unknown) => shop.send('POST', '/api/testing/carrier-conduct', { body })

test('delayed labels are created after their delay', async () => {
  const { status, body } = await conduct({ labelDelaySeconds: 60 })
  expect(status).toBe(200)
  expect(body.data.attributes).toEqual({ labelDelaySeconds: 60, deniedPickups: 0 })
  const { order } = await labelledOrder(shop)
  expect(await orderOf(shop, order.id)).toMatchObject({
    status: 'brand_confirmed',
    shippingOverview: { provider: 'marketplace' },
  })
  await shop.advance(61)
  await shop.runJobs()
  expect(await orderOf(shop, order.id)).toMatchObject({ status: 'shipping_labels_generated' })
})

test('the given number of pickups is denied, and the next one is booked', async () => {
  await conduct({ deniedPickups: 1 })
  const { order } = await labelledOrder(shop)
  const book = () =>
    shop.send('POST', `/api/v1/orders/${order.id}/ship/schedule-pickup`, { body: pickupAt('04-03-2026') })
  const denied = await book()
  expect(denied.status).toBe(422)
  expect(codesOf(denied)).toEqual(['PICKUP_DENIED'])
  expect((await book()).status).toBe(200)
})

test('omitted settings return to their defaults', async () => {
  await conduct({ labelDelaySeconds: 60 })
  await conduct({})
  const { order } = await labelledOrder(shop)
  expect(await orderOf(shop, order.id)).toMatchObject({ status: 'shipping_labels_generated' })
})
