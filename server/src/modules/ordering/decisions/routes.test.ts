import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { copyOrders } from '../../../../test/many-orders.ts'
import { market, type Who } from '../../../../test/market.ts'
import { addRetailer, snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { rowsReadBy } from '../../../../test/rows-read.ts'
import { signedIn } from '../../../../test/sessions.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { requestCancellation } from '../life/cancellation-requests.ts'
import { findMatchesOfAll, selectOrdersOfAllBrands } from '../operator/orders-of-all-brands.ts'
import type { Status } from '../order/move-table.ts'
import type { OrderRow } from '../order/order-row.ts'
import { selectDecisionCounts, selectPendingDecisions } from './pending-decisions.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const PATH = '/api/operator/v1/pending-decisions'
/** The tests filter by this retailer, so that the demo orders do not count. */
const retailerId = await addRetailer(shop, { storeName: 'Quince & Co' })

const list = (query = '', as: Who = 'operator') =>
  shop.send('GET', `${PATH}?filter[retailer]=${retailerId}&${query}`, { as })
const decide = (id: string, action: string, body?: unknown) =>
  shop.send('POST', `/api/operator/v1/orders/${id}/-actions/${action}`, { as: 'operator', body })
const place = (brandId?: string) => placeOrder(shop, { retailerId, ...(brandId && { brandId }) })
const orderIn = async (status: Status) => await moveOrderTo(shop, await place(), status)
const target = ({ brand_id, id }: OrderRow) => ({ brandId: brand_id, orderId: id })

/** As the retailer, which has no token of its own. */
const askToCancel = async (order: OrderRow, reason = 'Ordered twice.') => {
  const by = { party: 'retailer', applicationId: null } as const
  await requestCancellation(shop.platform, target(order), { reason, by })
  return order
}
const askToRevert = async (order: OrderRow, reason = 'By mistake.') => {
  const body = { reason }
  expect(
    (await shop.send('POST', `/api/v1/orders/${order.id}/-actions/request-revert`, { body })).status,
  ).toBe(200)
  return order
}
const reject = async (order: OrderRow) => {
  const attributes = { rejectType: 'OTHER', rejectReason: 'The kiln broke.' }
  await transition(shop, order.id, { type: 'brand-rejects', attributes })
  return order
}

const KINDS: [kind: string, reason: string | null, make: () => Promise<OrderRow>, decisions: string[]][] = [
  [
    'rejections',
    'The kiln broke.',
    async () => reject(await place()),
    ['approve-rejection', 'refuse-rejection'],
  ],
  ['refused-receptions', null, () => orderIn('reception_refused'), ['approve-refusal', 'settle-refusal']],
  [
    'revert-requests',
    'By mistake.',
    async () => askToRevert(await orderIn('brand_confirmed')),
    ['revert-acceptance', 'decline-revert'],
  ],
  [
    'cancellation-requests',
    'Ordered twice.',
    async () => askToCancel(await place()),
    ['approve-cancellation', 'decline-cancellation'],
  ],
  ['invoices', null, () => orderIn('received'), ['issue-invoice']],
  ['payouts', null, () => orderIn('invoiced'), ['pay-brand']],
]

describe.each(KINDS)('%s', (kind, reason, make, decisions) => {
  test.each(decisions)('appear, and disappear with %s', async (action) => {
    const before = await list(`filter[kind]=${kind}`)
    const order = await make()
    await shop.advance(60)
    const { body } = await list(`filter[kind]=${kind}`)
    const [item] = body.data.slice(-1)
    expect(item).toMatchObject({
      type: 'pending-decisions',
      id: order.id,
      attributes: {
        kind,
        reason,
        reference: order.reference,
        brandId: order.brand_id,
        brandName: 'Alder & Wick',
        retailerId,
        storeName: 'Quince & Co',
        currency: 'EUR',
        amount: kind === 'payouts' ? order.net_minor : order.total_minor + order.total_vat_minor,
        since: new Date(shop.platform.clock.now().getTime() - 60_000).toISOString().replace('Z', '000Z'),
      },
    })
    expect(item.attributes.decisions.map((one: { action: string }) => one.action)).toEqual(decisions)
    expect(body.meta.counts[kind]).toBe(before.body.meta.counts[kind] + 1)
    const { method, path } = item.attributes.decisions.find(
      (one: { action: string }) => one.action === action,
    )
    const decided = await shop.send(method, path, { as: 'operator', body: { reason: 'Agreed by phone.' } })
    expect(decided.status, decided.text).toBe(200)
    expect(idsOf(await list(`filter[kind]=${kind}`))).not.toContain(order.id)
    expect((await decide(order.id, action, { reason: 'Again.' })).status).toBe(409)
  })
})

test('are listed oldest first across kinds and brands, in pages, also if the order at a cursor was decided meanwhile', async () => {
  const other = await placeOrder(shop, { retailerId, brandId: shop.credentials.otherBrand.brandId })
  await moveOrderTo(shop, other, 'received')
  const made = [other.id]
  for (const [, , make] of KINDS.toReversed()) {
    await shop.advance(60)
    made.push((await make()).id)
  }
  const all = await list('page[limit]=100')
  expect(idsOf(all).slice(-made.length)).toEqual(made)
  const since = all.body.data.map((one: { attributes: { since: string } }) => one.attributes.since)
  expect(since).toEqual(since.toSorted())
  const ofBrand = await list(`filter[brand]=${other.brand_id}`)
  expect(idsOf(ofBrand)).toEqual([other.id])
  expect(Object.values(ofBrand.body.meta.counts)).toEqual([0, 0, 0, 0, 1, 0])

  const pages: string[] = []
  let next = `${PATH}?filter[retailer]=${retailerId}&page[limit]=3`
  for (let number = 0; next && number < 30; number++) {
    const page = await shop.send('GET', next, { as: 'operator' })
    pages.push(...idsOf(page))
    // The last order of the first page is decided before the next page is read.
    if (number === 0)
      await decide(pages.at(-1) as string, page.body.data.at(-1).attributes.decisions[0].action)
    next = page.body.links.next
  }
  // The decided order may wait for another decision, at the end of the list.
  expect([...new Set(pages)]).toEqual(idsOf(all))
  const last = all.body.data.at(-1)
  const after = await list(`page[limit]=1`)
  expect(after.body.meta.page.hasMore).toBe(true)
  expect((await list('page[after]=x')).status).toBe(400)
  expect((await list(`page[after]=${last.id}`)).status).toBe(400)
})

test('a rejected order with a revert request is listed once, and as a rejection again after the request is declined', async () => {
  const order = await reject(await place())
  const at = shop.platform.clock.now()
  await shop.advance(600)
  await askToRevert(order)
  const kindOf = async () => {
    const { body } = await list('page[limit]=100')
    return body.data.filter(({ id }: { id: string }) => id === order.id).map((one: Wire) => one.attributes)
  }
  interface Wire {
    attributes: { kind: string; since: string; decisions: { action: string }[] }
  }
  const [asked, ...none] = await kindOf()
  expect(none).toEqual([])
  expect(asked).toMatchObject({ kind: 'revert-requests', reason: 'By mistake.' })
  expect(asked.decisions.map(({ action }: { action: string }) => action)).toEqual([
    'approve-rejection',
    'refuse-rejection',
    'decline-revert',
  ])
  await decide(order.id, 'decline-revert', { reason: 'No.' })
  const [again] = await kindOf()
  expect(again.kind).toBe('rejections')
  expect(Date.parse(again.since)).toBe(at.getTime())
})

test('the retailer sees that its cancellation was declined until the brand decides', async () => {
  const order = await askToCancel(await placeOrder(shop))
  await decide(order.id, 'decline-cancellation', { reason: 'It is packed.' })
  const read = async () =>
    (await shop.send('GET', `/api/retailer/v1/orders/${order.id}`, { as: 'retailer' })).body.data.attributes
  expect(await read()).toMatchObject({
    status: 'ankor_confirmed',
    retailerCancellationRequestReason: null,
    cancellationDeclineReason: 'It is packed.',
  })
  await transition(shop, order.id, { type: 'brand-validates' })
  expect((await read()).cancellationDeclineReason).toBeNull()
})

test('if the brand accepts and the operator cancels concurrently, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await askToCancel(await place())
    const [accepted, cancelled] = await Promise.all([
      transition(shop, id, { type: 'brand-validates' }),
      decide(id, 'approve-cancellation'),
    ])
    expect([accepted.status, cancelled.status].sort()).toEqual([200, 409])
    const { orders, moves } = await snapshotOfOrder(shop, id)
    expect(orders[0]?.status).toBe(accepted.status === 200 ? 'brand_confirmed' : 'cancelled')
    expect(moves).toHaveLength(3)
  }
  await expectSoundLedger(db)
})

