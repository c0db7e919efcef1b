/** Which transition is possible in which status, and how every transition responds to an invalid body. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { STATUSES } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

interface Action {
  name: string
  path: string
  possibleIn: string
  code: string
  /** Bodies with valid and with invalid attributes. */
  bodies: unknown[]
}

const data = (type: string, ...attributes: unknown[]) =>
  attributes.map((one) => ({ data: { type, ...(one !== undefined && { attributes: one }) } }))
const RESET = 'brand-resets-shipping-labels-generation'

const ACTIONS: Action[] = [
  {
    name: 'brand-validates',
    path: '-actions/transition',
    possibleIn: 'ankor_confirmed',
    code: 'ORDER_ACTION_TRANSITION_FAILED',
    bodies: data('brand-validates', undefined, { orderItems: 'all' }, 7),
  },
  {
    name: 'brand-rejects',
    path: '-actions/transition',
    possibleIn: 'ankor_confirmed',
    code: 'ORDER_ACTION_REJECT_FAILED',
    bodies: data('brand-rejects', { rejectType: 'BUYER_NOT_A_RETAILER' }, { rejectType: 'OTHER' }, undefined),
  },
  {
    name: RESET,
    path: '-actions/transition',
    possibleIn: 'shipping_labels_generated',
    code: 'ORDER_ACTION_TRANSITION_FAILED',
    bodies: data(RESET, { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }, { resetType: 'OTHER' }, undefined),
  },
  {
    name: 'brand-settles-refusal',
    path: '-actions/transition',
    possibleIn: 'reception_refused',
    code: 'ORDER_ACTION_TRANSITION_FAILED',
    bodies: data('brand-settles-refusal', undefined, { reason: 'Found.' }, { reason: 7 }),
  },
  {
    name: 'accept',
    path: 'accept',
    possibleIn: 'ankor_confirmed',
    code: 'ORDER_ACTION_ACCEPT_FAILED',
    bodies: [undefined],
  },
  {
    name: 'reject',
    path: 'reject',
    possibleIn: 'ankor_confirmed',
    code: 'ORDER_ACTION_REJECT_FAILED',
    bodies: [{ order: { rejectType: 'BUYER_NOT_A_RETAILER' } }, { order: {} }, { order: 7 }, {}],
  },
]

test.each(STATUSES)(
  'in %s every transition that the status does not allow is a conflict and changes nothing',
  async (status) => {
    const { id } = await moveOrderTo(shop, await placeOrder(shop), status)
    const before = await snapshotOfOrder(shop, id)
    expect(before.orders[0]?.status).toBe(status)
    const wrong = ACTIONS.filter(({ possibleIn }) => possibleIn !== status)
    expect(wrong.length).toBeGreaterThan(0)
    for (const { name, path, possibleIn, code, bodies } of wrong) {
      for (const body of bodies) {
        const answer = await shop.send('POST', `/api/v1/orders/${id}/${path}`, { body })
        const because = `${name} ${JSON.stringify(body)}`
        expect(answer.status, because).toBe(409)
        expect(codesOf(answer), because).toEqual([code])
        const [error] = answer.body.errors
        expect(error, because).toMatchObject({
          status: '409',
          title: 'Conflict',
          meta: { status, possibleIn },
        })
        expect(error.detail, because).toContain(`is in ${status}`)
      }
    }
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  },
)

test.each(ACTIONS)('$name is possible in $possibleIn', async ({ path, possibleIn, bodies }) => {
  const { id } = await moveOrderTo(shop, await placeOrder(shop), possibleIn as 'ankor_confirmed')
  const answer = await shop.send('POST', `/api/v1/orders/${id}/${path}`, { body: bodies[0] })
  expect(answer.status).toBe(200)
  expect(answer.body.data.attributes.status).not.toBe(possibleIn)
})

