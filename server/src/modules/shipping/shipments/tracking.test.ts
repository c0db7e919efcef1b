import { afterAll, describe, expect, test } from 'vitest'
import { CARRIER_ENV, parcelScan, reportScan } from '../../../../test/carrier-events.ts'
import { market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { confirm, PARCEL, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder, expectSoundShipping, labelledOrder, orderOf } from '../../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off', ...CARRIER_ENV } })

async function numbersOf(orderId: string): Promise<{ parcels: string[]; whole: string }> {
  const { shippingOverview } = await orderOf(shop, orderId)
  return {
    parcels: shippingOverview.parcels.map(
      ({ trackedPackage }: { trackedPackage: { trackingNumber: string } }) => trackedPackage.trackingNumber,
    ),
    whole: shippingOverview.transaction.tracking.trackingNumber,
  }
}
const outcomeOf = async (event: object, signing = {}) => (await reportScan(shop, event, signing)).body.outcome
const statusesOf = async (orderId: string) => {
  const { status, shippingOverview } = await orderOf(shop, orderId)
  const parcels = shippingOverview.parcels.map(
    (parcel: { trackedPackage: { currentStatus: { status: string } } }) =>
      parcel.trackedPackage.currentStatus.status,
  )
  return [status, shippingOverview.transaction.tracking.currentStatus.status, ...parcels]
}
const lastMoves = async (orderId: string, count: number) =>
  (await shop.send('GET', `/api/v1/orders/${orderId}/history`)).body.data
    .slice(0, count)
    .map(({ attributes }: { attributes: { command: string; movedBy: string; eventType: string } }) => [
      attributes.command,
      attributes.movedBy,
      attributes.eventType,
    ])

