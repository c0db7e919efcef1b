import { expect, test } from 'vitest'
import { RateLimitError } from './errors.ts'
import { clientOf, inTurn, scriptServer, testClock } from './fixtures/scripted-server.ts'

const ok = { body: { data: [] } }
const refused = (retryAfter: string) => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
  body: { errors: [{ status: '429', detail: 'More than 600 requests in one minute.' }] },
})

test('a 429 stops all callers for Retry-After, then everything goes on', async () => {
  const clock = testClock()
  const server = await scriptServer((_, count) => (count === 1 ? refused('7') : ok))
  const client = clientOf(server, { clock, maxConcurrent: 1 })
  const started = clock.now()
  await Promise.all([client.request('GET', '/api/v1/me'), client.request('GET', '/api/v1/me')])
  expect(server.requests).toHaveLength(3)
  expect(clock.now() - started).toBe(7000)
})

test('a write that must not happen twice is sent again after a 429, which has refused it', async () => {
  const server = await scriptServer(inTurn(refused('1'), ok))
  const inputs = { path: { order: 'o' }, body: { parcels: [] } }
  await clientOf(server).request('POST', '/api/v1/orders/{order}/shipping-quotes', inputs)
  expect(server.requests).toHaveLength(2)
})

test('a server that refuses on and on is an error after five retries', async () => {
  const server = await scriptServer(() => refused('1'))
  await expect(clientOf(server).request('GET', '/api/v1/me')).rejects.toBeInstanceOf(RateLimitError)
  expect(server.requests).toHaveLength(6)
})

test('a Retry-After beyond maxWaitMs is an error that tells how long', async () => {
  const clock = testClock()
  const server = await scriptServer(() => refused('1800'))
  const call = clientOf(server, { clock }).request('GET', '/api/v1/me')
  await expect(call).rejects.toMatchObject({ name: 'RateLimitError', retryAfter: 1800 })
  expect([server.requests.length, clock.waits]).toEqual([1, []])
})

/** A server that counts in fixed windows, as the real one does. */
function countingServer(clock: ReturnType<typeof testClock>, limit: number, tellsEnd: boolean) {
  let [count, endsAt] = [0, 0]
  let refusals = 0
  const respond = () => {
    if (clock.now() >= endsAt) [count, endsAt] = [0, clock.now() + 60_000]
    count += 1
    const seconds = Math.ceil((endsAt - clock.now()) / 1000)
    const remaining = Math.max(0, limit - count)
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      ...(tellsEnd && { ratelimit: `"minute";r=${remaining};t=${seconds}` }),
    }
    if (count <= limit) return { ...ok, headers }
    refusals += 1
    return { ...refused(String(seconds)), headers: { ...headers, 'retry-after': String(seconds) } }
  }
  return { respond, refusals: () => refusals }
}

test.each([
  ['tells when the window ends', true],
  ['tells only how many are left', false],
])('a client that sends far more than the limit gets no 429 from a server that %s', async (_, tellsEnd) => {
  const clock = testClock()
  const counting = countingServer(clock, 40, tellsEnd)
  const server = await scriptServer(counting.respond)
  const client = clientOf(server, { clock })
  await Promise.all(Array.from({ length: 150 }, () => client.request('GET', '/api/v1/me')))
  expect(server.requests).toHaveLength(150)
  expect(counting.refusals()).toBe(0)
  expect(clock.now()).toBeGreaterThan(3 * 60_000)
})

test('an exhausted window that lasts longer than maxWaitMs is an error without a request', async () => {
  const headers = { 'x-ratelimit-remaining': '0', ratelimit: '"hour";r=0;t=1800' }
  const server = await scriptServer(() => ({ ...ok, headers }))
  const client = clientOf(server)
  await client.request('GET', '/api/v1/me')
  const error = await client.request('GET', '/api/v1/me').catch((thrown) => thrown)
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error.retryAfter).toBe(1800)
  expect(error.message).toContain('the next request is possible in 1800 seconds')
  expect(server.requests).toHaveLength(1)
})

test('the limit of the token endpoint does not slow other requests down', async () => {
  const clock = testClock()
  const server = await scriptServer(
    () => ok,
    () => ({
      headers: { 'x-ratelimit-remaining': '0', ratelimit: '"hour";r=0;t=1800' },
      body: { token_type: 'Bearer', expires_in: 3600, access_token: 't' },
    }),
  )
  const client = clientOf(server, { clock })
  await client.request('GET', '/api/v1/me')
  await client.request('GET', '/api/v1/me')
  expect(clock.waits).toEqual([])
})

test('no more requests than maxConcurrent are under way, and all are sent in the end', async () => {
  let [active, most] = [0, 0]
  const server = await scriptServer(() => (response) => {
    active += 1
    most = Math.max(most, active)
    setTimeout(() => {
      active -= 1
      response.end('{"data":[]}')
    }, 2)
  })
  const client = clientOf(server, { maxConcurrent: 3 })
  await Promise.all(Array.from({ length: 20 }, () => client.request('GET', '/api/v1/me')))
  expect([most, server.requests.length]).toEqual([3, 20])
})

test('when the limit is used up for longer than maxWaitMs, every caller that waits for a slot is told', async () => {
  const headers = { 'x-ratelimit-remaining': '0', ratelimit: '"hour";r=0;t=1800' }
  const server = await scriptServer(() => ({ ...ok, headers }))
  const client = clientOf(server, { maxConcurrent: 16 })
  const outcomes: string[] = []
  for (let i = 0; i < 40; i++) {
    client.request('GET', '/api/v1/me').then(
      () => outcomes.push('ok'),
      ({ name }) => outcomes.push(name),
    )
  }
  await expect.poll(() => outcomes.length).toBe(40)
  expect(outcomes.filter((name) => name === 'RateLimitError')).toHaveLength(24)
})

test('a caller that is aborted while it has a slot and waits for the limit leaves the slot to the next one', async () => {
  const clock = testClock()
  const sleepers: (() => void)[] = []
  clock.sleep = (_, signal) =>
    new Promise((wakeUp, reject) => {
      sleepers.push(wakeUp)
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  const headers = { 'x-ratelimit-remaining': '0', ratelimit: '"minute";r=0;t=60' }
  const server = await scriptServer((_, count) => (count === 2 ? { ...ok, headers } : ok))
  const client = clientOf(server, { clock, maxConcurrent: 1 })
  // With a token in hand callers are served in their order.
  await client.request('GET', '/api/v1/me')
  const stop = new AbortController()
  const first = client.request('GET', '/api/v1/me')
  const second = client.request('GET', '/api/v1/me', { signal: stop.signal })
  const third = client.request('GET', '/api/v1/me')
  await first
  await expect.poll(() => sleepers.length).toBe(1)
  stop.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  await expect.poll(() => sleepers.length).toBe(2)
  clock.advance(60_000)
  sleepers[1]?.()
  await third
})

test('an aborted caller leaves the queue, and the others go on', async () => {
  const held: (() => void)[] = []
  const server = await scriptServer(() => (response) => void held.push(() => response.end('{"data":[]}')))
  const client = clientOf(server, { maxConcurrent: 1 })
  const stop = new AbortController()
  const first = client.request('GET', '/api/v1/me')
  await expect.poll(() => held.length).toBe(1)
  const second = client.request('GET', '/api/v1/me', { signal: stop.signal })
  const third = client.request('GET', '/api/v1/me')
  stop.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  held[0]?.()
  await first
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await third
})
