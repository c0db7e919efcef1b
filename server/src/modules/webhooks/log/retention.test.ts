import { expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { deliveriesOf, subscribe } from '../../../../test/webhooks.ts'
import { purgeLog } from './retention.ts'

const DAY = 86_400

test('deliveries and attempts are kept for 14 days of the clock, and then deleted', async () => {
  const shop = await market()
  const receiver = await startReceiver()
  const subscribed = await subscribe(shop, { url: receiver.url })
  await placeOrder(shop)
  await shop.runJobs()
  await shop.advance(14 * DAY - 3700)
  await placeOrder(shop)
  await shop.runJobs()
  expect(await deliveriesOf(shop, subscribed)).toHaveLength(2)
  await shop.advance(3800)
  await shop.runJobs()
  expect(await deliveriesOf(shop, subscribed)).toHaveLength(1)
  const [left] = await shop.platform.db`
    select
      (select count(*) from webhooks.deliveries) as deliveries,
      (select count(*) from webhooks.attempts) as attempts`
  expect(left).toEqual({ deliveries: 1, attempts: 1 })
})

test('many rows are deleted in batches, for every brand', async () => {
  const shop = await market()
  const { db, clock } = shop.platform
  const old = new Date(clock.now().getTime() - 15 * DAY * 1000)
  const brands = [shop.credentials.brandId, shop.credentials.otherBrand.brandId]
  await db`
    insert into webhooks.events (brand_id, id, type, subject_id, is_test, resource, occurred_at, created_at)
    select brand_id, gen_random_uuid(), 'order.shipped', gen_random_uuid(), false, '{}', ${old}, ${old}
    from unnest(${brands}::uuid[]) as brand_id cross join generate_series(1, 700)`
  expect(await purgeLog(shop.platform)).toBe(1400)
  expect(await purgeLog(shop.platform)).toBe(0)
})
