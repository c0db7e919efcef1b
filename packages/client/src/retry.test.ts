import { expect, test } from 'vitest'
import { OutcomeUnknownError, ServerError } from './errors.ts'
import {
  ABORTED,
  clientOf,
  drop,
  inTurn,
  REASON,
  type Step,
  scriptServer,
  testClock,
} from './fixtures/scripted-server.ts'
import type { Retry } from './options.ts'

const failed = (status: number, headers = {}): Step => ({
  status,
  headers,
  body: { errors: [{ status: String(status), detail: 'It did not work.' }] },
})
const ok: Step = { body: { data: [] } }
const PARCELS = {
  path: { order: 'o1' },
  body: { parcels: [{ length: 1, width: 1, height: 1, weight: 1 }] },
} as never

test('a read is retried after 1, 2, 4, 8 and 16 seconds with up to half a second of chance, then given up', async () => {
  const clock = testClock(0.5)
  const server = await scriptServer(() => failed(500))
  const error = await clientOf(server, { clock })
    .request('GET', '/api/v1/me')
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ServerError)
  expect(clock.waits).toEqual([1250, 2250, 4250, 8250, 16_250])
  expect(server.requests).toHaveLength(6)
})

test('fewer retries, or none, can be asked for, also of writes that are checked before they are repeated', async () => {
  const order: Step = { body: { data: { id: 'o1', attributes: { status: 'ankor_confirmed' } } } }
  const server = await scriptServer(({ method }) => (method === 'GET' ? order : failed(500)))
  const posts = () => server.requests.filter(({ method }) => method === 'POST').length
  for (const maxRetries of [0, 2]) {
    const clock = testClock()
    const before = posts()
    const client = clientOf(server, { clock, maxRetries })
    await expect(client.orders.accept('o1')).rejects.toBeInstanceOf(OutcomeUnknownError)
    expect([posts() - before, clock.waits]).toEqual([maxRetries + 1, [1000, 2000].slice(0, maxRetries)])
  }
  const broken = await scriptServer(() => failed(503))
  await expect(clientOf(broken, { maxRetries: 0 }).request('GET', '/api/v1/me')).rejects.toMatchObject({
    status: 503,
  })
  expect(broken.requests).toHaveLength(1)
})

test.each<[string, Step]>([
  ['a connection that drops', drop],
  ['500', failed(500)],
  [
    '502 with a page of a proxy',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
  ],
  ['503', failed(503)],
])('%s is retried for reads, and for writes that set a value', async (_, step) => {
  const server = await scriptServer(inTurn(step, ok, step, ok))
  const client = clientOf(server)
  await client.request('GET', '/api/v1/me')
  const data = { type: 'product-variants', id: 'v', attributes: { stockQuantity: 3 } } as const
  const path = { productVariant: 'v' }
  await client.request('PATCH', '/api/v1/product-variants/{productVariant}/stock', { path, body: { data } })
  expect(server.requests).toHaveLength(4)
})

test.each([400, 403, 404, 406, 410, 413, 415, 418, 422])('%i is never retried', async (status) => {
  const clock = testClock()
  const server = await scriptServer(() => failed(status))
  await expect(clientOf(server, { clock }).request('GET', '/api/v1/me')).rejects.toMatchObject({ status })
  expect([server.requests.length, clock.waits]).toEqual([1, []])
})

test('Retry-After of a failing server lengthens the wait, and never shortens it', async () => {
  const clock = testClock()
  const server = await scriptServer(
    inTurn(failed(503, { 'retry-after': '5' }), failed(503, { 'retry-after': '0' }), ok),
  )
  await clientOf(server, { clock }).request('GET', '/api/v1/me')
  expect(clock.waits).toEqual([5000, 2000])
})

test('a Retry-After beyond maxWaitMs is an error at once', async () => {
  const clock = testClock()
  const server = await scriptServer(() => failed(503, { 'retry-after': '7200' }))
  await expect(clientOf(server, { clock }).request('GET', '/api/v1/me')).rejects.toMatchObject({
    retryAfter: 7200,
  })
  expect(clock.waits).toEqual([])
})

