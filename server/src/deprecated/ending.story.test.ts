/**
 * Rehearses 1 December with the clock endpoints of the sandbox. The tests depend on each other: each continues where
 * the previous one ended, before and after midnight. Operations are read from the declarations of the groups, so new
 * ones are covered automatically.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../test/answers.ts'
import { afterAllTests } from '../../test/clean-up.ts'
import { type Answer, market, type SendOptions, type Who } from '../../test/market.ts'
import { resolveReferences } from '../../test/openapi.ts'
import { transition } from '../../test/order-requests.ts'
import { confirm, quoteBy } from '../../test/quotes.ts'
import { type Receiver, startReceiver } from '../../test/receiver.ts'
import { acceptedOrder } from '../../test/shipping.ts'
import { expectSoundLedger } from '../../test/stock.ts'
import { advanceReplenishment, createDraft, expectSoundLots } from '../../test/warehouse.ts'
import { type Subscribed, subscribe } from '../../test/webhooks.ts'
import type { Operation } from '../http/operation.ts'
import { END, endedGroups } from '../modules/ended/groups.ts'
import { lastCheck, reconcileStock } from '../modules/stock/ledger/reconciler.ts'
import { EXAMPLE_ADDRESS } from './external-orders/body.ts'
import { addGoods, enrol } from './fulfillment/test-goods.ts'
import { deprecatedGroups } from './index.ts'

const EVE = '2026-11-30T22:00:00Z'
const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials

const clock = (action: string, body: object = {}) =>
  shop.send('POST', `/api/testing/clock/-actions/${action}`, { body })
const asOperator = (path: string, body?: unknown) =>
  shop.send('POST', `/api/operator/v1/${path}`, { as: 'operator', body })

const ending = shop.http.operations.filter(({ deprecated }) => deprecated?.ends)
const openapi = resolveReferences((await shop.send('GET', '/openapi.json', { as: null })).body)
const named = ending.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

/** Collects the declarations of the groups by registering them a second time. */
const declared: Pick<Operation, 'id' | 'access' | 'deprecated'>[] = []
const ownPaths = Object.values(endedGroups).flatMap(({ below }) => below)
for (const { routes } of deprecatedGroups) {
  routes?.({
    ...shop.http,
    operation: ({ id, access, deprecated }) =>
      void declared.push({ id, access, ...(deprecated && { deprecated }) }),
  })
}

/** Sends a valid request for a resource that does not exist. */
async function ask(operation: Operation, options: SendOptions = {}): Promise<Answer> {
  const { method, path, access } = operation
  const described = openapi.paths[path]?.[method.toLowerCase()]
  const [type, content] = Object.entries(described?.requestBody?.content ?? {})[0] ?? []
  const as: Who = access === 'operator' || access === 'retailer' ? access : 'brand'
  const isJson = type?.includes('json')
  return await shop.send(
    method,
    path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    {
      as,
      ...(isJson && { body: content?.example }),
      ...options,
      headers: { ...(type && { 'content-type': type }), ...options.headers },
    },
  )
}

let receiver: Receiver
let resting: Subscribed
let externalOrderId: string
let fulfillableId: string
const told = () => receiver.received.map(({ body }) => body.meta.event.type as string)
const EXTERNAL = ['created', 'awaiting_fulfillment', 'cancelled', 'shipped', 'arrived'].map(
  (name) => `external_order.${name}`,
)
const ordersIn = async (status: string) =>
  await db<{ id: string }[]>`select id from ordering.orders where status = ${status} order by created_at, id`

/** The part that all responses after the end have in common. */
const TOLD = {
  deprecation: expect.stringMatching(/^@\d+$/),
  sunset: 'Tue, 01 Dec 2026 00:00:00 GMT',
  link: expect.stringContaining('rel="deprecation"'),
}

/** Creates an accepted order that the warehouse fulfills. */
async function handOver() {
  const order = await acceptedOrder(shop)
  const items = await db<{ variant_id: string }[]>`
    select variant_id from ordering.items where order_id = ${order.id} order by position`
  const goods = []
  for (const { variant_id } of items) goods.push(await addGoods(shop, brandId, variant_id))
  const answer = await transition(shop, order.id, { type: 'brand-requests-fulfillment' })
  expect([answer.status, answer.body.data?.attributes.status]).toEqual([200, 'fulfillment_requested'])
  expect(answer.headers).toMatchObject({ deprecation: TOLD.deprecation })
  expect(answer.headers).not.toHaveProperty('sunset')
  return { order, goods }
}

