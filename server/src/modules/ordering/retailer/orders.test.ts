import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, idsOf } from '../../../../test/answers.ts'
import { market, type Who } from '../../../../test/market.ts'
import { addRetailer, changeBrand, snapshotOfOrder } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { STATUSES, type Status } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId, otherBrand, retailer } = shop.credentials
const BASE = '/api/retailer/v1/orders'

const get = (path = '', as: Who = 'retailer') => shop.send('GET', `${BASE}${path}`, { as })
const act = (id: string, command: string, body?: unknown) =>
  shop.send('POST', `${BASE}/${id}/-actions/${command}`, { as: 'retailer', body })
const orderIn = async (status: Status) => await moveOrderTo(shop, await placeOrder(shop), status)
const foreignOrder = async () => await placeOrder(shop, { retailerId: await addRetailer(shop) })

test('an order shows the bought lines, but no fees, net amounts or types of rejection', async () => {
  const image = { order: 1, url: 'https://cdn.test/lamp.jpg' }
  const order = await placeOrder(shop, {
    products: [{ unit_multiplier: 6, images: [image] }],
    quantities: [2],
  })
  await shop.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
    body: { data: { type: 'brand-rejects', attributes: { rejectType: 'PAYMENT_ISSUES_WITH_RETAILER' } } },
  })
  const { status, body, text } = await get(`/${order.id}`)
  expect(status).toBe(200)
  const moment = expect.stringMatching(/^2026-03-02T09:\d\d:\d\d\+00:00$/)
  const address = {
    name: 'Nadia Lemmens',
    organisationName: 'Harbour Lane Stores',
    street: 'Kaai 12',
    city: 'Gent',
    postalCode: '9000',
    countryCode: 'BE',
  }
  expect(body.data).toEqual({
    type: 'orders',
    id: order.id,
    attributes: {
      brandId,
      brandName: 'Alder & Wick',
      cancellationDeclineReason: null,
      status: 'rejected',
      reference: order.reference,
      currency: 'EUR',
      // The retailer's segment has ten percent off.
      totalAmount: 10_800,
      totalAmountVat: 2160,
      totalAmountWithVat: 12_960,
      shippingAmount: 0,
      shippingAmountVat: 0,
      payableAmountVat: 2160,
      payableAmountWithVat: 12_960,
      lineCount: 1,
      brandRejectReason: null,
      retailerRejectReason: null,
      retailerCancellationRequestReason: null,
      billingAddress: address,
      shippingAddress: address,
      submittedAt: moment,
      expectedShippingDate: expect.stringMatching(/^2026-03-\d\d$/),
      shippedAt: null,
      updatedAt: moment,
      carrier: null,
      trackingNumber: null,
      trackingLink: null,
      expectedArrivalAt: null,
      parcels: [],
      lines: [
        {
          id: order.item_ids[0],
          productVariantId: expect.any(String),
          quantity: 2,
          orderedQuantity: 2,
          pieces: 12,
          vatRate: 20,
          unitPrice: 900,
          amount: 10_800,
          amountVat: 2160,
          amountWithVat: 12_960,
          productName: 'Test lamp',
          variantName: 'Test lamp 0',
          sku: 'TEST-0',
          imageUrl: image.url,
        },
      ],
      removedLines: [],
    },
  })
  expect(text).not.toContain(String(order.net_minor))
  expect(text).not.toContain('PAYMENT_ISSUES')
  const {
    shippingAddress,
    lines,
    removedLines,
    carrier,
    trackingNumber,
    trackingLink,
    expectedArrivalAt,
    parcels,
    ...rest
  } = body.data.attributes
  const [row] = (await get('?page[limit]=1')).body.data
  expect(row).toEqual({ ...body.data, attributes: rest })
})

test("the brand's reason for a rejection is shown", async () => {
  const order = await placeOrder(shop)
  const attributes = { rejectType: 'OTHER', rejectReason: 'The kiln broke.' }
  await shop.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
    body: { data: { type: 'brand-rejects', attributes } },
  })
  expect((await get(`/${order.id}`)).body.data.attributes.brandRejectReason).toBe('The kiln broke.')
})

test("the list has the retailer's orders with every brand, newest first, in pages", async () => {
  const made: string[] = []
  for (let i = 0; i < 4; i++) {
    await shop.advance(1)
    const brand = i === 2 ? otherBrand.brandId : brandId
    made.unshift((await placeOrder(shop, { brandId: brand, products: [{}] })).id)
    await foreignOrder()
  }
  expect(idsOf(await get('?page[limit]=4'))).toEqual(made)
  expect(idsOf(await get(`?page[limit]=2&page[after]=${made[0]}`))).toEqual(made.slice(1, 3))
  expect(idsOf(await get(`?page[before]=${made[2]}`))).toEqual(made.slice(0, 2))
  expect((await get()).body.meta.page.perPage).toBe(15)
  expect((await get('?page[limit]=101')).status).toBe(400)
  const foreign = await foreignOrder()
  expect((await get(`?page[after]=${foreign.id}`)).status).toBe(400)
})

