/** A brand settles a refused reception: the order counts as received, as if the marketplace had settled it. */
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import {
  expectRefusedTransition,
  ORDER_INCLUDES,
  readOrder,
  snapshotOfOrder,
  transition,
} from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const type = 'brand-settles-refusal'
const placeRefused = async () => (await moveOrderTo(shop, await placeOrder(shop), 'reception_refused')).id

test.each([
  ['without attributes', undefined, {}],
  ['with empty attributes', {}, {}],
  ['with a reason', { reason: 'The carton came a day later.' }, { reason: 'The carton came a day later.' }],
])('the order is received, %s, without an event', async (_, attributes, details) => {
  const id = await placeRefused()
  const before = await snapshotOfOrder(shop, id)
  await shop.advance(60)
  const include = ORDER_INCLUDES.join()
  const answer = await transition(shop, id, { type, ...(attributes && { attributes }) }, { include })
  expect([answer.status, answer.body.data?.attributes.status], answer.text).toEqual([200, 'received'])
  expect(answer.headers.deprecation).toBeUndefined()
  expect(answer.body).toEqual((await readOrder(shop, id, include)).body)
  const after = await snapshotOfOrder(shop, id)
  const last = after.moves.at(-1)
  const { orders, moves, ...rest } = before
  const at = last?.created_at
  const changed = { status: 'received', move_count: moves.length + 1, status_since: at, updated_at: at }
  expect(after).toEqual({ ...rest, orders: [{ ...orders[0], ...changed }], moves: [...moves, last] })
  expect(last).toMatchObject({
    command: type,
    from_status: 'reception_refused',
    to_status: 'received',
    moved_by: 'brand',
    event_id: null,
    details,
  })
})

test('the order continues like any received order', async () => {
  const id = await placeRefused()
  expect((await transition(shop, id, { type })).status).toBe(200)
  for (const command of ['issue-invoice', 'pay-brand']) {
    const path = `/api/operator/v1/orders/${id}/-actions/${command}`
    expect((await shop.send('POST', path, { as: 'operator' })).status).toBe(200)
  }
  expect((await readOrder(shop, id)).body.data.attributes.status).toBe('brand_paid')
})

test('if brand and marketplace settle it concurrently, one succeeds', async () => {
  const id = await placeRefused()
  const path = `/api/operator/v1/orders/${id}/-actions/settle-refusal`
  const answers = await Promise.all([
    transition(shop, id, { type }),
    shop.send('POST', path, { as: 'operator' }),
    shop.send('POST', path.replace('settle-refusal', 'approve-refusal'), { as: 'operator' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test.each([
  ['of 1001 characters', 'x'.repeat(1001)],
  ['without a character', ''],
  ['of blanks', '  '],
  ['that is a number', 7],
])('a reason %s is refused', async (_, reason) => {
  const data = { type, attributes: { reason } }
  await expectRefusedTransition(shop, await placeRefused(), data, ['data.attributes.reason'])
})
