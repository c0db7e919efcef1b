import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { requestTo, speak as speakTo } from '../../../test/raw-requests.ts'
import { createLog } from '../../platform/log.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
const shop = await market({
  cleanUp: afterAll,
  log,
  env: {
    TRADEHALL_PUBLIC_URL: 'https://Market.Example.test',
    TRADEHALL_MONITORING_HOSTS: 'api-1, Node.example.test',
  },
})
const port = Number(new URL(await shop.http.app.listen({ port: 0, host: '127.0.0.1' })).port)
const ME = '/api/v1/me HTTP/1.1\r\nhost: localhost\r\n'
const speak = (request: string) => speakTo(port, request)

test.each([
  [
    'a flood of headers',
    `GET ${ME}x: ${'v'.repeat(20_000)}\r\n\r\n`,
    '431',
    'Request Header Fields Too Large',
  ],
  ['what is not HTTP', 'HELLO\r\n\r\n', '400', 'Bad Request'],
  ['a NUL in a header', `GET ${ME}x: a\0b\r\n\r\n`, '400', 'Bad Request'],
  [
    'a tunnel',
    'CONNECT elsewhere.test:443 HTTP/1.1\r\nhost: elsewhere.test:443\r\n\r\n',
    '405',
    'Method Not Allowed',
  ],
  [
    'a tunnel with a body',
    'CONNECT a.test:1 HTTP/1.1\r\nhost: a.test\r\ncontent-length: 9\r\n\r\nhalf',
    '405',
    'Method Not Allowed',
  ],
  [
    'another expectation',
    `GET ${ME}expect: 200-ok\r\nconnection: close\r\n\r\n`,
    '417',
    'Expectation Failed',
  ],
  ['no Host', 'GET /api/v1/me HTTP/1.1\r\nconnection: close\r\n\r\n', '400', 'Bad Request'],
  ['an empty Host', requestTo('', '/api/v1/me'), '400', 'Bad Request'],
  ['two Hosts', `GET ${ME}Host: elsewhere.test\r\nconnection: close\r\n\r\n`, '400', 'Bad Request'],
  [
    'two Hosts that agree, of an old client,',
    'GET /health/live HTTP/1.0\r\nhost: localhost\r\nhost: localhost\r\n\r\n',
    '400',
    'Bad Request',
  ],
  [
    'the address of another server',
    requestTo('localhost', 'http://elsewhere.test/api/v1/me'),
    '400',
    'Bad Request',
  ],
  [
    'the address of another server, also named in Host,',
    requestTo('elsewhere.test', 'http://elsewhere.test/health/live'),
    '400',
    'Bad Request',
  ],
  [
    'an address of this server that is not that of Host',
    requestTo('localhost:80', 'http://localhost:81/api/v1/me'),
    '400',
    'Bad Request',
  ],
  [
    'an address with a user that looks like this server',
    requestTo('localhost@elsewhere.test', 'http://localhost@elsewhere.test/health/live'),
    '400',
    'Bad Request',
  ],
  [
    'the address of another server without a Host',
    'GET http://elsewhere.test/health/live HTTP/1.0\r\n\r\n',
    '400',
    'Bad Request',
  ],
  [
    'the name of another server, where nothing else guards,',
    requestTo('elsewhere.test', '/health/live'),
    '421',
    'Misdirected Request',
  ],
  [
    'a long address',
    `GET /${'x'.repeat(9000)} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    '414',
    'URI Too Long',
  ],
])('%s is refused with a document and the standing headers', async (_what, text, status, title) => {
  lines.length = 0
  const { head, headers, body } = read(await speak(text))
  expect(head).toBe(`HTTP/1.1 ${status} ${title}`)
  expect(JSON.parse(body)).toEqual({
    jsonapi: { version: '1.0' },
    errors: [expect.objectContaining({ status, title, detail: expect.any(String) })],
  })
  expectStandingHeaders(headers)
  expect(lines.map(({ requestId }) => requestId)).toContain(headers['x-request-id'])
})

test.each(['localhost:8080', 'market.example.test', '10.0.0.7:8080', 'NODE.example.test'])(
  'an address in the request line is that of %s, as in Host',
  async (host) => {
    expect(await speak(requestTo(host, `http://${host}/health/live`))).toMatch(/^HTTP\/1\.1 200 /)
    expect(await speak(requestTo(host, `http://${host}/api/v1/me`))).toMatch(/^HTTP\/1\.1 401 /)
  },
)

describe('a route without a token', () => {
  const ask = (host: string, url = '/health/live') => shop.send('GET', url, { as: null, headers: { host } })

  test('refuses a host name of another server, and says which hosts it accepts', async () => {
    for (const url of ['/health/live', '/health/ready', '/metrics']) {
      const { status, body } = await ask('elsewhere.test', url)
      expect([status, body.errors]).toEqual([
        421,
        [
          {
            status: '421',
            title: 'Misdirected Request',
            detail: expect.stringContaining('"elsewhere.test" is no name of this server: ask by an address'),
            source: { header: 'Host' },
          },
        ],
      ])
    }
    expect((await shop.send('GET', '/api/v1/me', { headers: { host: 'elsewhere.test' } })).status).toBe(200)
    expect((await ask('api-1', '/metrics')).status).toBe(200)
  })

  test.each([
    ...['localhost', 'LOCALHOST:1', 'localhost.', '127.0.0.1:8080', '10.244.0.7', '[::1]', '[fd00::7]:8080'],
    ...['market.example.test', 'MARKET.example.test.:443', 'api-1', 'API-1:9464', 'node.example.test.'],
  ])('answers to %s', async (host) => {
    expect((await ask(host)).status).toBe(200)
  })

  test.each([
    ...['localhost.elsewhere.test', '127.0.0.1.elsewhere.test:8080', 'x.market.example.test', 'example.test'],
    ...['market.example.test@elsewhere.test', 'api-1.elsewhere.test', 'api-2', 'xlocalhost', '.', '[::1'],
    ...['2130706433', '127.1', '127.0.0.1..', '[elsewhere.test]', 'localhost:x', 'localhost, elsewhere.test'],
  ])('does not answer to %s', async (host) => {
    expect((await ask(host)).status).toBe(421)
  })
})

test('the expectation 100-continue is met', async () => {
  const answer = await speak(`GET ${ME}expect: 100-continue\r\nconnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /)
})

test.each([
  ['at the token endpoint', 'POST /oauth/token', 'application/x-www-form-urlencoded', 400],
  ['where nothing is', 'POST /nowhere', 'application/json', 404],
])('a Content-Type without a body delays no response %s', async (_where, line, type, status) => {
  const answer = await speak(
    `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('a client with HTTP/1.0 needs no Host and may send any Expect', async () => {
  const answer = await speak('GET /health/live HTTP/1.0\r\nexpect: 200-ok\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('requests that arrive while the server stops are refused, and earlier ones are answered', async () => {
  const shop = await market()
  const { promise: mayAnswer, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  shop.http.app.get('/slow', { config: { unguarded: true } }, async () => {
    arrive()
    await mayAnswer
    return 'at last'
  })
  const address = await shop.http.app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect(Number(new URL(address).port), '127.0.0.1')
  const answer = collect(client)
  client.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await arrived
  const closed = shop.http.app.close()
  const next = once(shop.http.app.server, 'request')
  client.write(`GET ${ME}\r\n`)
  const [, response] = await next
  const refused = once(response, 'close')
  goOn()
  await refused
  await closed
  const [first = '', second = ''] = (await answer).split(/(?<=at last)/)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  const { head, headers, body } = read(second)
  expect(head).toBe('HTTP/1.1 503 Service Unavailable')
  expect(JSON.parse(body).errors).toEqual([
    { status: '503', title: 'Service Unavailable', detail: 'The server is stopping. Try again.' },
  ])
  expectStandingHeaders(headers)
  expect(headers).toMatchObject({ connection: 'close', 'retry-after': '1' })
})

/** Returns everything that arrives until the server closes the connection. */
async function collect(client: ReturnType<typeof connect>): Promise<string> {
  let text = ''
  client.on('data', (chunk) => {
    text += chunk
  })
  await once(client, 'close')
  return text
}

function read(answer: string) {
  const [top = '', body = ''] = answer.split('\r\n\r\n')
  const [head = '', ...fields] = top.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const [name = '', ...value] = field.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { head, headers, body }
}

function expectStandingHeaders(headers: Record<string, string>): void {
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.api+json',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'cache-control': 'no-store',
  })
}