test('a filter selects by status', async () => {
  const [shipped, refused] = await Promise.all([orderIn('shipped'), orderIn('reception_refused')])
  expect(idsOf(await get('?filter[status]=reception_refused&page[limit]=1'))).toEqual([refused.id])
  expect(idsOf(await get('?filter[status]=shipped&page[limit]=1'))).toEqual([shipped.id])
  expect((await get('?filter[status]=lost')).status).toBe(400)
  const both = '?filter[status][]=shipped&filter[status][]=reception_refused&page[limit]=2'
  expect(new Set(idsOf(await get(both)))).toEqual(new Set([shipped.id, refused.id]))
})

describe('with few orders among many', () => {
  let own: { id: string; reference: number }
  let other: { id: string; reference: number }
  beforeAll(async () => {
    await shop.setTime('2027-05-02T09:00:00Z')
    own = await placeOrder(shop)
    await shop.advance(86_400)
    other = await placeOrder(shop, { brandId: otherBrand.brandId, products: [{}] })
    await foreignOrder()
  })

  const counted = async (filters: string) => {
    const { status, body } = await shop.send('GET', `/api/retailer/v1/order-counts?${filters}`, {
      as: 'retailer',
    })
    expect(status).toBe(200)
    const counts = body.data as { id: string; attributes: { count: number } }[]
    expect(counts.map(({ id }) => id)).toEqual([...STATUSES])
    return counts.reduce((sum, { attributes }) => sum + attributes.count, 0)
  }

  test.each([
    ['a reference', () => `filter[q]=${other.reference}`, () => [other.id]],
    ['a reference with its sign', () => `filter[q]=%23${own.reference}`, () => [own.id]],
    [
      'the first day',
      () => 'filter[submittedAt][from]=2027-05-01T00:00:00Z&filter[submittedAt][to]=2027-05-03T00:00:00Z',
      () => [own.id],
    ],
    ['the days since', () => 'filter[submittedAt][from]=2027-05-01T00:00:00Z', () => [other.id, own.id]],
    [
      'a part of the name of a brand, and days',
      () => 'filter[q]=lIGHT%20cer&filter[submittedAt][from]=2027-05-01T00:00:00Z',
      () => [other.id],
    ],
    [
      'a brand, a status and days',
      () =>
        `filter[brand]=${otherBrand.brandId}&filter[status]=ankor_confirmed&filter[submittedAt][from]=2027-05-01T00:00:00Z`,
      () => [other.id],
    ],
    ['a text without matches', () => 'filter[q]=%25', () => []],
    ['an unknown brand', () => `filter[brand]=${randomUUID()}`, () => []],
  ])('a filter selects by %s, and counts the same', async (_what, filters, ids) => {
    expect(idsOf(await get(`?${filters()}`))).toEqual(ids())
    const withoutStatus = filters().replace(/filter\[status\]=\w+&/, '')
    expect(await counted(withoutStatus)).toBe(ids().length)
  })

  test('pages of filtered lists continue where they ended', async () => {
    const filters = 'filter[submittedAt][from]=2027-05-01T00:00:00Z&page[limit]=1'
    expect(idsOf(await get(`?${filters}&page[after]=${other.id}`))).toEqual([own.id])
    expect(idsOf(await get(`?${filters}&page[before]=${own.id}`))).toEqual([other.id])
    expect(idsOf(await get(`?${filters}&filter[brand]=${brandId}&page[after]=${other.id}`))).toEqual([own.id])
  })

  test("another retailer's orders are neither found nor counted", async () => {
    const foreign = await foreignOrder()
    expect(idsOf(await get(`?filter[q]=${foreign.reference}`))).toEqual([])
    expect(await counted(`filter[q]=${foreign.reference}`)).toBe(0)
  })
})

test('names are the current ones, and the version depends on them', async () => {
  const order = await placeOrder(shop, { products: [{}] })
  const before = await get(`/${order.id}`)
  await changeBrand(shop, { name: 'Alder & Wick & Sons' })
  const renamed = await get(`/${order.id}`)
  expect(renamed.body.data.attributes.brandName).toBe('Alder & Wick & Sons')
  expect(renamed.headers.etag).not.toBe(before.headers.etag)
  await shop.platform.db`update catalog.products set name = 'Oak lamp' where name = 'Test lamp'`
  const other = await get(`/${order.id}`)
  expect(other.body.data.attributes.lines[0].productName).toBe('Oak lamp')
  expect(other.headers.etag).not.toBe(renamed.headers.etag)
})

test('the response has no keys with data of brand or marketplace', async () => {
  const order = await orderIn('brand_paid')
  const { body, text } = await get(`/${order.id}`)
  expect(Object.keys(body.data)).toEqual(['type', 'id', 'attributes'])
  expect(
    Object.keys(body.data.attributes).filter((key) => /fee|net|rate|application|user|note/i.test(key)),
  ).toEqual([])
  expect(text).not.toContain(String(order.net_minor))
  const actions = body.meta.nextActions as object[]
  expect(new Set(actions.flatMap(Object.keys))).toEqual(
    new Set(['action', 'method', 'path', 'transition', 'possible', 'reason', 'code', 'meta', 'isOver']),
  )
})

