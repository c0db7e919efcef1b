import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { readOrder } from '../../../../test/order-requests.ts'
import { confirm, quoteBy, quoteOfCarrier, quotesOf } from '../../../../test/quotes.ts'
import { acceptedOrder, expectSoundShipping, orderOf } from '../../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform

const billingItems = async (id: string) =>
  (await readOrder(shop, id, 'billingItems')).body.included
    .map(
      ({ attributes }: { attributes: { type: string; amount: number; amountWithVat: number } }) => attributes,
    )
    .filter(({ type }: { type: string }) => type.startsWith('brand_shipping_fees'))
const commandsOf = async (id: string) =>
  (await shop.send('GET', `/api/v1/orders/${id}/history`)).body.data.map(
    ({ attributes }: { attributes: { command: string; eventType: string | null } }) => [
      attributes.command,
      attributes.eventType,
    ],
  )

describe('the quote of a carrier', () => {
  test('ships the order at once, with a fee that lowers the net', async () => {
    const { id } = await acceptedOrder(shop)
    const quote = await quoteBy(shop, id, 'dpd')
    const before = await orderOf(shop, id)
    const answer = await confirm(shop, quote.quoteUuid)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        jsonapi: { version: '1.0' },
        data: {
          id: expect.stringMatching(/^\d+$/),
          uuid: quote.quoteUuid,
          orderUuid: id,
          provider: 'dpd',
          currency: 'EUR',
          shippingCost: `€${(quote.shippingCost.amount / 100).toFixed(2)}`,
        },
      },
    ])
    const after = await orderOf(shop, id)
    expect(after).toMatchObject({
      status: 'shipped',
      shippingMethod: 'custom',
      shippedAt: expect.stringMatching(/^2026-03-02T/),
      brandNetAmount: before.brandNetAmount - quote.shippingCost.amount,
      shippingOverview: {
        provider: 'dpd',
        tracking: null,
        latestQuote: {
          id: quote.quoteUuid,
          provider: 'dpd',
          shippingCostsOverview: { ...quote.shippingCost, type: 'fee' },
        },
        transaction: {
          pickup: null,
          tracking: { trackingNumber: null, trackingLink: null, currentStatus: { status: 'UNKNOWN' } },
        },
      },
    })
    expect(await billingItems(id)).toEqual([
      expect.objectContaining({
        type: 'brand_shipping_fees',
        amount: quote.shippingCost.amount,
        amountWithVat: quote.shippingCost.amount,
        currency: 'EUR',
      }),
    ])
    expect((await commandsOf(id))[0]).toEqual(['confirm-carrier-quote', 'order.shipped'])
  })

  test.each([
    [
      { trackingProvider: 'dpd', trackingNumber: 'AB12' },
      'dpd',
      { number: 'AB12', link: expect.stringContaining('AB12') },
    ],
    [
      { trackingProvider: 'D.P.D', trackingNumber: 'AB12' },
      'dpd',
      { number: 'AB12', link: expect.stringContaining('AB12') },
    ],
    [{ trackingProvider: 'Ox Cart', trackingNumber: 'AB12' }, 'other', { number: 'AB12', link: '' }],
    [{ trackingLink: 'https://ox.test/1' }, 'dpd', { number: '', link: 'https://ox.test/1' }],
    [
      { trackingProvider: 'ups', trackingNumber: '1Z', trackingLink: 'https://ox.test/1' },
      'ups',
      { number: '1Z', link: 'https://ox.test/1' },
    ],
  ])('with %j is carried by %s', async (tracking, provider, shown) => {
    const { id } = await acceptedOrder(shop)
    const quote = await quoteBy(shop, id, 'dpd')
    expect((await confirm(shop, quote.quoteUuid, { tracking })).status).toBe(200)
    const { shippingOverview } = await orderOf(shop, id)
    expect([shippingOverview.provider, shippingOverview.tracking]).toEqual([provider, shown])
    expect(shippingOverview.transaction).toMatchObject({
      pickup: null,
      tracking: { trackingNumber: shown.number || null, trackingLink: shown.link || null },
    })
  })

  test.each([
    [{ trackingProvider: 'dpd' }, ['tracking.trackingNumber']],
    [{ trackingNumber: '1' }, ['tracking.trackingProvider']],
    [{}, ['tracking.trackingNumber', 'tracking.trackingProvider']],
    [{ trackingLink: 'javascript:alert(1)' }, ['tracking.trackingLink']],
    [{ provider: 'dpd', trackingLink: 'https://ox.test' }, ['tracking.provider']],
  ])('with %j is refused at %j, and nothing happens', async (tracking, pointers) => {
    const { id } = await acceptedOrder(shop)
    const quote = await quoteBy(shop, id, 'dpd')
    const answer = await confirm(shop, quote.quoteUuid, { tracking })
    expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
    expect((await orderOf(shop, id)).status).toBe('brand_confirmed')
  })

  test('with misplaced tracking details is refused, because they would be ignored', async () => {
    const { id } = await acceptedOrder(shop)
    const { quoteUuid } = await quoteBy(shop, id, 'marketplace')
    const tracking = { trackingLink: 'https://ox.test/1' }
    const send = (body: object) => shop.send('POST', `/api/v1/shipping-quotes/${quoteUuid}/confirm`, { body })
    for (const [body, pointers] of [
      [{ data: { attributes: { tracking } } }, ['data.attributes.tracking']],
      [tracking, ['trackingLink']],
      [{ trackings: tracking, format: 'full_page' }, ['trackings', 'format']],
    ] as const) {
      const answer = await send(body)
      expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
    }
    expect((await orderOf(shop, id)).status).toBe('brand_confirmed')
    expect((await send({ tracking: { ...tracking, note: 'x' }, note: 'x' })).status).toBe(200)
  })
})

