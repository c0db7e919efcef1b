import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { snapshotOfOrder } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { confirm, PARCEL, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder, expectSoundShipping, labelledOrder } from '../../../../test/shipping.ts'
import { AROUND_END_OF_GROUPS } from '../../../../test/time.ts'
import { type Door, EVERYTHING, parcel, reportsTo, SENDER, shipment } from './test-reports.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { read, tell, tellAgain, ownOrder } = reportsTo(shop)

const included = ({ body }: Answer, type: string) =>
  (body.included ?? []).filter((one: { type: string }) => one.type === type)
const parcelsIn = (answer: Answer) => included(answer, 'shipping-shipment-parcel')
const statusOf = async (id: string) => (await snapshotOfOrder(shop, id)).orders[0]?.status

describe.each<Door>(['master-orders', 'orders'])('at %s', (door) => {
  test('the result is null before a report, then the report, and then the report that replaced it', async () => {
    const order = await acceptedOrder(shop)
    expect(await read(order.id, '', door)).toMatchObject({ status: 200, body: { data: null } })
    const [variant] = order.variant_ids ?? []
    const item = { productVariantUuid: variant, batchQuantity: 2, unitQuantity: 12, lotNumber: 'L1' }
    const first = parcel({
      trackingNumber: 'SW1-1',
      length: 40,
      width: 30,
      height: 20,
      weight: 5200,
      sscc: '00376104250021234569',
      shippedItems: [{ ...item, expiryDate: '2027-01-31' }],
    })
    const id = randomUUID()
    const told = await tell(order.id, shipment({ fromAddress: SENDER }, [first, parcel()], { id }), {}, door)
    expect(told.status).toBe(201)
    expect(told.body.data).toEqual({
      type: 'shipping-shipment',
      id,
      attributes: {
        carrier: 'swiftroad',
        serviceCode: null,
        trackingNumber: 'SW1',
        trackingLink: null,
        status: 'UNKNOWN',
        fromAddress: SENDER,
      },
      relationships: {
        shipmentParcel: {
          data: [
            { type: 'shipping-shipment-parcel', id: first.id },
            { type: 'shipping-shipment-parcel', id: expect.any(String) },
          ],
        },
        shipmentQuote: { data: null },
        shippedItems: { data: [{ type: 'shipping-shipment-shipped-item', id: expect.any(String) }] },
      },
    })
    expect(parcelsIn(told)[0]).toEqual({
      type: 'shipping-shipment-parcel',
      id: first.id,
      attributes: {
        trackingNumber: 'SW1-1',
        trackingLink: null,
        status: 'UNKNOWN',
        length: 40,
        width: 30,
        height: 20,
        weight: 5200,
        serialShippingContainerCode: '00376104250021234569',
        label: null,
      },
    })
    expect(included(told, 'shipping-shipment-shipped-item')[0].attributes).toEqual({
      parcelId: first.id,
      productVariantId: variant,
      batchQuantity: 2,
      unitQuantity: 12,
      lotNumber: 'L1',
      expiryDate: '2027-01-31',
    })
    expect((await read(order.id, EVERYTHING, door)).body).toEqual(told.body)
    const bare = (await read(order.id, '', door)).body
    expect(bare.data).not.toHaveProperty('relationships')
    expect(bare).not.toHaveProperty('included')

    const again = await tellAgain(order.id, shipment({ carrier: 'dpd', status: 'TRANSIT' }, [first]), door)
    expect(again.status).toBe(200)
    expect(again.body.data).toMatchObject({
      id,
      attributes: { carrier: 'dpd', status: 'TRANSIT', fromAddress: SENDER },
    })
    expect(again.body.data.attributes.trackingLink).toContain('SW1')
    expect(parcelsIn(again).map(({ id }: { id: string }) => id)).toEqual([first.id])
    expect(await statusOf(order.id)).toBe('brand_confirmed')
  })

  test('a foreign order is forbidden and an unknown one not found, and nothing is stored', async () => {
    const foreign = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
    for (const [id, status] of [
      [foreign.id, 403],
      [randomUUID(), 404],
    ] as const) {
      expect((await read(id, '', door)).status).toBe(status)
      expect((await tell(id, shipment(), {}, door)).status).toBe(status)
      expect((await tellAgain(id, shipment(), door)).status).toBe(status)
      expect(await db`select from shipments.shipments where order_id = ${id}`).toHaveLength(0)
    }
  })
})

test('a report can refer to a quote of its order, which is read as it was offered', async () => {
  const order = await acceptedOrder(shop)
  const quote = await quoteBy(shop, order.id, 'dpd')
  const relationships = {
    shipmentParcel: { data: [parcel()] },
    shipmentQuote: { data: { type: 'shipping-quotes', id: quote.quoteUuid } },
  }
  const told = await tell(order.id, shipment({}, [], { relationships, fromAddress: SENDER }))
  expect(told.status).toBe(201)
  expect(told.body.data.attributes).toMatchObject({ serviceCode: quote.serviceCode, fromAddress: SENDER })
  expect(included(told, 'shipping-quotes')).toEqual([
    { type: 'shipping-quotes', id: quote.quoteUuid, attributes: quote },
  ])
  // The report neither ships the order nor prevents the confirmation.
  expect(await statusOf(order.id)).toBe('brand_confirmed')
  expect((await confirm(shop, quote.quoteUuid)).status).toBe(200)
  expect((await read(order.id)).body.data).toMatchObject({ id: told.body.data.id })
  await expectSoundShipping(shop)
})

