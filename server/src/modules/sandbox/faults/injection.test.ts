import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { askToken, market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { transaction } from '../../../platform/database.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { createApplication, SHELL } from '../../identity/index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { applicationId, brandId } = shop.credentials
const FAULTS = '/api/testing/faults'
const CONFIG = '/api/v1/me/config'
const ORDERS = '/api/v1/orders'

const inject = async (body: object) => (await shop.send('POST', FAULTS, { body })).body.data
const statusOf = async (token?: string) => (await shop.send('GET', CONFIG, token ? { token } : {})).status
const pathOf = (link: string) => link.slice(link.indexOf('/api'))

/** Another application of the brand. */
const other = await transaction(shop.platform.db, (tx) =>
  createApplication(
    { ...shop.platform, db: tx },
    {
      account: { kind: 'brand', brandId },
      name: 'Other',
      developerEmail: 'other@alder.test',
      userId: demoId('user/alder-wick'),
    },
    SHELL,
  ),
)
const otherToken = await shop.http.tokens.issue(other.applicationId)
for (let i = 0; i < 3; i++) await placeOrder(shop)

beforeEach(async () => void (await shop.send('DELETE', FAULTS)))

test('a fault of an application hits only its requests, not those of others in its account', async () => {
  await inject({ applicationId, status: 500 })
  expect(await statusOf()).toBe(500)
  expect(await statusOf(otherToken)).toBe(200)
  expect((await shop.send('GET', CONFIG, { as: 'otherBrand' })).status).toBe(200)
})

test('a fault of an application hits its token requests, by the form and by HTTP Basic', async () => {
  await inject({ applicationId, path: '/oauth/token', status: 503, retryAfter: 2 })
  const refused = await askToken(shop.http, shop.credentials)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
  expect((await askToken(shop.http, other)).statusCode).toBe(200)

  const byBasic = async ({ clientId, clientSecret }: typeof other) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const payload = 'grant_type=client_credentials'
    return (await shop.http.app.inject({ method: 'POST', url: '/oauth/token', headers, payload })).statusCode
  }
  expect(await byBasic(shop.credentials)).toBe(503)
  expect(await byBasic(other)).toBe(200)
})

test('a fault without an application hits token requests too', async () => {
  await inject({ path: '/oauth/token', status: 500, count: 1 })
  expect((await askToken(shop.http, other)).statusCode).toBe(500)
  expect((await askToken(shop.http, other)).statusCode).toBe(200)
})

test('tokens from before a fault expire as usual, and a new one works', async () => {
  const old = await shop.http.tokens.issue(applicationId)
  await inject({ applicationId, expireTokens: true })
  const expired = await shop.send('GET', CONFIG, { token: old })
  expect(expired.status).toBe(401)
  expect(expired.headers['www-authenticate']).toBe('Bearer realm="tradehall", error="invalid_token"')
  expect(expired.body.errors).toEqual([
    { status: '401', detail: 'The access token has expired. Fetch a new one from /oauth/token.' },
  ])
  expect(await statusOf(otherToken)).toBe(200)
  const fresh = (await askToken(shop.http, shop.credentials)).json().access_token
  expect(await statusOf(fresh)).toBe(200)
})

test('requests with a new token do not use the count of a fault that expires older ones', async () => {
  const old = await shop.http.tokens.issue(applicationId)
  await inject({ expireTokens: true, count: 1 })
  const fresh = await shop.http.tokens.issue(applicationId)
  expect([await statusOf(fresh), await statusOf(old), await statusOf(old)]).toEqual([200, 401, 200])
})

test('the request has the id of the fault that hit it', async () => {
  const seen: (string | null)[] = []
  const here = await market()
  here.http.app.addHook('onResponse', async ({ faultId }) => void seen.push(faultId))
  await here.send('GET', CONFIG)
  const fault = await here.send('POST', FAULTS, { body: { path: CONFIG, status: 500 } })
  await here.send('GET', CONFIG)
  expect(seen.slice(-3)).toEqual([null, null, fault.body.data.id])
})

test('only documents of successful requests get unknown members', async () => {
  const plain = await shop.send('GET', `${ORDERS}?include=retailer`)
  await inject({ applicationId, unknowns: true })
  const altered = await shop.send('GET', `${ORDERS}?include=retailer`)
  expect(altered.body).toMatchObject({ unknownMember: {}, links: { first: plain.body.links.first } })
  for (const { attributes, relationships } of [...altered.body.data, ...altered.body.included]) {
    expect(attributes).toHaveProperty('unknownObject')
    expect(relationships).toHaveProperty('unknownRelation')
  }
  expect(altered.body.data[0].attributes).toMatchObject(plain.body.data[0].attributes)
  expect(Number(altered.headers['content-length'])).toBe(Buffer.byteLength(altered.text))

  const failed = await shop.send('GET', `${ORDERS}/${demoId('none')}`)
  expect([failed.status, Object.keys(failed.body)]).toEqual([404, ['jsonapi', 'errors']])
  // Plain JSON.
  expect((await shop.send('GET', '/api/v1/me')).text).not.toContain('unknown')
  expect((await shop.send('GET', ORDERS, { token: otherToken })).text).not.toContain('unknown')
})

