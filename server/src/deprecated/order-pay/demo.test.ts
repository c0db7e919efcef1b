import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { expectSoundLedger } from '../../../test/stock.ts'
import { HOLDING_STOCK, STATUSES } from './orders/move-table.ts'
import { CUSTOMERS, readWhole } from './test-requests.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const orders = await db<{ id: string; status: string; payment: string | null }[]>`
  select orders.id, orders.status, payments.status as payment
  from order_pay.orders
  left join order_pay.payments on payments.id = payment_id
  where orders.brand_id = ${shop.credentials.brandId}`

test('there is an order in every status, with a matching payment', async () => {
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(STATUSES))
  for (const { id, status, payment } of orders) {
    const isUnpaid = status === 'created' || status === 'cancelled' || status === 'brand_confirmed'
    expect(isUnpaid ? [null, 'pending', 'cancelled'] : ['succeeded']).toContain(payment)
    const whole = await readWhole(shop, id)
    expect(whole.transactions).toEqual(
      payment === 'succeeded' ? ['payment succeeded'] : payment === 'cancelled' ? ['payment failed'] : [],
    )
  }
})

test('customers pay in several currencies, with and without VAT, and have paid before', async () => {
  const { body } = await shop.send('GET', CUSTOMERS)
  const attributes = body.data.map((one: { attributes: object }) => one.attributes)
  expect(new Set(attributes.map((one: { currency: string }) => one.currency)).size).toBeGreaterThan(1)
  expect(attributes.some((one: { company: { vatExemption: boolean } }) => one.company.vatExemption)).toBe(
    true,
  )
  expect(attributes.some((one: { paymentMethods: [] }) => one.paymentMethods.length > 0)).toBe(true)
})

test('demo orders hold the stock of their status, and jobs do not change them', async () => {
  await expectSoundLedger(db)
  const held = await db<{ related_id: string }[]>`
    select related_id
    from stock.postings
    join stock.transactions on transactions.brand_id = postings.brand_id and transactions.id = transaction_id
    where status = 'reserved' and metadata ? 'orderPayOrderUuid'
    group by related_id
    having sum(quantity) > 0`
  const holding = orders.filter(({ status }) => HOLDING_STOCK.has(status as never))
  expect(held.map(({ related_id }) => related_id).sort()).toEqual(holding.map(({ id }) => id).sort())
  const before = orders.map(({ id, status }) => [id, status])
  await shop.runJobs()
  const after = await db<{ id: string; status: string }[]>`
    select id, status from order_pay.orders where brand_id = ${shop.credentials.brandId}`
  expect(new Map(after.map(({ id, status }) => [id, status]))).toEqual(new Map(before as [string, string][]))
})