test('are for operators only', async () => {
  for (const as of ['brand', 'otherBrand', 'retailer'] as const) {
    expect((await list('', as)).status).toBe(403)
    for (const action of ['decline-revert', 'decline-cancellation', 'approve-cancellation']) {
      const path = `/api/operator/v1/orders/${randomUUID()}/-actions/${action}`
      expect((await shop.send('POST', path, { as, body: { reason: 'x' } })).status).toBe(403)
    }
  }
  const staff = await signedIn(shop, 'alder-wick-staff')
  expect((await staff.send('GET', PATH)).status).toBe(403)
})

test('the version of activity differs after each decision, for operators only', async () => {
  const versions = async (as: Who) =>
    (await shop.send('GET', '/api/v1/activity', { as })).body.data.attributes.versions
  const order = await orderIn('received')
  const before = await versions('operator')
  expect(await versions('operator')).toEqual(before)
  await decide(order.id, 'issue-invoice')
  const after = await versions('operator')
  expect(after['pending-decisions']).not.toBe(before['pending-decisions'])
  expect(after.orders).not.toBe(before.orders)
  expect(Object.keys(await versions('brand'))).not.toContain('pending-decisions')
})

describe('one order', () => {
  test('lists every action with the reason that its operation would return', async () => {
    const order = await askToCancel(await place())
    const { meta } = (
      await shop.send('GET', `/api/operator/v1/orders/${order.id}?withDetails=true`, { as: 'operator' })
    ).body
    const isPossible = new Set(
      meta.nextActions.flatMap((one: { action: string; possible: boolean }) =>
        one.possible ? [one.action] : [],
      ),
    )
    expect(isPossible).toEqual(
      new Set([
        'approve-cancellation',
        'decline-cancellation',
        'change-billing-address',
        'change-shipping-address',
      ]),
    )
    const impossible = meta.nextActions.filter((one: { possible: boolean }) => !one.possible)
    expect(impossible.length).toBeGreaterThan(8)
    for (const { method, path, reason } of impossible) {
      const answer = await shop.send(method, path, { as: 'operator', body: { reason: 'x' } })
      expect([answer.status, answer.body.errors[0].detail]).toEqual([409, reason])
    }
    expect(Object.keys(meta.details.variants)).toHaveLength(2)
    const sum = meta.details.charges.reduce(
      (all: number, one: { amountWithVat: number }) => all + one.amountWithVat,
      0,
    )
    expect(order.total_minor + order.total_vat_minor + sum).toBe(order.net_minor)
  })

  test('has the timeline that its brand sees', async () => {
    const { id } = await askToCancel(await place())
    await decide(id, 'decline-cancellation', { reason: 'Packed.' })
    const { body } = await shop.send('GET', `/api/operator/v1/orders/${id}/timeline`, { as: 'operator' })
    const commands = body.data.map(
      (one: { attributes: { move: { command: string } } }) => one.attributes.move.command,
    )
    expect(commands).toEqual(['decline-cancellation', 'request-cancellation', 'submit'])
    const unknown = `/api/operator/v1/orders/${randomUUID()}/timeline`
    expect((await shop.send('GET', unknown, { as: 'operator' })).status).toBe(404)
  })
})

