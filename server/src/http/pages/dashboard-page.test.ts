import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { DashboardFiles, type DashboardList } from './dashboard-files.ts'

const BUILT = fileURLToPath(new URL('../../../../dashboard/dist/', import.meta.url))
const list = JSON.parse(readFileSync(join(BUILT, 'files.json'), 'utf8')) as DashboardList

const shop = await market({
  cleanUp: afterAll,
  env: { TRADEHALL_IMAGE_HOSTS: 'https://images.example.test, https://*.cdn.example.test' },
})
const get = (url: string, headers: Record<string, string> = {}) =>
  shop.http.app.inject({ method: 'GET', url, headers })

test('the page has a nonce of its own, is not stored, and allows scripts of the server only', async () => {
  const [first, second] = [await get('/dashboard'), await get('/dashboard/orders/1?x=<script>')]
  for (const answer of [first, second]) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers.etag).toBeUndefined()
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("img-src 'self' https://images.example.test https://*.cdn.example.test;")
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
    expect(policy).toContain(`; style-src 'self' 'nonce-${nonce}'; `)
    expect(policy).not.toContain('unsafe')
    expect(answer.body).toContain(`nonce="${nonce}"`)
    expect(answer.body).not.toMatch(/<script(?![^>]* src=)/)
  }
  expect(first.body).not.toBe(second.body)
})

test('other windows cannot access the page, and it may use passkeys and the clipboard, but no devices', async () => {
  const { headers } = await get('/dashboard')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  const permissions = String(headers['permissions-policy']).split(', ')
  for (const denied of ['camera=()', 'microphone=()', 'geolocation=()', 'usb=()'])
    expect(permissions).toContain(denied)
  for (const method of ['get', 'create'])
    expect(permissions).toContain(`publickey-credentials-${method}=(self)`)
  expect(permissions.join()).not.toContain('clipboard')
  // Only pages have these headers, not data.
  const { headers: ofData } = await get('/openapi.json')
  expect(ofData).not.toHaveProperty('permissions-policy')
})

test.each(['light', 'dark', 'auto'])('the page is rendered in the theme of the cookie: %s', async (theme) => {
  const { body } = await get('/dashboard', { cookie: `other=1; tradehall-theme=${theme}` })
  expect(body).toContain(`data-theme="${theme}"`)
})

test('an invalid theme is ignored', async () => {
  const { body } = await get('/dashboard', { cookie: 'tradehall-theme="><script>' })
  expect(body).toContain('data-theme="auto"')
})

test.each([
  ['br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['zstd', 'zstd'],
  ['identity', undefined],
])('files are immutable and compressed before: Accept-Encoding %s', async (accepted, coding) => {
  const answer = await get(`/dashboard/assets/${list.entry}`, { 'accept-encoding': accepted })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
  })
  expect(answer.headers['content-encoding']).toBe(coding)
})

test.each(['files.json', '..%2ffiles.json', '%2e%2e%2fpackage.json', `${list.entry}.br`, '__proto__'])(
  'only files of the list are served: %s',
  async (name) => {
    expect((await get(`/dashboard/assets/${name}`)).statusCode).toBe(404)
  },
)

test('the first load has at most 250 KB of compressed script', () => {
  const sizes = [list.entry, ...list.preloads].map((name) => statSync(join(BUILT, `${name}.gz`)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250 * 1024)
})

test('the page tells the time of the server, and how far the sandbox has moved its clock', async () => {
  await shop.advance(3600)
  const { body } = await get('/dashboard')
  const [, real, offset] = /data-real-time="(\d+)" data-clock-offset="(-?\d+)"/.exec(body) ?? []
  expect(Number(offset)).not.toBe(0)
  expect(Number(real) + Number(offset)).toBe(shop.platform.clock.now().getTime())
})

test('/ leads browsers to the dashboard, and programs to an error document', async () => {
  const page = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
  expect([page.statusCode, page.headers.location]).toEqual([302, '/dashboard'])
  expect((await get('/', { accept: 'application/vnd.api+json' })).statusCode).toBe(404)
})

test('static files have a separate rate limit', async () => {
  const answer = await get(`/dashboard/assets/${list.entry}`)
  expect(answer.headers['x-ratelimit-limit']).toBe('1200')
})

test('a folder without a build has no dashboard', () => {
  expect(DashboardFiles.find(mkdtempSync(join(tmpdir(), 'tradehall-no-dashboard-')))).toBeUndefined()
})
