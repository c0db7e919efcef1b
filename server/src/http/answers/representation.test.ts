import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { labelledOrder } from '../../../test/shipping.ts'
import { subscribe } from '../../../test/webhooks.ts'
import { userConfig } from '../../modules/identity/resources.ts'
import { document, type FileReply, file } from '../operation.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const ORDERS = '/api/v1/orders?page[limit]=50'
const REVALIDATED = 'private, no-cache'
const tagOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.etag)

describe('a response to GET', () => {
  test.each([
    ['a page', ORDERS],
    ['a document', '/api/v1/me/config'],
    ['plain JSON', '/api/v1/me'],
    ['a list without pages', '/api/v1/applications'],
    ['the OpenAPI document', '/openapi.json'],
  ])('%s has a tag, and is not sent again to a client that has it', async (_what, url) => {
    const first = await shop.send('GET', url)
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({
      'cache-control': REVALIDATED,
      etag: expect.stringMatching(/^"[\w.-]+"$/),
    })
    const again = await shop.send('GET', url, { headers: { 'if-none-match': tagOf(first) } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers).toMatchObject({
      'cache-control': REVALIDATED,
      etag: tagOf(first),
      vary: 'Accept-Encoding',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    })
    for (const name of ['content-type', 'content-length', 'content-encoding'])
      expect(again.headers).not.toHaveProperty(name)
    const other = await shop.send('GET', url, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, other.text]).toEqual([200, first.text])
  })

  test.each(['zstd', 'br', 'gzip'])('has a tag of its own for %s', async (coding) => {
    const plain = await shop.send('GET', ORDERS)
    const headers = { 'accept-encoding': coding }
    const encoded = await shop.send('GET', ORDERS, { headers })
    expect(tagOf(encoded)).toBe(tagOf(plain).replace(/"$/, `-${coding}"`))
    for (const known of [tagOf(encoded), `W/${tagOf(encoded)}`, tagOf(plain), '*']) {
      const again = await shop.send('GET', ORDERS, { headers: { ...headers, 'if-none-match': known } })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    const refused = { 'accept-encoding': 'identity', 'if-none-match': tagOf(encoded) }
    expect((await shop.send('GET', ORDERS, { headers: refused })).status).toBe(200)
  })

  test('counts towards the limits, and shows them, when it is a 304', async () => {
    const limited = await market()
    const { headers } = await limited.send('GET', '/api/v1/me')
    const again = await limited.send('GET', '/api/v1/me', {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.status, Number(again.headers['x-ratelimit-remaining'])]).toEqual([
      304,
      Number(headers['x-ratelimit-remaining']) - 1,
    ])
  })

  test('has the same headers for HEAD', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const get = await shop.send('GET', ORDERS, { headers })
    const head = await shop.send('HEAD', ORDERS, { headers })
    const named = ['etag', 'cache-control', 'vary', 'content-encoding', 'content-length', 'content-type']
    for (const name of named) expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    expect([head.status, head.text]).toEqual([200, ''])
    const again = await shop.send('HEAD', ORDERS, { headers: { ...headers, 'if-none-match': tagOf(get) } })
    expect(again.status).toBe(304)
    expect(again.headers).not.toHaveProperty('content-length')
  })

  test('may set its own lifetime', async () => {
    const answer = await shop.send('GET', '/.well-known/oauth-authorization-server')
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      etag: expect.any(String),
    })
  })
})

describe('not stored, and without a tag, is', () => {
  const expectUnstored = ({ headers }: { headers: Record<string, unknown> }) => {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('etag')
  }

  test('a response with a credential, whatever the client has', async () => {
    await subscribe(shop, { url: 'https://hooks.example.test/a' })
    const headers = { 'if-none-match': '*' }
    for (const url of ['/api/v1/webhook-subscriptions', '/api/testing/webhook-events', '/docs']) {
      const answer = await shop.send('GET', url, { headers })
      expect([url, answer.status]).toEqual([url, 200])
      expectUnstored(answer)
    }
  })

  test('an error', async () => {
    for (const url of [
      '/api/v1/orders?x=1',
      '/api/v1/nothing',
      '/api/v1/orders/00000000-0000-7000-8000-000000000000',
    ])
      expectUnstored(await shop.send('GET', url, { headers: { 'if-none-match': '*' } }))
  })

  test('a response to a write', async () => {
    const body = { data: { type: 'email-verifications', attributes: { email: 'a@b.test' } } }
    expectUnstored(await shop.send('POST', '/api/v1/email-verifications', { body }))
  })

  test('a health check, and the metrics', async () => {
    for (const url of ['/health/live', '/metrics']) {
      const answer = await shop.send('GET', url, { headers: { 'if-none-match': '*' } })
      expect(answer.status).toBe(200)
      expectUnstored(answer)
    }
  })
})

describe('a document with a version', () => {
  const PATH = '/api/v1/versioned'
  const row = { id: '019cadc6-9a80-73ea-bd9a-7c81eaf3a3fd', currency: 'EUR', country: 'BE', browser_id: 'b' }
  let state = { version: 'v1', row, renders: 0 }
  shop.http.operation({
    method: 'GET',
    path: PATH,
    id: 'getVersioned',
    tag: 'User',
    summary: 'A document with a version',
    description: 'For a test.',
    access: 'token',
    query: { resource: userConfig },
    answers: [{ status: 200, description: 'The document.', resource: userConfig }],
    async handle() {
      const counted = new Proxy(state.row, {
        get: (target, name) => {
          if (name === 'currency') state.renders++
          return Reflect.get(target, name)
        },
      })
      return document(userConfig, counted as never, { version: state.version })
    },
  })
  const read = (url = PATH, headers: Record<string, string> = {}, as: 'brand' | 'retailer' = 'brand') =>
    shop.send('GET', url, { as, headers })

  test('has a tag that begins with the version, and is not rendered for a client that sends this tag', async () => {
    state = { version: 'v1', row, renders: 0 }
    const first = await read()
    expect(tagOf(first)).toMatch(/^"v1\.[\w-]{16}"$/)
    expect(state.renders).toBe(1)
    const again = await read(PATH, { 'if-none-match': `W/${tagOf(first)}` })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tagOf(first)])
    expect(again.headers).toMatchObject({ 'cache-control': REVALIDATED, vary: 'Accept-Encoding' })
    expect(state.renders).toBe(1)
    state.version = 'v2'
    expect((await read(PATH, { 'if-none-match': tagOf(first) })).status).toBe(200)
  })

  test('has another tag for other fields, another address, another caller and another resource', async () => {
    state = { version: 'v1', row, renders: 0 }
    const answers = [
      await read(),
      await read(`${PATH}?fields[user-configs]=country`),
      await read(PATH, { host: 'localhost:8081' }),
      await read(PATH, {}, 'retailer'),
    ]
    state.row = { ...row, id: '019cadc6-9a80-73ea-bd9a-7c81eaf3a3fe' }
    answers.push(await read())
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(tagOf)).size).toBe(answers.length)
  })

  test('has another tag when its signed links change', async () => {
    state = { version: 'v1', row, renders: 0 }
    await shop.setTime('2026-03-02T10:00:01Z')
    const first = tagOf(await read())
    await shop.setTime('2026-03-02T11:00:00Z')
    expect(tagOf(await read())).toBe(first)
    await shop.setTime('2026-03-02T11:00:01Z')
    expect(tagOf(await read())).not.toBe(first)
  })
})

describe('a file', () => {
  const PATH = '/api/v1/exports/tagged'
  let reply: () => Omit<FileReply, 'kind' | 'status'>
  shop.http.operation({
    method: 'GET',
    path: PATH,
    id: 'exportTagged',
    tag: 'Catalog',
    summary: 'Export rows',
    description: 'As a file.',
    access: 'brand',
    media: 'file',
    answers: [{ status: 200, description: 'The rows.', file: ['text/csv'] }],
    handle: async () => file(reply()),
  })
  const csv = { contentType: 'text/csv', filename: 'rows.csv', version: 'run.1' }

  test('has its version as tag, and is not read for a client that sends this tag', async () => {
    const streams: Readable[] = []
    reply = () => {
      const stream = Readable.from([Buffer.from('a,b')])
      streams.push(stream)
      return { ...csv, stream, bytes: 3 }
    }
    const first = await shop.send('GET', PATH)
    expect(first.headers).toMatchObject({ etag: '"run.1"', 'cache-control': REVALIDATED })
    const again = await shop.send('GET', PATH, { headers: { 'if-none-match': tagOf(first) } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers).not.toHaveProperty('content-disposition')
    expect([streams[1]?.destroyed, streams[1]?.readableDidRead]).toEqual([true, false])
    const zipped = await shop.send('GET', PATH, { headers: { 'accept-encoding': 'gzip' } })
    expect(tagOf(zipped)).toBe('"run.1-gzip"')
  })

  test('that fails has no tag', async () => {
    reply = () => ({ ...csv, stream: failing() })
    const { status, headers } = await shop.send('GET', PATH, { headers: { 'accept-encoding': 'gzip' } })
    expect([status, headers['cache-control']]).toEqual([500, 'no-store'])
    expect(headers).not.toHaveProperty('etag')
  })

  test('that is merged from labels has the same tag each time', async () => {
    const { order } = await labelledOrder(shop)
    const url = `/api/v1/orders/${order.id}/shipping-labels/pdf`
    const headers = { accept: '*/*' }
    const first = await shop.send('GET', url, { headers })
    expect(first.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': REVALIDATED })
    const again = await shop.send('GET', url, { headers: { ...headers, 'if-none-match': tagOf(first) } })
    expect(again.status).toBe(304)
    expect(again.headers).not.toHaveProperty('vary')
  })
})

test('a proxy that compresses may mark tags as weak or add a suffix', async () => {
  const off = await market({ env: { TRADEHALL_COMPRESSION: 'off' } })
  const first = tagOf(await off.send('GET', ORDERS, { headers: { 'accept-encoding': 'gzip' } }))
  for (const known of [`W/${first}`, first.replace(/"$/, '-gzip"')]) {
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': known }
    expect((await off.send('GET', ORDERS, { headers })).status).toBe(304)
  }
})

// biome-ignore lint/correctness/useYield: it fails before its first chunk.
async function* failing(): AsyncGenerator<Buffer> {
  throw new Error('The disk is gone.')
}
