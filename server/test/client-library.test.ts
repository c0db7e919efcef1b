/** The client library against the real server, while responses are lost, the server fails, and its clock is moved. */

import { setTimeout as wait } from 'node:timers/promises'
import { type Client, type ClientOptions, createClient, verifyWebhook } from '@tradehall/client'
import { signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { afterAll, expect, test } from 'vitest'
import { placeOrder } from './orders.ts'
import { PARCEL } from './quotes.ts'
import { serveMarket } from './served-market.ts'

const shop = await serveMarket({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { clientId, clientSecret } = shop.credentials

/** A hundred times as fast as the clock of the machine, so that backoffs take milliseconds. */
const SPEED = 100
const fastClock = {
  now: () => performance.now() * SPEED,
  random: () => 0.5,
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms / SPEED)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}

const clientWith = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: shop.url, clientId, clientSecret, clock: fastClock, ...options })

/** Loses the responses to the writes that `isLost` names by their number, after the server has processed them. */
function losing(isLost: (write: number) => boolean): typeof fetch {
  let writes = 0
  return async (input, init) => {
    const response = await fetch(input, init)
    const isWrite = init?.method !== 'GET' && !String(input).endsWith('/oauth/token')
    if (!isWrite || !isLost(++writes)) return response
    await response.arrayBuffer()
    throw new TypeError('fetch failed', { cause: new Error('other side closed') })
  }
}

const fault = (attributes: object) => shop.send('POST', '/api/testing/faults', { body: attributes })
const isOdd = (n: number) => n % 2 === 1

/** Runs the jobs of the server until the work is done. */
async function withJobs<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => {})
  while (!isDone) await Promise.race([shop.runJobs().then(() => wait(20)), done.catch(() => undefined)])
  return await done
}

/** What was done to an order, by command. */
const commandsOn = async (client: Client, order: string) => {
  const { data } = await client.request('GET', '/api/v1/orders/{order}/history', { path: { order } })
  return data.map(({ attributes }) => attributes.command)
}

test('orders are accepted, shipped and rejected once, though half of the responses are lost and requests fail', async () => {
  const client = clientWith({ fetch: losing(isOdd) })
  const orders = [await placeOrder(shop), await placeOrder(shop), await placeOrder(shop)]
  await fault({ method: 'POST', path: '/api/v1/*', status: 503, count: 4 })
  await fault({ method: 'GET', path: '/api/v1/orders/*', status: 500, count: 3 })
  await fault({ method: 'POST', path: '/api/v1/*', status: 429, count: 2 })
  const [labelled, shipped, rejected] = orders.map(({ id }) => id) as [string, string, string]
  await client.orders.accept(labelled)
  await client.orders.accept(shipped)
  await client.orders.reject(rejected, { rejectType: 'PRODUCT_OUT_OF_STOCK' })
  await client.orders.ship(labelled, { parcels: [PARCEL], carrier: 'marketplace' })
  await client.orders.ship(shipped, {
    parcels: [PARCEL],
    choose: (quotes) => quotes.find(({ carrierCode }) => carrierCode !== 'marketplace'),
    confirmation: { tracking: { trackingProvider: 'DPD', trackingNumber: '01505012345678' } },
  })
  const { attributes } = await withJobs(client.orders.untilLabelsAreMade(labelled))
  expect(attributes.status).toBe('shipping_labels_generated')
  const shipments = await shop.platform.db<{ order_id: string; count: number }[]>`
    select order_id, count(*)::int as count from shipping.shipments
    where order_id in ${shop.platform.db([labelled, shipped])} group by order_id`
  expect(shipments.map(({ count }) => count)).toEqual([1, 1])
  const commands = await Promise.all([labelled, shipped, rejected].map((id) => commandsOn(client, id)))
  expect(
    commands
      .flat()
      .filter((command) => ONCE.includes(command ?? ''))
      .sort(),
  ).toEqual([...ONCE, 'brand-validates'].sort())
})

const ONCE = ['brand-validates', 'generate-labels', 'confirm-carrier-quote', 'brand-rejects']

test('a create whose response is lost makes one resource', async () => {
  const client = clientWith({ fetch: losing((write) => write === 1) })
  const { data } = await client.request('POST', '/api/v1/webhook-subscriptions', {
    body: {
      data: {
        type: 'webhook-subscriptions',
        attributes: { url: 'http://127.0.0.1:9999/hooks', events: ['order.shipped'] },
      },
    },
  })
  const all = await client.list('/api/v1/webhook-subscriptions').toArray()
  expect(
    all.filter(({ attributes }) => attributes.url === 'http://127.0.0.1:9999/hooks').map(({ id }) => id),
  ).toEqual([data.id])
})

