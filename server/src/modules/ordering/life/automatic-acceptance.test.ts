import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { addRetailer, readOrder, snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { modulesFor } from '../../../composition.ts'
import { backgroundWork } from '../../../module.ts'
import { relayOnce } from '../../../platform/events/relay.ts'
import { acceptOrderJob } from './automatic-acceptance.ts'
import { requestCancellation } from './cancellation-requests.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials
const { consumers } = backgroundWork(modulesFor('sandbox'))

const trust = async (retailerId: string, mode: boolean | null) => {
  const { status } = await shop.send('PATCH', `/api/v1/brands/retailers/${retailerId}`, {
    body: {
      data: {
        type: 'brand-retailers',
        id: retailerId,
        attributes: { automaticOrderValidationMode: mode },
      },
    },
  })
  expect(status).toBe(200)
}
const statusOf = async (id: string) => (await readOrder(shop, id)).body.data.attributes.status
const commandsOf = async (id: string) => (await snapshotOfOrder(shop, id)).moves.map(({ command }) => command)
const runJobs = async () => expect((await shop.runJobs()).failed).toBe(0)
const waitingJobs = async () =>
  (await db`select from graphile_worker.jobs where task_identifier = 'accept-order'`).length
const arrivalOf = async (id: string) => {
  const [event] = (await snapshotOfOrder(shop, id)).moves
  return { brandId, orderId: id, eventId: event?.event_id as string }
}
const revert = (id: string) =>
  shop.send('POST', `/api/operator/v1/orders/${id}/-actions/revert-acceptance`, { as: 'operator' })

let retailerId = ''
beforeEach(async () => {
  retailerId = await addRetailer(shop)
  await trust(retailerId, true)
})

test('an order of a trusted retailer is submitted, has its event, and is accepted by the server for the brand', async () => {
  const { id, status } = await placeOrder(shop, { retailerId })
  expect(status).toBe('ankor_confirmed')
  await runJobs()
  expect(await statusOf(id)).toBe('brand_confirmed')
  const { body } = await shop.send('GET', `/api/v1/orders/${id}/history`)
  expect(body.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
    {
      command: 'brand-validates',
      movedBy: 'brand',
      applicationId: null,
      eventType: 'order.brand_accepted',
      details: { automatic: true },
    },
    { command: 'submit', movedBy: 'retailer', eventType: 'order.brand_created' },
  ])
  await expectSoundLedger(db)
})

test('orders of others wait for the brand', async () => {
  const untrusted = await placeOrder(shop, { retailerId: await addRetailer(shop) })
  const elsewhere = await placeOrder(shop, { retailerId, brandId: otherBrand.brandId })
  await trust(retailerId, false)
  const later = await placeOrder(shop, { retailerId })
  await runJobs()
  for (const { id } of [untrusted, elsewhere, later]) expect(await commandsOf(id)).toEqual(['submit'])
})

test('orders from before the setting are not accepted', async () => {
  await trust(retailerId, null)
  const { id } = await placeOrder(shop, { retailerId })
  await runJobs()
  await trust(retailerId, true)
  await runJobs()
  expect(await statusOf(id)).toBe('ankor_confirmed')
})

test('an order with a cancellation request is left to the brand', async () => {
  const { id } = await placeOrder(shop, { retailerId })
  await requestCancellation(
    shop.platform,
    { brandId, orderId: id },
    { reason: 'Ordered twice.', by: { party: 'retailer', applicationId: null } },
  )
  await runJobs()
  expect(await commandsOf(id)).toEqual(['submit', 'request-cancellation'])
})

test('a decision of the brand is kept', async () => {
  const { id } = await placeOrder(shop, { retailerId })
  const attributes = { rejectType: 'PRODUCT_OUT_OF_STOCK' }
  expect((await transition(shop, id, { type: 'brand-rejects', attributes })).status).toBe(200)
  await runJobs()
  expect((await commandsOf(id)).slice(0, 2)).toEqual(['submit', 'brand-rejects'])
  expect(await commandsOf(id)).not.toContain('brand-validates')
})

describe('nothing happens twice', () => {
  test('when the job runs again, also after the acceptance was taken back', async () => {
    const { id } = await placeOrder(shop, { retailerId })
    const arrival = await arrivalOf(id)
    await runJobs()
    await acceptOrderJob.run(shop.platform, arrival)
    expect(await commandsOf(id)).toEqual(['submit', 'brand-validates'])
    expect((await revert(id)).status).toBe(200)
    await acceptOrderJob.run(shop.platform, arrival)
    await runJobs()
    expect(await commandsOf(id)).toEqual(['submit', 'brand-validates', 'revert-acceptance'])
  })

  test('when the job runs several times concurrently with the decision of the brand', async () => {
    const { id } = await placeOrder(shop, { retailerId })
    const arrival = await arrivalOf(id)
    await Promise.all([
      acceptOrderJob.run(shop.platform, arrival),
      transition(shop, id, { type: 'brand-validates' }),
      acceptOrderJob.run(shop.platform, arrival),
      acceptOrderJob.run(shop.platform, arrival),
    ])
    await runJobs()
    expect(await commandsOf(id)).toEqual(['submit', 'brand-validates'])
  })

  test('and nothing is lost when the relay dies in the middle', async () => {
    const { id } = await placeOrder(shop, { retailerId })
    const dies = {
      ...consumers,
      'order.brand_created': [
        ...(consumers['order.brand_created'] ?? []),
        async () => {
          throw new Error('killed')
        },
      ],
    }
    await relayOnce(shop.platform, dies)
    expect(await waitingJobs()).toBe(0)
    expect(await statusOf(id)).toBe('ankor_confirmed')
    // Skips the backoff of one second before the next attempt.
    await db`update platform.outbox set retry_at = null where subject_id = ${id}`
    await relayOnce(shop.platform, consumers)
    expect(await waitingJobs()).toBe(1)
    await runJobs()
    expect(await commandsOf(id)).toEqual(['submit', 'brand-validates'])
    await runJobs()
    expect(await commandsOf(id)).toEqual(['submit', 'brand-validates'])
  })
})
