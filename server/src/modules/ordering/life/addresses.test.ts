import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { codesOf, expectRefusedAt } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { snapshotOfOrder } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll })
const BILLING = {
  name: 'Jo Verlinden',
  organisationName: null,
  street: 'Kaai 14',
  city: 'Gent',
  postalCode: '9000',
  countryCode: 'BE',
}
const SHIPPING = { ...BILLING, street: 'Dok Noord 3' }

const patch = (id: string, attributes: object | undefined, bodyId = id) =>
  shop.send('PATCH', `/api/operator/v1/orders/${id}`, {
    as: 'operator',
    body: { data: { type: 'orders', id: bodyId, ...(attributes && { attributes }) } },
  })

test('both addresses change in one request, each with its history row and its event', async () => {
  const order = await placeOrder(shop)
  const before = await snapshotOfOrder(shop, order.id)
  await shop.advance(60)
  const { status, body } = await patch(order.id, { billingAddress: BILLING, shippingAddress: SHIPPING })
  expect(status).toBe(200)
  expect(body.data.attributes).toMatchObject({
    status: 'ankor_confirmed',
    billingAddress: BILLING,
    shippingAddress: SHIPPING,
  })
  const { moves, events, levels, orders } = await snapshotOfOrder(shop, order.id)
  const [application] = await shop.platform
    .db`select id from identity.applications where client_id = 'demo-operator'`
  const row = {
    from_status: 'ankor_confirmed',
    to_status: 'ankor_confirmed',
    moved_by: 'marketplace',
    application_id: application?.id,
  }
  expect(moves.slice(1)).toMatchObject([
    { ...row, number: 2, command: 'edit-billing-address', event_type: 'order.billing_address_updated' },
    { ...row, number: 3, command: 'edit-shipping-address', event_type: 'order.shipping_address_updated' },
  ])
  expect(events.slice(1)).toMatchObject([
    { id: moves[1]?.event_id, type: 'order.billing_address_updated' },
    { id: moves[2]?.event_id, type: 'order.shipping_address_updated' },
  ])
  expect(levels).toEqual(before.levels)
  expect(orders[0]?.updated_at.getTime() - order.updated_at.getTime()).toBeGreaterThanOrEqual(60_000)
  const seenByBrand = (await shop.send('GET', `/api/v1/orders/${order.id}`)).body.data.attributes
  expect([seenByBrand.billingStreet, seenByBrand.shippingOverview.shipToAddress.street]).toEqual([
    'Kaai 14',
    'Dok Noord 3',
  ])
})

test('an omitted address stays, and a given address is replaced as a whole', async () => {
  const order = await placeOrder(shop)
  const { name, organisationName, ...short } = BILLING
  const { body } = await patch(order.id, { billingAddress: short })
  expect(body.data.attributes.billingAddress).toEqual({ ...BILLING, name: null })
  expect(body.data.attributes.shippingAddress).toEqual(order.shipping_address)
  expect((await snapshotOfOrder(shop, order.id)).moves).toHaveLength(2)
})

test('an unchanged address writes nothing, in any status', async () => {
  const order = await moveOrderTo(shop, await placeOrder(shop), 'cancelled')
  const before = await snapshotOfOrder(shop, order.id)
  await shop.advance(60)
  const same = { billingAddress: order.billing_address, shippingAddress: order.shipping_address }
  for (const attributes of [same, {}, undefined]) {
    expect((await patch(order.id, attributes)).status).toBe(200)
  }
  expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
})

test('after shipping the billing address can change and the shipping address cannot', async () => {
  const order = await moveOrderTo(shop, await placeOrder(shop), 'shipped')
  const before = await snapshotOfOrder(shop, order.id)
  const refused = await patch(order.id, { billingAddress: BILLING, shippingAddress: SHIPPING })
  expect([refused.status, codesOf(refused)]).toEqual([409, ['ORDER_ADDRESS_FIXED']])
  expect(refused.body.errors[0]).toMatchObject({
    detail: expect.stringMatching(/shipping address/),
    meta: { status: 'shipped', possibleIn: expect.arrayContaining(['brand_confirmed']) },
  })
  expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
  expect((await patch(order.id, { billingAddress: BILLING })).status).toBe(200)
})

test('after the invoice neither can change: one error for each', async () => {
  const order = await moveOrderTo(shop, await placeOrder(shop), 'invoiced')
  const answer = await patch(order.id, { billingAddress: BILLING, shippingAddress: SHIPPING })
  expect([answer.status, codesOf(answer)]).toEqual([409, ['ORDER_ADDRESS_FIXED', 'ORDER_ADDRESS_FIXED']])
})

test('two concurrent edits are both in the history', async () => {
  const order = await placeOrder(shop)
  const streets = ['Kaai 1', 'Kaai 2', 'Kaai 3', 'Kaai 4']
  const answers = await Promise.all(
    streets.map((street) => patch(order.id, { shippingAddress: { ...SHIPPING, street } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { moves, events } = await snapshotOfOrder(shop, order.id)
  expect(moves.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(events.map(({ id }) => id)).toEqual(moves.map(({ event_id }) => event_id))
})

test.each([
  ['billingAddress.zip', { billingAddress: { ...BILLING, zip: '1' } }],
  ['billingAddress.city', { billingAddress: { ...BILLING, city: '' } }],
  ['shippingAddress.countryCode', { shippingAddress: { ...SHIPPING, countryCode: 'be' } }],
  ['shippingAddress', { shippingAddress: 'Kaai 14' }],
])('a wrong %s is refused', async (pointer, attributes) => {
  const order = await placeOrder(shop)
  const answer = await patch(order.id, attributes)
  expectRefusedAt(answer, `data.attributes.${pointer}`)
})

test('null leaves an address as it is', async () => {
  const order = await placeOrder(shop)
  const before = await snapshotOfOrder(shop, order.id)
  expect((await patch(order.id, { billingAddress: null, shippingAddress: null })).status).toBe(200)
  expect(await snapshotOfOrder(shop, order.id)).toEqual(before)
})

test('the body repeats the id of the path, and an unknown order is not found', async () => {
  const order = await placeOrder(shop)
  const other = await patch(order.id, { billingAddress: BILLING }, randomUUID())
  expectRefusedAt(other, 'data.id')
  expect((await patch(order.id, { billingAddress: BILLING }, order.id.toUpperCase())).status).toBe(200)
  expect((await patch(randomUUID(), { billingAddress: BILLING })).status).toBe(404)
})
