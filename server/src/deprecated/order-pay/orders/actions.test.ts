import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { act, addOrder, addVariant, advance, line, ORDERS, readWhole } from '../test-requests.ts'
import { type OrderPayStatus, STATUSES } from './move-table.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const operator = operatorOf(shop)

afterEach(() => expectSoundLedger(db))

const stockOf = async (variant: string) => {
  const [level] = await readLevels(db, [variant])
  return [level?.available, level?.reserved]
}
const STALLED = { email: 'desk+stalled@copperkettle.test' }
const DECLINED = { email: 'desk+declined@copperkettle.test' }

describe('confirming', () => {
  test('reserves the stock and opens a payment, which the sandbox completes', async () => {
    const variant = await addVariant(shop)
    const customItems = [{ type: 'shippingFees', amount: 500 }]
    const id = await addOrder(shop, { items: [line(variant)], customItems })
    expect(await stockOf(variant)).toEqual([5, 0])
    const confirmed = await act(shop, id, 'confirm')
    expect([confirmed.status, confirmed.body.data.attributes.status]).toEqual([200, 'brand_confirmed'])
    const { data: payment } = confirmed.body.data.relationships.payment
    expect(payment.type).toBe('order-pay-payments')
    expect(await stockOf(variant)).toEqual([3, 2])
    expect(await readWhole(shop, id)).toMatchObject({
      payment: {
        orderUuid: id,
        customerUuid: confirmed.body.data.attributes.customerUuid,
        brandUuid: shop.credentials.brandId,
        createdAt: expect.stringMatching(/^2026-03-02T09:00:\d\d\.\d{6}Z$/),
        psp: 'sandbox',
        status: 'pending',
        amount: 11_400,
        currency: 'EUR',
        currencyRate: 1,
        paymentMethod: 'card',
        fundedBy: null,
        paymentTerms: null,
      },
      transactions: [],
    })
    expect(await shop.runJobs()).toMatchObject({ failed: 0 })
    const paid = await readWhole(shop, id)
    expect(paid).toMatchObject({
      status: 'payment_confirmed',
      payment: { status: 'succeeded' },
      transactions: ['payment succeeded'],
    })
    const { body } = await shop.send('GET', `${ORDERS}/${id}?include=payment.transactions`)
    const [transaction] = body.included.filter(
      ({ type }: { type: string }) => type === 'order-pay-transactions',
    )
    const pspId = `sandbox_${payment.id.replaceAll('-', '')}`
    expect(transaction.attributes).toMatchObject({
      pspId,
      amount: 11_400,
      currency: 'EUR',
      pspData: { client_secret: `${pspId}_secret`, iban: null },
    })
    expect(await stockOf(variant)).toEqual([3, 2])
  })

  test('without enough stock changes nothing, and names the variant', async () => {
    const variant = await addVariant(shop)
    // Lines of the same variant are summed.
    const id = await addOrder(shop, { items: [line(variant, 3), line(variant, 3)] })
    const answer = await act(shop, id, 'confirm')
    expect([answer.status, codesOf(answer)]).toEqual([409, ['INSUFFICIENT_STOCK']])
    expect(answer.body.errors[0].meta).toEqual({ productVariantUuid: variant, available: 5 })
    expect(await readWhole(shop, id)).toMatchObject({ status: 'created', payment: undefined })
    expect(await stockOf(variant)).toEqual([5, 0])
    expect(await db`select from order_pay.payments where order_id = ${id}`).toHaveLength(0)
  })

  test('is done once', async () => {
    const id = await addOrder(shop, { customer: STALLED })
    await act(shop, id, 'confirm')
    const again = await act(shop, id, 'confirm')
    expect([again.status, codesOf(again)]).toEqual([409, ['ORDER_PAY_ACTION_FAILED']])
    expect(again.body.errors[0].meta).toEqual({ status: 'brand_confirmed', possibleIn: ['created'] })
  })
})

