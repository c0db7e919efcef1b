/** The history of an order as its brand reads it. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { itemChange, snapshotOfOrder, transition, type Wire } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { editAddresses } from './addresses.ts'
import { commandOrder } from './commands.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, otherBrand, clientId } = shop.credentials
const applications = await shop.send('GET', '/api/v1/applications')
const applicationId = applications.body.data.find((one: Wire) => one.attributes.clientId === clientId).id

const history = (id: string, query = '') => shop.send('GET', `/api/v1/orders/${id}/history?${query}`)
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const at = (minute: number) =>
  expect.stringMatching(new RegExp(`^2026-03-02T09:0${minute}:\\d\\d\\.\\d{6}Z$`))

describe('the history of an order', () => {
  test('keeps the order of the changes if the clock is set back', async () => {
    const order = await placeOrder(shop)
    await shop.setTime('2026-03-01T09:00:00Z')
    await moveOrderTo(shop, order, 'brand_confirmed')
    await shop.setTime('2026-03-02T09:00:00Z')
    const { body } = await history(order.id)
    expect(body.data.map((entry: Wire) => entry.attributes.command)).toEqual(['brand-validates', 'submit'])
  })

  test('has actor, command, time, both statuses and event of each change, newest first', async () => {
    await shop.setTime('2026-03-02T09:00:00Z')
    const order = await placeOrder(shop)
    await shop.advance(60)
    const attributes = { orderItems: [itemChange(order.item_ids[0], 1)] }
    const accepted = await transition(shop, order.id, { type: 'brand-validates', attributes })
    await shop.advance(60)
    await moveOrderTo(shop, { ...order, status: 'brand_confirmed' }, 'shipping_labels_generated')
    await shop.advance(60)
    await transition(shop, order.id, {
      type: 'brand-resets-shipping-labels-generation',
      attributes: { resetType: 'OTHER', reason: 'Two parcels.' },
    })
    await shop.advance(60)
    await moveOrderTo(shop, { ...order, status: 'brand_confirmed' }, 'shipping_labels_generated')
    const { status, body } = await history(order.id)
    expect(status).toBe(200)
    const entry = (attributes: object) => ({
      type: 'order-moves',
      id: uuid,
      attributes: { userId: null, requestId: null, removedItems: [], ...attributes },
      relationships: { supportSession: { data: null } },
    })
    const labels = {
      command: 'generate-labels',
      from: 'brand_confirmed',
      to: 'shipping_labels_generated',
      movedBy: 'marketplace',
      applicationId: null,
      eventId: uuid,
      eventType: 'order.shipping_labels_generated',
      details: {},
    }
    expect(body.data).toEqual([
      entry({ ...labels, createdAt: at(4) }),
      entry({
        command: 'brand-resets-shipping-labels-generation',
        from: 'shipping_labels_generated',
        to: 'brand_confirmed',
        movedBy: 'brand',
        applicationId,
        eventId: uuid,
        eventType: 'order.shipping_labels_generated_reverted',
        details: { resetType: 'OTHER', reason: 'Two parcels.' },
        requestId: uuid,
        createdAt: at(3),
      }),
      entry({ ...labels, createdAt: at(2) }),
      entry({
        command: 'brand-validates',
        from: 'ankor_confirmed',
        to: 'brand_confirmed',
        movedBy: 'brand',
        applicationId,
        eventId: uuid,
        eventType: 'order.brand_accepted',
        details: {
          items: [{ id: order.item_ids[0], productVariantId: uuid, from: 2, to: 1 }],
          net: { from: expect.any(Number), to: expect.any(Number) },
        },
        requestId: accepted.headers['x-request-id'],
        createdAt: at(1),
      }),
      entry({
        command: 'submit',
        from: null,
        to: 'ankor_confirmed',
        movedBy: 'retailer',
        applicationId: null,
        eventId: uuid,
        eventType: 'order.brand_created',
        details: {},
        createdAt: at(0),
      }),
    ])
    const { events } = await snapshotOfOrder(shop, order.id)
    expect(events.map(({ id, type }) => ({ id, type }))).toEqual(
      body.data
        .toReversed()
        .map(({ attributes: { eventId, eventType } }: Wire) => ({ id: eventId, type: eventType })),
    )
  })

  test('has moves without an event', async () => {
    const { id } = await moveOrderTo(shop, await placeOrder(shop), 'invoiced')
    const { body } = await history(id, 'page[limit]=1')
    expect(body.data[0].attributes).toMatchObject({
      command: 'issue-invoice',
      from: 'received',
      to: 'invoiced',
      eventId: null,
      eventType: null,
    })
  })

  test('hides the applications of other parties', async () => {
    const { id } = await moveOrderTo(shop, await placeOrder(shop), 'rejected')
    await commandOrder(
      shop.platform,
      { brandId, orderId: id },
      {
        command: 'refuse-rejection',
        by: { party: 'marketplace', applicationId: randomUUID() },
        reason: 'The shop is real.',
      },
    )
    const { body } = await history(id, 'page[limit]=1')
    expect(body.data[0].attributes).toMatchObject({
      command: 'refuse-rejection',
      movedBy: 'marketplace',
      applicationId: null,
      details: { reason: 'The shop is real.' },
    })
  })

  test('has edits of addresses, which change no status', async () => {
    const { id } = await placeOrder(shop)
    const address = { street: 'Quai 4', city: 'Lyon', postalCode: '69001', countryCode: 'FR' }
    const by = { party: 'marketplace', applicationId: null } as const
    await editAddresses(shop.platform, { brandId, orderId: id }, { billing: address, shipping: address }, by)
    const { body } = await history(id)
    const told = body.data.map(({ attributes: { command, from, to, eventType } }: Wire) => [
      command,
      from,
      to,
      eventType,
    ])
    expect(told).toEqual([
      ['edit-shipping-address', 'ankor_confirmed', 'ankor_confirmed', 'order.shipping_address_updated'],
      ['edit-billing-address', 'ankor_confirmed', 'ankor_confirmed', 'order.billing_address_updated'],
      ['submit', null, 'ankor_confirmed', 'order.brand_created'],
    ])
  })

  test('has no entries for refused requests', async () => {
    const { id } = await placeOrder(shop)
    await transition(shop, id, { type: 'brand-rejects', attributes: {} })
    await transition(shop, id, { type: 'brand-resets-shipping-labels-generation', attributes: {} })
    expect(idsOf(await history(id))).toHaveLength(1)
  })
})

describe('its pages', () => {
  test('lead to the start of the history and back', async () => {
    const { id } = await moveOrderTo(shop, await placeOrder(shop), 'brand_paid')
    const all = await history(id)
    expect(all.body.meta.page).toMatchObject({ hasMore: false, perPage: 15 })
    const wanted = idsOf(all)
    expect(all.body.data.at(-1).attributes.command).toBe('submit')
    const walked: string[] = []
    let page = await history(id, 'page[limit]=2')
    for (;;) {
      walked.push(...idsOf(page))
      if (!page.body.links.next) break
      const { pathname, search } = new URL(page.body.links.next)
      page = await shop.send('GET', pathname + search)
    }
    expect(walked).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(4)
    expect(idsOf(await history(id, `page[limit]=2&page[before]=${wanted[3]}`))).toEqual(wanted.slice(1, 3))
    expect(idsOf(await history(id, `page[after]=${wanted.at(-1)}`))).toEqual([])
  })

  test('are of one order: a cursor from another is refused', async () => {
    const { id } = await placeOrder(shop)
    const other = idsOf(await history((await placeOrder(shop)).id))[0]
    for (const query of [
      `page[after]=${other}`,
      `page[before]=${randomUUID()}`,
      'page[limit]=101',
      'page[limit]=0',
      'filter[command]=submit',
      'include=order',
    ]) {
      expect((await history(id, query)).status, query).toBe(400)
    }
  })
})

test("the history of another brand's order is forbidden, of an unknown one not found", async () => {
  const foreign = await placeOrder(shop, { brandId: otherBrand.brandId })
  expect((await history(foreign.id)).status).toBe(403)
  expect((await history(randomUUID())).status).toBe(404)
  expect((await history('17')).status).toBe(404)
})
