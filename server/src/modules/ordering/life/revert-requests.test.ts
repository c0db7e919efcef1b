import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { STATUSES, type Status } from '../order/move-table.ts'

const shop = await market({
  cleanUp: afterAll,
  env: { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_REJECTION_APPROVAL_SECONDS: '3600' },
})
const REASON = 'Accepted by mistake.'

const ask = (
  id: string,
  body: unknown = { reason: REASON },
  as: 'brand' | 'otherBrand' | 'retailer' = 'brand',
) => shop.send('POST', `/api/v1/orders/${id}/-actions/request-revert`, { as, body })
const decide = (id: string, action: string, body?: unknown) =>
  shop.send('POST', `/api/operator/v1/orders/${id}/-actions/${action}`, { as: 'operator', body })
const orderIn = async (status: Status) => await moveOrderTo(shop, await placeOrder(shop), status)
const requestOf = async (id: string) =>
  (await shop.send('GET', `/api/v1/orders/${id}?withDetails=true`)).body.meta.revertRequest
const possible = ['brand_confirmed', 'rejected'] as const

describe.each(possible)('in %s', (status) => {
  test('a request leaves the status unchanged, and brand and operator read its reason', async () => {
    const { id } = await orderIn(status)
    expect(await requestOf(id)).toBeNull()
    const answer = await ask(id)
    expect([answer.status, answer.body.data.attributes.status]).toEqual([200, status])
    const requestedAt = shop.platform.clock.now().toISOString()
    expect(await requestOf(id)).toEqual({ state: 'open', reason: REASON, requestedAt })
    const seen = await shop.send('GET', `/api/operator/v1/orders/${id}`, { as: 'operator' })
    expect(seen.body.data.attributes.revertRequestReason).toBe(REASON)
    const entry = (await snapshotOfOrder(shop, id)).moves.at(-1)
    expect(entry).toMatchObject({ command: 'request-revert', moved_by: 'brand', event_type: null })
  })

  test('a repeated reason changes nothing, and another reason replaces it and keeps its time', async () => {
    const { id } = await orderIn(status)
    await ask(id)
    const { requestedAt } = await requestOf(id)
    const before = await snapshotOfOrder(shop, id)
    await shop.advance(60)
    expect((await ask(id)).status).toBe(200)
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
    await ask(id, { reason: 'Wrong prices.' })
    expect(await requestOf(id)).toEqual({ state: 'open', reason: 'Wrong prices.', requestedAt })
  })

  test('declining gives the brand a reason, and the brand may ask again', async () => {
    const { id } = await orderIn(status)
    await ask(id)
    const declined = await decide(id, 'decline-revert', { reason: 'Too late.' })
    expect([declined.status, declined.body.data.attributes.status]).toEqual([200, status])
    expect(await requestOf(id)).toEqual({ state: 'declined', reason: 'Too late.', requestedAt: null })
    expect((await snapshotOfOrder(shop, id)).moves.at(-1)).toMatchObject({
      command: 'decline-revert',
      moved_by: 'marketplace',
      details: { reason: 'Too late.' },
    })
    expect((await decide(id, 'decline-revert', { reason: 'Too late.' })).status).toBe(409)
    await ask(id)
    expect(await requestOf(id)).toMatchObject({ state: 'open', reason: REASON })
  })

  test('granting moves the order back, and ends the request', async () => {
    const { id } = await orderIn(status)
    await ask(id)
    const { body } = await decide(id, status === 'rejected' ? 'refuse-rejection' : 'revert-acceptance')
    expect(body.data.attributes).toMatchObject({ status: 'ankor_confirmed', revertRequestReason: null })
    await transition(shop, id, { type: 'brand-validates' })
    expect(await requestOf(id)).toBeNull()
  })
})

test.each(STATUSES.filter((status) => !(possible as readonly string[]).includes(status)))(
  'in %s it is a conflict',
  async (status) => {
    const { id } = await orderIn(status)
    const answer = await ask(id)
    expect([answer.status, codesOf(answer)]).toEqual([409, ['ORDER_ACTION_REQUEST_REVERT_FAILED']])
    const { nextActions } = (await shop.send('GET', `/api/v1/orders/${id}?withDetails=true`)).body.meta
    const told = nextActions.find(({ action }: { action: string }) => action === 'request-revert')
    expect(told).toMatchObject({ possible: false, reason: answer.body.errors[0].detail })
  },
)

test('it needs a reason, and is for the brand of the order', async () => {
  const { id } = await orderIn('brand_confirmed')
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(1001) }]) {
    const answer = await ask(id, body)
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['reason']])
  }
  expect((await ask(id, undefined, 'otherBrand')).status).toBe(403)
  expect((await ask(id, undefined, 'retailer')).status).toBe(403)
  await ask(id)
  expect((await decide(id, 'decline-revert', {})).status).toBe(422)
})

test('a rejection with a revert request is not approved automatically', async () => {
  const reject = { type: 'brand-rejects', attributes: { rejectType: 'PRODUCT_OUT_OF_STOCK' } }
  const [asked, other] = [await placeOrder(shop), await placeOrder(shop)]
  for (const { id } of [asked, other]) await transition(shop, id, reject)
  await ask(asked.id)
  await shop.runJobs()
  await shop.advance(3600)
  await shop.runJobs()
  const statusOf = async (id: string) => (await snapshotOfOrder(shop, id)).orders[0]?.status
  expect([await statusOf(asked.id), await statusOf(other.id)]).toEqual(['rejected', 'cancelled'])
})
