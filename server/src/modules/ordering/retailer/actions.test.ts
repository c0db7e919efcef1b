import { afterAll, expect, test } from 'vitest'
import { CARRIER_ENV, parcelScan, reportScan } from '../../../../test/carrier-events.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { labelledOrder, orderOf } from '../../../../test/shipping.ts'
import { STATUSES } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll, env: CARRIER_ENV })
const BASE = '/api/retailer/v1/orders'
const get = (path: string) => shop.send('GET', `${BASE}/${path}`, { as: 'retailer' })
const act = (id: string, action: string, body?: object) =>
  shop.send('POST', `${BASE}/${id}/-actions/${action}`, { as: 'retailer', body })

const BODIES: Readonly<Record<string, object>> = {
  'refuse-reception': { reason: 'Broken.' },
  'request-cancellation': { reason: 'Ordered twice.' },
}

interface Action {
  action: string
  method: string
  path: string
  possible: boolean
  reason: string | null
}

test.each(STATUSES)(
  'in %s, the operations respond as the listed actions say, with the same reason',
  async (status) => {
    const actions = ['acknowledge-reception', 'refuse-reception', 'request-cancellation']
    for (const [i, name] of actions.entries()) {
      const { id } = await moveOrderTo(shop, await placeOrder(shop), status)
      const told = (await get(id)).body.meta.nextActions as Action[]
      expect(told.map(({ action }) => action)).toEqual(actions)
      const { method, path, possible, reason } = told[i] as Action
      const answer = await shop.send(method, path, { as: 'retailer', body: BODIES[name] })
      expect([name, answer.status, answer.body.errors?.[0].detail ?? null]).toEqual([
        name,
        possible ? 200 : 409,
        reason,
      ])
    }
  },
)

test('of concurrent confirmations by the retailer and by the carrier, one moves the order', async () => {
  const { order } = await labelledOrder(shop)
  const { trackingNumber } = (await orderOf(shop, order.id)).shippingOverview.transaction.tracking
  await reportScan(shop, parcelScan(trackingNumber, 'TRANSIT'))
  const [confirmed, scanned] = await Promise.all([
    act(order.id, 'acknowledge-reception'),
    reportScan(shop, parcelScan(trackingNumber, 'DELIVERED', { occurredAt: '2026-03-05T10:00:00Z' })),
  ])
  expect([200, 409]).toContain(confirmed.status)
  expect(scanned.status).toBeLessThan(300)
  const moves = await shop.platform.db`
    select moved_by from ordering.moves where order_id = ${order.id} and to_status = 'received'`
  expect(moves.map(({ moved_by }) => moved_by)).toEqual([confirmed.status === 200 ? 'retailer' : 'carrier'])
  expect((await get(order.id)).body.data.attributes.status).toBe('received')
})

test('of two concurrent confirmations, one moves the order', async () => {
  const { id } = await moveOrderTo(shop, await placeOrder(shop), 'shipped')
  const answers = await Promise.all([act(id, 'acknowledge-reception'), act(id, 'acknowledge-reception')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('the activity version changes with every move of the own orders, and of no others', async () => {
  const version = async () =>
    (await shop.send('GET', '/api/v1/activity', { as: 'retailer' })).body.data.attributes.versions.orders
  const seen = [await version()]
  let order = await placeOrder(shop)
  seen.push(await version())
  for (const status of ['brand_confirmed', 'shipped', 'received', 'invoiced', 'brand_paid'] as const) {
    order = await moveOrderTo(shop, order, status)
    seen.push(await version())
  }
  expect(new Set(seen).size).toBe(seen.length)
  const foreign = await placeOrder(shop, { retailerId: await addRetailer(shop) })
  await moveOrderTo(shop, foreign, 'shipped')
  expect(await version()).toBe(seen.at(-1))
})
