import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { answer, carriersWith, type Seen, startCarrierService } from '../../../../test/label-service.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer, transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import {
  confirm,
  PARCEL,
  type Quote,
  quoteOfCarrier,
  quotesOf,
  requestQuotes,
} from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const fail = (_request: Seen, response: ServerResponse) => answer(response, 500, {})

test('a carrier that stalls or is down is omitted, and no transaction is open while it is called', async () => {
  const service = await startCarrierService()
  const shop = await market({ env: carriersWith(service) })
  const { id } = await acceptedOrder(shop)
  let asked = () => {}
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  // It never responds.
  service.next.push(() => asked())
  const quotes = quotesOf(shop, id)
  await wasAsked
  const [held] = await shop.platform.db`
    select count(*) as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
  expect(held?.open).toBe(0)
  expect((await quotes).map(({ carrierCode }) => carrierCode)).not.toContain('marketplace')
  service.next.push(...Array.from({ length: 20 }, () => fail))
  expect((await quotesOf(shop, id)).map(({ carrierCode }) => carrierCode)).not.toContain('marketplace')
  service.next.length = 0
  expect((await quotesOf(shop, id)).map(({ carrierCode }) => carrierCode)).toContain('marketplace')
})

describe('carriers without a quote', () => {
  const read = (id: string, as: 'brand' | 'otherBrand' = 'brand') =>
    shop.send('GET', `/api/v1/orders/${id}/shipping-quotes`, { as })

  test('are named with the limit that a parcel exceeds, also when the quotes are read again', async () => {
    const { id } = await acceptedOrder(shop)
    const long = { length: 190, width: 20, height: 20, kg: 5 }
    const asked = await requestQuotes(shop, id, [long])
    expect(asked.body.meta.missingCarriers).toContainEqual({
      carrier: 'dpd',
      reason: 'parcel-size',
      detail: expect.stringMatching(/^Parcel 1 is larger than DPD takes: \d+ cm long/),
    })
    const quoted = new Set(asked.body.data.map(({ carrierCode }: Quote) => carrierCode))
    for (const { carrier } of asked.body.meta.missingCarriers) expect(quoted).not.toContain(carrier)
    const again = await read(id)
    expect([again.status, again.body]).toEqual([200, asked.body])
    expect(again.body.meta.parcels).toEqual([long])
  })

  test('have a reason that reveals nothing of the service behind them', async () => {
    const service = await startCarrierService()
    const shop = await market({ env: carriersWith(service) })
    const { id } = await acceptedOrder(shop)
    service.next.push(...Array.from({ length: 20 }, () => fail))
    const { body, text } = await requestQuotes(shop, id)
    expect(body.meta.missingCarriers).toMatchObject([{ carrier: 'marketplace', reason: 'error' }])
    expect(text).not.toMatch(/127\.0\.0\.1|answered 500/)
  })

  test('are none if every carrier has a quote, and each quote has its consequences', async () => {
    const { id } = await acceptedOrder(shop)
    const { body } = await requestQuotes(shop, id)
    expect(body.meta.missingCarriers).toEqual([])
    expect(body.meta.consequences).toEqual(
      body.data.map(({ quoteUuid, carrierCode }: Quote) =>
        carrierCode === 'marketplace'
          ? { quoteUuid, leadsTo: 'shipping_labels_generated', costType: 'refund' }
          : { quoteUuid, leadsTo: 'shipped', costType: 'fee' },
      ),
    )
  })

  test('are read with the latest quotes while these can be confirmed, and only by the brand', async () => {
    const { id } = await acceptedOrder(shop)
    const none = { requestedAt: null, parcels: [], consequences: [], missingCarriers: [] }
    expect((await read(id)).body).toMatchObject({ data: [], meta: none })
    await quotesOf(shop, id)
    const quotes = await quotesOf(shop, id, [PARCEL, PARCEL])
    expect((await read(id)).body.data).toEqual(quotes)
    expect((await read(id, 'otherBrand')).status).toBe(403)
    expect((await read(randomUUID())).status).toBe(404)
    await confirm(shop, quoteOfCarrier(quotes, 'dpd').quoteUuid)
    expect((await read(id)).body).toMatchObject({ data: [], meta: none })
  })

  test('are empty, like the quotes, after the address has changed and after a reset', async () => {
    const { id } = await acceptedOrder(shop)
    await quotesOf(shop, id)
    const shipping = { street: 'Kaai 14', city: 'Gent', postalCode: '9000', countryCode: 'BE' }
    await shop.send('POST', `/api/testing/orders/${id}/-actions/update-address`, { body: { shipping } })
    expect((await read(id)).body.data).toEqual([])
    const { order } = await labelledOrder(shop)
    const attributes = { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }
    await transition(shop, order.id, { type: 'brand-resets-shipping-labels-generation', attributes })
    expect((await read(order.id)).body.data).toEqual([])
  })
})

test('a carrier that has stalled three times is skipped until it responds again', async () => {
  const service = await startCarrierService()
  const shop = await market({ env: carriersWith(service) })
  const { id } = await acceptedOrder(shop)
  const codes = async () => (await quotesOf(shop, id)).map(({ carrierCode }) => carrierCode)
  const figure = async () =>
    (await shop.send('GET', '/metrics', { as: null })).text.match(
      /^tradehall_carriers_left_out\{carrier="marketplace"\} (\d)/m,
    )?.[1]
  expect(await codes()).toContain('marketplace')
  expect(await figure()).toBe('0')
  const stall = () => {}
  service.next.push(stall, stall, stall)
  await Promise.all([codes(), codes(), codes()])
  expect(await figure()).toBe('1')

  const asked = service.seen.length
  expect(await codes()).toEqual(expect.arrayContaining(['dpd']))
  expect(service.seen).toHaveLength(asked)
  await shop.send('POST', '/api/testing/clock/-actions/advance', { body: { seconds: 30 } })
  expect(await codes()).not.toContain('marketplace')
  // The probe is not awaited, so the list may be returned before the probe arrives.
  await expect.poll(() => service.seen.length).toBe(asked + 1)
  await expect.poll(figure).toBe('0')
  expect(await codes()).toContain('marketplace')
})

test('the available shipping methods of an order depend on its destination', async () => {
  const service = await startCarrierService()
  service.settings.to = ['BE']
  const shop = await market({ env: carriersWith(service) })
  const near = await placeOrder(shop)
  const far = await placeOrder(shop, { retailerId: await addRetailer(shop) })
  await shop.runJobs()
  expect((await orderOf(shop, near.id)).shippingOverview.availableShippingMethods).toEqual([
    'custom',
    'marketplace',
  ])
  expect((await orderOf(shop, far.id)).shippingOverview.availableShippingMethods).toEqual(['custom'])
  await moveOrderTo(shop, far, 'brand_confirmed')
  await quotesOf(shop, far.id)
  expect((await orderOf(shop, far.id)).shippingOverview.availableShippingMethods).toEqual(['custom'])
})
