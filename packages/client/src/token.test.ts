import { expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { AuthenticationError } from './errors.ts'
import {
  ABORTED,
  clientOf,
  drop,
  inTurn,
  REASON,
  scriptServer,
  TOKEN,
  testClock,
} from './fixtures/scripted-server.ts'

const ok = () => ({ body: { data: [] } })
const tokenNumber = (count: number, expires_in = 3600) => ({
  body: { token_type: 'Bearer', expires_in, access_token: `token-${count}` },
})
const refused = { status: 401, body: { errors: [{ status: '401', detail: 'The token has expired.' }] } }
const MINUTE = 60_000

test('the token request is a form with the credentials and the scope', async () => {
  const server = await scriptServer(ok)
  await clientOf(server).request('GET', '/api/v1/me')
  expect(server.tokenRequests).toHaveLength(1)
  expect(server.tokenRequests[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(server.tokenRequests[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'a-secret-text',
    scope: '*',
  })
  expect(server.requests[0]?.headers.authorization).toBe('Bearer token-1')
})

test('a hundred concurrent callers share one token request', async () => {
  const server = await scriptServer(ok)
  const client = clientOf(server)
  await Promise.all(Array.from({ length: 100 }, () => client.request('GET', '/api/v1/me')))
  expect([server.tokenRequests.length, server.requests.length]).toEqual([1, 100])
})

test.each([
  [0, 5 * MINUTE],
  [0.5, 7.5 * MINUTE],
])('with chance %d it is renewed %d ms before its end, and not earlier', async (random, earlyMs) => {
  const clock = testClock(random)
  const server = await scriptServer(ok, tokenNumber)
  const client = clientOf(server, { clock })
  await client.request('GET', '/api/v1/me')
  clock.advance(3_600_000 - earlyMs - 1)
  await client.request('GET', '/api/v1/me')
  expect(server.tokenRequests).toHaveLength(1)
  clock.advance(1)
  await client.request('GET', '/api/v1/me')
  expect(server.tokenRequests).toHaveLength(2)
  expect(server.requests[2]?.headers.authorization).toBe('Bearer token-2')
})

test('a token of five minutes is renewed at its half, not with every call', async () => {
  const clock = testClock()
  const server = await scriptServer(ok, (count) => tokenNumber(count, 300))
  const client = clientOf(server, { clock })
  await client.request('GET', '/api/v1/me')
  clock.advance(149_000)
  await client.request('GET', '/api/v1/me')
  expect(server.tokenRequests).toHaveLength(1)
})

test('while a renewal fails the old token is used until its end', async () => {
  const clock = testClock()
  const server = await scriptServer(ok, (count) => (count === 1 ? TOKEN : { status: 503 }))
  const client = clientOf(server, { clock })
  await client.request('GET', '/api/v1/me')
  clock.advance(56 * MINUTE)
  await client.request('GET', '/api/v1/me')
  expect(server.requests[1]?.headers.authorization).toBe('Bearer token-1')
  clock.advance(5 * MINUTE)
  await expect(client.request('GET', '/api/v1/me')).rejects.toMatchObject({ status: 503 })
})

test('after a 401 there is one new token and one more attempt, also for a write', async () => {
  const server = await scriptServer(inTurn(refused, { body: { data: [] } }), tokenNumber)
  const quotes = { path: { order: 'o1' }, body: { parcels: [] } }
  await clientOf(server).request('POST', '/api/v1/orders/{order}/shipping-quotes', quotes)
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ])
})

test('a second 401 is an error with a remedy', async () => {
  const server = await scriptServer(() => refused, tokenNumber)
  const error = await clientOf(server)
    .request('GET', '/api/v1/me')
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AuthenticationError)
  expect(error.message).toContain('Check clientId and clientSecret')
  expect([server.requests.length, server.tokenRequests.length]).toEqual([2, 2])
})

test('callers whose token is refused at the same time request one new token together', async () => {
  const server = await scriptServer(
    ({ headers }) => (headers.authorization === 'Bearer token-1' ? refused : ok()),
    tokenNumber,
  )
  const client = clientOf(server)
  await Promise.all(Array.from({ length: 10 }, () => client.request('GET', '/api/v1/me')))
  expect(server.tokenRequests).toHaveLength(2)
})

test('wrong credentials are one error, without a retry and without the secret', async () => {
  const detail = 'The secret a-secret-text is not that of demo.'
  const server = await scriptServer(ok, () => ({
    status: 401,
    body: { error: 'invalid_client', error_description: detail },
  }))
  const error = await clientOf(server)
    .request('GET', '/api/v1/me')
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AuthenticationError)
  expect(error.codes).toEqual(['invalid_client'])
  expect(`${error.message}${JSON.stringify(error)}`).not.toContain('a-secret-text')
  expect([server.tokenRequests.length, server.requests.length]).toEqual([1, 0])
})

test('a token request that fails is retried, and only its own attempts count', async () => {
  const clock = testClock()
  const server = await scriptServer(ok, (count) => (count < 4 ? drop : TOKEN))
  await clientOf(server, { clock }).request('GET', '/api/v1/me')
  expect(clock.waits).toEqual([1000, 2000, 4000])
  expect(server.requests).toHaveLength(1)
})

test('an aborted caller does not abort the token request of the others', async () => {
  const server = await scriptServer(ok, () => (response) => {
    setTimeout(() => response.end(JSON.stringify(TOKEN.body)), 30)
  })
  const client = clientOf(server)
  const stop = new AbortController()
  const aborted = client.request('GET', '/api/v1/me', { signal: stop.signal })
  const other = client.request('GET', '/api/v1/me')
  stop.abort(REASON)
  await expect(aborted).rejects.toMatchObject(ABORTED)
  await other
  expect([server.tokenRequests.length, server.requests.length]).toEqual([1, 1])
})

test('a token of the caller is used as it is, and its 401 says that it is not renewed', async () => {
  const server = await scriptServer(() => refused)
  const client = clientOf(server, { clientId: undefined, clientSecret: undefined, token: 'given' } as never)
  await expect(client.request('GET', '/api/v1/me')).rejects.toThrow('wrong or has expired')
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer given'])
})

test('a token response without a token is an error with a remedy', async () => {
  const server = await scriptServer(ok, () => ({ body: { hello: 'world' } }))
  await expect(clientOf(server).request('GET', '/api/v1/me')).rejects.toThrow(
    'baseUrl is the address of the API',
  )
})

test('a time of day that is set by hours changes nothing', async () => {
  const server = await scriptServer(ok)
  const client = createClient({ baseUrl: server.url, clientId: 'demo', clientSecret: 'a-secret-text' })
  try {
    for (const hours of [0, 5, -5]) {
      vi.useFakeTimers({ now: Date.UTC(2026, 2, 2, 12 + hours), toFake: ['Date'] })
      await client.request('GET', '/api/v1/me')
    }
  } finally {
    vi.useRealTimers()
  }
  expect([server.tokenRequests.length, server.requests.length]).toEqual([1, 3])
})
