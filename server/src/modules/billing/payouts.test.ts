import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, market, type Who } from '../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials

// Removes the payouts of an external module, if there is one.
await db`update order_pay.orders set status = 'invoiced' where status = 'brand_paid'`

const payouts = (query = '', as: Who = 'brand') => shop.send('GET', `/api/v1/brands/payouts${query}`, { as })
const ordersOf = ({ body }: Answer): string[] =>
  body.data.map((payout: { attributes: { transfers: { source: { uuid: string } }[] } }) =>
    payout.attributes.transfers.map(({ source }) => source.uuid).join(),
  )
/** Newest first. */
const paidOrders = async (): Promise<string[]> =>
  (
    await db`
      select id from ordering.orders
      where brand_id = ${brandId} and status = 'brand_paid'
      order by brand_paid_at desc, id desc`
  ).map(({ id }) => id)

test('the paid orders of the demo are payouts, each with its own transfer', async () => {
  const answer = await payouts()
  expect(answer.status).toBe(200)
  expect(ordersOf(answer)).toEqual(await paidOrders())
  expect(answer.body.meta).toEqual({
    page: { currentPage: 1, from: 1, lastPage: 1, perPage: 20, to: 6, total: 6 },
  })
  expect(answer.body).not.toHaveProperty('links')
})

test('pay-brand creates one payout of the net amount, with the time of the payment', async () => {
  const invoiced = await moveOrderTo(shop, await placeOrder(shop), 'invoiced')
  expect(ordersOf(await payouts())).not.toContain(invoiced.id)
  const pay = () =>
    shop.send('POST', `/api/operator/v1/orders/${invoiced.id}/-actions/pay-brand`, { as: 'operator' })
  const answers = await Promise.all([pay(), pay(), pay()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const [newest] = (await payouts()).body.data
  const [move] = await db`
    select id, event_id from ordering.moves where order_id = ${invoiced.id} and command = 'pay-brand'`
  const { body } = await shop.send('GET', `/api/v1/orders/${invoiced.id}`)
  const amount = { amount: body.data.attributes.brandNetAmount, currency: 'EUR' }
  const paidAt = body.data.attributes.brandPaidAt.replace('+00:00', 'Z')
  expect(newest).toEqual({
    type: 'payouts',
    id: move?.id,
    attributes: {
      amount,
      status: 'paid',
      pspId: null,
      createdAt: paidAt,
      arrivedAt: paidAt,
      transfers: [
        {
          uuid: move?.event_id,
          amount,
          pspId: null,
          type: 'order_payment',
          source: {
            uuid: invoiced.id,
            reference: String(invoiced.reference),
            masterOrderUuid: invoiced.id,
            customerStoreName: 'Harbour Lane Stores',
            type: 'internal',
            invoices: [],
          },
        },
      ],
    },
  })
})

test('a payout that is read by its id equals its entry in the list', async () => {
  const [first] = (await payouts()).body.data
  const one = await shop.send('GET', `/api/v1/brands/payouts/${first.id}`)
  expect([one.status, one.body.data]).toEqual([200, first])
  const foreign = await shop.send('GET', `/api/v1/brands/payouts/${first.id}`, { as: 'otherBrand' })
  expect(foreign.status).toBe(403)
  // A history entry that is not a payment.
  const [move] =
    await db`select id from ordering.moves where brand_id = ${brandId} and command = 'submit' limit 1`
  expect((await shop.send('GET', `/api/v1/brands/payouts/${move?.id}`)).status).toBe(404)
})

test('payouts are filtered by the period of their arrival', async () => {
  const all = (await payouts()).body.data as { id: string; attributes: { arrivedAt: string } }[]
  const [newest, , third] = all
  const from = `filter[arrivedAt][from]=${third?.attributes.arrivedAt}`
  const to = `filter[arrivedAt][to]=${newest?.attributes.arrivedAt}`
  const since = await payouts(`?${from}`)
  expect(since.body.data).toEqual(all.slice(0, 3))
  expect(since.body.meta.page.total).toBe(3)
  const before = await payouts(`?${to}`)
  expect(before.body.data).toEqual(all.slice(1))
  expect((await payouts(`?${from}&${to}`)).body.data).toEqual(all.slice(1, 3))
  const { status, body } = await payouts('?filter[arrivedAt][from]=yesterday')
  expect([status, body.errors[0].source.parameter]).toEqual([400, 'filter[arrivedAt][from]'])
})

describe('pages', () => {
  test('are counted from the start of the list', async () => {
    const all = await paidOrders()
    const page = await payouts('?page[offset]=2&page[limit]=2')
    expect(ordersOf(page)).toEqual(all.slice(2, 4))
    expect(page.body.meta.page).toEqual({
      currentPage: 2,
      from: 3,
      lastPage: Math.ceil(all.length / 2),
      perPage: 2,
      to: 4,
      total: all.length,
    })
    const beyond = await payouts('?page[offset]=100')
    expect(beyond.body.data).toEqual([])
    expect(beyond.body.meta.page).toMatchObject({ from: 0, to: 0, total: all.length })
  })

  test.each([
    ['page[offset]=-1', 'page[offset]'],
    ['page[offset]=x', 'page[offset]'],
    ['page[limit]=0', 'page[limit]'],
    ['page[limit]=101', 'page[limit]'],
    ['page[after]=1', 'page[after]'],
  ])('refuse ?%s', async (query, parameter) => {
    const { status, body } = await payouts(`?${query}`)
    expect([status, body.errors[0].source.parameter]).toEqual([400, parameter])
  })
})

test('payouts are those of the calling brand, in its currency', async () => {
  const { body } = await payouts('', 'otherBrand')
  expect(body.data).toMatchObject([{ attributes: { amount: { currency: 'GBP' } } }])
  const [{ id = '' } = {}] = await db`
    select id from ordering.orders where brand_id = ${otherBrand.brandId} and status = 'brand_paid'`
  expect(body.data[0].attributes.transfers[0].source.uuid).toBe(id)
})

test.each<Who>(['retailer', 'operator'])('payouts are refused to a %s', async (as) => {
  expect((await payouts('', as)).status).toBe(403)
})