describe('a body', () => {
  const url = async () => {
    const { id } = await placeOrder(shop)
    return { id, path: `/api/v1/orders/${id}/-actions/transition` }
  }

  test.each([
    ['data is missing', {}, ['data']],
    ['data is null', { data: null }, ['data']],
    ['data is a list', { data: [] }, ['data']],
    ['the type is missing', { data: { attributes: {} } }, ['data.type']],
    ['the type is null', { data: { type: null } }, ['data.type']],
    ['the type is unknown', { data: { type: 'brand-ships' } }, ['data.type']],
    ['the type is spelt otherwise', { data: { type: 'brand_validates' } }, ['data.type']],
    ['the type is a command of others', { data: { type: 'approve-rejection' } }, ['data.type']],
    ['the type is inherited', { data: { type: 'constructor' } }, ['data.type']],
    [
      'data has an unknown member',
      { data: { type: 'brand-validates', orderItems: [] } },
      ['data.orderItems'],
    ],
    ['items are beside data', { data: { type: 'brand-validates' }, orderItems: [] }, ['orderItems']],
    [
      'attributes are beside data',
      { data: { type: 'brand-validates' }, attributes: { orderItems: [] } },
      ['attributes'],
    ],
    [
      'items are in a wrapper',
      { data: { type: 'brand-validates' }, order: { orderItems: [] } },
      ['order.orderItems'],
    ],
    [
      'items are a relationship',
      { data: { type: 'brand-validates', relationships: { orderItems: { data: [] } } } },
      ['data.relationships.orderItems'],
    ],
    [
      'items are misspelt',
      { data: { type: 'brand-validates', attributes: { order_items: [] } } },
      ['data.attributes.order_items'],
    ],
    [
      'reason is misspelt',
      {
        data: { type: 'brand-rejects', attributes: { rejectType: 'PRODUCT_OUT_OF_STOCK', rejectReson: 'x' } },
      },
      ['data.attributes.rejectReson'],
    ],
  ])('whose %s is refused', async (_, body, pointers) => {
    const { id, path } = await url()
    const before = await snapshotOfOrder(shop, id)
    const answer = await shop.send('POST', path, { body })
    expect(answer.status).toBe(422)
    expect(pointersOf(answer)).toEqual(pointers)
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  })

  test.each(STATUSES)('with an unknown type is refused in %s too', async (status) => {
    const { id } = await moveOrderTo(shop, await placeOrder(shop), status)
    const answer = await transition(shop, id, { type: 'brand-ships' })
    expect(answer.status).toBe(422)
    expect(pointersOf(answer)).toEqual(['data.type'])
    expect(answer.body.errors[0].detail).toContain('brand-validates, brand-rejects')
  })

  test('may have the members that every document may have, and others', async () => {
    const { path } = await url()
    const meta = { sentBy: 'till' }
    const data = { type: 'brand-validates', meta, links: { self: '/' }, channel: 'till' }
    const body = { jsonapi: { version: '1.0' }, meta, links: {}, data, extension: { a: 1 } }
    expect((await shop.send('POST', path, { body })).status).toBe(200)
  })

  test('that is not JSON, or missing, or of another media type is refused', async () => {
    const { id, path } = await url()
    const before = await snapshotOfOrder(shop, id)
    for (const payload of ['{"data":', 'accept', '']) {
      expect((await shop.send('POST', path, { payload })).status).toBe(400)
    }
    expect((await shop.send('POST', path)).status).toBe(400)
    const body = { data: { type: 'brand-validates' } }
    const asJson = await shop.send('POST', path, { body, headers: { 'content-type': 'application/json' } })
    expect(asJson.status).toBe(415)
    const anything = await shop.send('POST', path, { body, headers: { accept: '*/*' } })
    expect(anything.status).toBe(406)
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  })

  test('may not be sent with an include that does not exist', async () => {
    const { id } = await url()
    const before = await snapshotOfOrder(shop, id)
    const answer = await transition(shop, id, { type: 'brand-validates' }, { include: 'buyer' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source).toEqual({ parameter: 'include' })
    expect(await snapshotOfOrder(shop, id)).toEqual(before)
  })
})

test.each(ACTIONS)(
  "$name: another brand's order is forbidden, an unknown one not found",
  async ({ path, bodies }) => {
    const foreign = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
    const before = await snapshotOfOrder(shop, foreign.id)
    for (const body of bodies) {
      expect((await shop.send('POST', `/api/v1/orders/${foreign.id}/${path}`, { body })).status).toBe(403)
      expect((await shop.send('POST', `/api/v1/orders/${randomUUID()}/${path}`, { body })).status).toBe(404)
    }
    const own = await shop.send('POST', `/api/v1/orders/${foreign.id}/${path}`, {
      as: 'retailer',
      body: bodies[0],
    })
    expect(own.status).toBe(403)
    expect(await snapshotOfOrder(shop, foreign.id)).toEqual(before)
  },
)