test('a write is altered in its response only', async () => {
  await inject({ unknowns: true, method: 'POST' })
  const data = { type: 'email-verifications', attributes: { email: 'nadia@alder.test' } }
  const made = await shop.send('POST', '/api/v1/email-verifications', { body: { data } })
  expect(made.status).toBe(201)
  expect(made.body).toHaveProperty('unknownMember')
})

test('an altered document has its own entity tag, which If-Match accepts', async () => {
  const [{ variants }] = await addTestProducts(shop.platform, brandId, [{}])
  const variant = `/api/v1/product-variants/${variants[0]?.id}`
  const plain = await shop.send('GET', variant)
  const fault = await inject({ unknowns: true })
  const ask = (tag: unknown, method = 'GET') =>
    shop.send(method, variant, { headers: { 'if-none-match': String(tag) } })
  const altered = await ask(plain.headers.etag)
  expect(altered.status).toBe(200)
  expect(altered.text).toContain('unknownMember')
  expect(altered.headers.etag).not.toBe(plain.headers.etag)
  expect(await ask(altered.headers.etag)).toMatchObject({ status: 304, text: '' })
  const head = await ask('"x"', 'HEAD')
  expect(head.headers).toMatchObject({
    etag: altered.headers.etag,
    'content-length': altered.headers['content-length'],
  })
  const changed = await shop.send('PATCH', `${variant}/stock`, {
    body: { data: { type: 'product-variants', attributes: { stockQuantity: 41 } } },
    headers: { 'if-match': String(altered.headers.etag) },
  })
  expect(changed.status).toBe(200)

  await shop.send('DELETE', `${FAULTS}/${fault.id}`)
  expect((await ask(altered.headers.etag)).text).not.toContain('unknownMember')
})

test('a compressed document is altered before it is compressed', async () => {
  await inject({ unknowns: true })
  const { headers, rawPayload } = await shop.http.app.inject({
    url: ORDERS,
    headers: {
      accept: 'application/vnd.api+json',
      'accept-encoding': 'gzip',
      authorization: `Bearer ${await shop.tokenOf('brand')}`,
    },
  })
  expect(headers['content-encoding']).toBe('gzip')
  expect(headers.etag).toMatch(/-gzip"$/)
  expect(gunzipSync(rawPayload).toString()).toContain('unknownMember')
})

test('links of pages have the marker, and return the same results', async () => {
  const plain = await shop.send('GET', `${ORDERS}?page[limit]=1`)
  const fault = await inject({ applicationId, marker: 'm7' })
  const first = await shop.send('GET', `${ORDERS}?page[limit]=1`)
  expect(first.body.links.next).toBe(`${plain.body.links.next}&marker=m7`)
  expect(first.body.data).toEqual(plain.body.data)

  const second = await shop.send('GET', pathOf(first.body.links.next))
  expect(second.body.data).toEqual((await shop.send('GET', pathOf(plain.body.links.next))).body.data)
  expect(second.body.links.prev.match(/marker=/g)).toHaveLength(1)
  const [logged] = (
    await shop.send('GET', `/api/testing/requests?filter[path]=${ORDERS}&page[limit]=2`)
  ).body.data.slice(1)
  expect(logged.attributes.url).toContain('&marker=m7')

  expect((await shop.send('GET', `${ORDERS}?marker=m8`)).status).toBe(400)
  expect((await shop.send('GET', `${ORDERS}?marker=m7`, { token: otherToken })).status).toBe(400)
  await shop.send('DELETE', `${FAULTS}/${fault.id}`)
  expect((await shop.send('GET', pathOf(first.body.links.next))).status).toBe(400)
})

test('a link with a marker is accepted also after the fault has been used up', async () => {
  await inject({ marker: 'm7', count: 1 })
  const config = await shop.send('GET', CONFIG)
  expect(config.status).toBe(200)
  const first = await shop.send('GET', `${ORDERS}?page[limit]=1`)
  const second = await shop.send('GET', pathOf(first.body.links.next))
  expect(second.status).toBe(200)
  expect(second.body.links.prev).not.toContain('marker')
})

test('a request is hit by one failing fault and by all altering faults', async () => {
  await inject({ marker: 'm7' })
  await inject({ unknowns: true })
  await inject({ status: 503, count: 1 })
  await inject({ status: 500, count: 1 })
  const ask = () => shop.send('GET', `${ORDERS}?marker=m7&page[limit]=1`)
  expect([(await ask()).status, (await ask()).status]).toEqual([500, 503])
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(body).toHaveProperty('unknownMember')
  expect(body.links.next).toMatch(/marker=m7$/)
})
