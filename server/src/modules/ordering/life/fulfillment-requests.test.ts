/** Requests to the warehouse by a brand that is not enrolled: the same before and after the end of the warehouse service. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt } from '../../../../test/answers.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { snapshotOfOrder } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { AROUND_END_OF_GROUPS } from '../../../../test/time.ts'
import type { Status } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials.otherBrand
const as = 'otherBrand'

const check = (id: string) => shop.send('GET', `/api/v1/orders/${id}/is-fulfillable`, { as })
const request = (id: string, more: object = {}) =>
  shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, {
    as,
    body: { data: { type: 'brand-requests-fulfillment', ...more } },
  })
const place = async (status: Status) =>
  (await moveOrderTo(shop, await placeOrder(shop, { brandId }), status)).id
const detailsOf = ({ status, body }: Answer) => [
  status,
  ...body.errors.map(({ detail, meta }: { detail: string; meta: object }) => ({ detail, meta })),
]
const meta = { undeclaredItems: [], unavailableItems: [] }

describe.each(AROUND_END_OF_GROUPS)('at %s', (moment) => {
  test.each<Status>(['ankor_confirmed', 'brand_confirmed'])(
    'in %s the check names the reason',
    async (status) => {
      await shop.setTime(moment)
      const answer = await check(await place(status))
      expect(detailsOf(answer)).toEqual([422, { detail: 'not_a_fulfillment_brand', meta }])
      expect(answer.headers.deprecation).toMatch(/^@\d+$/)
      expect(answer.headers).not.toHaveProperty('sunset')
    },
  )

  test('the transition is refused for the same reason and changes nothing', async () => {
    await shop.setTime(moment)
    const id = await place('brand_confirmed')
    const before = await snapshotOfOrder(shop, id)
    const answer = await request(id)
    expect(detailsOf(answer)).toEqual([422, { detail: 'not_a_fulfillment_brand', meta }])
    expect(answer.headers.deprecation).toMatch(/^@\d+$/)
    expect(answer.headers).not.toHaveProperty('sunset')
    expectRefusedAt(await request(id, { attributes: 7 }), 'data.attributes')
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  })

  test('an order that the warehouse has or had, or that is in another status, is refused for that reason', async () => {
    await shop.setTime(moment)
    const requested = await place('fulfillment_requested')
    for (const ask of [check, request]) {
      expect(detailsOf(await ask(requested))).toEqual([422, { detail: 'already_being_fulfilled', meta }])
    }
    const received = await place('received')
    for (const ask of [check, request]) {
      const answer = await ask(received)
      expect([answer.status, codesOf(answer)]).toEqual([409, ['ORDER_ACTION_TRANSITION_FAILED']])
    }
    for (const ask of [check, request]) expect((await ask(randomUUID())).status).toBe(404)
  })
})
