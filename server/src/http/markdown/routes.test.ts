import { afterAll, describe, expect, test } from 'vitest'
import { market, PRODUCTION } from '../../../test/market.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const read = (url: string, headers = {}) =>
  shop.http.app.inject({ url, headers: { host: 'localhost:8080', ...headers } })

test('every link of llms.txt answers with Markdown, without a token', async () => {
  const { statusCode, headers, body } = await read('/llms.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const links = [...body.matchAll(/\]\(http:\/\/localhost:8080([^)]+)\)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(40)
  for (const path of links) {
    const page = await read(path)
    expect([path, page.statusCode, page.headers['content-type']]).toEqual([
      path,
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(page.body).toMatch(/^# /)
    expect(page.body).not.toContain('server-url.invalid')
  }
})

test('everything is in llms-full.txt, with the base URL of the caller', async () => {
  const { statusCode, headers, body } = await read('/llms-full.txt', { host: '127.0.0.1:9000' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain('BASE=http://127.0.0.1:9000\n')
  expect(body).toContain('\n## POST /api/testing/orders/create\n')
  expect(body).not.toContain('localhost:8080/docs')
})

describe.each(['/llms.txt', '/llms-full.txt', '/docs/guides/orders.md', '/docs/reference/ordering.md'])(
  '%s',
  (path) => {
    test('is compressed, and not sent again to a client that has it', async () => {
      const accepts = { 'accept-encoding': 'gzip' }
      const first = await read(path, accepts)
      expect(first.headers).toMatchObject({
        'content-encoding': 'gzip',
        'cache-control': 'private, no-cache',
      })
      const again = await read(path, { ...accepts, 'if-none-match': first.headers.etag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const elsewhere = await read(path, {
        ...accepts,
        'if-none-match': first.headers.etag,
        host: '127.0.0.1:1',
      })
      expect(elsewhere.statusCode).toBe(200)
    })

    test('has the same headers for HEAD', async () => {
      const [get, head] = [
        await read(path),
        await shop.http.app.inject({ method: 'HEAD', url: path, headers: { host: 'localhost:8080' } }),
      ]
      expect([head.statusCode, head.body]).toEqual([200, ''])
      for (const name of ['etag', 'content-type', 'content-length'])
        expect(head.headers[name]).toBe(get.headers[name])
    })
  },
)

test.each([
  '/docs/guides/unicorns.md',
  '/docs/guides/architecture.md',
  '/docs/guides/orders',
  '/docs/guides/',
  '/docs/reference/unicorns.md',
  '/docs/reference/constructor',
  '/docs/guides/..%2farchitecture.md',
  '/docs/guides/%2e%2e%2f%2e%2e%2fpackage.json',
  '/docs/guides/../../package.json',
  '/docs/guides/..%5c..%5cpackage.json',
])('%s is not found', async (url) => {
  const { statusCode, headers, body } = await read(url)
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/vnd.api+json'])
  expect(JSON.parse(body).errors).toMatchObject([{ status: '404' }])
})

test('production has no operations for tests', async () => {
  const production = await market({ env: PRODUCTION })
  const headers = { 'x-forwarded-proto': 'https', host: 'localhost' }
  const [index, full, testing] = await Promise.all(
    ['/llms.txt', '/llms-full.txt', '/docs/reference/testing.md'].map((url) =>
      production.http.app.inject({ url, headers }),
    ),
  )
  expect([index?.statusCode, full?.statusCode, testing?.statusCode]).toEqual([200, 200, 404])
  expect(index?.body).not.toContain('/api/testing')
  expect(full?.body).toContain('\n## GET /api/v1/orders\n')
  expect(full?.body).not.toMatch(/^## \w+ \/api\/testing/m)
})
