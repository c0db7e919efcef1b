/** Tests with a worker that is killed after the provider has charged the customer, and before the charge is recorded. */
import { afterAll, expect, test } from 'vitest'
import { killWorkerAt, runWorkerUntil } from '../../../../test/killed-workers.ts'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { act, addOrder, readWhole } from '../test-requests.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

/** An order whose payment succeeded at the provider while the worker was killed before recording it. */
async function paidInSilence(): Promise<string> {
  const id = await addOrder(shop)
  expect((await act(shop, id, 'confirm')).status).toBe(200)
  await killWorkerAt(shop, (tx) => tx`select from order_pay.orders where id = ${id} for update`)
  expect(await chargesOf(id)).toEqual([{ status: 'succeeded', amount_minor: 10_800 }])
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'brand_confirmed',
    payment: { status: 'pending' },
    transactions: [],
  })
  return id
}

/** Charges of the provider without a payment of the same key. The worker also settles payments of the demo data. */
const strayCharges = async () => [
  ...(await db`select key from order_pay.charges where key not in (select id from order_pay.payments)`),
]

const chargesOf = async (orderId: string) => [
  ...(await db`
    select charges.status, charges.amount_minor
    from order_pay.charges
    join order_pay.payments on payments.id = charges.key
    where order_id = ${orderId}`),
]

test('the customer is charged once, and the order is paid', { timeout: 240_000 }, async () => {
  const id = await paidInSilence()
  await runWorkerUntil(shop, async () => (await readWhole(shop, id)).status === 'payment_confirmed')
  expect(await strayCharges()).toEqual([])
  expect(await chargesOf(id)).toEqual([{ status: 'succeeded', amount_minor: 10_800 }])
  expect(await readWhole(shop, id)).toMatchObject({
    payment: { status: 'succeeded', amount: 10_800 },
    transactions: ['payment succeeded'],
  })
  await expectSoundLedger(db)
})

test('a charge for an order that was cancelled meanwhile is refunded once', {
  timeout: 240_000,
}, async () => {
  const id = await paidInSilence()
  expect((await act(shop, id, 'cancel')).status).toBe(200)
  await runWorkerUntil(shop, async () => (await readWhole(shop, id)).transactions.length === 2)
  expect(await chargesOf(id)).toEqual([{ status: 'refunded', amount_minor: 10_800 }])
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'cancelled',
    payment: { status: 'cancelled' },
    transactions: ['payment succeeded', 'refund succeeded'],
  })
  await expectSoundLedger(db)
})
