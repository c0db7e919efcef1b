import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'

const PRODUCTION = {
  TRADEHALL_MODE: 'production',
  TRADEHALL_TRUST_PROXY: '127.0.0.1',
  TRADEHALL_PAYMENT_PUBLIC_KEY: 'pk_of_an_operator',
}
const BY_HTTPS = { 'x-forwarded-proto': 'https' }
const {
  http: { app },
  send,
} = await market({ cleanUp: afterAll })

test('the page runs its own scripts and no others', async () => {
  const answer = await app.inject('/docs')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  const policy = String(answer.headers['content-security-policy'])
  const nonce = /script-src 'nonce-([\w+/=]+)';/.exec(policy)?.[1]
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toContain('unsafe-eval')
  const scripts = answer.body.match(/<script[^>]*>/g)
  expect(scripts).toHaveLength(2)
  for (const script of scripts ?? []) expect(script).toContain(`nonce="${nonce}"`)

  const next = await app.inject('/docs')
  expect(next.body).not.toContain(nonce)
})

test('the page names no other origin', async () => {
  const { body } = await app.inject('/docs')
  expect(body).not.toMatch(/https?:|["'(]\/\//)
})

test('/docs/ leads to the page, and HEAD asks for its headers', async () => {
  const slash = await app.inject('/docs/')
  expect([slash.statusCode, slash.headers.location]).toEqual([301, '/docs'])
  const head = await app.inject({ method: 'HEAD', url: '/docs' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

test('the script is sent compressed and kept for good at the address that the page names', async () => {
  const url = await scriptAddress()
  const compressed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
  expect(compressed.statusCode).toBe(200)
  expect(compressed.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  const plain = await app.inject(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.etag).not.toBe(compressed.headers.etag)
  expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(plain.body).toContain('createApiReference')
})

test('a browser that has the script is not sent it again', async () => {
  const url = await scriptAddress()
  const { etag } = (await app.inject(url)).headers
  const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the script at the address of another release is checked at each use', async () => {
  const answer = await app.inject('/docs/reference.js?v=0123456789abcdef')
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, no-cache'])
})

test('the page of the sandbox holds a token of the demo brand', async () => {
  const { body } = await app.inject('/docs')
  const token = /"token":"([^"]+)"/.exec(body)?.[1]
  const answer = await send('GET', '/api/v1/me/config', { token: String(token) })
  expect([answer.status, answer.body.data?.type]).toEqual([200, 'user-configs'])
})

test.each([
  [{}, ['localhost:9000', '127.0.0.1', '[::1]:8080'], ['elsewhere.test:8080', '127.0.0.1.elsewhere.test']],
  [{ TRADEHALL_PUBLIC_URL: 'http://market.test' }, ['market.test', 'localhost'], ['elsewhere.test']],
  [
    { TRADEHALL_HOST: '192.168.7.7', TRADEHALL_TRUST_PROXY: 'loopback' },
    ['192.168.7.7:8080'],
    ['192.168.7.8:8080', 'elsewhere.test'],
  ],
])('with %j, the page has a token for the hosts %j and none for %j', async (env, own, others) => {
  const { http } = await market({ env })
  for (const host of [...own, ...others]) {
    const { statusCode, body } = await http.app.inject({ url: '/docs', headers: { host, ...BY_HTTPS } })
    expect([host, statusCode, body.includes('"token":"')]).toEqual([host, 200, own.includes(host)])
  }
})

test('the host that a trusted proxy forwards counts, not the Host header of the proxy', async () => {
  const { http } = await market({ env: { TRADEHALL_TRUST_PROXY: 'loopback' } })
  const headers = { ...BY_HTTPS, host: '127.0.0.1:8080', 'x-forwarded-host': 'elsewhere.test' }
  expect((await http.app.inject({ url: '/docs', headers })).body).not.toContain('"token":"')
})

test('the page holds no token in production', async () => {
  const { http } = await market({ env: PRODUCTION })
  const { statusCode, body } = await http.app.inject({ url: '/docs', headers: BY_HTTPS })
  expect(statusCode).toBe(200)
  expect(body).toContain('createApiReference')
  expect(body).not.toMatch(/token|authentication|eyJ/)
})

async function scriptAddress(): Promise<string> {
  const { body } = await app.inject('/docs')
  return String(/src="([^"]+)"/.exec(body)?.[1])
}
