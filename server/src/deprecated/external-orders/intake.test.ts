/** External orders: validation and creation. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, idsOf, pointersOf } from '../../../test/answers.ts'
import { addTestProducts } from '../../../test/catalog.ts'
import { market } from '../../../test/market.ts'
import { placeOrder } from '../../../test/orders.ts'
import { expectSoundLedger } from '../../../test/stock.ts'
import { addGoods, enrol, lotsOf, type TestGoods } from '../fulfillment/test-goods.ts'
import { EXAMPLE_ADDRESS } from './body.ts'
import { requestsTo } from './test-requests.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials
await enrol(shop, brandId)
await enrol(shop, otherBrand.brandId)
const { order, read, statusOf, accept } = requestsTo(shop)

async function goods(wish: TestGoods = { unitsPerBatch: 6 }, owner = brandId) {
  const [product] = await addTestProducts(shop.platform, owner, [{}])
  const variantId = product.variants[0]?.id ?? ''
  return { variantId, ...(await addGoods(shop, owner, variantId, wish)) }
}

describe('an order from outside', () => {
  test('is accepted, created by a job, and can be read through its master order', async () => {
    const { fulfillableId, itemId, variantId } = await goods()
    const masterOrderUuid = randomUUID()
    const answer = await order({
      masterOrderUuid,
      customReference: 'WEB-88',
      recipientType: 'consumer',
      items: [{ fulfillableId, quantity: 12 }],
      packingInstruction: { services: ['PALLETISE'], instruction: 'Two layers.' },
      deliverySchedule: { timeSlots: null, openDays: [1, 5] },
      pickupAtDock: true,
    })
    expect(answer.status, answer.text).toBe(200)
    expect((await read(masterOrderUuid)).status).toBe(404)
    await shop.runJobs()

    const { body } = await read(masterOrderUuid)
    expect(body.data.relationships).toEqual({
      externalOrder: { data: { type: 'external-orders', id: masterOrderUuid } },
    })
    const [included] = body.included
    expect(included.attributes).toEqual({
      status: 'awaiting_fulfillment',
      customReference: 'WEB-88',
      expectedMaximumShippingDate: null,
      shippingAddress: {
        firstName: 'Lea',
        lastName: 'Brandt',
        email: 'lea@example.test',
        phoneNumber: '+4930123456',
        company: null,
        street: 'Lindenallee 4',
        city: 'Berlin',
        postalCode: '10115',
        countryCode: 'DE',
      },
    })
    const items = await shop.send(
      'GET',
      `/api/v1/master-orders/${masterOrderUuid}?include=externalOrder.orderItems`,
    )
    expect(items.body.included.map((one: { attributes: object }) => one.attributes)).toContainEqual({
      productVariantUuid: variantId,
      batchQuantity: 2,
      unitQuantity: 12,
    })
    expect(await lotsOf(shop, itemId)).toEqual({ 'L-1': { available: 3, reserved: 2 } })
    const [fulfillmentOrder] = (
      await shop.send('GET', `/api/v1/master-orders/${masterOrderUuid}/fulfillment-orders`)
    ).body.data
    expect(fulfillmentOrder.attributes).toMatchObject({
      recipientType: 'consumer',
      externalReference: 'WEB-88',
      instructionText: 'Two layers.',
      instructions: { deliverySchedule: { timeSlots: null, openDays: [1, 5] } },
    })
    await expectSoundLedger(db)
  })

  test('has a default id and recipient type, and both JSON media types are accepted', async () => {
    const { fulfillableId } = await goods()
    for (const type of ['application/json', 'application/vnd.api+json']) {
      await shop.advance(1)
      const answer = await shop.send('POST', '/api/v1/external-orders/non-marketplace-fulfillment-orders', {
        headers: { 'content-type': type },
        body: {
          shippingAddress: EXAMPLE_ADDRESS,
          items: [{ fulfillableId, quantity: 6, minimumRemainingShelfLife: null }],
          masterOrderUuid: null,
          pickupAtDock: null,
          packingInstruction: { services: ['PALLETISE', 'CUSTOM_BUILD', 'DOCS', 'SSCC'], instruction: null },
          deliveryAppointment: { requested: true, instruction: null },
        },
      })
      expect([type, answer.status]).toEqual([type, 200])
      await shop.runJobs()
      const [newest] = (await shop.send('GET', '/api/v1/master-orders?page[limit]=1')).body.data
      expect(newest.relationships.externalOrder.data).toEqual({ type: 'external-orders', id: newest.id })
      const [sent] = (await shop.send('GET', `/api/v1/master-orders/${newest.id}/fulfillment-orders`)).body
        .data
      expect(sent.attributes).toMatchObject({ recipientType: 'business', externalReference: null })
    }
  })

  test('is not changed by a repeated request, whatever its body', async () => {
    const { fulfillableId, itemId } = await goods()
    const masterOrderUuid = randomUUID()
    const items = [{ fulfillableId, quantity: 6 }]
    const twice = await Promise.all([order({ masterOrderUuid, items }), order({ masterOrderUuid, items })])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    await shop.runJobs()
    expect((await order({ masterOrderUuid, items: [{ fulfillableId, quantity: 12 }] })).status).toBe(200)
    await shop.runJobs()
    expect(await lotsOf(shop, itemId)).toEqual({ 'L-1': { available: 4, reserved: 1 } })
    // Ids of other brands and ids of marketplace orders are refused.
    const foreign = await goods({}, otherBrand.brandId)
    const theirs = await order(
      { masterOrderUuid, items: [{ fulfillableId: foreign.fulfillableId, quantity: 1 }] },
      'otherBrand',
    )
    expect([theirs.status, pointersOf(theirs)]).toEqual([403, ['masterOrderUuid']])
    const internal = await placeOrder(shop)
    expectRefusedAt(await order({ masterOrderUuid: internal.id, items }), 'masterOrderUuid')
  })

  test('gets the last batches in one of two concurrent requests; the other one is cancelled, and can be read', async () => {
    const { fulfillableId, itemId } = await goods({ unitsPerBatch: 6, lots: [{ batches: 1 }] })
    const ids = [randomUUID(), randomUUID()]
    const answers = await Promise.all(
      ids.map((masterOrderUuid) => order({ masterOrderUuid, items: [{ fulfillableId, quantity: 6 }] })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await shop.runJobs()
    const statuses = await Promise.all(ids.map(statusOf))
    expect(statuses.sort()).toEqual(['awaiting_fulfillment', 'cancelled'])
    expect(await lotsOf(shop, itemId)).toEqual({ 'L-1': { available: 0, reserved: 1 } })
    await expectSoundLedger(db)
  })

  test('is listed with all master orders, in pages', async () => {
    const { fulfillableId } = await goods()
    const expected: string[] = []
    for (let i = 0; i < 4; i++) {
      await shop.advance(1)
      expected.unshift(
        i % 2 ? (await placeOrder(shop)).id : await accept({ items: [{ fulfillableId, quantity: 6 }] }),
      )
    }
    const list = (query: string) => shop.send('GET', `/api/v1/master-orders?${query}`)
    expect(idsOf(await list('page[limit]=4'))).toEqual(expected)
    for (const [i, id] of expected.entries()) {
      const after = await list(`page[limit]=2&page[after]=${id}`)
      expect(idsOf(after).slice(0, 3 - i)).toEqual(expected.slice(i + 1, i + 3))
      expect(idsOf(await list(`page[limit]=9&page[before]=${id}`))).toEqual(expected.slice(0, i))
    }
    const both = (await list('page[limit]=2&include=internalOrder,externalOrder')).body
    expect(both.data.map(({ relationships }: { relationships: object }) => relationships)).toEqual([
      {
        internalOrder: { data: { type: 'internal-orders', id: expected[0] } },
        externalOrder: { data: null },
      },
      {
        internalOrder: { data: null },
        externalOrder: { data: { type: 'external-orders', id: expected[1] } },
      },
    ])
    expect(both.included.map(({ type }: { type: string }) => type)).toEqual([
      'internal-orders',
      'external-orders',
    ])
  })
})

describe('invalid requests are refused at once, and nothing is stored:', () => {
  test.each([
    ['an unknown country code', { country: 'XX' }, 'country'],
    ['a country in small letters', { country: 'de' }, 'country'],
    ['a postal code of another country', { postalCode: '1011 AB' }, 'postalCode'],
    ['a street that is too long for a label', { street: 'x'.repeat(61) }, 'street'],
    ['a phone number of another country', { phone: '+33123456789' }, 'phone'],
    ['no email', { email: 'lea' }, 'email'],
    ['no name', { lastName: '' }, 'lastName'],
    ['a long company', { company: 'x'.repeat(71) }, 'company'],
  ])('%s', async (_what, wrong, member) => {
    const { fulfillableId } = await goods()
    const body = {
      shippingAddress: { ...EXAMPLE_ADDRESS, ...wrong },
      items: [{ fulfillableId, quantity: 6 }],
    }
    expectRefusedAt(await order(body), `shippingAddress.${member}`)
  })

  test('quantities that are not whole batches, too large, or missing', async () => {
    const { fulfillableId } = await goods()
    const quantity = async (value: unknown) => await order({ items: [{ fulfillableId, quantity: value }] })
    for (const value of [7, 36, 0, -6, 1.5, '6']) expectRefusedAt(await quantity(value), 'items.0.quantity')
    const [more] = (await quantity(36)).body.errors
    expect(more).toMatchObject({
      detail: 'unavailable_items',
      meta: { unavailableItems: [fulfillableId], undeclaredItems: [] },
    })
    expect((await quantity(7)).body.errors[0].meta).toEqual({ batchSize: 6 })
    expectRefusedAt(await order({ items: [] }), 'items')
    const twice = [6, 6].map((each) => ({ fulfillableId, quantity: each }))
    expectRefusedAt(await order({ items: twice }), 'items.1.fulfillableId')
  })

  test('unknown fulfillables, and those of other brands', async () => {
    const unknown = await order({ items: [{ fulfillableId: randomUUID(), quantity: 1 }] })
    expectRefusedAt(unknown, 'items.0.fulfillableId')
    const { fulfillableId } = await goods({}, otherBrand.brandId)
    const foreign = await order({ items: [{ fulfillableId, quantity: 1 }] })
    expect([foreign.status, pointersOf(foreign)]).toEqual([403, ['items.0.fulfillableId']])
  })

  test('lots with too short a shelf life, and countries that the warehouse does not ship to', async () => {
    const lots = [{ batches: 5, expiresAt: '2026-05-01T00:00:00Z' }]
    const { fulfillableId } = await goods({ lots })
    const items = [{ fulfillableId, quantity: 1, minimumRemainingShelfLife: 365 }]
    expectRefusedAt(await order({ items }), 'items.0.quantity')
    const shippingAddress = { ...EXAMPLE_ADDRESS, country: 'SE', postalCode: '111 22', phone: '+46812345678' }
    const away = await order({ shippingAddress, items: [{ fulfillableId, quantity: 1 }] })
    expectRefusedAt(away, 'shippingAddress.country')
    expect(away.body.errors[0].detail).toBe('not_available_for_international_orders')
  })

  test('invalid schedules and unknown services', async () => {
    const { fulfillableId } = await goods()
    const items = [{ fulfillableId, quantity: 6 }]
    const schedule = (deliverySchedule: object) => order({ items, deliverySchedule })
    expectRefusedAt(await schedule({ timeSlots: null, openDays: [8] }), 'deliverySchedule.openDays.0')
    expectRefusedAt(
      await schedule({ timeSlots: [{ startTime: '25:00', endTime: '26:00' }], openDays: [1] }),
      'deliverySchedule.timeSlots.0.startTime',
      'deliverySchedule.timeSlots.0.endTime',
    )
    expectRefusedAt(
      await order({ items, packingInstruction: { services: ['GIFT'] } }),
      'packingInstruction.services.0',
    )
  })

  test('no intent is left afterwards', async () => {
    expect(await db`select from external_orders.intents`).toHaveLength(0)
  })
})

test('a shipment across a customs border requires an uploaded invoice of the same order', async () => {
  const { fulfillableId } = await goods()
  const items = [{ fulfillableId, quantity: 6 }]
  const shippingAddress = {
    ...EXAMPLE_ADDRESS,
    country: 'GB',
    postalCode: 'SW1A 1AA',
    phone: '+442012345678',
  }
  const masterOrderUuid = randomUUID()
  const send = (more: object) => order({ shippingAddress, items, masterOrderUuid, ...more })
  expectRefusedAt(await send({}), 'invoiceUuid')
  expectRefusedAt(await send({ invoiceUuid: randomUUID() }), 'invoiceUuid')
  const document = (id: string, master: string, type = 'invoice', owner = brandId) => ({
    brand_id: owner,
    id,
    master_order_id: master,
    type,
    filename: 'invoice.pdf',
    bytes: Buffer.from('%PDF-1.4'),
    created_at: shop.platform.clock.now(),
  })
  const [mine, other, attachment, foreign] = Array.from({ length: 4 }, () => randomUUID())
  const rows = [
    document(mine ?? '', masterOrderUuid),
    document(other ?? '', randomUUID()),
    document(attachment ?? '', masterOrderUuid, 'attachment'),
    document(foreign ?? '', masterOrderUuid, 'invoice', otherBrand.brandId),
  ]
  for (const row of rows) await db`insert into fulfillment.media ${db(row)}`
  expectRefusedAt(await send({ invoiceUuid: other }), 'invoiceUuid')
  expectRefusedAt(await send({ invoiceUuid: attachment }), 'invoiceUuid')
  expect((await send({ invoiceUuid: foreign })).status).toBe(403)
  expect((await send({ invoiceUuid: mine })).status).toBe(200)
})