test('reception is acknowledged, with history and event', async () => {
  const order = await orderIn('shipped')
  const before = await snapshotOfOrder(shop, order.id)
  await shop.advance(60)
  const { status, body } = await act(order.id.toUpperCase(), 'acknowledge-reception')
  expect([status, body.data.attributes.status, body.data.attributes.lines.length]).toEqual([
    200,
    'received',
    2,
  ])
  await expectMove(order.id, before, {
    command: 'acknowledge-reception',
    to_status: 'received',
    event_type: 'order.shipment_received',
    details: {},
  })
})

test('reception is refused with a reason, which both sides see', async () => {
  const order = await orderIn('shipped')
  const before = await snapshotOfOrder(shop, order.id)
  const reason = 'x'.repeat(1000)
  const { status, body } = await act(order.id, 'refuse-reception', { reason })
  expect([status, body.data.attributes.status]).toEqual([200, 'reception_refused'])
  expect(body.data.attributes.retailerRejectReason).toBe(reason)
  await expectMove(order.id, before, {
    command: 'refuse-reception',
    to_status: 'reception_refused',
    event_type: 'order.shipment_refused',
    details: { reason },
  })
  const seenByBrand = await shop.send('GET', `/api/v1/orders/${order.id}`)
  expect(seenByBrand.body.data.attributes.retailerRejectReason).toBe(reason)
})

async function expectMove(
  orderId: string,
  before: Awaited<ReturnType<typeof snapshotOfOrder>>,
  row: { command: string; to_status: Status; event_type: string; details: object },
): Promise<void> {
  const { moves, events, levels } = await snapshotOfOrder(shop, orderId)
  const [application] = await shop.platform
    .db`select id from identity.applications where client_id = 'demo-harbour-lane'`
  expect(moves.slice(before.moves.length)).toMatchObject([
    { ...row, from_status: 'shipped', moved_by: 'retailer', application_id: application?.id },
  ])
  expect(events.slice(before.events.length)).toMatchObject([
    { id: moves.at(-1)?.event_id, type: row.event_type },
  ])
  expect(levels).toEqual(before.levels)
  await expectSoundLedger(shop.platform.db)
}

const ACTIONS = [
  ['acknowledge-reception', undefined],
  ['refuse-reception', { reason: 'Half of the jars are broken.' }],
] as const

describe.each(ACTIONS)('%s', (command, body) => {
  test.each(STATUSES.filter((status) => status !== 'shipped'))('is refused in %s', async (status) => {
    const order = await orderIn(status)
    const before = await snapshotOfOrder(shop, order.id)
    const answer = await act(order.id, command, body)
    expect([answer.status, codesOf(answer)]).toEqual([409, ['ORDER_ACTION_TRANSITION_FAILED']])
    expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
  })

  test("is forbidden on another retailer's order, and an unknown one is not found", async () => {
    const order = await moveOrderTo(shop, await foreignOrder(), 'shipped')
    const before = await snapshotOfOrder(shop, order.id)
    expect((await act(order.id, command, body)).status).toBe(403)
    expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
    expect((await act(randomUUID(), command, body)).status).toBe(404)
  })
})

test.each([
  ['no reason', {}, 'reason'],
  ['an empty reason', { reason: '' }, 'reason'],
  ['a blank reason', { reason: ' ' }, 'reason'],
  ['a long reason', { reason: 'x'.repeat(1001) }, 'reason'],
  ['a number', { reason: 5 }, 'reason'],
  ['another member', { reason: 'Broken.', because: 'x' }, 'because'],
])('reception is not refused with %s', async (_what, body, pointer) => {
  const order = await orderIn('shipped')
  const answer = await act(order.id, 'refuse-reception', body)
  expectRefusedAt(answer, pointer)
  expect((await act(order.id, 'refuse-reception')).status).toBe(400)
  expect((await get(`/${order.id}`)).body.data.attributes.status).toBe('shipped')
})

test('of a concurrent acknowledgement and refusal, one succeeds', async () => {
  const order = await orderIn('shipped')
  const answers = await Promise.all(ACTIONS.map(([command, body]) => act(order.id, command, body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test("another retailer's order is forbidden, an unknown one is not found", async () => {
  const order = await foreignOrder()
  expect((await get(`/${order.id}`)).status).toBe(403)
  expect((await get(`/${randomUUID()}`)).status).toBe(404)
})

test.each<Who>(['brand', 'operator'])('a %s is refused', async (as) => {
  const order = await placeOrder(shop, { retailerId: retailer.retailerId })
  expect((await get('', as)).status).toBe(403)
  expect((await get(`/${order.id}`, as)).status).toBe(403)
  const answer = await shop.send('POST', `${BASE}/${order.id}/-actions/acknowledge-reception`, { as })
  expect(answer.status).toBe(403)
})
