/** Resetting shipping labels. */
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { ORDER_INCLUDES, readOrder, snapshotOfOrder } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { testRefusedReasons, transitionOf, withoutOther } from '../../../../test/reason-checks.ts'
import { SPECIFIED_RESET_TYPES } from '../../../../test/specified-moves.ts'
import { RESET_TYPES } from './transition-bodies.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

async function placeLabelled(): Promise<string> {
  const { id } = await moveOrderTo(shop, await placeOrder(shop), 'shipping_labels_generated')
  await shop.platform.db`update ordering.orders set shipping_method = 'marketplace' where id = ${id}`
  return id
}
const { send: reset, expectRefused } = transitionOf(
  shop,
  'brand-resets-shipping-labels-generation',
  placeLabelled,
)

test('the types are those of the specification', () => {
  expect(RESET_TYPES).toEqual(SPECIFIED_RESET_TYPES)
})

test.each(withoutOther(RESET_TYPES))('%s needs no reason in words', async (resetType) => {
  const id = await placeLabelled()
  const { status, body } = await reset(id, { resetType })
  expect(status).toBe(200)
  expect(body.data.attributes.status).toBe('brand_confirmed')
  expect((await snapshotOfOrder(shop, id)).moves.at(-1)?.details).toEqual({ resetType })
})

test.each(RESET_TYPES)('%s can have a reason in words', async (resetType) => {
  const id = await placeLabelled()
  const { status } = await reset(id, { resetType, reason: 'A parcel more.' })
  expect(status).toBe(200)
  expect((await snapshotOfOrder(shop, id)).moves.at(-1)?.details).toEqual({
    resetType,
    reason: 'A parcel more.',
  })
})

test('the order is accepted as before, without a shipping method, and nothing else changes', async () => {
  const id = await placeLabelled()
  const before = await snapshotOfOrder(shop, id)
  expect((await readOrder(shop, id)).body.data.attributes).toMatchObject({
    status: 'shipping_labels_generated',
    shippingMethod: 'marketplace',
  })
  await shop.advance(60)
  const include = ORDER_INCLUDES.join()
  const { body } = await reset(id, { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }, include)
  expect(body).toEqual((await readOrder(shop, id, include)).body)
  expect(body.data.attributes).toMatchObject({
    status: 'brand_confirmed',
    shippingMethod: null,
    brandRejectReason: null,
  })
  const after = await snapshotOfOrder(shop, id)
  const last = after.moves.at(-1)
  const { orders, moves, events, ...rest } = before
  expect(after).toEqual({
    ...rest,
    orders: [
      {
        ...orders[0],
        status: 'brand_confirmed',
        shipping_method: null,
        move_count: moves.length + 1,
        status_since: last?.created_at,
        updated_at: last?.created_at,
      },
    ],
    moves: [...moves, last],
    events: [...events, after.events.at(-1)],
  })
  expect(last).toMatchObject({
    command: 'brand-resets-shipping-labels-generation',
    from_status: 'shipping_labels_generated',
    to_status: 'brand_confirmed',
    moved_by: 'brand',
  })
  expect(after.events.at(-1)).toMatchObject({
    id: last?.event_id,
    type: 'order.shipping_labels_generated_reverted',
  })
})

test('labels can be generated and reset repeatedly', async () => {
  const id = await placeLabelled()
  for (let i = 0; i < 3; i++) {
    const { status, body } = await reset(id, { resetType: 'OTHER', reason: `Try ${i}.` })
    expect([status, body.data.attributes.status]).toEqual([200, 'brand_confirmed'])
    const row = (await snapshotOfOrder(shop, id)).orders[0] as never
    await moveOrderTo(shop, row, 'shipping_labels_generated')
  }
})

describe('the reason', () => {
  test.each([
    ['one character', 'x'],
    ['three hundred characters', 'ä'.repeat(300)],
  ])('may be %s', async (_, reason) => {
    expect((await reset(await placeLabelled(), { resetType: 'OTHER', reason })).status).toBe(200)
  })

  testRefusedReasons(expectRefused, {
    typeMember: 'resetType',
    reasonMember: 'reason',
    maxLength: 300,
    otherType: 'BRAND_NEED_MORE_LABELS_TO_SHIP',
  })
})

test.each([
  ['missing', { reason: 'x' }, 'data.attributes.resetType'],
  ['one of a rejection', { resetType: 'PRODUCT_OUT_OF_STOCK' }, 'data.attributes.resetType'],
  ['null', { resetType: null }, 'data.attributes.resetType'],
  ['without attributes', undefined, 'data.attributes'],
])('a type that is %s is refused', async (_, attributes, pointer) => {
  await expectRefused(attributes, [pointer])
})
