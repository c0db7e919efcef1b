import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { readLevels } from '../../../../test/stock.ts'
import { act, addOrder, addVariant, line, readWhole } from '../test-requests.ts'
import { providerOf } from './book-providers.ts'
import type { Charge, PaymentProvider } from './provider.ts'
import { settlePayment } from './settlement.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform
const provider = providerOf(platform)
const STALLED = { email: 'desk+stalled@copperkettle.test' }

async function confirmedOrder(customer: object = {}) {
  const variant = await addVariant(shop)
  const id = await addOrder(shop, { customer, items: [line(variant)] })
  const { body } = await act(shop, id, 'confirm')
  const { id: paymentId } = body.data.relationships.payment.data
  return { id, variant, place: { brandId: shop.credentials.brandId, paymentId } }
}

const requestOf = ({ paymentId }: { paymentId: string }) => ({
  key: paymentId,
  amountMinor: 10_800,
  currency: 'EUR',
  method: 'card',
  payer: { name: 'Mira Solé', email: 'mira@copperkettle.test' },
})

const chargesOf = (key: string) => db`select status, amount_minor from order_pay.charges where key = ${key}`

/** A provider that executes the request and then throws before it responds, as if the worker had been killed. */
function dyingAfter(call: 'start' | 'cancel'): PaymentProvider {
  return {
    ...provider,
    async [call](request: Parameters<PaymentProvider['start']>[0]) {
      await provider[call](request)
      throw new Error('killed')
    },
  }
}

/** A provider that runs `meanwhile` before it responds. */
const interrupted = (meanwhile: (charge: Charge) => Promise<Charge>): PaymentProvider => ({
  ...provider,
  start: async (request) => await meanwhile(await provider.start(request)),
})

test('the customer is charged once if the worker dies after the charge', async () => {
  const { id, place } = await confirmedOrder()
  await expect(settlePayment(platform, place, dyingAfter('start'))).rejects.toThrow('killed')
  expect(await chargesOf(place.paymentId)).toEqual([{ status: 'succeeded', amount_minor: 10_800 }])
  expect(await readWhole(shop, id)).toMatchObject({ status: 'brand_confirmed', transactions: [] })
  // The job that the confirmation enqueued is still in the queue.
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  expect(await chargesOf(place.paymentId)).toHaveLength(1)
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'payment_confirmed',
    payment: { status: 'succeeded' },
    transactions: ['payment succeeded'],
  })
})

test('an order that is cancelled after the charge is refunded once', async () => {
  const { id, place } = await confirmedOrder()
  await expect(settlePayment(platform, place, dyingAfter('start'))).rejects.toThrow('killed')
  expect((await act(shop, id, 'cancel')).status).toBe(200)
  await expect(settlePayment(platform, place, dyingAfter('cancel'))).rejects.toThrow('killed')
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  await settlePayment(platform, place)
  expect(await chargesOf(place.paymentId)).toEqual([{ status: 'refunded', amount_minor: 10_800 }])
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'cancelled',
    payment: { status: 'cancelled' },
    transactions: ['payment succeeded', 'refund succeeded'],
  })
})

test('an order that is cancelled during the call to the provider is not paid', async () => {
  const { id, place } = await confirmedOrder()
  const slow = interrupted(async (charge) => {
    expect((await act(shop, id, 'cancel')).status).toBe(200)
    return charge
  })
  await settlePayment(platform, place, slow)
  expect((await chargesOf(place.paymentId))[0]?.status).toBe('refunded')
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'cancelled',
    transactions: ['payment succeeded', 'refund succeeded'],
  })
})

test('a charge that was cancelled before it started never starts', async () => {
  const { place } = await confirmedOrder()
  const request = requestOf(place)
  expect((await provider.cancel(request)).status).toBe('cancelled')
  expect((await provider.start(request)).status).toBe('cancelled')
  expect((await provider.decide(request, 'succeeded')).status).toBe('cancelled')
})

test('the status of a pending payment is polled every hour', async () => {
  const { id, place } = await confirmedOrder(STALLED)
  await shop.runJobs()
  await shop.advance(3700)
  await shop.runJobs()
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'brand_confirmed',
    transactions: ['payment pending'],
  })
  await db`update order_pay.charges set status = 'succeeded' where key = ${place.paymentId}`
  expect((await readWhole(shop, id)).status).toBe('brand_confirmed')
  await shop.advance(3700)
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'payment_confirmed',
    transactions: ['payment succeeded'],
  })
})

test('a late response does not change a finished payment', async () => {
  const { id, place } = await confirmedOrder()
  const late = interrupted(async (charge) => {
    await settlePayment(platform, place)
    return { ...charge, status: 'pending' }
  })
  await settlePayment(platform, place, late)
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'payment_confirmed',
    transactions: ['payment succeeded'],
  })
})

test('in production the operator records received payments', async () => {
  const manual = providerOf({ ...platform, config: { ...platform.config, mode: 'production' } })
  const { id, place } = await confirmedOrder()
  await settlePayment(platform, place, manual)
  expect((await readWhole(shop, id)).transactions).toEqual(['payment pending'])
  expect(manual).toMatchObject({ name: 'manual', usualMethod: 'sepa_credit_transfer' })
  await manual.decide(requestOf(place), 'succeeded')
  await settlePayment(platform, place, manual)
  expect((await readWhole(shop, id)).status).toBe('payment_confirmed')
})

test('at the end of the group pending payments are cancelled, and their stock is released', async () => {
  const { variant, place } = await confirmedOrder(STALLED)
  await shop.setTime('2026-11-30T23:30:00Z')
  await shop.runJobs()
  expect((await chargesOf(place.paymentId))[0]?.status).toBe('pending')
  await shop.setTime('2026-12-01T01:00:00Z')
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  expect((await chargesOf(place.paymentId))[0]?.status).toBe('cancelled')
  expect(await readLevels(db, [variant])).toMatchObject([{ available: 5, reserved: 0 }])
  expect(await db`select from order_pay.orders where status = 'brand_confirmed'`).toHaveLength(0)
})
