/** The deprecated endpoints to accept and reject. */
import { afterAll, describe, expect, test } from 'vitest'
import { pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { ORDER_INCLUDES, readOrder, snapshotOfOrder } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const accept = (id: string, query = '') => shop.send('POST', `/api/v1/orders/${id}/accept${query}`)
const reject = (id: string, body: unknown, query = '') =>
  shop.send('POST', `/api/v1/orders/${id}/reject${query}`, { body })

test.each(['accept', 'reject'])('%s is marked as deprecated, also in an error response', async (name) => {
  const { id } = await placeOrder(shop)
  const path = `/api/v1/orders/${id}/${name}`
  const body = name === 'reject' ? { order: { rejectType: 'PRODUCT_OUT_OF_STOCK' } } : undefined
  for (const status of [200, 409]) {
    const answer = await shop.send('POST', path, { body })
    expect(answer.status).toBe(status)
    expect(answer.headers.deprecation).toBe('@1790812800')
  }
  expect((await readOrder(shop, id)).headers.deprecation).toBeUndefined()
})

describe('accept', () => {
  test('needs no body and does what brand-validates does without changes', async () => {
    const { id } = await placeOrder(shop)
    const before = await snapshotOfOrder(shop, id)
    const { status, body } = await accept(id)
    expect(status).toBe(200)
    expect(body).toEqual((await readOrder(shop, id)).body)
    expect(body.data.attributes.status).toBe('brand_confirmed')
    const after = await snapshotOfOrder(shop, id)
    expect(after.items).toEqual(before.items)
    expect(after.movements).toEqual(before.movements)
    expect(after.moves[1]).toMatchObject({
      command: 'brand-validates',
      from_status: 'ankor_confirmed',
      to_status: 'brand_confirmed',
      moved_by: 'brand',
      event_type: 'order.brand_accepted',
      event_id: after.events.at(-1)?.id,
    })
    expect(after.moves).toHaveLength(2)
  })

  test('returns the requested includes', async () => {
    const { id } = await placeOrder(shop)
    const include = ORDER_INCLUDES.join()
    const { body } = await accept(id, `?include=${include}`)
    expect(body).toEqual((await readOrder(shop, id, include)).body)
    expect(body.included).toHaveLength(10)
  })

  test('refuses an include that does not exist, and then accepts nothing', async () => {
    const { id } = await placeOrder(shop)
    const before = await snapshotOfOrder(shop, id)
    expect((await accept(id, '?include=lines')).status).toBe(400)
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  })

  test('returns 409 when the order was accepted already', async () => {
    const { id } = await placeOrder(shop)
    await accept(id)
    const again = await accept(id)
    expect(again.status).toBe(409)
    expect(again.body.errors[0]).toMatchObject({
      code: 'ORDER_ACTION_ACCEPT_FAILED',
      meta: { status: 'brand_confirmed', possibleIn: 'ankor_confirmed' },
    })
  })
})

describe('reject', () => {
  test.each([
    ['a type alone', { rejectType: 'PREPARATION_TIME_TOO_HIGH' }, 'PREPARATION_TIME_TOO_HIGH'],
    ['a type and words', { rejectType: 'PREPARATION_TIME_TOO_HIGH', rejectReason: 'Autumn.' }, 'Autumn.'],
    ['OTHER and words', { rejectType: 'OTHER', rejectReason: 'Autumn.' }, 'Autumn.'],
    ['words alone, which is OTHER', { rejectReason: 'Autumn.' }, 'Autumn.'],
    ['a thousand characters', { rejectReason: 'x'.repeat(1000) }, 'x'.repeat(1000)],
    ['an unknown attribute', { rejectReason: 'Autumn.', note: 1 }, 'Autumn.'],
  ])('takes %s', async (_, order, reason) => {
    const { id } = await placeOrder(shop)
    const { status, body } = await reject(id, { order }, '?include=orderItems')
    expect(status).toBe(200)
    expect(body).toEqual((await readOrder(shop, id, 'orderItems')).body)
    expect(body.data.attributes).toMatchObject({ status: 'rejected', brandRejectReason: reason })
    expect(body.included).toHaveLength(2)
    const after = await snapshotOfOrder(shop, id)
    expect(after.orders[0]?.brand_reject_type).toBe('rejectType' in order ? order.rejectType : 'OTHER')
    expect(after.moves[1]).toMatchObject({
      command: 'brand-rejects',
      event_type: 'order.brand_rejected',
      event_id: after.events.at(-1)?.id,
    })
    expect(after.levels.map(({ available, reserved }) => [available, reserved])).toEqual([
      [5, 0],
      [5, 0],
    ])
  })

  test.each([
    ['no words for OTHER', { order: { rejectType: 'OTHER' } }, 'order.rejectReason'],
    ['neither type nor words', { order: {} }, 'order.rejectReason'],
    ['1001 characters', { order: { rejectReason: 'x'.repeat(1001) } }, 'order.rejectReason'],
    ['an empty text', { order: { rejectReason: '' } }, 'order.rejectReason'],
    ['blanks', { order: { rejectReason: '  ' } }, 'order.rejectReason'],
    ['an unknown type', { order: { rejectType: 'NO', rejectReason: 'x' } }, 'order.rejectType'],
    ['no order', {}, 'order'],
    ['an order that is a text', { order: 'OTHER' }, 'order'],
    ['a type beside the order', { order: { rejectReason: 'x' }, rejectType: 'OTHER' }, 'rejectType'],
  ])('refuses %s', async (_, body, pointer) => {
    const { id } = await placeOrder(shop)
    const before = await snapshotOfOrder(shop, id)
    const answer = await reject(id, body)
    expect(answer.status).toBe(422)
    expect(pointersOf(answer)).toEqual([pointer])
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  })

  test('needs a body', async () => {
    const { id } = await placeOrder(shop)
    expect((await reject(id, undefined)).status).toBe(400)
    expect((await reject(id, [])).status).toBe(422)
  })
})