describe('a shipment in the flow `own`', () => {
  test('is shown without a report, with its sender, quote and parcels', async () => {
    const { order, quote } = await ownOrder([PARCEL, { ...PARCEL, kg: 1 }])
    const shown = await read(order.id)
    expect(shown.body.data.attributes).toMatchObject({
      carrier: 'dpd',
      serviceCode: quote.serviceCode,
      trackingNumber: null,
      status: 'UNKNOWN',
      fromAddress: { countryCode: expect.any(String), city: expect.any(String) },
    })
    expect(parcelsIn(shown).map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { length: 40, width: 30, height: 20, weight: 5200, label: null },
      { weight: 1000 },
    ])
    expect((await read(order.id)).body).toEqual(shown.body)
  })

  test('gets the reported tracking numbers, which the order shows', async () => {
    const { order } = await ownOrder([PARCEL, PARCEL])
    const known = parcelsIn(await read(order.id)).map(({ id }: { id: string }) => id)
    const told = await tell(
      order.id,
      shipment({ carrier: 'DHL', trackingNumber: 'D1', status: 'TRANSIT' }, [
        parcel({ trackingNumber: 'D1-2', status: 'DELIVERED' }, known[1]),
        parcel({ trackingNumber: 'D1-1' }, known[0]),
      ]),
    )
    expect(told.status).toBe(201)
    expect(parcelsIn(told).map(({ id, attributes }: Answer['body']) => [id, attributes.status])).toEqual([
      [known[0], 'TRANSIT'],
      [known[1], 'DELIVERED'],
    ])
    const { shippingOverview } = (await shop.send('GET', `/api/v1/orders/${order.id}`)).body.data.attributes
    expect(shippingOverview).toMatchObject({
      provider: 'dhl',
      tracking: { number: 'D1', link: expect.stringContaining('D1') },
      parcels: [
        { trackedPackage: { trackingNumber: 'D1-1', currentStatus: { status: 'TRANSIT' } } },
        { trackedPackage: { trackingNumber: 'D1-2', currentStatus: { status: 'DELIVERED' } } },
      ],
    })
    await tellAgain(
      order.id,
      shipment(
        { status: 'DELIVERED' },
        known.map((id: string) => parcel({}, id)),
      ),
    )
    // The retailer confirms the reception, not the brand.
    expect(await statusOf(order.id)).toBe('shipped')
    await expectSoundShipping(shop)
  })

  test('has the parcels that were quoted, and no others', async () => {
    const { order } = await ownOrder([PARCEL])
    const before = await snapshotOfOrder(shop, order.id)
    const answer = await tell(order.id, shipment({ status: 'TRANSIT' }, [parcel(), parcel()]))
    expectRefusedAt(answer, 'data.relationships.shipmentParcel.data.1.id')
    expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
  })
})

describe('a shipment with labels of the marketplace', () => {
  test('is shipped by the first TRANSIT and received when all has arrived, and shows its labels', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const shown = await read(order.id)
    const known = parcelsIn(shown)
    expect(known).toHaveLength(2)
    for (const { attributes } of known) {
      expect(attributes).toMatchObject({ status: 'PRE_TRANSIT', label: { contentType: 'pdf' } })
      expect(Buffer.from(attributes.label.content, 'base64').toString('latin1')).toMatch(/^%PDF-/)
    }
    const pre = await tell(order.id, shipment({ status: 'PRE_TRANSIT' }))
    expect([pre.status, await statusOf(order.id)]).toEqual([201, 'shipping_labels_generated'])
    const [mine] = parcelsIn(pre)
    expect(mine.attributes.trackingNumber).toBe(known[0].attributes.trackingNumber)

    await tellAgain(order.id, shipment({ status: 'TRANSIT' }, [parcel({}, mine.id)]))
    expect(await statusOf(order.id)).toBe('shipped')
    const { moves } = await snapshotOfOrder(shop, order.id)
    expect(moves.at(-1)).toMatchObject({
      command: 'scan-parcel',
      moved_by: 'carrier',
      application_id: shop.credentials.applicationId,
      event_type: 'order.shipped',
    })
    const all = [parcel({ status: 'DELIVERED' }, mine.id), parcel({ status: 'DELIVERED' }, known[1].id)]
    await tellAgain(order.id, shipment({ status: 'TRANSIT' }, all))
    expect(await statusOf(order.id)).toBe('received')
    expect((await read(order.id)).body.data.attributes.status).toBe('DELIVERED')
    const count = (await snapshotOfOrder(shop, order.id)).moves.length
    await tellAgain(order.id, shipment({ status: 'DELIVERED' }, all))
    expect((await snapshotOfOrder(shop, order.id)).moves).toHaveLength(count)
    await expectSoundShipping(shop)
  })

  test('that is reset no longer has its report', async () => {
    const { order } = await labelledOrder(shop)
    await tell(order.id, shipment({ status: 'PRE_TRANSIT' }))
    const reset = await shop.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
      body: {
        data: {
          type: 'brand-resets-shipping-labels-generation',
          attributes: { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' },
        },
      },
    })
    expect(reset.status).toBe(200)
    expect((await read(order.id, '')).body.data).toBeNull()
    expect((await tellAgain(order.id, shipment())).status).toBe(404)
    expect((await tell(order.id, shipment())).status).toBe(201)
  })

  test('is shipped once by concurrent reports', async () => {
    const { order } = await labelledOrder(shop)
    const [known] = parcelsIn(await read(order.id))
    const telling = shipment({ status: 'TRANSIT' }, [parcel({}, known.id)])
    const answers = await Promise.all(Array.from({ length: 5 }, () => tell(order.id, telling)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const { moves } = await snapshotOfOrder(shop, order.id)
    expect(moves.filter(({ command }) => command === 'scan-parcel')).toHaveLength(1)
  })
})

