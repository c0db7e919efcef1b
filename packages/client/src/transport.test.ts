import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import {
  ConnectionError,
  RedirectError,
  TimeoutError,
  TradehallError,
  UnexpectedResponseError,
} from './errors.ts'
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

const me = (client: ReturnType<typeof clientOf>, options = {}) =>
  client.request('GET', '/api/v1/me', options).catch((thrown: Error) => thrown)
const HTML = { 'content-type': 'text/html' }

test('requests have the media types of the API and name the library', async () => {
  const server = await scriptServer(() => ({ body: { data: [] } }))
  const client = clientOf(server)
  await client.request('GET', '/api/v1/me')
  const body = { data: { type: 'product-variants', id: 'v', attributes: { stockQuantity: 1 } } } as const
  await client.request('PATCH', '/api/v1/product-variants/{productVariant}/stock', {
    path: { productVariant: 'v' },
    body,
  })
  const [read, write] = server.requests
  expect(read?.headers).toMatchObject({
    accept: 'application/vnd.api+json',
    'user-agent': expect.stringMatching(/^tradehall-client\/\d/),
  })
  expect(read?.headers['content-type']).toBeUndefined()
  expect(write?.headers['content-type']).toBe('application/vnd.api+json')
  expect(JSON.parse(write?.body ?? '')).toEqual(body)
})

test('every request names the program before the library, that for a token too', async () => {
  const server = await scriptServer(() => ({ body: { data: [] } }))
  await clientOf(server, { userAgent: 'my-connector/1.2 (test)' }).request('GET', '/api/v1/me')
  for (const { headers } of [...server.tokenRequests, ...server.requests])
    expect(headers['user-agent']).toMatch(/^my-connector\/1\.2 \(test\) tradehall-client\/\d/)
  expect(server.tokenRequests).toHaveLength(1)
})

test('HTML instead of JSON is one error with a remedy', async () => {
  const server = await scriptServer(() => ({ headers: HTML, body: '<h1>Sign in</h1>' }))
  const error = await me(clientOf(server))
  expect(error).toBeInstanceOf(UnexpectedResponseError)
  expect((error as Error).message).toContain('(text/html): check that baseUrl')
  expect(server.requests).toHaveLength(1)
})

test('an HTML page with an error status keeps the status, and says that it is not of the API', async () => {
  const server = await scriptServer(() => ({ status: 404, headers: HTML, body: '<h1>Not found</h1>' }))
  const error = await me(clientOf(server))
  expect(error).toMatchObject({ name: 'NotFoundError', status: 404, errors: [] })
  expect((error as Error).message).toContain('no error document of the API')
})

const truncated: Record<string, Step> = {
  'with its length': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('{"data":')
    setImmediate(() => response.socket?.destroy())
  },
  'in chunks': (response) => {
    response.write('{"data":')
    setImmediate(() => response.socket?.destroy())
  },
}

test.each(Object.keys(truncated))('a body that is cut off, sent %s, is retried', async (kind) => {
  const clock = testClock()
  const server = await scriptServer(inTurn(truncated[kind] as Step, { body: { data: [1] } }))
  expect(await me(clientOf(server, { clock }))).toEqual({ data: [1] })
  expect(clock.waits).toEqual([1000])
})

test('a body that is cut off by a proxy which says that it is complete is an error', async () => {
  const server = await scriptServer(() => ({ body: '{"data":[1,' }))
  expect(await me(clientOf(server))).toBeInstanceOf(UnexpectedResponseError)
})

test.each([
  ['https://elsewhere.example.com/api', 'to https://elsewhere.example.com'],
  ['/signin', 'to http://127.0.0.1'],
])('a redirect to %s is not followed', async (location, said) => {
  const server = await scriptServer(() => ({ status: 302, headers: { location } }))
  const error = await me(clientOf(server))
  expect(error).toBeInstanceOf(RedirectError)
  expect((error as Error).message).toContain(said)
  expect(server.requests).toHaveLength(1)
})

function writeInChunks(response: ServerResponse, ...chunks: string[]): void {
  for (const chunk of chunks) response.write(chunk)
  response.end()
}

