/** The expected shipping dates of an order. */
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { changeBrand, readOrder } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const datesOf = async (id: string) => {
  const { body } = await readOrder(shop, id)
  return body.data.attributes.shippingOverview.expectedShippingDates
}

// 2 March 2026 is a Monday.
test.each([
  ['a Monday', '2026-03-02T09:00:00Z', '0-2', '2026-03-02', '2026-03-04'],
  ['a Friday', '2026-03-06T09:00:00Z', '0-2', '2026-03-06', '2026-03-10'],
  ['a Saturday', '2026-03-07T09:00:00Z', '0-2', '2026-03-09', '2026-03-11'],
  ['a Sunday', '2026-03-08T09:00:00Z', '0-2', '2026-03-09', '2026-03-11'],
  ['a Monday', '2026-03-02T09:00:00Z', '3-5', '2026-03-05', '2026-03-09'],
  ['a Friday', '2026-03-06T09:00:00Z', '3-5', '2026-03-11', '2026-03-13'],
  ['the last minute of a Friday', '2026-03-06T23:59:00Z', '3-5', '2026-03-11', '2026-03-13'],
  ['the first second of a Saturday', '2026-03-07T00:00:00Z', '3-5', '2026-03-12', '2026-03-16'],
  ['a Saturday', '2026-03-07T09:00:00Z', '3-5', '2026-03-12', '2026-03-16'],
  ['a Sunday', '2026-03-08T09:00:00Z', '3-5', '2026-03-12', '2026-03-16'],
  ['a Friday before the new year', '2027-12-31T09:00:00Z', '3-5', '2028-01-05', '2028-01-07'],
  ['a Monday', '2026-03-02T09:00:00Z', '21-30', '2026-03-31', '2026-04-13'],
])('an order of %s (%s) to a brand that takes %s days', async (_, moment, averageLeadTime, first, last) => {
  await shop.setTime(moment)
  await changeBrand(shop, { averageLeadTime })
  const { id } = await placeOrder(shop)
  expect(await datesOf(id)).toEqual({
    minimum: `${first}T00:00:00+00:00`,
    maximum: `${last}T23:59:59+00:00`,
    updatedMaximum: null,
  })
})

test('an order keeps its dates when the brand becomes slower', async () => {
  await shop.setTime('2026-03-02T09:00:00Z')
  await changeBrand(shop, { averageLeadTime: '0-2' })
  const { id } = await placeOrder(shop)
  const before = await datesOf(id)
  await changeBrand(shop, { averageLeadTime: '21-30' })
  await shop.setTime('2026-03-20T09:00:00Z')
  expect(await datesOf(id)).toEqual(before)
  expect(before.maximum).toBe('2026-03-04T23:59:59+00:00')
})
