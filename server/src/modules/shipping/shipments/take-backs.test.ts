import { expect, test } from 'vitest'
import { carriersWith, startCarrierService } from '../../../../test/label-service.ts'
import { market } from '../../../../test/market.ts'
import { readOrder, transition } from '../../../../test/order-requests.ts'
import { confirm, PARCEL, pickupAt, quoteBy } from '../../../../test/quotes.ts'
import { expectSoundShipping, labelledOrder, orderOf } from '../../../../test/shipping.ts'

const RESET = {
  type: 'brand-resets-shipping-labels-generation',
  attributes: { resetType: 'OTHER', reason: 'One parcel more.' },
}

test('a reset removes the labels, the pickup and the refund, and cancels the shipment with the carrier', async () => {
  const service = await startCarrierService()
  const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off', ...carriersWith(service) } })
  const { order, quote } = await labelledOrder(shop)
  await shop.send('POST', `/api/v1/orders/${order.id}/ship/schedule-pickup`, { body: pickupAt('04-03-2026') })
  const charged = (await orderOf(shop, order.id)).brandNetAmount
  const answer = await transition(shop, order.id, RESET, { include: 'billingItems' })
  expect(answer.status).toBe(200)
  expect(answer.body.data.attributes).toMatchObject({
    status: 'brand_confirmed',
    shippingMethod: null,
    brandNetAmount: charged - quote.shippingCost.amount,
    shippingOverview: { provider: null, tracking: null, latestQuote: null, parcels: [], transaction: null },
  })
  const types = answer.body.included.map(
    ({ attributes }: { attributes: { type: string } }) => attributes.type,
  )
  expect(types).not.toContain('brand_shipping_fees_refund')
  const { body } = await shop.send('GET', `/api/v1/orders/${order.id}/history`)
  expect(body.data[0].attributes).toMatchObject({
    command: RESET.type,
    eventType: 'order.shipping_labels_generated_reverted',
    details: RESET.attributes,
  })
  await shop.runJobs()
  const cancelled = service.seen.filter(({ path }) => path === '/labels/cancellations')
  expect(cancelled).toHaveLength(1)
  await expectSoundShipping(shop)
})

test('a carrier that is down when labels are reset gets the cancellation later', async () => {
  const service = await startCarrierService()
  const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off', ...carriersWith(service) } })
  const { order } = await labelledOrder(shop)
  service.next.push(
    ...Array.from({ length: 50 }, () => (_: unknown, response: { destroy(): void }) => response.destroy()),
  )
  await transition(shop, order.id, RESET)
  await shop.runJobs()
  service.next.length = 0
  service.seen.length = 0
  await shop.advance(3600)
  await shop.runJobs()
  expect(service.seen.map(({ path }) => path)).toContain('/labels/cancellations')
})

test('after a reset a new quote is needed, and its confirmation is charged once', async () => {
  const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  const { order, quote } = await labelledOrder(shop)
  await transition(shop, order.id, RESET)
  expect((await confirm(shop, quote.quoteUuid)).status).toBe(409)
  const fresh = await quoteBy(shop, order.id, 'marketplace', [PARCEL, PARCEL])
  expect((await confirm(shop, fresh.quoteUuid)).status).toBe(200)
  await shop.runJobs()
  const { status, shippingOverview } = await orderOf(shop, order.id)
  expect([status, shippingOverview.parcels.length]).toEqual(['shipping_labels_generated', 2])
  const { body } = await readOrder(shop, order.id, 'billingItems')
  const refunds = body.included.filter(
    ({ attributes }: { attributes: { type: string } }) => attributes.type === 'brand_shipping_fees_refund',
  )
  expect(refunds.map(({ attributes }: { attributes: { amount: number } }) => attributes.amount)).toEqual([
    fresh.shippingCost.amount,
  ])
  await expectSoundShipping(shop)
})
