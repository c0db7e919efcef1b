import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { snapshotOfOrder } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { DEMO } from '../../identity/index.ts'
import { requestCancellation } from '../life/cancellation-requests.ts'
import { MOVES, type Move, STATUSES, type Status } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

const move = (id: string, command: string, body?: unknown) =>
  shop.send('POST', `/api/operator/v1/orders/${id}/-actions/${command}`, { as: 'operator', body })
const orderIn = async (status: Status) => await moveOrderTo(shop, await placeOrder(shop), status)
/** Some moves need the request of the retailer. */
const orderFor = async (command: string, status: Status) => {
  const order = await orderIn(status)
  if (command === 'approve-cancellation') {
    const by = { party: 'retailer', applicationId: null } as const
    const target = { brandId: order.brand_id, orderId: order.id }
    await requestCancellation(shop.platform, target, { reason: 'Ordered twice.', by })
  }
  return order
}

/** The reserved and the available stock of the order's two lines, of 2 and 3 packs out of 5. */
const HELD = [
  { available: 3, reserved: 2 },
  { available: 2, reserved: 3 },
]
const FREE = [
  { available: 5, reserved: 0 },
  { available: 5, reserved: 0 },
]
const GONE = [
  { available: 3, reserved: 0 },
  { available: 2, reserved: 0 },
]

const CASES: [command: string, from: Status, to: Status, event: string | null, stock: object[]][] = [
  ['approve-cancellation', 'ankor_confirmed', 'cancelled', 'order.cancelled', FREE],
  ['approve-rejection', 'rejected', 'cancelled', 'order.cancelled', FREE],
  ['refuse-rejection', 'rejected', 'ankor_confirmed', 'order.brand_accepted_reverted', HELD],
  ['revert-acceptance', 'brand_confirmed', 'ankor_confirmed', 'order.brand_accepted_reverted', HELD],
  ['fulfil', 'fulfillment_requested', 'shipped', null, GONE],
  ['take-back-fulfillment', 'fulfillment_requested', 'brand_confirmed', null, HELD],
  ['approve-refusal', 'reception_refused', 'cancelled', 'order.cancelled', GONE],
  ['settle-refusal', 'reception_refused', 'received', null, GONE],
  ['issue-invoice', 'received', 'invoiced', null, GONE],
  ['pay-brand', 'invoiced', 'brand_paid', 'order.brand_paid', GONE],
]

test('the operator has every move of the marketplace except that of the shipping module', () => {
  const doors = shop.http.operations.flatMap(({ path }) => {
    const [, command] = /^\/api\/operator\/v1\/orders\/\{order\}\/-actions\/(.+)$/.exec(path) ?? []
    return command?.startsWith('decline-') ? [] : (command ?? [])
  })
  const ofMarketplace = MOVES.filter(({ by }: Move) => by.includes('marketplace')).map(
    ({ command }) => command,
  )
  expect([...doors, 'generate-labels'].sort()).toEqual([...ofMarketplace].sort())
  expect(CASES.map(([command]) => command).sort()).toEqual([...doors].sort())
})

describe.each(CASES)('%s', (command, from, to, event, stock) => {
  test(`leads from ${from} to ${to}, with its history, event and stock`, async () => {
    const order = await orderFor(command, from)
    const before = await snapshotOfOrder(shop, order.id)
    await shop.advance(60)
    const answer = await move(order.id, command, { reason: 'Agreed by phone.' })
    expect([answer.status, answer.body.data.type, answer.body.data.attributes.status]).toEqual([
      200,
      'orders',
      to,
    ])
    expect(answer.body.data.attributes.lines).toHaveLength(2)
    const { moves, events, items } = await snapshotOfOrder(shop, order.id)
    const [application] = await db`select id from identity.applications where client_id = 'demo-operator'`
    expect(moves.slice(0, -1)).toEqual(before.moves)
    expect(moves.at(-1)).toMatchObject({
      number: before.moves.length + 1,
      command,
      from_status: from,
      to_status: to,
      moved_by: 'marketplace',
      application_id: application?.id,
      event_type: event,
      details: { reason: 'Agreed by phone.' },
    })
    expect(events.slice(before.events.length)).toMatchObject(
      event ? [{ id: moves.at(-1)?.event_id, type: event, subject_id: order.id }] : [],
    )
    expect(
      await readLevels(
        db,
        items.map(({ variant_id }) => variant_id),
      ),
    ).toMatchObject(stock)
    await expectSoundLedger(db)
  })

  test('needs no body', async () => {
    const order = await orderFor(command, from)
    expect((await move(order.id, command)).status).toBe(200)
    expect((await snapshotOfOrder(shop, order.id)).moves.at(-1)?.details).toEqual({})
  })

  test.each(STATUSES.filter((status) => status !== from))('is refused in %s', async (status) => {
    const order = await orderIn(status)
    const before = await snapshotOfOrder(shop, order.id)
    const answer = await move(order.id, command, {})
    expect([answer.status, codesOf(answer)]).toEqual([409, ['ORDER_ACTION_TRANSITION_FAILED']])
    expect(answer.body.errors[0].meta).toEqual({ status, possibleIn: from })
    expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
  })

  test.each([
    ['an empty reason', { reason: '' }, 'reason'],
    ['a blank reason', { reason: '  ' }, 'reason'],
    ['a long reason', { reason: 'x'.repeat(1001) }, 'reason'],
    ['no text', { reason: 5 }, 'reason'],
    ['another member', { reasons: 'x' }, 'reasons'],
    ['a document', { data: {} }, 'data'],
  ])('refuses %s', async (_what, body, pointer) => {
    const order = await orderFor(command, from)
    const answer = await move(order.id, command, body)
    expectRefusedAt(answer, pointer)
    expect((await snapshotOfOrder(shop, order.id)).orders[0]?.status).toBe(from)
  })

  test('returns 404 for an unknown order', async () => {
    expect((await move(randomUUID(), command)).status).toBe(404)
  })
})