/** Confirms a new order of a customer and runs the payment job. */
async function confirmedBy(customer: object) {
  const variant = await addVariant(shop)
  const id = await addOrder(shop, { customer, items: [line(variant)] })
  await act(shop, id, 'confirm')
  await shop.runJobs()
  return { id, variant }
}

describe('cancelling', () => {
  test('a draft requires no reason, and stores a given one', async () => {
    const silent = await act(shop, await addOrder(shop), 'cancel')
    expect(silent.body.data.attributes).toMatchObject({ status: 'cancelled', cancelReason: null })
    const body = { data: { attributes: { reason: 'Changed their mind.' } } }
    const told = await act(shop, await addOrder(shop), 'cancel', { body })
    expect(told.body.data.attributes).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Changed their mind.',
    })
  })

  test('a confirmed order releases its stock and cancels its payment', async () => {
    const { id, variant } = await confirmedBy(STALLED)
    expect(await readWhole(shop, id)).toMatchObject({
      status: 'brand_confirmed',
      transactions: ['payment pending'],
    })
    expect((await act(shop, id, 'cancel')).status).toBe(200)
    expect(await stockOf(variant)).toEqual([5, 0])
    expect(await readWhole(shop, id)).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } })
    expect(await shop.runJobs()).toMatchObject({ failed: 0 })
    expect((await readWhole(shop, id)).transactions).toEqual(['payment cancelled'])
  })

  test('is impossible once the order is paid or cancelled', async () => {
    const paid = await addOrder(shop)
    await advance(shop, paid, 'payment_confirmed')
    for (const id of [
      paid,
      await addOrder(shop).then((id) => advance(shop, id, 'cancelled').then(() => id)),
    ]) {
      const late = await act(shop, id, 'cancel')
      expect([late.status, codesOf(late)]).toEqual([409, ['ORDER_PAY_ACTION_FAILED']])
    }
    expect(await readWhole(shop, paid)).toMatchObject({
      status: 'payment_confirmed',
      payment: { status: 'succeeded' },
    })
  })

  test('refuses an invalid body', async () => {
    const id = await addOrder(shop)
    const cancel = (data: object) => act(shop, id, 'cancel', { body: { data } })
    expectRefusedAt(await cancel({ attributes: { reason: 1 } }), 'data.attributes.reason')
    expectRefusedAt(await cancel({ id: randomUUID() }), 'data.id')
    expect((await readWhole(shop, id)).status).toBe('created')
  })
})

test('a declined payment cancels the order and releases its stock', async () => {
  const { id, variant } = await confirmedBy(DECLINED)
  expect(await readWhole(shop, id)).toMatchObject({
    status: 'cancelled',
    attributes: { cancelReason: 'The payment was declined.' },
    payment: { status: 'cancelled' },
    transactions: ['payment failed'],
  })
  expect(await stockOf(variant)).toEqual([5, 0])
})

