import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { market, type SendOptions } from '../../../../test/market.ts'
import { addRetailer, readOrder, snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { STATUSES, type Status } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const REASON = 'Ordered twice.'

const ask = (id: string, body: unknown = { reason: REASON }) =>
  shop.send('POST', `/api/retailer/v1/orders/${id}/-actions/request-cancellation`, { as: 'retailer', body })
const askInSandbox = (id: string, body: unknown = { reason: REASON }, options: SendOptions = {}) =>
  shop.send('POST', `/api/testing/orders/${id}/-actions/request-cancellation`, { body, ...options })
const orderIn = async (status: Status) => await moveOrderTo(shop, await placeOrder(shop), status)

test('retailer, brand and operator see the reason, and the order still waits for the brand', async () => {
  const { id } = await placeOrder(shop)
  await shop.advance(60)
  const answer = await ask(id)
  expect(answer.status).toBe(200)
  const told = { status: 'ankor_confirmed', retailerCancellationRequestReason: REASON }
  expect(answer.body.data).toMatchObject({ type: 'orders', id, attributes: told })
  const { attributes } = (await readOrder(shop, id)).body.data
  expect(attributes).toMatchObject(told)
  expect(attributes.updatedAt > attributes.submittedAt).toBe(true)
  const seen = await shop.send('GET', `/api/operator/v1/orders/${id}`, { as: 'operator' })
  expect(seen.body.data.attributes).toMatchObject(told)
})

test('a request is in the history, with its reason and without an event', async () => {
  const { id } = await placeOrder(shop)
  await ask(id)
  const { body } = await shop.send('GET', `/api/v1/orders/${id}/history`)
  expect(body.data[0].attributes).toMatchObject({
    command: 'request-cancellation',
    from: 'ankor_confirmed',
    to: 'ankor_confirmed',
    movedBy: 'retailer',
    applicationId: null,
    eventId: null,
    eventType: null,
    details: { reason: REASON },
  })
  expect(body.data).toHaveLength(2)
})

test('a repeated reason changes nothing, and another reason replaces it', async () => {
  const { id } = await placeOrder(shop)
  await ask(id)
  const before = await snapshotOfOrder(shop, id)
  await shop.advance(60)
  expect((await ask(id)).status).toBe(200)
  expect(await snapshotOfOrder(shop, id)).toEqual(before)
  const { body } = await ask(id, { reason: 'Wrong address.' })
  expect(body.data.attributes.retailerCancellationRequestReason).toBe('Wrong address.')
  expect((await snapshotOfOrder(shop, id)).moves).toHaveLength(3)
})

test('one of several concurrent requests with the same reason is recorded', async () => {
  const { id } = await placeOrder(shop)
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await snapshotOfOrder(shop, id)).moves).toHaveLength(2)
})

test.each(STATUSES.filter((status) => status !== 'ankor_confirmed'))(
  'in %s it is a conflict, and nothing changes',
  async (status) => {
    const { id } = await orderIn(status)
    const before = await snapshotOfOrder(shop, id)
    for (const answer of [await ask(id), await askInSandbox(id)]) {
      expect([answer.status, codesOf(answer)]).toEqual([409, ['ORDER_ACTION_REQUEST_CANCELLATION_FAILED']])
      expect(answer.body.errors[0].meta).toEqual({ status, possibleIn: 'ankor_confirmed' })
    }
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  },
)

describe('the brand decides', () => {
  const reasonOf = async (id: string) =>
    (await readOrder(shop, id)).body.data.attributes.retailerCancellationRequestReason

  test('and may reject the order; the reason stays, whatever becomes of the rejection', async () => {
    const { id } = await placeOrder(shop)
    await ask(id)
    const attributes = { rejectType: 'OTHER', rejectReason: 'As the retailer asked.' }
    expect((await transition(shop, id, { type: 'brand-rejects', attributes })).status).toBe(200)
    expect(await reasonOf(id)).toBe(REASON)
    await shop.send('POST', `/api/operator/v1/orders/${id}/-actions/refuse-rejection`, { as: 'operator' })
    expect(await reasonOf(id)).toBe(REASON)
    expect((await ask(id, { reason: 'Still twice.' })).status).toBe(200)
  })

  test('and may accept the order anyway; the reason stays', async () => {
    const { id } = await placeOrder(shop)
    await ask(id)
    expect((await transition(shop, id, { type: 'brand-validates' })).status).toBe(200)
    expect(await reasonOf(id)).toBe(REASON)
  })
})

test.each([
  [{}, ['reason']],
  [{ reason: '' }, ['reason']],
  [{ reason: '   ' }, ['reason']],
  [{ reason: 'x'.repeat(1001) }, ['reason']],
  [{ reason: 5 }, ['reason']],
  [{ reason: REASON, why: REASON }, ['why']],
])('%j is 422', async (body, pointers) => {
  const { id } = await placeOrder(shop)
  const answer = await ask(id, body)
  expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
  expect((await ask(id, { reason: 'x'.repeat(1000) })).status).toBe(200)
})

test("another retailer's order is 403, an unknown one 404, and brands cannot request", async () => {
  const { id } = await placeOrder(shop, { retailerId: await addRetailer(shop) })
  expect((await ask(id)).status).toBe(403)
  expect((await ask(randomUUID())).status).toBe(404)
  const path = `/api/retailer/v1/orders/${id}/-actions/request-cancellation`
  expect((await shop.send('POST', path, { body: { reason: REASON } })).status).toBe(403)
  expect((await snapshotOfOrder(shop, id)).moves).toHaveLength(1)
})

describe('in the sandbox', () => {
  test('a brand can request for the retailer of its own order, the operator for that of any order', async () => {
    const { id } = await placeOrder(shop)
    const answer = await askInSandbox(id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      type: 'order',
      id,
      attributes: { retailerCancellationRequestReason: REASON },
    })
    const [, entry] = (await snapshotOfOrder(shop, id)).moves
    expect(entry).toMatchObject({ command: 'request-cancellation', moved_by: 'retailer' })
    expect((await askInSandbox(id, { reason: 'Again.' }, { as: 'operator' })).status).toBe(200)
  })

  test('is not for retailers, nor for orders of others', async () => {
    const { id } = await placeOrder(shop)
    expect((await askInSandbox(id, undefined, { as: 'retailer' })).status).toBe(403)
    expect((await askInSandbox(id, undefined, { as: 'otherBrand' })).status).toBe(403)
    expect((await askInSandbox(randomUUID())).status).toBe(404)
  })
})
