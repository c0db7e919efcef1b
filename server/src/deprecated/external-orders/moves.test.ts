/** External orders that were accepted: how they move on, and what brands read and hear of it. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt } from '../../../test/answers.ts'
import { addTestProducts } from '../../../test/catalog.ts'
import { market } from '../../../test/market.ts'
import { expectSoundLedger } from '../../../test/stock.ts'
import { until } from '../../../test/time.ts'
import { STATUSES_UNTIL_SHIPPED } from '../../../test/warehouse.ts'
import { addGoods, enrol, lotsOf, type TestGoods } from '../fulfillment/test-goods.ts'
import { requestsTo } from './test-requests.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
await enrol(shop, brandId)
const { order, read, advance, statusOf, accept } = requestsTo(shop)

async function goods(wish: TestGoods = { unitsPerBatch: 6 }) {
  const [product] = await addTestProducts(shop.platform, brandId, [{}])
  const variantId = product.variants[0]?.id ?? ''
  return { variantId, ...(await addGoods(shop, brandId, variantId, wish)) }
}

const eventsOf = async (id: string) => {
  const rows = await db<{ type: string; resource: string }[]>`
    select type, resource from webhooks.events where subject_id = ${id} order by number`
  return rows.map(({ type, resource }) => [type, JSON.parse(resource)] as const)
}

describe('an order from outside', () => {
  test('sends its events in order, each with the master order', async () => {
    const { fulfillableId } = await goods()
    const id = await accept({ items: [{ fulfillableId, quantity: 6 }] })
    expect((await advance(id, 'shipped')).body.data.attributes.status).toBe('shipped')
    await shop.runJobs()
    await shop.advance(48 * 3600)
    await shop.runJobs()
    expect(await statusOf(id)).toBe('arrived')
    const events = await eventsOf(id)
    expect(events.map(([type]) => type)).toEqual([
      'external_order.created',
      'external_order.awaiting_fulfillment',
      'external_order.shipped',
      'external_order.arrived',
    ])
    for (const [, resource] of events) {
      expect(resource).toEqual({
        type: 'master-orders',
        id,
        relationships: { externalOrder: { data: { type: 'external-orders', id } } },
      })
    }
    await expectSoundLedger(db)
  })

  test('has a shipment once it is shipped, and its tracking shows the items of the parcel', async () => {
    const lots = [{ batches: 5, expiresAt: '2027-01-31T00:00:00Z' }]
    const { fulfillableId, variantId } = await goods({ unitsPerBatch: 6, lots })
    const id = await accept({ items: [{ fulfillableId, quantity: 12 }] })
    const path = `/api/v1/master-orders/${id}`
    const tracking = () =>
      shop.send('GET', `${path}/tracking?include=shipmentParcel,shipmentQuote,shippedItems`)
    expect((await tracking()).body.data).toBeNull()
    const bare = await shop.send('GET', `${path}?include=shipment`)
    expect(bare.body.data.relationships.shipment).toEqual({ data: null })

    await advance(id, 'shipped')
    const [sent] = (await shop.send('GET', `${path}/fulfillment-orders`)).body.data
    const { body } = await shop.send('GET', `${path}?include=shipment`)
    expect(body.data.relationships.shipment.data).toEqual({ type: 'shipments', id: sent.id })
    const { shippedAt, trackingNumber, shippingCarrier, trackingUrl } = body.included[0].attributes
    expect(Date.parse(shippedAt)).toBeGreaterThan(0)
    expect([trackingNumber, shippingCarrier, trackingUrl]).toEqual(Array(3).fill(expect.any(String)))
    const shown = (await tracking()).body
    expect(shown.data).toMatchObject({
      type: 'shipping-shipment',
      id: sent.id,
      attributes: { carrier: shippingCarrier, trackingNumber, trackingLink: trackingUrl, status: 'TRANSIT' },
      relationships: { shipmentQuote: { data: null } },
    })
    const of = (type: string) => shown.included.filter((one: { type: string }) => one.type === type)
    expect(of('shipping-shipment-parcel')).toMatchObject([{ attributes: { trackingNumber, label: null } }])
    expect(of('shipping-shipment-shipped-item')).toMatchObject([
      {
        attributes: {
          productVariantId: variantId,
          batchQuantity: 2,
          unitQuantity: 12,
          lotNumber: 'L-1',
          expiryDate: '2027-01-31',
        },
      },
    ])
    await advance(id, 'arrived')
    expect((await tracking()).body.data.attributes.status).toBe('DELIVERED')
    // The order routes do not find an external order, and brands cannot report its tracking.
    expect((await shop.send('GET', `/api/v1/orders/${id}/tracking`)).status).toBe(404)
    const told = {
      type: 'shipping-shipment',
      attributes: { carrier: 'dpd', status: 'TRANSIT' },
      relationships: {
        shipmentParcel: {
          data: [{ type: 'shipping-shipment-parcel', id: randomUUID(), attributes: { status: 'UNKNOWN' } }],
        },
      },
    }
    for (const method of ['POST', 'PATCH']) {
      expect((await shop.send(method, `${path}/tracking`, { body: { data: told } })).status).toBe(422)
    }
    expect((await shop.send('GET', `${path}/tracking`, { as: 'otherBrand' })).status).toBe(403)
  })

  test('stores the latest shipping date that the brand expects', async () => {
    const { fulfillableId } = await goods()
    const id = await accept({ items: [{ fulfillableId, quantity: 6 }] })
    const path = `/api/v1/master-orders/${id}`
    const patch = (type: string, day: string, as: 'brand' | 'otherBrand' = 'brand') =>
      shop.send('PATCH', `${path}?include=externalOrder`, {
        as,
        body: { data: { type, attributes: { expected_maximum_shipping_date: day } } },
      })
    const told = await patch('external-order', '2027-12-24')
    expect([told.status, told.body.included?.[0].attributes]).toMatchObject([
      200,
      { status: 'awaiting_fulfillment', expectedMaximumShippingDate: '2027-12-24' },
    ])
    expect((await patch('master-orders', '2027-12-25')).status).toBe(200)
    expectRefusedAt(await patch('internal-order', '2027-12-26'), 'data.type')
    expectRefusedAt(
      await patch('external-order', '2020-01-01'),
      'data.attributes.expected_maximum_shipping_date',
    )
    expect((await patch('external-order', '2027-12-27', 'otherBrand')).status).toBe(403)
    const { body } = await read(id)
    expect(body.included[0].attributes.expectedMaximumShippingDate).toBe('2027-12-25')
  })

  test('is shipped and arrives at its own times of the clock, however far the clock jumps', async () => {
    const { fulfillableId, itemId } = await goods()
    const id = await accept({ items: [{ fulfillableId, quantity: 30 }] })
    const begun = shop.platform.clock.now().getTime()
    await shop.advance(10 * 86_400)
    await shop.runJobs()
    expect(await statusOf(id)).toBe('arrived')
    expect(await lotsOf(shop, itemId)).toEqual({ 'L-1': { available: 0, reserved: 0 } })
    const { body } = await shop.send(
      'GET',
      `/api/v1/master-orders/${id}/fulfillment-orders?include=statusUpdates`,
    )
    const updates = body.included.map(({ attributes }: { attributes: { status: string } }) => attributes)
    expect(updates.map(({ status }: { status: string }) => status)).toEqual(STATUSES_UNTIL_SHIPPED)
    const hours = (Date.parse(updates.at(-1).receivedAt) - begun) / 3_600_000
    expect(hours).toBeGreaterThan(6)
    expect(hours).toBeLessThan(7)
  })

  test('can be cancelled until it is picked, which releases its batches', async () => {
    const { fulfillableId, itemId } = await goods()
    const id = await accept({ items: [{ fulfillableId, quantity: 6 }] })
    const cancelled = await shop.send('POST', `/api/operator/v1/external-orders/${id}/-actions/cancel`, {
      as: 'operator',
    })
    expect(cancelled.body.data.attributes.status).toBe('cancelled')
    expect(await lotsOf(shop, itemId)).toEqual({ 'L-1': { available: 5, reserved: 0 } })
    await shop.runJobs()
    expect((await eventsOf(id)).map(([type]) => type).at(-1)).toBe('external_order.cancelled')
    expect((await advance(id, 'shipped')).status).toBe(409)

    const late = await accept({ items: [{ fulfillableId, quantity: 6 }] })
    const [{ id: fulfillmentOrderId }] = (
      await shop.send('GET', `/api/v1/master-orders/${late}/fulfillment-orders`)
    ).body.data
    await shop.send('POST', `/api/testing/fulfillment-orders/${fulfillmentOrderId}/-actions/advance`, {
      body: { to: 'released' },
    })
    expect((await advance(late, 'cancelled')).status).toBe(409)
    expect(await statusOf(late)).toBe('awaiting_fulfillment')
  })
})

test('after the end requests return 410, existing orders are finished, and no events are sent', async () => {
  const { fulfillableId } = await goods()
  const id = await accept({ items: [{ fulfillableId, quantity: 6 }] })
  await shop.setTime('2026-12-01T00:00:00Z')
  for (const answer of [await order({ items: [] }), await advance(id, 'shipped')]) {
    expect(answer.status).toBe(410)
  }
  // Jobs that were due before the end still run; no further events are published.
  await until(async () => {
    await shop.runJobs()
    return (await statusOf(id)) === 'arrived'
  })
  const told = (await eventsOf(id)).map(([type]) => type)
  expect(told).not.toContain('external_order.shipped')
  expect(told).not.toContain('external_order.arrived')
})