describe('the sandbox', () => {
  test.each(STATUSES)('can advance an order to %s', async (to) => {
    const variant = await addVariant(shop)
    const id = await addOrder(shop, { items: [line(variant)] })
    const answer = await advance(shop, id, to)
    expect([answer.status, answer.body.data.attributes.status]).toEqual([200, to])
    const holds = ['brand_confirmed', 'payment_confirmed', 'waiting_shipping'].includes(to)
    const isGone = ['shipped', 'received', 'invoiced', 'brand_paid'].includes(to)
    expect(await stockOf(variant)).toEqual(holds ? [3, 2] : isGone ? [3, 0] : [5, 0])
    const { attributes, payment } = await readWhole(shop, id)
    expect(attributes.tracking).toEqual(
      isGone
        ? {
            trackingNumber: expect.stringMatching(/^OP/),
            trackingLink: expect.stringMatching(/^https:/),
            trackingUrl: attributes.tracking?.trackingLink,
            status: to === 'shipped' ? 'TRANSIT' : 'DELIVERED',
            isDelivered: to !== 'shipped',
          }
        : null,
    )
    const isPaid = to === 'payment_confirmed' || to === 'waiting_shipping' || isGone
    expect(payment?.status).toBe(isPaid ? 'succeeded' : to === 'brand_confirmed' ? 'pending' : undefined)
    // Jobs that run later do not change what was decided manually.
    const before = to === 'brand_confirmed' ? 'payment_confirmed' : to
    await shop.runJobs()
    expect((await readWhole(shop, id)).status).toBe(before)
  })

  test('can advance an order step by step, also with a stalled payment', async () => {
    const id = await addOrder(shop, { customer: STALLED })
    for (const to of STATUSES.slice(0, -1)) {
      expect((await advance(shop, id, to)).body.data.attributes.status).toBe(to)
      if (to === 'brand_confirmed') await shop.runJobs()
    }
    const charges = await db`
      select charges.status from order_pay.charges join order_pay.payments on key = id where order_id = ${id}`
    expect(charges).toEqual([{ status: 'succeeded' }])
  })

  test('refuses other statuses, and advancing foreign or unknown orders', async () => {
    const id = await addOrder(shop)
    await advance(shop, id, 'shipped')
    for (const to of ['created', 'brand_confirmed', 'cancelled'] satisfies OrderPayStatus[]) {
      const answer = await advance(shop, id, to)
      expect([answer.status, codesOf(answer)]).toEqual([409, ['ORDER_PAY_ACTION_FAILED']])
    }
    expectRefusedAt(await advance(shop, id, 'lost'), 'to')
    expect((await advance(shop, id, 'received', { as: 'otherBrand' })).status).toBe(403)
    expect((await advance(shop, id, 'received', { as: 'retailer' })).status).toBe(403)
    expect((await advance(shop, randomUUID(), 'received')).status).toBe(404)
    expect((await advance(shop, randomUUID(), 'received', { as: 'operator' })).status).toBe(404)
    expect((await readWhole(shop, id)).status).toBe('shipped')
    expect((await advance(shop, id, 'received', { as: 'operator' })).status).toBe(200)
  })
})

describe('the operator', () => {
  const command = (id: string, name: string, body?: object) =>
    operator.send('POST', `/order-pay-orders/${id}/-actions/${name}`, body)

  test('can make every move that is not made by the brand, in sequence', async () => {
    const id = await addOrder(shop, { customer: STALLED })
    await act(shop, id, 'confirm')
    const steps: [string, OrderPayStatus, object?][] = [
      ['confirm-payment', 'payment_confirmed'],
      ['prepare-shipping', 'waiting_shipping'],
      ['ship', 'shipped', { trackingNumber: 'SW1', trackingLink: 'https://track.example.test/SW1' }],
      ['acknowledge-reception', 'received'],
      ['issue-invoice', 'invoiced'],
      ['pay-brand', 'brand_paid'],
    ]
    for (const [i, [name, to, body]] of steps.entries()) {
      for (const [later] of steps.slice(i + 1)) expect((await command(id, later)).status).toBe(409)
      const answer = await command(id, name, body)
      expect([answer.status, answer.body.data?.attributes.status]).toEqual([200, to])
      expect(answer.body.data.attributes.brandId).toBe(shop.credentials.brandId)
      expect((await command(id, name)).status).toBe(409)
    }
    expect(await readWhole(shop, id)).toMatchObject({
      status: 'brand_paid',
      attributes: { tracking: { trackingNumber: 'SW1', trackingUrl: 'https://track.example.test/SW1' } },
      transactions: ['payment succeeded'],
    })
  })

  test('can record that a payment has failed', async () => {
    const id = await addOrder(shop, { customer: STALLED })
    await act(shop, id, 'confirm')
    expect((await command(id, 'fail-payment')).body.data.attributes.status).toBe('cancelled')
    expect((await command(id, 'confirm-payment')).status).toBe(409)
    expect((await readWhole(shop, id)).transactions).toEqual(['payment failed'])
  })

  test('can ship without a tracking number, but not with a link only', async () => {
    const id = await addOrder(shop)
    await advance(shop, id, 'waiting_shipping')
    expectRefusedAt(
      await command(id, 'ship', { trackingLink: 'https://track.example.test/1' }),
      'trackingNumber',
    )
    expect((await command(id, 'ship')).body.data.attributes).toMatchObject({
      status: 'shipped',
      tracking: null,
    })
    expect((await command(randomUUID(), 'ship')).status).toBe(404)
  })

  test('can list the orders of all brands by status', async () => {
    const { body } = await operator.send('GET', '/order-pay-orders?filter[status]=created&page[limit]=100')
    const brands = new Set(
      body.data.map((one: { attributes: { brandId: string } }) => one.attributes.brandId),
    )
    expect(brands).toEqual(new Set([shop.credentials.brandId, shop.credentials.otherBrand.brandId]))
    const one = await operator.send(
      'GET',
      `/order-pay-orders?filter[brand]=${shop.credentials.otherBrand.brandId}`,
    )
    expect(one.body.data).toHaveLength(1)
    const ofBrand = async (page: string) =>
      (
        await operator.send(
          'GET',
          `/order-pay-orders?filter[brand]=${shop.credentials.brandId}&page[limit]=100${page}`,
        )
      ).body.data
    const [{ id: ofOther }] = one.body.data
    const around = [
      ...(await ofBrand(`&page[before]=${ofOther}`)),
      ...(await ofBrand(`&page[after]=${ofOther}`)),
    ]
    expect(around).toEqual(await ofBrand(''))
    expect((await shop.send('GET', '/api/operator/v1/order-pay-orders')).status).toBe(403)
  })
})