test.each<[string, Step]>([
  ['a connection that drops', drop],
  ['500', failed(500)],
  ['a page in place of the document', { headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' }],
])('after %s it is not known whether a write without an id has happened', async (_, step) => {
  const server = await scriptServer(() => step)
  const error = await clientOf(server)
    .request('POST', '/api/v1/orders/{order}/shipping-quotes', PARCELS)
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(OutcomeUnknownError)
  expect(error.message).toContain('Read the resource before you send it again.')
  expect(error.request).toEqual({ method: 'POST', path: '/api/v1/orders/o1/shipping-quotes' })
  expect(error.cause).toBeInstanceOf(Error)
  expect(server.requests).toHaveLength(1)
})

test('a write that a 4xx refuses has certainly not happened', async () => {
  const server = await scriptServer(() => failed(422))
  const call = clientOf(server).request('POST', '/api/v1/orders/{order}/shipping-quotes', PARCELS)
  await expect(call).rejects.toMatchObject({ name: 'ValidationError' })
})

test('a write without an id is sent again if the server was never reached', async () => {
  const server = await scriptServer(() => ok)
  let calls = 0
  const client = clientOf(server, {
    fetch: (input, init) => {
      calls += 1
      if (calls !== 2) return fetch(input, init)
      const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      throw new TypeError('fetch failed', { cause })
    },
  })
  await client.request('POST', '/api/v1/orders/{order}/shipping-quotes', PARCELS)
  expect(server.requests).toHaveLength(1)
})

test('`repeatable` of a call overrides what the library knows', async () => {
  const server = await scriptServer(inTurn(drop, ok, drop))
  const client = clientOf(server)
  const options = { ...(PARCELS as object), repeatable: true } as never
  await client.request('POST', '/api/v1/orders/{order}/shipping-quotes', options)
  await expect(client.request('GET', '/api/v1/me', { repeatable: false })).rejects.toBeInstanceOf(
    OutcomeUnknownError,
  )
})

test('a deletion whose response was lost has succeeded if the resource is gone', async () => {
  const server = await scriptServer(inTurn(drop, failed(404), failed(404)))
  const client = clientOf(server)
  const path = { id: 'c' }
  await client.request('DELETE', '/api/v1/brands/brand-contacts/{id}', { path })
  // Without a lost response it is an error.
  const second = client.request('DELETE', '/api/v1/brands/brand-contacts/{id}', { path })
  await expect(second).rejects.toMatchObject({ status: 404 })
})

test('each retry is told before its wait', async () => {
  const told: Retry[] = []
  const server = await scriptServer(inTurn(failed(503), ok))
  await clientOf(server, { onRetry: (retry) => told.push(retry) }).request('GET', '/api/v1/me')
  expect(told).toMatchObject([
    { request: { method: 'GET', path: '/api/v1/me' }, retry: 1, afterMs: 1000, error: { status: 503 } },
  ])
})

test('an abort ends the wait for a retry', async () => {
  const stop = new AbortController()
  const server = await scriptServer(() => failed(503))
  const client = clientOf(server, { onRetry: () => stop.abort(REASON) })
  const call = client.request('GET', '/api/v1/me', { signal: stop.signal })
  await expect(call).rejects.toMatchObject(ABORTED)
  expect(server.requests).toHaveLength(1)
})

test('an abort ends the wait before the state is read after a write, whatever the clock rejects with', async () => {
  const stop = new AbortController()
  const clock = testClock()
  clock.sleep = async () => {
    stop.abort(REASON)
    throw new Error('woken')
  }
  const server = await scriptServer(() => failed(500))
  const call = clientOf(server, { clock }).orders.accept('o1', { signal: stop.signal })
  await expect(call).rejects.toMatchObject(ABORTED)
  expect(server.requests).toHaveLength(1)
})