/** Creates an external order of one piece. */
async function sellElsewhere(): Promise<string> {
  const id = randomUUID()
  const answer = await shop.send('POST', '/api/v1/external-orders/non-marketplace-fulfillment-orders', {
    body: {
      masterOrderUuid: id,
      items: [{ fulfillableId, quantity: 1 }],
      shippingAddress: EXAMPLE_ADDRESS,
    },
  })
  expect(answer.status, answer.text).toBe(200)
  return id
}

/** Ids of one kind in a status, from the operator's list. */
const listed = async (kind: string, status: string): Promise<string[]> =>
  idsOf(
    await shop.send('GET', `/api/operator/v1/${kind}?filter[status]=${status}&page[limit]=50`, {
      as: 'operator',
    }),
  )
async function tell(path: string, body?: unknown): Promise<void> {
  const answer = await asOperator(path, body)
  expect([path, answer.status], answer.text).toEqual([path, 200])
}
const CARRIAGE = { carrierName: 'dpd', trackingNumber: '0150501' }

const cleanUp = afterAllTests()
beforeAll(async () => {
  expect((await clock('set', { to: EVE })).status).toBe(200)
  receiver = await startReceiver(200, cleanUp)
  const other = await startReceiver(500, cleanUp)
  await subscribe(shop, { url: receiver.url, events: ['order.brand_created', ...EXTERNAL] })
  resting = await subscribe(shop, { url: other.url, events: EXTERNAL })
  await enrol(shop, brandId)
})

describe('on the eve', () => {
  test('the paths that answer 410 without the groups are those of their operations that end', () => {
    const lone = Object.values(endedGroups).flatMap(({ at, inSandbox = [] }) => [...at, ...inSandbox])
    const isBelow = (path: string) => ownPaths.some((own) => `${path}/`.startsWith(`${own}/`))
    const paths = new Set(ending.map(({ path }) => path).filter((path) => !isBelow(path)))
    expect([...paths].sort()).toEqual(lone.sort())
  })

  test('every operation of every group ends, except those with which the operator finishes open work', () => {
    expect(declared.length).toBeGreaterThan(0)
    const [ends, stays] = [true, false].map((is) =>
      declared.filter((one) => Boolean(one.deprecated?.ends) === is),
    )
    expect(ending.map(({ id }) => id).sort()).toEqual(ends?.map(({ id }) => id).sort())
    for (const { deprecated } of ending) expect(deprecated?.ends?.at).toEqual(END)
    for (const { id, access, deprecated } of stays ?? []) {
      expect([id, access, deprecated !== undefined]).toEqual([id, 'operator', true])
    }
  })

  test('the document marks only the deprecated transition, and without an end', () => {
    const described = openapi.paths['/api/v1/orders/{order}/-actions/transition']?.post
    const bodies = described?.requestBody?.content['application/vnd.api+json']?.schema.anyOf as Record<
      string,
      unknown
    >[]
    const deprecated = bodies.filter((body) => 'deprecated' in body)
    expect(deprecated).toHaveLength(1)
    expect(JSON.stringify(deprecated)).toContain('brand-requests-fulfillment')
    expect(bodies.filter((body) => 'x-sunset' in body)).toEqual([])
  })

  test('open work can be created', async () => {
    const { goods } = await handOver()
    await handOver()
    fulfillableId = goods[0]?.fulfillableId ?? ''
    externalOrderId = await sellElsewhere()
    const onTheRoad = await sellElsewhere()
    const item = { itemId: goods[0]?.itemId ?? '', quantity: 7 }
    for (const status of ['sent', 'delivered']) {
      expect((await advanceReplenishment(shop, await createDraft(shop, [item]), status)).status).toBe(200)
    }
    expect((await clock('run-jobs')).status).toBe(200)
    const path = `/api/testing/external-orders/${onTheRoad}/-actions/advance`
    expect((await shop.send('POST', path, { body: { to: 'shipped' } })).status).toBe(200)
    expect((await clock('run-jobs')).status).toBe(200)
    expect(told()).toEqual(expect.arrayContaining(['external_order.created', 'external_order.shipped']))
    expect((await ordersIn('fulfillment_requested')).length).toBeGreaterThanOrEqual(2)
    await expectSoundLedger(db)
  })

  test.each(named)('%s is served, with headers that announce the end', async (_name, operation) => {
    const answer = await ask(operation)
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(answer.status).not.toBe(410)
    expect(answer.headers).toMatchObject(TOLD)
  })
})