/** Without what an import needs, so that they fail quickly; each has a result all the same. */
const productsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${prefix}-${i}`,
    attributes: { external_id: `${prefix}-${i}` },
  }))

test('an import has every product once, though the line is cut, the clock is moved, and responses are lost', async () => {
  const client = clientWith({ fetch: losing((write) => [1, 2, 4].includes(write)) })
  let isCut = false
  async function* products() {
    for (const [i, product] of productsOf('once', 1100).entries()) {
      if (i === 1050 && !isCut) {
        isCut = true
        await shop.cut()
        setTimeout(() => shop.restore(), 30)
        await shop.advance(5 * 3600)
      }
      yield product
    }
  }
  const { operation, results } = await withJobs(client.imports.run(products()))
  expect(operation.attributes).toMatchObject({ totalProductsCount: 1100, failedProductsCount: 1100 })
  const ids = (await results.toArray()).map(({ attributes }) => attributes.externalProductId)
  expect(ids).toEqual(productsOf('once', 1100).map(({ id }) => id))
})

test('imports of two clients of one brand wait for each other', async () => {
  const runs = ['left', 'right'].map((prefix) => clientWith().imports.run(productsOf(prefix, 3)))
  const finished = await withJobs(Promise.all(runs))
  expect(finished.map(({ operation }) => operation.attributes.status)).toEqual(['failed', 'failed'])
})

test('a list walked forth and back has the same orders, with what they include', async () => {
  const client = clientWith()
  const forth = await client.orders
    .list({ pageSize: 3, include: ['retailer', 'orderItems.productVariant'] })
    .toArray()
  expect(new Set(forth.map(({ id }) => id)).size).toBe(forth.length)
  expect(forth.length).toBeGreaterThan(6)
  const last = forth.at(-1)
  const back = client.list('/api/v1/orders', {
    direction: 'backward',
    query: { 'page[before]': last?.id ?? '', 'page[limit]': 3 },
  })
  expect((await back.toArray()).map(({ id }) => id)).toEqual(
    forth
      .slice(0, -1)
      .map(({ id }) => id)
      .reverse(),
  )
  expect(typeof last?.related.retailer?.attributes.storeName).toBe('string')
  expect(typeof last?.related.orderItems[0]?.related.productVariant?.attributes.sku).toBe('string')
})

test('the errors of the server have their entries, pointers, codes and request id', async () => {
  const client = clientWith()
  const [variant] = await client.variants.list().toArray(1)
  const wrong = await client.variants
    .setStock(variant?.id ?? '', { stockQuantity: -1 })
    .catch((error) => error)
  expect(wrong).toMatchObject({
    name: 'ValidationError',
    status: 422,
    pointers: ['data.attributes.stockQuantity'],
  })
  expect(wrong.requestId).toMatch(/\S/)
  const order = await placeOrder(shop)
  await client.orders.accept(order.id)
  await expect(client.orders.accept(order.id)).rejects.toMatchObject({
    name: 'ConflictError',
    current: { id: order.id, attributes: { status: 'brand_confirmed' } },
  })
  await expect(clientWith({ clientSecret: 'wrong' }).orders.get(order.id)).rejects.toMatchObject({
    name: 'AuthenticationError',
    codes: ['invalid_client'],
  })
  const missing = client.request('GET', '/api/v1/unheard-of' as '/api/v1/me')
  await expect(missing).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('a token that the server does not accept any more is renewed in mid-flight', async () => {
  const client = clientWith({
    fetch: (input, init) => {
      const headers = { ...(init?.headers as Record<string, string>) }
      // As if the signing keys of the server had been replaced after the first token.
      if (calls++ === 1) headers.authorization = 'Bearer outdated'
      return fetch(input, { ...init, headers })
    },
  })
  let calls = 0
  await client.variants.list().toArray(1)
  expect(calls).toBe(4)
})

test('with a cache, what has not changed is not sent again, and what has changed is', async () => {
  const statuses: number[] = []
  const client = clientWith({
    cache: true,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (!String(input).endsWith('/oauth/token')) statuses.push(response.status)
      return response
    },
  })
  const { id = '' } = (await client.variants.list().toArray(1))[0] ?? {}
  const first = await client.variants.get(id)
  expect(await client.variants.get(id)).toEqual(first)
  const { stockQuantity } = await clientWith()
    .variants.setStock(id, { stockQuantity: 1234 })
    .then(({ attributes }) => attributes)
  expect((await client.variants.get(id)).attributes.stockQuantity).toBe(stockQuantity)
  expect(statuses).toEqual([200, 200, 304, 200])
})

test('a write with the version that was read is refused after another one', async () => {
  const client = clientWith()
  const { id = '' } = (await client.variants.list().toArray(1))[0] ?? {}
  const mine = await client.variants.get(id)
  await clientWith().variants.setStock(id, { stockQuantity: 77 })
  const late = client.variants.setStock(id, { stockQuantity: 78 }, { ifMatch: mine })
  await expect(late).rejects.toMatchObject({ name: 'PreconditionFailedError', codes: ['RESOURCE_CHANGED'] })
  const current = await client.variants.get(id)
  expect(current.attributes.stockQuantity).toBe(77)
  await client.variants.setStock(id, { stockQuantity: 78 }, { ifMatch: current })
  expect((await client.variants.get(id)).attributes.stockQuantity).toBe(78)
})

test('what the server signs is genuine, also during a rotation, and not with another secret', async () => {
  const [old, renewed, other] = ['old', 'new', 'other'].map((text) =>
    Buffer.from(`${text} secret`).toString('base64'),
  ) as [string, string, string]
  const body = JSON.stringify({ meta: { event: { id: 'e', type: 'order.shipped' } }, data: {} })
  const at = new Date('2026-03-02T09:00:00Z')
  const headers = signatureHeaders({ eventId: 'e', body, at, secrets: [old, renewed] })
  const { signature = '', 'X-Marketplace-Hmac-SHA256': twin = '' } = headers
  for (const [shown, secret] of [
    [headers, old],
    [headers, renewed],
    [{ signature }, old],
    [{ 'x-marketplace-hmac-sha256': twin }, old],
  ] as const) {
    const { event, isAgeChecked } = await verifyWebhook(shown, body, secret, { now: at })
    expect([event, isAgeChecked]).toEqual([JSON.parse(body), shown === headers])
    await expect(verifyWebhook(shown, body, other, { now: at })).rejects.toMatchObject({
      name: 'SignatureError',
    })
  }
})
