import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { acceptedOrder } from '../../../../test/shipping.ts'
import { parcel, reportsTo, SENDER, shipment } from './test-reports.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { read, tell, tellAgain, ownOrder } = reportsTo(shop)

const PARCELS = 'data.relationships.shipmentParcel.data'
const withParcel = (attributes: object) => shipment({}, [parcel(attributes)])
const withItem = (item: object) =>
  withParcel({
    shippedItems: [{ productVariantUuid: randomUUID(), batchQuantity: 1, unitQuantity: 1, ...item }],
  })

describe('is refused, and nothing is stored:', () => {
  const cases: [string, object, string][] = [
    ['another type', shipment({}, undefined, { type: 'orders' }), 'data.type'],
    ['an invalid id', shipment({}, undefined, { id: '7' }), 'data.id'],
    ['no carrier', shipment({ carrier: undefined }), 'data.attributes.carrier'],
    ['a blank carrier', shipment({ carrier: ' ' }), 'data.attributes.carrier'],
    ['no status', shipment({ status: undefined }), 'data.attributes.status'],
    ['an unknown status', shipment({ status: 'LOST' }), 'data.attributes.status'],
    ['an invalid link', shipment({ trackingLink: 'here' }), 'data.attributes.trackingLink'],
    [
      'half an address',
      shipment({ fromAddress: { ...SENDER, city: undefined } }),
      'data.attributes.fromAddress.city',
    ],
    [
      'half a wrapped address',
      shipment({ fromAddress: { data: { ...SENDER, city: undefined } } }),
      'data.attributes.fromAddress.data.city',
    ],
    [
      'an unknown country',
      shipment({ fromAddress: { ...SENDER, countryCode: 'XX' } }),
      'data.attributes.fromAddress.countryCode',
    ],
    ['a misplaced number', shipment({}, undefined, { trackingNumber: 'SW1' }), 'data.trackingNumber'],
    [
      'a misspelt number',
      shipment({ trackingNumber: undefined, trackingNumbr: 'SW1' }),
      'data.attributes.trackingNumbr',
    ],
    ['no parcels', { ...shipment(), relationships: {} }, 'data.relationships.shipmentParcel'],
    ['an empty list of parcels', shipment({}, []), PARCELS],
    [
      '21 parcels',
      shipment(
        {},
        Array.from({ length: 21 }, () => parcel()),
      ),
      PARCELS,
    ],
    ['a parcel of another type', shipment({}, [{ ...parcel(), type: 'orders' }]), `${PARCELS}.0.type`],
    ['a parcel without an id', shipment({}, [{ ...parcel(), id: undefined }]), `${PARCELS}.0.id`],
    ['a parcel without a status', withParcel({ status: undefined }), `${PARCELS}.0.attributes.status`],
    ['a length of nothing', withParcel({ length: 0 }), `${PARCELS}.0.attributes.length`],
    ['a fractional weight', withParcel({ weight: 0.5 }), `${PARCELS}.0.attributes.weight`],
    ['no batches', withItem({ batchQuantity: 0 }), `${PARCELS}.0.attributes.shippedItems.0.batchQuantity`],
    ['half pieces', withItem({ unitQuantity: 1.5 }), `${PARCELS}.0.attributes.shippedItems.0.unitQuantity`],
    [
      'a long lot',
      withItem({ lotNumber: 'x'.repeat(101) }),
      `${PARCELS}.0.attributes.shippedItems.0.lotNumber`,
    ],
    [
      'an invalid day',
      withItem({ expiryDate: '2026-02-30' }),
      `${PARCELS}.0.attributes.shippedItems.0.expiryDate`,
    ],
    [
      'a variant that was not ordered',
      withItem({}),
      `${PARCELS}.0.attributes.shippedItems.0.productVariantUuid`,
    ],
  ]
  test.each(cases)('%s', async (_what, data, pointer) => {
    const order = await acceptedOrder(shop)
    const answer = await tell(order.id, data)
    expect([answer.status, pointersOf(answer)[0]]).toEqual([422, pointer])
    expect((await read(order.id, '')).body.data).toBeNull()
  })

  test('a parcel twice', async () => {
    const order = await acceptedOrder(shop)
    const twice = parcel()
    expectRefusedAt(await tell(order.id, shipment({}, [twice, twice])), `${PARCELS}.1.id`)
  })

  test('a quote of another order, of another brand, or an unknown one', async () => {
    const order = await acceptedOrder(shop)
    const other = await ownOrder()
    const quoted = (id: string) =>
      shipment({}, [], {
        relationships: {
          shipmentParcel: { data: [parcel()] },
          shipmentQuote: { data: { type: 'shipping-quotes', id } },
        },
      })
    const pointer = 'data.relationships.shipmentQuote.data.id'
    expectRefusedAt(await tell(order.id, quoted(other.quote.quoteUuid)), pointer)
    expectRefusedAt(await tell(order.id, quoted(randomUUID())), pointer)
    const foreignQuote = `${order.id.slice(0, -4)}0001`
    await db`
      insert into shipping.quote_requests (brand_id, id, order_id, parcels, ship_from, ship_to, quotes, created_at)
      select ${shop.credentials.otherBrand.brandId}, (left(${order.id}::text, -4) || '0000')::uuid, order_id, parcels,
        ship_from, ship_to, quotes, created_at
      from shipping.quote_requests where order_id = ${other.order.id}`
    const foreign = await tell(order.id, quoted(foreignQuote))
    expect([foreign.status, pointersOf(foreign)]).toEqual([403, [pointer]])
    expect((await read(order.id, '')).body.data).toBeNull()
  })

  test('an id of another shipment', async () => {
    const [order, other] = [await acceptedOrder(shop), await acceptedOrder(shop)]
    const { id } = (await tell(other.id, shipment())).body.data
    expectRefusedAt(await tell(order.id, shipment({}, undefined, { id })), 'data.id')
    const mine = (await tell(order.id, shipment())).body.data.id
    for (const send of [tell, tellAgain]) {
      expectRefusedAt(await send(order.id, shipment({ status: 'TRANSIT' }, undefined, { id })), 'data.id')
    }
    expect((await read(order.id, '')).body.data).toMatchObject({
      id: mine,
      attributes: { status: 'UNKNOWN' },
    })
    const foreign = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
    const stolen = await tell(foreign.id, shipment({}, undefined, { id }), { as: 'otherBrand' })
    expect([stolen.status, pointersOf(stolen)]).toEqual([403, ['data.id']])
  })

  test('an update of a missing report', async () => {
    const order = await acceptedOrder(shop)
    expect((await tellAgain(order.id, shipment())).status).toBe(404)
  })
})