test('the sender may be wrapped, inside or outside the attributes', async () => {
  for (const sent of [
    shipment({ fromAddress: { data: SENDER } }),
    shipment({}, [parcel()], { fromAddress: { data: SENDER } }),
  ]) {
    const order = await acceptedOrder(shop)
    const told = await tell(order.id, sent)
    expect([told.status, told.body.data.attributes.fromAddress]).toEqual([201, SENDER])
    expect((await read(order.id)).body.data.attributes.fromAddress).toEqual(SENDER)
  }
})

test('an update keeps the quote, and names another quote as ignored', async () => {
  const order = await acceptedOrder(shop)
  await tell(order.id, shipment())
  const shipmentQuote = { data: { type: 'shipping-quotes', id: randomUUID() } }
  const relationships = { shipmentParcel: { data: [parcel()] }, shipmentQuote }
  const { status, body, headers } = await tellAgain(order.id, shipment({}, [], { relationships }))
  expect([status, body.data?.relationships.shipmentQuote]).toEqual([200, { data: null }])
  expect(headers['x-ignored-members']).toBe('data.relationships.shipmentQuote')
})

test('a second report with the same id changes nothing, and one without an id replaces the first', async () => {
  const order = await acceptedOrder(shop)
  const id = randomUUID()
  const first = await tell(order.id, shipment({}, undefined, { id }))
  await shop.advance(60)
  const again = await tell(order.id, shipment({ status: 'TRANSIT' }, undefined, { id: id.toUpperCase() }))
  expect([again.status, again.body]).toEqual([200, first.body])
  const other = await tell(order.id, shipment({ status: 'TRANSIT' }))
  expect([other.status, other.body.data]).toMatchObject([201, { id, attributes: { status: 'TRANSIT' } }])
})

test('a document can be sent back as it was read: read-only attributes and the sender are not changed', async () => {
  const order = await acceptedOrder(shop)
  const read = await tell(order.id, shipment({ fromAddress: SENDER }))
  const { type, id, attributes } = read.body.data
  const [own] = parcelsIn(read)
  const sent = { ...attributes, fromAddress: { ...SENDER, city: 'Gent' }, status: 'TRANSIT' }
  const again = await tellAgain(order.id, {
    type,
    id,
    attributes: sent,
    relationships: { shipmentParcel: { data: [own] } },
  })
  expect([again.status, again.body.data.attributes]).toEqual([200, { ...attributes, status: 'TRANSIT' }])
})

test('the quote may be null', async () => {
  const order = await acceptedOrder(shop)
  const relationships = { shipmentParcel: { data: [parcel()] }, shipmentQuote: { data: null } }
  const told = await tell(order.id, shipment({}, [], { relationships }))
  expect([told.status, told.body.data?.relationships.shipmentQuote]).toEqual([201, { data: null }])
})

test('other spellings of the types are accepted', async () => {
  const order = await acceptedOrder(shop)
  const data = shipment({ carrier: null }, [{ ...parcel(), type: 'tracked-packages' }], {
    type: 'shipment-trackings',
  })
  const told = await tell(order.id, data)
  expect(told.body.data).toMatchObject({ type: 'shipping-shipment', attributes: { carrier: 'other' } })
})

describe.each(AROUND_END_OF_GROUPS)('at %s', (moment) => {
  test.each<Door>(['master-orders', 'orders'])(
    'shipments of %s can be reported: deprecated, without an end date',
    async (door) => {
      await shop.setTime(moment)
      const order = await acceptedOrder(shop)
      const told = await tell(order.id, shipment(), {}, door)
      const again = await tellAgain(order.id, shipment({ status: 'TRANSIT' }, [parcelsIn(told)[0]]), door)
      const answers = [told, again, await read(order.id, '', door)]
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
      for (const { headers } of answers) {
        expect(headers.deprecation).toMatch(/^@\d+$/)
        expect(headers).not.toHaveProperty('sunset')
      }
    },
  )
})