describe('the quote of the marketplace', () => {
  test('is confirmed immediately, with a refund; the labels are created later', async () => {
    const { id } = await acceptedOrder(shop)
    const quote = await quoteBy(shop, id, 'marketplace')
    const before = await orderOf(shop, id)
    const answer = await confirm(shop, quote.quoteUuid, { labelFormat: 'full_page' })
    const text = `€${(quote.shippingCost.amount / 100).toFixed(2)}`
    expect(answer.body.data).toMatchObject({ provider: 'marketplace', shippingCost: text, refund: text })
    expect(await orderOf(shop, id)).toMatchObject({
      status: 'brand_confirmed',
      shippingMethod: 'marketplace',
      shippedAt: null,
      brandNetAmount: before.brandNetAmount + quote.shippingCost.amount,
      shippingOverview: {
        provider: 'marketplace',
        latestQuote: { id: quote.quoteUuid, shippingCostsOverview: { type: 'refund' } },
        parcels: [{ trackedPackage: null }],
        transaction: null,
      },
    })
    expect(await billingItems(id)).toEqual([
      expect.objectContaining({ type: 'brand_shipping_fees_refund', amount: quote.shippingCost.amount }),
    ])
    await shop.runJobs()
    const after = await orderOf(shop, id)
    expect(after).toMatchObject({
      status: 'shipping_labels_generated',
      brandNetAmount: before.brandNetAmount + quote.shippingCost.amount,
      shippingOverview: {
        parcels: [
          {
            trackedPackage: {
              labelUrl: expect.stringContaining(`/api/v1/orders/${id}/shipping-labels/`),
              trackingNumber: expect.stringMatching(/^MK\d{22}$/),
              currentStatus: { status: 'PRE_TRANSIT' },
            },
          },
        ],
        transaction: { pickup: null, tracking: { trackingNumber: expect.stringMatching(/^MK\d{22}$/) } },
      },
    })
    expect((await commandsOf(id)).slice(0, 2)).toEqual([
      ['generate-labels', 'order.shipping_labels_generated'],
      ['confirm-label-quote', null],
    ])
  })

  test('with tracking details starts the flow `own`', async () => {
    const { id } = await acceptedOrder(shop)
    const quote = await quoteBy(shop, id, 'marketplace')
    await confirm(shop, quote.quoteUuid, { tracking: { trackingLink: 'https://ox.test/1' } })
    expect(await orderOf(shop, id)).toMatchObject({
      status: 'shipped',
      shippingMethod: 'custom',
      shippingOverview: { provider: 'other', latestQuote: { provider: 'custom' } },
    })
  })
})

