import { get } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { type Market, market } from '../../test/market.ts'
import { readConfig } from '../config.ts'
import { isKnownHost } from './public-url.ts'

const BEHIND_PROXY = { TRADEHALL_TRUST_PROXY: '127.0.0.1' }
const plain = await market({ cleanUp: afterAll })
const proxied = await market({ cleanUp: afterAll, env: BEHIND_PROXY })
const BY_HTTPS = { 'x-forwarded-proto': 'https' }

describe('links', () => {
  test.each([
    ['localhost:9000', 'http://localhost:9000'],
    ['127.0.0.1:8443', 'http://127.0.0.1:8443'],
    ['[::1]:80', 'http://[::1]:80'],
    ['elsewhere.test', 'http://127.0.0.1:8080'],
    ['localhost.elsewhere.test', 'http://127.0.0.1:8080'],
    ['127.0.0.1@elsewhere.test', 'http://127.0.0.1:8080'],
    ['localhost/"x', 'http://127.0.0.1:8080'],
  ])('of a request for the host %j begin with %s', async (host, url) => {
    expect(await linksOf(plain, { host })).toEqual([url])
  })

  test('without a trusted proxy no forwarded header counts', async () => {
    const headers = {
      host: 'elsewhere.test',
      ...BY_HTTPS,
      'x-forwarded-host': 'elsewhere.test',
      'x-forwarded-for': '10.0.0.1',
    }
    expect(await linksOf(plain, headers)).toEqual(['http://127.0.0.1:8080'])
  })

  test.each([
    [{ host: 'shop.example.test' }, 'https://shop.example.test'],
    [{ host: 'shop.example.test:8443', 'x-forwarded-for': '10.0.0.1' }, 'https://shop.example.test:8443'],
    [{ host: '127.0.0.1:8080', 'x-forwarded-host': 'shop.example.test' }, 'https://shop.example.test'],
    [{ host: 'a.test', 'x-forwarded-host': 'b.test/"><' }, 'https://127.0.0.1:8080'],
  ])('behind a trusted proxy, with %j, begin with %s', async (headers, url) => {
    expect(await linksOf(proxied, { ...BY_HTTPS, ...headers })).toEqual([url])
  })

  test('begin with the public address whenever there is one', async () => {
    const shop = await market({ env: { ...BEHIND_PROXY, TRADEHALL_PUBLIC_URL: 'https://market.test' } })
    const headers = { ...BY_HTTPS, host: 'localhost', 'x-forwarded-host': 'shop.example.test' }
    expect(await linksOf(shop, headers)).toEqual(['https://market.test'])
  })

  test('lead to the address that the request was sent to, over a real socket', async () => {
    const address = await plain.http.app.listen({ port: 0, host: '127.0.0.1' })
    const text = await new Promise<string>((resolve, reject) => {
      get(`${address}/openapi.json`, { headers: { host: 'elsewhere.test' } }, async (answer) => {
        resolve(Buffer.concat(await answer.toArray()).toString())
      }).on('error', reject)
    })
    expect(JSON.parse(text).servers).toMatchObject([{ url: address }])
  })
})

test.each([
  [{ host: 'elsewhere.test' }, 421],
  [{ host: '127.0.0.1:8080', 'x-forwarded-host': 'elsewhere.test' }, 421],
  [{ host: 'elsewhere.test', 'x-forwarded-host': 'localhost' }, 421],
  [{ host: '127.0.0.1:8080', 'x-forwarded-host': 'localhost' }, 200],
])('behind a trusted proxy a health check with %j gets %i', async (headers, status) => {
  const answer = await proxied.send('GET', '/health/live', { as: null, headers: { ...BY_HTTPS, ...headers } })
  expect(answer.status).toBe(status)
})

test('without a trusted proxy X-Forwarded-Host is ignored', async () => {
  const headers = { host: 'localhost', 'x-forwarded-host': 'elsewhere.test' }
  expect((await plain.send('GET', '/health/live', { as: null, headers })).status).toBe(200)
})

test('a name that the server listens on is one of its own', () => {
  const env = { TRADEHALL_HOST: 'Api.example.test', TRADEHALL_METRICS_HOST: 'metrics.example.test' }
  const isKnown = (host: string) => isKnownHost(readConfig(env), host)
  expect(['api.example.test:8080', 'metrics.example.test:9464', 'example.test'].map(isKnown)).toEqual([
    true,
    true,
    false,
  ])
})

/** The distinct base URLs of all links that the server returns. */
async function linksOf(shop: Market, headers: Record<string, string>): Promise<string[]> {
  const token = await shop.http.tokens.issue(shop.credentials.applicationId)
  const list = await shop.send('GET', '/api/v1/products?page[limit]=1', { token, headers })
  const document = await shop.send('GET', '/openapi.json', { headers, as: null })
  const links = [list.body.links.first, list.body.links.next].map((link) => String(link).split('/api/v1/')[0])
  return [...new Set([...links, ...document.body.servers.map(({ url }: { url: string }) => url)])] as string[]
}