describe('from midnight on', () => {
  let before = 0

  beforeAll(async () => {
    before = told().filter((name) => name.startsWith('external_order.')).length
    // This order is accepted before the end, and created after it.
    await sellElsewhere()
    const seconds = (END.getTime() - shop.platform.clock.now().getTime()) / 1000
    expect((await clock('advance', { seconds: Math.ceil(seconds) })).status).toBe(200)
  })

  test.each(named)('%s returns 410 to every caller and for every body', async (_name, operation) => {
    const takesBody = operation.method === 'POST' || operation.method === 'PATCH'
    const broken = takesBody ? [{ payload: '{"data":' }, { payload: 'x'.repeat(1_000_000) }] : []
    for (const options of [{}, { as: null }, { token: 'none' }, { headers: { accept: 'x' } }, ...broken]) {
      const answer = await ask(operation, options)
      expect(answer.status).toBe(410)
      expect(answer.headers.sunset).toBe('Tue, 01 Dec 2026 00:00:00 GMT')
      expect(answer.body.errors).toMatchObject([
        { status: '410', meta: { replacement: operation.deprecated?.ends?.replacement } },
      ])
    }
    const url = operation.path.replaceAll(/\{\w+\}/g, () => randomUUID())
    const living = shop.http.operations.some(
      ({ path, deprecated }) => path === operation.path && !deprecated?.ends,
    )
    expect((await shop.send('DELETE', url)).status).toBe(living ? 405 : 410)
  })

  test.each(ownPaths.flatMap((path) => [path, `${path}/anything`, `${path}/x/y`]))(
    '%s returns 410, even if it never existed',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
        expect((await shop.send(method, path)).status).toBe(410)
      }
    },
  )

  test('operations without an end are served: orders, master orders, product options', async () => {
    const [order] = await ordersIn('fulfillment_requested')
    const paths = [
      `/api/v1/orders/${order?.id}?include=orderItems.productOption`,
      `/api/v1/orders/${order?.id}/tracking`,
      `/api/v1/master-orders/${externalOrderId}/tracking`,
      `/api/v1/master-orders/${externalOrderId}?include=externalOrder`,
      '/api/v1/master-orders?include=internalOrder,shipment',
      '/api/v1/product-variants',
      '/api/v1/webhook-subscriptions',
    ]
    for (const path of paths) {
      const answer = await shop.send('GET', path)
      expect([path, answer.status, answer.headers.sunset]).toEqual([path, 200, undefined])
    }
  })

  test('events of external orders are no longer sent, and other events are', async () => {
    await clock('advance', { seconds: 6 * 86_400 })
    const order = await acceptedOrder(shop)
    await clock('run-jobs')
    expect(told().filter((name) => name.startsWith('external_order.'))).toHaveLength(before)
    expect(told().at(-1)).toBe('order.brand_created')
    expect(receiver.received.at(-1)?.body.data.id).toBe(order.id)
    const events = await shop.send('GET', '/api/v1/webhook-subscriptions/events')
    expect(JSON.stringify(events.body)).not.toContain('external_order')
    const { body } = await shop.send('GET', resting.path)
    expect(body.data.attributes).toMatchObject({ events: EXTERNAL, disabledAt: null, pausedAt: null })
  })

  test('no more orders can be handed over', async () => {
    const order = await acceptedOrder(shop)
    const answer = await transition(shop, order.id, { type: 'brand-requests-fulfillment' })
    expect([answer.status, answer.body.errors[0].detail]).toEqual([422, 'not_a_fulfillment_brand'])
    expect(answer.headers).not.toHaveProperty('sunset')
    const asked = await shop.send('GET', `/api/v1/orders/${order.id}/is-fulfillable`)
    expect([asked.status, asked.body.errors[0].detail]).toEqual([422, 'not_a_fulfillment_brand'])
    const read = await shop.send('GET', `/api/v1/orders/${order.id}`)
    expect(read.body.data.attributes.status).toBe('brand_confirmed')
  })

  test('the operator can take back or ship every order at the warehouse', async () => {
    const [first, ...others] = await ordersIn('fulfillment_requested')
    expect(others.length).toBeGreaterThan(0)
    const back = await asOperator(`orders/${first?.id}/-actions/take-back-fulfillment`, { reason: 'Closed.' })
    expect([back.status, back.body.data?.attributes.status]).toEqual([200, 'brand_confirmed'])
    for (const { id } of others) {
      const shipped = await asOperator(`orders/${id}/-actions/fulfil`)
      expect([shipped.status, shipped.body.data?.attributes.status]).toEqual([200, 'shipped'])
    }
    expect(await ordersIn('fulfillment_requested')).toEqual([])
    const owner = (await db`select brand_id from ordering.orders where id = ${first?.id ?? ''}`)[0]?.brand_id
    expect(owner).toBe(brandId)
    const quote = await quoteBy(shop, first?.id ?? '', 'dpd')
    expect((await confirm(shop, quote.quoteUuid)).status).toBe(200)
    expect((await shop.send('GET', `/api/v1/orders/${first?.id}`)).body.data.attributes.status).toBe(
      'shipped',
    )
  })

  test('the operator can finish every external order and its fulfillment order', async () => {
    const waiting = await listed('external-orders', 'awaiting_fulfillment')
    // The order from before the end, the order accepted just before it, and that of the demo data.
    expect(waiting.length).toBeGreaterThanOrEqual(3)
    expect(waiting).toContain(externalOrderId)
    for (const id of waiting.slice(1)) await tell(`external-orders/${id}/-actions/cancel`)
    const steps = { requested: 'acknowledge', created: 'schedule', scheduled: 'release', released: 'ship' }
    for (const [status, step] of Object.entries(steps)) {
      for (const id of await listed('fulfillment-orders', status)) {
        await tell(`fulfillment-orders/${id}/-actions/${step}`, step === 'ship' ? CARRIAGE : undefined)
      }
    }
    const shipped = await listed('external-orders', 'shipped')
    // The order that was just shipped, the one shipped before the end, and that of the demo data.
    expect(shipped.length).toBeGreaterThanOrEqual(3)
    for (const id of shipped) await tell(`external-orders/${id}/-actions/arrive`)
    for (const status of ['created', 'awaiting_fulfillment', 'shipped']) {
      expect(await listed('external-orders', status), status).toEqual([])
    }
    const ends = ['shipped', 'cancelled']
    expect([...(await db`select from fulfillment.orders where status <> all(${ends})`)]).toEqual([])
    expect([...(await db`select from external_orders.intents`)]).toEqual([])
  })

  test('the operator can receive or write off every replenishment', async () => {
    const sent = await listed('replenishments', 'sent')
    expect(sent.length).toBeGreaterThanOrEqual(2)
    for (const id of sent) await tell(`replenishments/${id}/-actions/deliver`)
    const [first, ...others] = await listed('replenishments', 'delivered')
    expect(others.length).toBeGreaterThanOrEqual(3)
    const [item] = await db<{ item_id: string; quantity: number }[]>`
      select item_id, quantity from fulfillment.replenishment_items where replenishment_id = ${first ?? ''}`
    const came = {
      fulfillmentItemId: item?.item_id,
      quantity: item?.quantity,
      expiryDate: '2028-01-31T00:00:00Z',
    }
    await tell(`replenishments/${first}/-actions/receive`, { items: [came] })
    for (const id of others) await tell(`replenishments/${id}/-actions/receive`, { items: [] })
    for (const status of ['confirmed', 'sent', 'delivered']) {
      expect(await listed('replenishments', status), status).toEqual([])
    }
  })

  test('the warehouse has no reserved or incoming stock, and no events were sent', async () => {
    await clock('run-jobs')
    const held = await db`select variant_id from stock.warehouse_levels where reserved <> 0 or incoming <> 0`
    expect([...held]).toEqual([])
    await expectSoundLots(db)
    expect(told().filter((name) => name.startsWith('external_order.'))).toHaveLength(before)
  })

  test('the ledger is balanced, and the reconciler finds nothing', async () => {
    await expectSoundLedger(db)
    await reconcileStock(shop.platform)
    expect(await lastCheck(db)).toMatchObject({ mismatches: 0 })
  })

  test('the operator sees which applications still call the operations', async () => {
    const callOf = async (id: string) => {
      const path = `/api/operator/v1/deprecated-calls?filter[operation]=${id}`
      return (await shop.send('GET', path, { as: 'operator' })).body.data[0]?.attributes
    }
    for (const { id } of ending) {
      const called = await callOf(id)
      expect(called, id).toMatchObject({ endsAt: '2026-12-01T00:00:00.000000Z' })
      expect(called.lastCalledAt >= called.endsAt, id).toBe(true)
    }
    for (const id of ['transitionOrder/brand-requests-fulfillment', 'isOrderFulfillable']) {
      expect(await callOf(id), id).toMatchObject({ endsAt: null })
    }
  })
})

test('the operations are served again after the clock is set back', async () => {
  expect((await clock('set', { to: EVE })).status).toBe(200)
  const [first] = ending
  if (!first) throw new Error('There is nothing to rehearse.')
  expect((await ask(first)).status).not.toBe(410)
})
