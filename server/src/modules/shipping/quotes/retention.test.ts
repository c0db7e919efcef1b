import { expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { confirm, quoteOfCarrier, quotesOf } from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../../test/shipping.ts'
import { purgeQuotes } from './retention.ts'

const DAY = 86_400

async function setUp() {
  const shop = await market()
  const pass = (seconds: number) =>
    shop.send('POST', '/api/testing/clock/-actions/advance', { body: { seconds } })
  // The demo has quotes of its own, which are older.
  await purgeQuotes(shop.platform)
  const count = async () => {
    const [row] = await shop.platform.db`select count(*) from shipping.quote_requests`
    return Number(row?.count)
  }
  const before = await count()
  const grown = async () => (await count()) - before
  return { shop, pass, grown }
}

test('quotes are kept while they can be confirmed, and otherwise deleted a week of the clock after their request', async () => {
  const { shop, pass, grown } = await setUp()
  const { id } = await acceptedOrder(shop)
  const [old] = await quotesOf(shop, id)
  const replaced = await quotesOf(shop, id)
  const [used] = await quotesOf(shop, id)
  await pass(8 * DAY)
  expect(await purgeQuotes(shop.platform, 1)).toBe(0)
  const own = quoteOfCarrier(replaced, 'dpd')
  expect((await confirm(shop, own.quoteUuid)).status).toBe(200)
  expect((await confirm(shop, used?.quoteUuid ?? '')).status).toBe(409)
  // With batches of one, a request that is kept must not block the deletion of others.
  expect(await purgeQuotes(shop.platform, 1)).toBe(2)
  expect(await grown()).toBe(1)
  expect((await confirm(shop, old?.quoteUuid ?? '')).status).toBe(404)
  const { latestQuote } = (await orderOf(shop, id)).shippingOverview
  expect(latestQuote.id).toBe(own.quoteUuid)
})

test('quotes that a reset has voided are deleted after a week, and reported as void until then', async () => {
  const { shop, pass, grown } = await setUp()
  const { id } = await acceptedOrder(shop)
  const [old] = await quotesOf(shop, id)
  await shop.send('POST', `/api/operator/v1/orders/${id}/-actions/revert-acceptance`, { as: 'operator' })
  await transition(shop, id, { type: 'brand-validates' })
  await pass(7 * DAY - 60)
  expect(await purgeQuotes(shop.platform)).toBe(0)
  expect((await confirm(shop, old?.quoteUuid ?? '')).status).toBe(409)
  await pass(120)
  expect(await purgeQuotes(shop.platform)).toBe(1)
  expect(await grown()).toBe(0)
  expect((await confirm(shop, old?.quoteUuid ?? '')).status).toBe(404)
})

test('a shipped order keeps the quote that it was shipped by, also while parcels are scanned', async () => {
  const { shop, pass, grown } = await setUp()
  const { order, quote } = await labelledOrder(shop)
  await pass(8 * DAY)
  // By the job, which runs once a day.
  await shop.runJobs()
  expect(await grown()).toBe(1)
  // So that it is not listed again.
  expect(
    await shop.platform.db`
    select is_kept from shipping.quote_requests where order_id = ${order.id}`,
  ).toEqual([{ is_kept: true }])
  for (const to of ['shipped', 'received'])
    await shop.send('POST', `/api/testing/orders/${order.id}/-actions/advance`, { body: { to } })
  const { status, shippingOverview } = await orderOf(shop, order.id)
  expect([status, shippingOverview.latestQuote.id]).toEqual(['received', quote.quoteUuid])
  expect((await confirm(shop, quote.quoteUuid)).status).toBe(409)
})

test('labels that are still being created keep their request, because they may fail', async () => {
  const { shop, pass, grown } = await setUp()
  const { id } = await acceptedOrder(shop)
  const quotes = await quotesOf(shop, id)
  await confirm(shop, quoteOfCarrier(quotes, 'marketplace').quoteUuid)
  await shop.platform.db`delete from platform.outbox`
  await pass(8 * DAY)
  expect(await purgeQuotes(shop.platform)).toBe(0)
  expect(await grown()).toBe(1)
})