/** An address on which nobody listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return `http://127.0.0.1:${port}`
}

const huge = 'x'.repeat(2000)
test.each<[string, Step]>([
  ['with its length', { headers: { 'content-length': '2002' }, body: JSON.stringify(huge) }],
  ['in chunks', (response) => writeInChunks(response, `"${huge}`, '"')],
])('a response that is too large, sent %s, is refused', async (_, step) => {
  const server = await scriptServer(() => step)
  const error = await me(clientOf(server, { maxBytes: 1000 }))
  expect(error).toBeInstanceOf(UnexpectedResponseError)
  expect((error as Error).message).toContain('larger than 1000 bytes: ask for smaller pages')
})

test('characters that are split between chunks are read', async () => {
  const bytes = Buffer.from('{"data":"Häkelgarn 🧶"}')
  const server = await scriptServer(() => (response) => {
    for (const byte of bytes) response.write(Buffer.from([byte]))
    response.end()
  })
  expect(await me(clientOf(server))).toEqual({ data: 'Häkelgarn 🧶' })
})

test('a server that never responds is an error after the timeout of each attempt', async () => {
  const clock = testClock()
  const server = await scriptServer(() => () => {})
  // Counted here: on a busy machine an attempt may end before it reaches the server.
  let attempts = 0
  const counting: typeof fetch = async (...request) => {
    if (String(request[0]).endsWith('/api/v1/me')) attempts++
    return await fetch(...request)
  }
  const error = await me(clientOf(server, { clock, timeoutMs: 20, fetch: counting }))
  expect(error).toBeInstanceOf(TimeoutError)
  expect((error as Error).message).toContain('within 20 ms. Raise timeoutMs')
  expect(attempts).toBe(6)
})

test('a body that never ends is an error after the timeout', async () => {
  const server = await scriptServer(() => (response) => void response.write('{"data":'))
  expect(await me(clientOf(server), { timeoutMs: 20 })).toBeInstanceOf(TimeoutError)
})

test('a dropped connection is one error with the reason and a remedy', async () => {
  const server = await scriptServer(() => drop)
  const error = await me(clientOf(server))
  expect(error).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true })
  expect((error as Error).message).toContain(`Check that ${server.url} is right and running`)
})

test('a server that is not there is one error, and certainly has not received anything', async () => {
  const client = createClient({ baseUrl: await closedAddress(), token: 't', clock: testClock() })
  const error = await me(client)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ mayHaveArrived: false })
})

test('an abort ends the request, the wait for a retry and the wait for a response, with its reason as cause', async () => {
  const server = await scriptServer(() => () => {})
  const client = clientOf(server)
  expect(await me(client, { signal: AbortSignal.abort(REASON) })).toMatchObject(ABORTED)
  const stop = new AbortController()
  const waiting = me(client, { signal: stop.signal })
  await expect.poll(() => server.requests.length).toBe(1)
  stop.abort(REASON)
  const error = await waiting
  expect(error).toMatchObject(ABORTED)
  expect(error).toBeInstanceOf(TradehallError)
})

test('a response without a body is undefined', async () => {
  const server = await scriptServer(() => ({ status: 204 }))
  const path = { webhookSubscription: 's' }
  expect(
    await clientOf(server).request('DELETE', '/api/v1/webhook-subscriptions/{webhookSubscription}', { path }),
  ).toBe(undefined)
})

test('a download leaves the body to be read', async () => {
  const server = await scriptServer(() => ({
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF-1.7',
  }))
  const file = await clientOf(server).download('/api/v1/orders/{order}/shipping-labels/pdf', {
    path: { order: 'o' },
  })
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(await file.text()).toBe('%PDF-1.7')
})

test('no message and no error contains the secret or the token', async () => {
  const steps: Step[] = [
    drop,
    { status: 500, body: 'Bearer token-1' },
    { headers: HTML, body: 'Bearer token-1' },
  ]
  for (const step of steps) {
    const server = await scriptServer(() => step)
    const error = (await me(clientOf(server))) as Error
    expect(inspect(error, { depth: 10 })).not.toMatch(/token-1|a-secret-text/)
  }
  expect(
    JSON.stringify(
      createClient({ baseUrl: 'http://localhost', clientId: 'a', clientSecret: 'a-secret-text' }),
    ),
  ).not.toContain('a-secret-text')
})

test('a download can be aborted while its body is read', async () => {
  const server = await scriptServer(() => (response) => void response.write('%PDF-'))
  const stop = new AbortController()
  const options = { path: { order: 'o' }, signal: stop.signal }
  const file = await clientOf(server).download('/api/v1/orders/{order}/shipping-labels/pdf', options)
  const reading = file.text()
  stop.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
})

test('an endless timeout is endless', async () => {
  const server = await scriptServer(() => ({ body: { data: [] } }))
  expect(await me(clientOf(server, { timeoutMs: Number.POSITIVE_INFINITY }))).toEqual({ data: [] })
})
