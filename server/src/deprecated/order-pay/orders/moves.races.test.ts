/** Concurrent requests, each on a connection of its own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { settlePayment } from '../payments/settlement.ts'
import { act, addCustomer, addOrder, addVariant, line, patchOrder, readWhole } from '../test-requests.ts'

const CONNECTIONS = 16
const shop = await market({
  cleanUp: afterAll,
  env: { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_DATABASE_POOL: String(CONNECTIONS) },
})
const { db } = shop.platform
const { brandId } = shop.credentials
let customerUuid = ''

beforeAll(async () => {
  // Connections are opened beforehand: opening one during the race would delay its request.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db`select 1`))
  customerUuid = await addCustomer(shop)
})

const atOnce = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

test('only one of many concurrent confirmations succeeds, with one payment and one reservation', async () => {
  const variant = await addVariant(shop)
  const id = await addOrder(shop, { customerUuid, items: [line(variant)] })
  const answers = await atOnce(8, () => act(shop, id, 'confirm'))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await db`select from order_pay.payments where order_id = ${id}`).toHaveLength(1)
  expect(await readLevels(db, [variant])).toMatchObject([{ available: 3, reserved: 2 }])
})

test('after concurrent confirmation and change, the reserved stock is that of the order', async () => {
  for (let round = 0; round < 5; round++) {
    const variant = await addVariant(shop)
    const id = await addOrder(shop, { customerUuid, items: [line(variant, 1)] })
    const [changed, confirmed] = await Promise.all([
      patchOrder(shop, id, { customerUuid, items: [line(variant, 4)] }),
      act(shop, id, 'confirm'),
    ])
    expect(confirmed.status).toBe(200)
    expect([200, 409]).toContain(changed.status)
    const { attributes, payment } = await readWhole(shop, id)
    const { quantity } = attributes.items[0]
    expect(quantity).toBe(changed.status === 200 ? 4 : 1)
    expect(await readLevels(db, [variant])).toMatchObject([{ available: 5 - quantity, reserved: quantity }])
    expect(payment?.amount).toBe(attributes.amounts.customerGrandTotalAmountWithVat)
  }
})

test('after concurrent payment and cancellation, order and charge agree', async () => {
  for (let round = 0; round < 6; round++) {
    const variant = await addVariant(shop)
    const id = await addOrder(shop, { customerUuid, items: [line(variant)] })
    const { body } = await act(shop, id, 'confirm')
    const place = { brandId, paymentId: body.data.relationships.payment.data.id }
    const [cancelled] = await Promise.all([
      act(shop, id, 'cancel'),
      settlePayment(shop.platform, place),
      settlePayment(shop.platform, place),
    ])
    expect(await shop.runJobs()).toMatchObject({ failed: 0 })
    const { status, payment, transactions } = await readWhole(shop, id)
    const [charge] = await db`select status from order_pay.charges where key = ${place.paymentId}`
    const [level] = await readLevels(db, [variant])
    if (cancelled.status === 200) {
      expect([status, payment?.status, level?.reserved]).toEqual(['cancelled', 'cancelled', 0])
      expect(['cancelled', 'refunded']).toContain(charge?.status)
      const isRefunded = charge?.status === 'refunded'
      expect(transactions).toEqual(
        isRefunded ? ['payment succeeded', 'refund succeeded'] : ['payment cancelled'],
      )
    } else {
      expect([status, payment?.status, level?.reserved]).toEqual(['payment_confirmed', 'succeeded', 2])
      expect([charge?.status, transactions]).toEqual(['succeeded', ['payment succeeded']])
    }
  }
  await expectSoundLedger(db)
})
