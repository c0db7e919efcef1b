/** Automatic acceptance and handover of new orders. */
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { addRetailer, readOrder, snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { expectSoundLots } from '../../../../test/warehouse.ts'
import { END } from '../../../modules/ended/groups.ts'
import { requestCancellation } from '../../../modules/ordering/index.ts'
import { addGoods, enrol } from '../test-goods.ts'
import { handOverOrderJob } from './automation.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
await enrol(shop, brandId)

const setMode = async (automationMode: string) => {
  const { status } = await operatorOf(shop).change(`/brands/${brandId}`, 'brands', { automationMode })
  expect(status).toBe(200)
}
await setMode('automatic-confirm-and-request-fulfillment')

/** Creates a new order, with the given number of batches in the warehouse for each line. */
async function arrive({ batches = 5, retailerId }: { batches?: number; retailerId?: string } = {}) {
  const order = await placeOrder(shop, retailerId === undefined ? {} : { retailerId })
  const items = await db<{ variant_id: string }[]>`
    select variant_id from ordering.items where order_id = ${order.id}`
  for (const { variant_id } of items) await addGoods(shop, brandId, variant_id, { lots: [{ batches }] })
  return order.id
}
const commandsOf = async (id: string) => (await snapshotOfOrder(shop, id)).moves.map(({ command }) => command)
const runJobs = async () => expect((await shop.runJobs()).failed).toBe(0)
const arrivalOf = async (orderId: string) => {
  const [event] = (await snapshotOfOrder(shop, orderId)).moves
  return { brandId, orderId, eventId: event?.event_id as string }
}
const HANDED_OVER = ['submit', 'brand-validates', 'brand-requests-fulfillment']

test('a new order is accepted and handed to the warehouse', async () => {
  const id = await arrive()
  await runJobs()
  expect((await readOrder(shop, id)).body.data.attributes).toMatchObject({
    status: 'fulfillment_requested',
    shippingMethod: 'fulfillment',
  })
  const { moves } = await snapshotOfOrder(shop, id)
  expect(moves).toMatchObject([
    { command: 'submit' },
    { command: 'brand-validates', moved_by: 'brand', application_id: null, details: { automatic: true } },
    { command: 'brand-requests-fulfillment', moved_by: 'brand', application_id: null },
  ])
  await expectSoundLedger(db)
  await expectSoundLots(db)
})

test('an order that the warehouse cannot ship is not accepted', async () => {
  const id = await arrive({ batches: 1 })
  await runJobs()
  expect(await commandsOf(id)).toEqual(['submit'])
  expect((await transition(shop, id, { type: 'brand-validates' })).status).toBe(200)
})

test('orders with a requested cancellation or a decision are not changed', async () => {
  const asked = await arrive()
  await requestCancellation(
    shop.platform,
    { brandId, orderId: asked },
    { reason: 'Ordered twice.', by: { party: 'retailer', applicationId: null } },
  )
  const rejected = await arrive()
  const attributes = { rejectType: 'OTHER', rejectReason: 'We are closed.' }
  expect((await transition(shop, rejected, { type: 'brand-rejects', attributes })).status).toBe(200)
  await runJobs()
  expect(await commandsOf(asked)).toEqual(['submit', 'request-cancellation'])
  expect(await commandsOf(rejected)).not.toContain('brand-requests-fulfillment')
})

test('an order that was accepted before, as for a trusted retailer, is handed over too', async () => {
  const id = await arrive()
  expect((await transition(shop, id, { type: 'brand-validates' })).status).toBe(200)
  await runJobs()
  expect(await commandsOf(id)).toEqual(HANDED_OVER)
})

test('an order is handed over once, also after it was taken back', async () => {
  const id = await arrive()
  const arrival = await arrivalOf(id)
  await Promise.all([1, 2, 3].map(() => handOverOrderJob.run(shop.platform, arrival)))
  await runJobs()
  expect(await commandsOf(id)).toEqual(HANDED_OVER)
  const path = `/orders/${id}/-actions/take-back-fulfillment`
  expect((await operatorOf(shop).send('POST', path)).status).toBe(200)
  await handOverOrderJob.run(shop.platform, arrival)
  expect(await commandsOf(id)).toEqual([...HANDED_OVER, 'take-back-fulfillment'])
  await expectSoundLots(db)
})

test('orders wait for brands without automation, and after the end date for every brand', async () => {
  await setMode('automatic-brand_control')
  const own = await arrive()
  await setMode('automatic-confirm-and-request-fulfillment')
  const early = await arrive()
  await shop.setTime(END.toISOString())
  const late = await arrive({ retailerId: await addRetailer(shop) })
  await runJobs()
  for (const id of [own, early, late]) {
    expect((await readOrder(shop, id)).body.data.attributes.status).toBe('ankor_confirmed')
  }
  expect((await transition(shop, late, { type: 'brand-validates' })).status).toBe(200)
})