describe('scans', () => {
  test('ship the order with the first one, and it is received when all parcels have arrived', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const { parcels } = await numbersOf(order.id)
    const [one = '', two = ''] = parcels
    expect(await outcomeOf(parcelScan(one, 'PRE_TRANSIT'))).toBe('applied')
    expect(await statusesOf(order.id)).toEqual([
      'shipping_labels_generated',
      'PRE_TRANSIT',
      'PRE_TRANSIT',
      'PRE_TRANSIT',
    ])
    const location = { city: 'Gent', state: null, zip: '9000', country: 'BE' }
    await reportScan(
      shop,
      parcelScan(one, 'TRANSIT', { location, details: 'Sorted.', eta: '2026-03-06T16:00:00Z' }),
    )
    expect(await statusesOf(order.id)).toEqual(['shipped', 'TRANSIT', 'TRANSIT', 'PRE_TRANSIT'])
    const { shippingOverview, shippedAt } = await orderOf(shop, order.id)
    expect(shippedAt).toMatch(/^2026-03-02T/)
    expect(shippingOverview.parcels[0].trackedPackage).toMatchObject({
      eta: '2026-03-06T16:00:00+00:00',
      currentStatus: {
        status: 'TRANSIT',
        statusDetails: 'Sorted.',
        updatedAt: '2026-03-04T10:00:00+00:00',
        location,
      },
    })
    await reportScan(shop, parcelScan(one, 'DELIVERED', { occurredAt: '2026-03-05T10:00:00Z' }))
    expect((await statusesOf(order.id))[0]).toBe('shipped')
    await reportScan(shop, parcelScan(two, 'DELIVERED', { occurredAt: '2026-03-05T11:00:00Z' }))
    expect(await statusesOf(order.id)).toEqual(['received', 'DELIVERED', 'DELIVERED', 'DELIVERED'])
    expect(await lastMoves(order.id, 2)).toEqual([
      ['acknowledge-reception', 'carrier', 'order.shipment_received'],
      ['scan-parcel', 'carrier', 'order.shipped'],
    ])
    await expectSoundShipping(shop)
  })

  test('may arrive in any order and repeatedly', async () => {
    const { order } = await labelledOrder(shop)
    const [number = ''] = (await numbersOf(order.id)).parcels
    const delivered = parcelScan(number, 'DELIVERED', { occurredAt: '2026-03-05T10:00:00Z' })
    const late = parcelScan(number, 'TRANSIT', { occurredAt: '2026-03-04T08:00:00Z' })
    expect(await outcomeOf(delivered)).toBe('applied')
    expect(await statusesOf(order.id)).toEqual(['received', 'DELIVERED', 'DELIVERED'])
    expect(await outcomeOf(late)).toBe('applied')
    expect(await outcomeOf(delivered)).toBe('known')
    expect(await statusesOf(order.id)).toEqual(['received', 'DELIVERED', 'DELIVERED'])
    expect((await lastMoves(order.id, 2)).map(([command]: string[]) => command)).toEqual([
      'acknowledge-reception',
      'scan-parcel',
    ])
  })

  test('in concurrent requests are each counted once', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const { parcels } = await numbersOf(order.id)
    const events = parcels.flatMap((number) => [
      parcelScan(number, 'TRANSIT'),
      parcelScan(number, 'DELIVERED', { occurredAt: '2026-03-05T10:00:00Z' }),
    ])
    const answers = await Promise.all(
      [...events, ...events, ...events].map((event) => reportScan(shop, event)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.outcome === 'applied')).toHaveLength(4)
    expect((await statusesOf(order.id))[0]).toBe('received')
  })

  test('of a whole shipment apply to all of its parcels', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const { whole } = await numbersOf(order.id)
    await reportScan(shop, parcelScan(whole, 'DELIVERED'))
    expect(await statusesOf(order.id)).toEqual(['received', 'DELIVERED', 'DELIVERED', 'DELIVERED'])
  })

  test('of parcels whose labels were reset are ignored', async () => {
    const { order } = await labelledOrder(shop)
    const [number = ''] = (await numbersOf(order.id)).parcels
    const attributes = { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }
    await transition(shop, order.id, { type: 'brand-resets-shipping-labels-generation', attributes })
    expect(await outcomeOf(parcelScan(number, 'TRANSIT'))).toBe('ignored')
    expect((await orderOf(shop, order.id)).status).toBe('brand_confirmed')
  })

  test('of a shipment in the flow `own` are shown, and leave the reception to the retailer', async () => {
    const { id } = await acceptedOrder(shop)
    const quote = await quoteBy(shop, id, 'dpd')
    await confirm(shop, quote.quoteUuid, { tracking: { trackingProvider: 'dpd', trackingNumber: 'OWN-1' } })
    expect(await outcomeOf(parcelScan('OWN-1', 'DELIVERED'), { carrier: 'dpd' })).toBe('applied')
    const { status, shippingOverview } = await orderOf(shop, id)
    expect([status, shippingOverview.transaction.tracking.currentStatus.status]).toEqual([
      'shipped',
      'DELIVERED',
    ])
  })
})

describe('the sandbox simulates the carrier with the same functions', () => {
  const advance = (id: string, to: string) =>
    shop.send('POST', `/api/testing/orders/${id}/-actions/advance`, { body: { to } })

  test('so that an order gets from its submission to the payout by documented calls', async () => {
    const created = await shop.send('POST', '/api/testing/orders/create')
    const { id } = created.body.data
    await transition(shop, id, { type: 'brand-validates' })
    await confirm(shop, (await quoteBy(shop, id, 'marketplace')).quoteUuid)
    await shop.send('POST', '/api/testing/clock/-actions/run-jobs')
    expect((await advance(id, 'shipped')).status).toBe(200)
    expect(await statusesOf(id)).toEqual(['shipped', 'TRANSIT', 'TRANSIT'])
    expect((await advance(id, 'received')).status).toBe(200)
    expect(await statusesOf(id)).toEqual(['received', 'DELIVERED', 'DELIVERED'])
    for (const to of ['invoiced', 'brand_paid']) expect((await advance(id, to)).status).toBe(200)
    expect(await orderOf(shop, id)).toMatchObject({ status: 'brand_paid', brandPaidAt: expect.any(String) })
    await expectSoundShipping(shop)
  })

  test('and refuses a step that the status does not allow', async () => {
    const { order } = await labelledOrder(shop)
    expect((await advance(order.id, 'received')).status).toBe(409)
    expect(await statusesOf(order.id)).toEqual(['shipping_labels_generated', 'PRE_TRANSIT', 'PRE_TRANSIT'])
  })
})
