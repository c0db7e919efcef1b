import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pointersOf } from '../../../../test/answers.ts'
import { market, type SendOptions } from '../../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import type { OrderRow, Status } from '../../ordering/index.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

const act = (action: string, id: string, body: unknown, options: SendOptions = {}, query = '') =>
  shop.send('POST', `/api/testing/orders/${id}/-actions/${action}${query}`, { body, ...options })

const orderIn = async (status: Status): Promise<OrderRow> =>
  await moveOrderTo(shop, await placeOrder(shop), status)

/** The newest entry of the history, and whether its event is in the outbox. */
async function lastMove(orderId: string) {
  const [move] = await db`
    select command, from_status as from, to_status as to, moved_by as by, event_type as event, details,
      event_id is null or exists (select 1 from platform.outbox where id = event_id) as is_recorded
    from ordering.moves where order_id = ${orderId} order by number desc limit 1`
  return move
}

async function movesOf(orderId: string): Promise<number> {
  return (await db`select from ordering.moves where order_id = ${orderId}`).length
}

describe('advancing an order', () => {
  const ways: [from: Status, to: Status, command: string, by: string, event: string | null][] = [
    ['shipping_labels_generated', 'shipped', 'scan-parcel', 'carrier', 'order.shipped'],
    ['fulfillment_requested', 'shipped', 'fulfil', 'carrier', null],
    ['shipped', 'received', 'acknowledge-reception', 'retailer', 'order.shipment_received'],
    ['shipped', 'reception_refused', 'refuse-reception', 'retailer', 'order.shipment_refused'],
    ['reception_refused', 'received', 'settle-refusal', 'marketplace', null],
    ['reception_refused', 'cancelled', 'approve-refusal', 'marketplace', 'order.cancelled'],
    ['received', 'invoiced', 'issue-invoice', 'marketplace', null],
    ['invoiced', 'brand_paid', 'pay-brand', 'marketplace', 'order.brand_paid'],
    ['rejected', 'cancelled', 'approve-rejection', 'marketplace', 'order.cancelled'],
    ['rejected', 'ankor_confirmed', 'refuse-rejection', 'marketplace', 'order.brand_accepted_reverted'],
    [
      'brand_confirmed',
      'ankor_confirmed',
      'revert-acceptance',
      'marketplace',
      'order.brand_accepted_reverted',
    ],
  ]

  test.each(ways)(
    'from %s to %s makes the move of the responsible party',
    async (from, to, command, by, event) => {
      const order = await orderIn(from)
      const answer = await act('advance', order.id, { to })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.data).toMatchObject({ type: 'order', id: order.id, attributes: { status: to } })
      expect(answer.body.data.attributes.shippingOverview).toBeDefined()
      expect(await lastMove(order.id)).toEqual({
        command,
        by,
        event,
        from,
        to,
        details: {},
        is_recorded: true,
      })
    },
  )

  const closed: [Status, Status[]][] = [
    ['ankor_confirmed', ['shipped', 'cancelled', 'ankor_confirmed']],
    ['brand_confirmed', ['shipped', 'received', 'cancelled']],
    ['shipped', ['shipped', 'invoiced', 'cancelled']],
    ['brand_paid', ['brand_paid', 'received']],
    ['cancelled', ['ankor_confirmed', 'cancelled']],
  ]

  test.each(closed)('from %s is a conflict to %j, and changes nothing', async (from, targets) => {
    const order = await orderIn(from)
    const moves = await movesOf(order.id)
    for (const to of targets) {
      const answer = await act('advance', order.id, { to })
      expect(answer.status).toBe(409)
      expect(answer.body.errors).toMatchObject([
        { code: 'ORDER_ACTION_TRANSITION_FAILED', meta: { status: from } },
      ])
    }
    expect(await movesOf(order.id)).toBe(moves)
  })

  test('ships the reserved stock', async () => {
    const order = await orderIn('shipping_labels_generated')
    const variants = await db<{ variant_id: string }[]>`
      select variant_id from ordering.items where order_id = ${order.id} order by position`
    const ids = variants.map((row) => row.variant_id)
    expect(await readLevels(db, ids)).toMatchObject([{ reserved: 2 }, { reserved: 3 }])
    await act('advance', order.id, { to: 'shipped' })
    expect(await readLevels(db, ids)).toMatchObject([
      { available: 3, reserved: 0 },
      { available: 2, reserved: 0 },
    ])
    await expectSoundLedger(db)
  })

  test('stores the reason, which may be null', async () => {
    const order = await orderIn('shipped')
    const reason = 'Half of the jars are broken.'
    const answer = await act('advance', order.id, { to: 'reception_refused', reason })
    expect(answer.body.data.attributes.retailerRejectReason).toBe(reason)
    expect((await lastMove(order.id))?.details).toEqual({ reason })
    const other = await orderIn('shipped')
    const without = await act('advance', other.id, { to: 'reception_refused', reason: null })
    expect(without.body.data.attributes.retailerRejectReason).toBeNull()
  })

  test('is done once for concurrent requests', async () => {
    const order = await orderIn('received')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => act('advance', order.id, { to: 'invoiced' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    for (const { status, body } of answers) {
      if (status === 409) expect(body.errors[0].code).toBe('ORDER_ACTION_TRANSITION_FAILED')
    }
  })

  test('uses the status after waiting for the lock of the order', async () => {
    const order = await orderIn('shipped')
    const waiting = db.begin(async (tx) => {
      await tx`select from ordering.orders where id = ${order.id} for update`
      const asked = act('advance', order.id, { to: 'received' })
      // The request waits for this lock, so it reads the status that is written below.
      await expect.poll(async () => (await waitingLocks()) > 0).toBe(true)
      await tx`update ordering.orders set status = 'reception_refused' where id = ${order.id}`
      return { asked }
    })
    const answer = await (await waiting).asked
    expect(answer.status).toBe(200)
    expect((await lastMove(order.id))?.command).toBe('settle-refusal')
  })

  const waitingLocks = async () =>
    (await db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .length

  test.each([
    [{}, 'to'],
    [{ to: 'brand_confirmed' }, 'to'],
    [{ to: 'rejected' }, 'to'],
    [{ to: null }, 'to'],
    [{ to: 'received', reason: '' }, 'reason'],
    [{ to: 'received', reason: ' ' }, 'reason'],
    [{ to: 'received', reason: 'x'.repeat(1001) }, 'reason'],
    [{ to: 'received', why: 'x' }, 'why'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await act('advance', (await orderIn('shipped')).id, body)
    expect(answer.status).toBe(422)
    expect(pointersOf(answer)).toEqual([pointer])
  })
})

const HOME = {
  name: 'Mira Jansen',
  organisationName: 'Linden Row',
  street: 'Wolstraat 17',
  city: 'Leuven',
  postalCode: '3000',
  countryCode: 'BE',
}

describe('changing the addresses of an order', () => {
  test('replaces the given addresses, and records an event for each', async () => {
    const order = await placeOrder(shop)
    const answer = await act('update-address', order.id, { billing: HOME, shipping: null })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({
      billingName: 'Mira Jansen',
      billingOrganisationName: 'Linden Row',
      billingStreet: 'Wolstraat 17',
      billingCity: 'Leuven',
    })
    const event = { by: 'marketplace', from: 'ankor_confirmed', to: 'ankor_confirmed', is_recorded: true }
    expect(await lastMove(order.id)).toMatchObject({ ...event, event: 'order.billing_address_updated' })
    expect(await movesOf(order.id)).toBe(2)

    const both = { billing: { ...HOME, city: 'Brugge' }, shipping: { ...HOME, city: 'Mechelen' } }
    await act('update-address', order.id, both)
    expect(await lastMove(order.id)).toMatchObject({ ...event, event: 'order.shipping_address_updated' })
    expect(await movesOf(order.id)).toBe(4)
    const [stored] = await db`
      select billing_address->>'city' as billing, shipping_address->>'city' as shipping
      from ordering.orders where id = ${order.id}`
    expect(stored).toEqual({ billing: 'Brugge', shipping: 'Mechelen' })
  })

  test('is a conflict once the parcels are on their way', async () => {
    const order = await orderIn('shipped')
    const answer = await act('update-address', order.id, { shipping: HOME })
    expect(answer.status).toBe(409)
    expect((await act('update-address', order.id, { billing: HOME })).status).toBe(200)
  })

  test.each([
    [{}, 'shipping'],
    [{ billing: null, shipping: null }, 'shipping'],
    [{ billing: { ...HOME, street: undefined } }, 'billing.street'],
    [{ shipping: { ...HOME, countryCode: 'Belgium' } }, 'shipping.countryCode'],
    [{ shipping: { ...HOME, zip: '3000' } }, 'shipping.zip'],
    [{ shipping: 'Wolstraat 17' }, 'shipping'],
    [{ delivery: HOME }, 'delivery'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await act('update-address', (await placeOrder(shop)).id, body)
    expect(answer.status).toBe(422)
    expect(pointersOf(answer)).toEqual([pointer])
  })
})

describe.each([
  ['advance', { to: 'cancelled' }],
  ['update-address', { billing: HOME }],
])('%s', (action, body) => {
  test('is allowed to the brand of the order and to the operator', async () => {
    const order = await orderIn('rejected')
    for (const as of ['otherBrand', 'retailer'] as const) {
      expect((await act(action, order.id, body, { as })).status).toBe(403)
    }
    expect((await act(action, randomUUID(), body, { as: 'retailer' })).status).toBe(403)
    expect((await act(action, order.id, body, { as: 'operator' })).status).toBe(200)
    for (const as of ['brand', 'operator'] as const) {
      expect((await act(action, randomUUID(), body, { as })).status).toBe(404)
    }
  })

  test('includes the relationships of the order, for its brand', async () => {
    const order = await orderIn('rejected')
    const refused = await act(action, order.id, body, { as: 'operator' }, '?include=retailer')
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].source.parameter).toBe('include')
    const answer = await act(action, order.id, body, {}, '?include=retailer')
    expect(answer.body.included).toMatchObject([{ type: 'retailer', id: order.retailer_id }])
  })
})
