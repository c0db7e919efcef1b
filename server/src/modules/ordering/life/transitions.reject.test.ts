/** Rejecting an order. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { ORDER_INCLUDES, readOrder, snapshotOfOrder } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { testRefusedReasons, transitionOf, withoutOther } from '../../../../test/reason-checks.ts'
import { SPECIFIED_REJECT_TYPES } from '../../../../test/specified-moves.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { REJECT_TYPES } from './transition-bodies.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const { send: reject, expectRefused } = transitionOf(
  shop,
  'brand-rejects',
  async () => (await placeOrder(shop)).id,
)

test('the types are those of the specification', () => {
  expect(REJECT_TYPES).toEqual(SPECIFIED_REJECT_TYPES)
})

test.each(withoutOther(REJECT_TYPES))(
  '%s needs no reason in words and is then shown as the reason',
  async (rejectType) => {
    const { id } = await placeOrder(shop)
    const { status, body } = await reject(id, { rejectType })
    expect(status).toBe(200)
    expect(body.data.attributes).toMatchObject({ status: 'rejected', brandRejectReason: rejectType })
    const { moves } = await snapshotOfOrder(shop, id)
    expect(moves[1]).toMatchObject({ command: 'brand-rejects', moved_by: 'brand', details: { rejectType } })
    expect(moves[1]?.details).not.toHaveProperty('rejectReason')
  },
)

test.each(REJECT_TYPES)('%s can have a reason in words', async (rejectType) => {
  const { id } = await placeOrder(shop)
  const rejectReason = 'We close in spring.'
  const { status, body } = await reject(id, { rejectType, rejectReason })
  expect(status).toBe(200)
  expect(body.data.attributes).toMatchObject({ status: 'rejected', brandRejectReason: rejectReason })
  const { moves } = await snapshotOfOrder(shop, id)
  expect(moves[1]?.details).toEqual({ rejectType, rejectReason })
})

describe('the reason', () => {
  test.each([
    ['one character', 'x'],
    ['a thousand characters', 'ä'.repeat(1000)],
    ['a thousand characters of two units each', '😀'.repeat(1000)],
    ['blanks around something', ' no '],
    ['lines', 'no\n<b>really</b> "not"'],
  ])('may be %s and is stored unchanged', async (_, rejectReason) => {
    const { id } = await placeOrder(shop)
    expect((await reject(id, { rejectType: 'OTHER', rejectReason })).status).toBe(200)
    expect((await readOrder(shop, id)).body.data.attributes.brandRejectReason).toBe(rejectReason)
  })

  testRefusedReasons(expectRefused, {
    typeMember: 'rejectType',
    reasonMember: 'rejectReason',
    maxLength: 1000,
    otherType: 'PRODUCT_OUT_OF_STOCK',
  })
})

describe('the type', () => {
  test.each([
    ['missing', { rejectReason: 'no' }],
    ['unknown', { rejectType: 'TOO_EXPENSIVE' }],
    ['in small letters', { rejectType: 'other', rejectReason: 'no' }],
    ['null', { rejectType: null }],
    ['a list', { rejectType: ['OTHER'] }],
  ])('%s is refused', async (_, attributes) => {
    await expectRefused(attributes, ['data.attributes.rejectType'])
  })

  test.each([
    ['missing', undefined],
    ['null', null],
    ['a text', 'OTHER'],
  ])('attributes that are %s are refused', async (_, attributes) => {
    await expectRefused(attributes, ['data.attributes'])
  })
})

test('releases all of its stock, once', async () => {
  const order = await placeOrder(shop)
  const stockOf = async () =>
    (await snapshotOfOrder(shop, order.id)).levels.map(({ available, reserved }) => [available, reserved])
  expect(await stockOf()).toEqual([
    [3, 2],
    [2, 3],
  ])
  await reject(order.id, { rejectType: 'PRODUCT_OUT_OF_STOCK' })
  expect(await stockOf()).toEqual([
    [5, 0],
    [5, 0],
  ])
  const { movements } = await snapshotOfOrder(shop, order.id)
  expect(movements[1]).toMatchObject({
    movement_type: 'order_cancelled',
    metadata: { transition: 'rejected', masterOrderUuid: order.id },
  })
  await expectSoundLedger(shop.platform.db)
})

test('records one event, keeps amounts and items, and returns the requested includes', async () => {
  const { id } = await placeOrder(shop)
  const before = await snapshotOfOrder(shop, id)
  const include = ORDER_INCLUDES.join()
  await shop.advance(60)
  const { body } = await reject(id, { rejectType: 'BUYER_NOT_A_RETAILER' }, include)
  expect(body).toEqual((await readOrder(shop, id, include)).body)
  expect(body.included).toHaveLength(10)
  const after = await snapshotOfOrder(shop, id)
  expect(after.items).toEqual(before.items)
  expect(after.billingItems).toEqual(before.billingItems)
  expect(after.orders).toEqual([
    {
      ...before.orders[0],
      status: 'rejected',
      brand_reject_type: 'BUYER_NOT_A_RETAILER',
      move_count: 2,
      status_since: after.moves[1]?.created_at,
      updated_at: after.moves[1]?.created_at,
    },
  ])
  expect(after.events).toEqual([
    ...before.events,
    expect.objectContaining({
      id: after.moves[1]?.event_id,
      type: 'order.brand_rejected',
      brand_id: shop.credentials.brandId,
      subject_id: id,
    }),
  ])
})

test('returns 409 with the status when the order was rejected already', async () => {
  const { id } = await placeOrder(shop)
  await reject(id, { rejectType: 'OTHER', rejectReason: 'First.' })
  const before = await snapshotOfOrder(shop, id)
  const again = await reject(id, { rejectType: 'OTHER', rejectReason: 'Second.' })
  expect(again.status).toBe(409)
  expect(codesOf(again)).toEqual(['ORDER_ACTION_REJECT_FAILED'])
  expect(again.body.errors[0].meta).toEqual({ status: 'rejected', possibleIn: 'ankor_confirmed' })
  expect(await snapshotOfOrder(shop, id)).toEqual(before)
})

test('returns 403 for an order of another brand and 404 for an unknown one before the body is validated', async () => {
  const foreign = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
  const before = await snapshotOfOrder(shop, foreign.id)
  expect((await reject(foreign.id, { rejectType: 'OTHER' })).status).toBe(403)
  expect((await reject(randomUUID(), { rejectType: 'OTHER' })).status).toBe(404)
  expect(await snapshotOfOrder(shop, foreign.id)).toEqual(before)
})