describe('the list of all orders', () => {
  const orders = (query: string) =>
    shop.send('GET', `/api/operator/v1/orders?filter[retailer]=${retailerId}&${query}`, { as: 'operator' })

  test('is filtered by reference, names, statuses and days, and names brand and retailer', async () => {
    await shop.advance(60)
    const [order, other] = [await orderIn('shipped'), await place(shop.credentials.otherBrand.brandId)]
    const found = await orders(`filter[q]=%23${order.reference}`)
    expect(idsOf(found)).toEqual([order.id])
    expect(found.body.data[0].attributes).toMatchObject({
      brandName: 'Alder & Wick',
      storeName: 'Quince & Co',
    })
    expect(idsOf(await orders('filter[q]=quince&page[limit]=2'))).toEqual([other.id, order.id])
    expect(idsOf(await orders('filter[q]=NORTHLIGHT&page[limit]=1'))).toEqual([other.id])
    expect(idsOf(await orders('filter[q]=nothing-like-it'))).toEqual([])
    const statuses = 'filter[status]=shipped,ankor_confirmed'
    expect(idsOf(await orders(`${statuses}&page[limit]=2`))).toEqual([other.id, order.id])
    const after = `page[after]=${other.id}`
    expect(idsOf(await orders(`${statuses}&filter[q]=quince&page[limit]=1&${after}`))).toEqual([order.id])
    const now = shop.platform.clock.now()
    const moment = (ms: number) => new Date(now.getTime() + ms).toISOString()
    const days = (from: number, to: number) =>
      `filter[submittedAt][from]=${moment(from)}&filter[submittedAt][to]=${moment(to)}`
    expect(idsOf(await orders(days(0, 1)))).toEqual([other.id, order.id])
    expect(idsOf(await orders(days(1, 2)))).toEqual([])
  })
})