test('a paid order has its payment time, and a reason may have a thousand characters', async () => {
  const order = await orderIn('invoiced')
  const { body, status } = await move(order.id, 'pay-brand', { reason: 'x'.repeat(1000) })
  expect(status).toBe(200)
  expect(body.data.attributes.brandPaidAt).toBe(body.data.attributes.updatedAt)
})

test('refusing a rejection clears its reason and reserves the stock again, even if it was sold meanwhile', async () => {
  const order = await placeOrder(shop, { products: [{}], quantities: [5] })
  const attributes = { rejectType: 'OTHER', rejectReason: 'The kiln broke.' }
  await shop.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
    body: { data: { type: 'brand-rejects', attributes } },
  })
  const { items } = await snapshotOfOrder(shop, order.id)
  const sold = await shop.send('POST', '/api/operator/v1/orders', {
    as: 'operator',
    body: {
      data: {
        type: 'orders',
        attributes: {
          brandId: order.brand_id,
          retailerId: order.retailer_id,
          lines: [{ productVariantId: items[0]?.variant_id, quantity: 4 }],
        },
      },
    },
  })
  expect(sold.status).toBe(201)
  const { body } = await move(order.id, 'refuse-rejection')
  expect(body.data.attributes).toMatchObject({
    status: 'ankor_confirmed',
    rejectType: null,
    brandRejectReason: null,
  })
  expect(await readLevels(db, [items[0]?.variant_id])).toMatchObject([{ available: -4, reserved: 9 }])
  await expectSoundLedger(db)
})

test('one of two opposite concurrent decisions succeeds', async () => {
  const order = await orderIn('rejected')
  const commands = ['approve-rejection', 'refuse-rejection', 'approve-rejection', 'refuse-rejection']
  const answers = await Promise.all(commands.map((command) => move(order.id, command)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const { moves } = await snapshotOfOrder(shop, order.id)
  expect(moves).toHaveLength(3)
  await expectSoundLedger(db)
})

test('the operator serves orders of every brand', async () => {
  const order = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
  await moveOrderTo(shop, order, 'brand_confirmed')
  expect((await move(order.id.toUpperCase(), 'revert-acceptance')).status).toBe(200)
})

describe('the history of an order', () => {
  const history = (id: string, query = '', as: 'operator' | 'brand' = 'operator') =>
    shop.send('GET', `/api/operator/v1/orders/${id}/history?${query}`, { as })

  test('has the application of every move, whatever the brand of the order', async () => {
    const order = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
    await moveOrderTo(shop, order, 'brand_confirmed')
    await move(order.id, 'revert-acceptance', { reason: 'Agreed by phone.' })
    const { status, body } = await history(order.id)
    expect(status).toBe(200)
    const [newest, ...older] = body.data
    expect(newest.attributes).toMatchObject({
      command: 'revert-acceptance',
      from: 'brand_confirmed',
      to: 'ankor_confirmed',
      movedBy: 'marketplace',
      applicationId: DEMO.operatorApplicationId,
      eventType: 'order.brand_accepted_reverted',
      details: { reason: 'Agreed by phone.' },
    })
    expect(older).toHaveLength(2)
    const second = await history(order.id, `page[limit]=1&page[after]=${newest.id}`)
    expect(second.body.data).toEqual([older[0]])
  })

  test('is for operators only, and not found for an unknown order', async () => {
    const order = await placeOrder(shop)
    expect((await history(order.id, '', 'brand')).status).toBe(403)
    expect((await history(randomUUID())).status).toBe(404)
    const other = await placeOrder(shop)
    const foreign = (await history(other.id)).body.data[0].id
    expect((await history(order.id, `page[after]=${foreign}`)).status).toBe(400)
  })
})
