import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { answer, carriersWith, type Seen, startCarrierService } from '../../../../test/label-service.ts'
import { market, type Who } from '../../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { pickupAt } from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../../test/shipping.ts'
import type { PickupRequest } from '../carriers/carrier.ts'

// The clock stands on Monday, 2 March 2026.
const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { order, quote } = await labelledOrder(shop)
const book = (body: unknown, id = order.id, as: Who = 'brand') =>
  shop.send('POST', `/api/v1/orders/${id}/ship/schedule-pickup`, { body, as })
const ADDRESS = pickupAt('').pickupAddress
const BOOKED_DAY = {
  pickupDate: '2026-03-04T00:00:00+00:00',
  readyTime: '09:00:00',
  closeTime: '15:00:00',
}
const BOOKED = {
  ...BOOKED_DAY,
  externalReferenceId: expect.stringMatching(/\S/),
  pickupAddress: ADDRESS,
}
const pickupOf = async () => (await orderOf(shop, order.id)).shippingOverview.transaction.pickup

describe('a pickup', () => {
  test('is booked for a working day; the order shows it and keeps its status', async () => {
    const { status, body } = await book(pickupAt('04-03-2026', '9-15'))
    expect(status).toBe(200)
    expect(body.data.attributes).toMatchObject({
      status: 'shipping_labels_generated',
      shippingOverview: {
        transaction: {
          pickup: BOOKED,
        },
      },
    })
  })

  test('is in the overview with label and tracking, with all members', async () => {
    const { shippingOverview } = await orderOf(shop, order.id)
    const currentStatus = {
      status: 'PRE_TRANSIT',
      statusDetails: expect.toBeOneOf([null, expect.any(String)]),
      updatedAt: expect.toBeOneOf([null, expect.stringMatching(/\+00:00$/)]),
      location: { city: null, state: null, zip: null, country: null },
    }
    const tracking = {
      eta: expect.toBeOneOf([null, expect.stringMatching(/\+00:00$/)]),
      trackingNumber: expect.stringMatching(/\S/),
      trackingLink: expect.stringMatching(/^https?:.*\/tracking\/.*signature=/),
      currentStatus,
    }
    expect(shippingOverview).toEqual({
      availableShippingMethods: ['custom', 'marketplace'],
      shipToAddress: expect.objectContaining({ countryCode: 'BE' }),
      expectedShippingDates: expect.any(Object),
      provider: 'marketplace',
      tracking: null,
      latestQuote: {
        id: quote.quoteUuid,
        provider: 'marketplace',
        rateProvider: 'marketplace',
        rateAmount: quote.shippingCost,
        shippingCostsOverview: { ...quote.shippingCost, type: 'refund' },
      },
      parcels: [
        {
          length: 40,
          width: 30,
          height: 20,
          distanceUnit: 'cm',
          weight: 5200,
          massUnit: 'g',
          trackedPackage: { labelUrl: expect.stringContaining('/shipping-labels/'), ...tracking },
        },
      ],
      transaction: {
        pickup: BOOKED,
        tracking,
      },
    })
  })

  test('is replaced by another one, which may be wrapped', async () => {
    const first = await pickupOf()
    expect((await book({ order: pickupAt('05-03-2026', '11-17') })).status).toBe(200)
    const second = await pickupOf()
    expect(second).toMatchObject({
      pickupDate: '2026-03-05T00:00:00+00:00',
      readyTime: '11:00:00',
      closeTime: '17:00:00',
    })
    expect(second.externalReferenceId).not.toBe(first?.externalReferenceId)
  })

  test.each([
    ['07-03-2026', 'a Saturday'],
    ['08-03-2026', 'a Sunday'],
    ['27-02-2026', 'past'],
    ['31-02-2026', 'no day'],
    ['2026-03-04', 'not written so'],
  ])('on %s is refused: it is %s', async (date) => {
    for (const [body, pointer] of [
      [pickupAt(date), 'pickupDate'],
      [{ order: pickupAt(date) }, 'order.pickupDate'],
    ] as const) {
      const refused = await book(body)
      expect([refused.status, pointersOf(refused)]).toEqual([422, [pointer]])
    }
  })

  test('that the carrier denies returns alternatives', async () => {
    // A holiday of the carriers that come with the server.
    await shop.setTime('2026-12-21T09:00:00Z')
    const denied = await book(pickupAt('25-12-2026'))
    await shop.setTime('2026-03-02T09:00:00Z')
    expect([denied.status, codesOf(denied)]).toEqual([422, ['PICKUP_DENIED']])
    const [{ detail, meta, source }] = denied.body.errors
    expect(source).toEqual({ pointer: 'pickupDate' })
    expect(meta.alternatives[0]).toEqual({
      pickupDate: expect.stringMatching(/^\d\d-\d\d-\d{4}$/),
      pickupTime: expect.stringMatching(/^(9-15|11-17)$/),
    })
    expect(detail).toContain(meta.alternatives[0].pickupDate)
    await shop.setTime('2026-12-21T09:00:00Z')
    expect(
      (await book({ ...pickupAt(meta.alternatives[0].pickupDate, meta.alternatives[0].pickupTime) })).status,
    ).toBe(200)
    await shop.setTime('2026-03-02T09:00:00Z')
  })

  test('needs all required members', async () => {
    const { pickupAddress, ...rest } = pickupAt('04-03-2026')
    const { phoneNumber, ...address } = pickupAddress
    const cases: [unknown, string[]][] = [
      [{ ...rest, pickupAddress: address }, ['pickupAddress.phoneNumber']],
      [{ ...rest, pickupAddress: { ...pickupAddress, countryCode: 'XX' } }, ['pickupAddress.countryCode']],
      [{ ...rest, pickupAddress, pickupTime: '8-12' }, ['pickupTime']],
      [{ ...rest, pickupAddress: { ...pickupAddress, phoneNumber }, phoneNumber }, ['phoneNumber']],
    ]
    for (const [body, pointers] of cases) {
      const refused = await book(body)
      expect([refused.status, pointersOf(refused)]).toEqual([422, pointers])
    }
  })

  test('is for orders with labels of the marketplace', async () => {
    const orders = [
      await acceptedOrder(shop),
      await moveOrderTo(shop, await placeOrder(shop), 'shipped'),
      // The status without a shipment, as the operator's tools may leave it.
      await moveOrderTo(shop, await placeOrder(shop), 'shipping_labels_generated'),
    ]
    for (const { id } of orders) {
      const refused = await book(pickupAt('04-03-2026'), id)
      expect([refused.status, codesOf(refused)]).toEqual([409, ['STATE_UPDATE_FAILED']])
    }
    expect((await book(pickupAt('04-03-2026'), order.id, 'otherBrand')).status).toBe(403)
    expect((await book(pickupAt('04-03-2026'), randomUUID())).status).toBe(404)
  })
})