test('a paid order is listed among the payouts of the brand, in the currency of the brand', async () => {
  const read = async (query = '') => (await shop.send('GET', `/api/v1/brands/payouts?${query}`)).body
  const { total } = (await read()).meta.page
  const customer = { storeName: 'Kettle & Co', currency: 'USD' }
  const customItems = [{ type: 'shippingFees', amount: 500 }]
  const id = await addOrder(shop, { customer, customItems, customReference: 'CK-17' })
  expect((await advance(shop, id, 'invoiced')).status).toBe(200)
  expect((await read()).meta.page.total).toBe(total)
  expect((await advance(shop, id, 'brand_paid')).status).toBe(200)
  const { data, meta } = await read('page[limit]=100')
  expect(meta.page.total).toBe(total + 1)
  const { amounts } = (await readWhole(shop, id)).attributes
  // 90.00 and its VAT are in euros, the fees and their VAT in dollars.
  const amount = { amount: 10_800 + Math.round(600 / amounts.customerCurrencyRate), currency: 'EUR' }
  const [newest] = data
  expect(newest.attributes).toMatchObject({
    amount,
    status: 'paid',
    transfers: [
      {
        amount,
        type: 'order_payment',
        source: {
          uuid: id,
          reference: 'CK-17',
          masterOrderUuid: null,
          customerStoreName: 'Kettle & Co',
          type: 'external',
        },
      },
    ],
  })
  const sources = data.map((one: typeof newest) => one.attributes.transfers[0].source.type)
  expect(new Set(sources)).toEqual(new Set(['internal', 'external']))
  const moments = data.map((one: typeof newest) => one.attributes.createdAt)
  expect(moments).toEqual(moments.toSorted().reverse())
  const one = await shop.send('GET', `/api/v1/brands/payouts/${newest.id}`)
  expect([one.status, one.body.data]).toEqual([200, newest])
  // Pagination covers the merged list.
  const ids = data.map((one: typeof newest) => one.id)
  for (let offset = 0; offset < ids.length; offset += 2) {
    const page = await read(`page[limit]=2&page[offset]=${offset}`)
    expect(page.data.map((one: typeof newest) => one.id)).toEqual(ids.slice(offset, offset + 2))
  }
})