test('the setting swaps the two flows', async () => {
  const shop = await market({ env: { TRADEHALL_LABEL_QUOTES: 'carriers' } })
  const [labelled, own] = [await acceptedOrder(shop), await acceptedOrder(shop)]
  const quote = await quoteBy(shop, labelled.id, 'dpd')
  await confirm(shop, quote.quoteUuid)
  await confirm(shop, (await quoteBy(shop, own.id, 'marketplace')).quoteUuid)
  await shop.runJobs()
  expect(await orderOf(shop, labelled.id)).toMatchObject({
    status: 'shipping_labels_generated',
    shippingMethod: 'marketplace',
    shippingOverview: {
      provider: 'dpd',
      latestQuote: { shippingCostsOverview: { ...quote.shippingCost, type: 'fee' } },
      parcels: [{ trackedPackage: { trackingLink: expect.stringContaining('dpd') } }],
    },
  })
  expect(await orderOf(shop, own.id)).toMatchObject({
    status: 'shipped',
    shippingMethod: 'custom',
    shippingOverview: { provider: 'other', latestQuote: { provider: 'custom' } },
  })
})

test('returns 409 for a second confirmation, of the same quote and of another', async () => {
  for (const code of ['dpd', 'marketplace']) {
    const { id } = await acceptedOrder(shop)
    const quotes = await quotesOf(shop, id)
    await confirm(shop, quoteOfCarrier(quotes, code).quoteUuid)
    for (const again of ['dpd', 'marketplace', 'ups']) {
      const answer = await confirm(shop, quoteOfCarrier(quotes, again).quoteUuid)
      expect([answer.status, codesOf(answer)]).toEqual([409, ['STATE_UPDATE_FAILED']])
    }
    expect(await billingItems(id)).toHaveLength(1)
  }
  await shop.runJobs()
})

test('one of fifty concurrent confirmations of an order succeeds', async () => {
  const { id } = await acceptedOrder(shop)
  const quotes = await quotesOf(shop, id)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => confirm(shop, quotes[i % quotes.length]?.quoteUuid ?? '')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
  expect(await billingItems(id)).toHaveLength(1)
  await shop.runJobs()
  expect((await db`select id from shipping.shipments where order_id = ${id}`).length).toBe(1)
  await expectSoundShipping(shop)
})

test('returns 403 for a quote of another brand and 404 for an unknown one', async () => {
  const [quote] = await quotesOf(shop, (await acceptedOrder(shop)).id)
  expect((await confirm(shop, quote?.quoteUuid ?? '', undefined, 'otherBrand')).status).toBe(403)
  expect((await confirm(shop, randomUUID())).status).toBe(404)
  const wrong = await confirm(shop, quote?.quoteUuid ?? '', { labelFormat: 'a5' })
  expect([wrong.status, pointersOf(wrong)]).toEqual([422, ['labelFormat']])
})

test('a master order has the id of its shipment once it is shipped', async () => {
  const { id } = await acceptedOrder(shop)
  const read = async () => (await shop.send('GET', `/api/v1/master-orders/${id}?include=shipment`)).body
  const quote = await quoteBy(shop, id, 'dpd')
  expect((await read()).data.relationships.shipment).toEqual({ data: null })
  await confirm(shop, quote.quoteUuid, { tracking: { trackingProvider: 'dpd', trackingNumber: 'AB12' } })
  const { data, included } = await read()
  expect(included).toEqual([
    {
      ...data.relationships.shipment.data,
      type: 'shipments',
      attributes: {
        shippedAt: expect.stringMatching(/^2026-03-02T/),
        trackingNumber: 'AB12',
        shippingCarrier: 'dpd',
        trackingUrl: expect.stringContaining('AB12'),
      },
    },
  ])
})