describe('over HTTP', () => {
  const WEDNESDAY = '04-03-2026'
  const THURSDAY = '05-03-2026'
  const fail = (_: Seen, response: ServerResponse) => answer(response, 500, {})

  async function bookings() {
    const service = await startCarrierService()
    const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off', ...carriersWith(service) } })
    const { order } = await labelledOrder(shop)
    const book = (body: unknown) =>
      shop.send('POST', `/api/v1/orders/${order.id}/ship/schedule-pickup`, { body })
    const pickupOf = async () => (await orderOf(shop, order.id)).shippingOverview.transaction.pickup
    const sent = () =>
      service.seen
        .filter(({ path }) => path === '/labels/pickups')
        .map(({ headers, body }) => ({ ...(body as PickupRequest), key: headers['idempotency-key'] }))
    return { service, book, pickupOf, sent }
  }

  test('every request books with its own idempotency key, and keeps it in retries', async () => {
    const { service, book, pickupOf, sent } = await bookings()
    const corrected = {
      ...pickupAt(WEDNESDAY),
      pickupAddress: { ...ADDRESS, phoneNumber: '+32 470 11 22 33' },
    }
    service.next.push(fail)
    for (const body of [pickupAt(WEDNESDAY), corrected, pickupAt(THURSDAY), corrected])
      expect((await book(body)).status).toBe(200)
    const [failed, first, ...others] = sent()
    expect(first).toEqual(failed)
    expect(new Set([first, ...others].map((one) => one?.key)).size).toBe(4)
    // The order shows the booking that the carrier received last.
    expect(others.at(-1)).toMatchObject({ pickupOn: '2026-03-04', address: corrected.pickupAddress })
    expect(await pickupOf()).toMatchObject({ ...BOOKED, pickupAddress: corrected.pickupAddress })

    service.next.push(...Array.from({ length: 20 }, () => fail))
    const away = await book(pickupAt(THURSDAY))
    expect([away.status, codesOf(away), away.headers['retry-after']]).toEqual([
      503,
      ['CARRIER_UNAVAILABLE'],
      '60',
    ])
    expect(await pickupOf()).toMatchObject(BOOKED_DAY)
  })

  test('a booking that was overtaken by another one is sent to the carrier again', async () => {
    const { service, book, pickupOf, sent } = await bookings()
    service.next.push(async (_, response) => {
      expect((await book(pickupAt(THURSDAY))).status).toBe(200)
      answer(response, 200, { isBooked: true, reference: 'PU-1' })
    })
    expect((await book(pickupAt(WEDNESDAY))).status).toBe(200)
    expect(sent().map(({ pickupOn }) => pickupOn)).toEqual(['2026-03-04', '2026-03-05', '2026-03-04'])
    expect(new Set(sent().map(({ key }) => key)).size).toBe(3)
    expect(await pickupOf()).toMatchObject(BOOKED_DAY)
  })
})