describe('among many orders', () => {
  const MANY = 8_000
  const LIMIT = 51
  beforeAll(async () => copyOrders(db, await place(), MANY), 120_000)

  test('a page of decisions reads a page of each kind, and counts have a maximum', async () => {
    const walk = { from: undefined, backwards: false, limit: LIMIT }
    expect(await rowsReadBy(db, selectPendingDecisions(db, {}, walk))).toBeLessThan(6 * LIMIT + 100)
    const from = { micros: Date.parse('2026-02-01T00:00:00Z') * 1000, id: randomUUID() }
    expect(await rowsReadBy(db, selectPendingDecisions(db, {}, { ...walk, from }))).toBeLessThan(
      6 * LIMIT + 100,
    )
    const rare = await addRetailer(shop)
    await moveOrderTo(shop, await placeOrder(shop, { retailerId: rare }), 'received')
    expect(await rowsReadBy(db, selectPendingDecisions(db, { retailer: rare }, walk))).toBeLessThan(100)
    expect(await rowsReadBy(db, selectDecisionCounts(db, {}))).toBeLessThan(2000)
    const { body } = await shop.send('GET', PATH, { as: 'operator' })
    expect(body.meta.counts.invoices).toBe(1000)
  })

  test('a page of orders reads little more than what it shows', async () => {
    const walk = { cursor: undefined, backwards: false, limit: LIMIT }
    const [{ reference } = { reference: 0 }] = await db<{ reference: number }[]>`
      select reference from ordering.orders order by reference desc limit 1`
    const filters = [
      {},
      { status: ['cancelled'] },
      { status: ['rejected', 'shipped', 'received'] },
      { matches: await findMatchesOfAll(db, String(reference)) },
      { matches: await findMatchesOfAll(db, '1') },
      { matches: await findMatchesOfAll(db, 'alder') },
      { submittedAt: { from: '2026-03-01T00:00:00Z', to: '2026-03-01T01:00:00Z' } },
    ] as const
    for (const filter of filters) {
      const read = await rowsReadBy(db, selectOrdersOfAllBrands(db, filter as never, walk))
      expect(read, JSON.stringify(filter)).toBeLessThan(600)
    }
  })
})
