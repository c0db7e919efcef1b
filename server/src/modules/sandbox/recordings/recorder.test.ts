import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { askToken, market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { RECORDINGS, type Recorded, readRecording, startRecording } from '../../../../test/recordings.ts'
import { revokeApplication, SHELL } from '../../identity/index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

let recording: string
beforeEach(async () => {
  recording = await startRecording(shop)
  return async () => void (await shop.send('DELETE', `${RECORDINGS}/${recording}`, { as: 'operator' }))
})
const only = async (): Promise<Recorded['attributes'] & { id: string }> => {
  const recorded = await readRecording(shop, recording)
  expect(recorded).toHaveLength(1)
  return { id: recorded[0]?.id ?? '', ...recorded[0]?.attributes }
}

test('a request is recorded with all its properties', async () => {
  const { applicationId } = shop.credentials
  const payload = '{"data":{"type":"users","attributes":{"note":"hello"}}}'
  const sent = await shop.send('POST', '/api/v1/email-verifications', {
    payload,
    headers: { 'User-Agent': 'connector/1.0' },
  })
  const recorded = await only()
  expect(recorded).toMatchObject({
    id: sent.headers['x-request-id'],
    sequence: 1,
    method: 'POST',
    url: '/api/v1/email-verifications',
    status: sent.status,
    outcome: 'responded',
    requestedAt: '2026-03-02T09:00:00.000Z',
    claimedApplicationId: applicationId,
    claimedClientId: null,
    isAuthenticated: true,
    isDeprecated: false,
    faultId: null,
    credentialsInUrl: false,
    requestBody: payload,
    responseBody: sent.text,
  })
  expect(recorded.operationId).toEqual(expect.any(String))
  expect(recorded.requestHeaders).toMatchObject({
    authorization: 'Bearer [redacted]',
    'user-agent': 'connector/1.0',
  })
  expect(recorded.responseHeaders).toMatchObject({ 'x-request-id': recorded.id })
  expect(recorded.arrivedMs).toBeGreaterThanOrEqual(0)
  expect(recorded.durationMs).toBeGreaterThan(0)
})

test('requests of other applications and without credentials, and reads of recordings, are left out', async () => {
  await shop.send('GET', '/api/v1/me', { as: 'otherBrand' })
  await shop.send('GET', '/api/v1/me', { as: null })
  await shop.send('GET', `${RECORDINGS}/${recording}`)
  await shop.send('GET', `${RECORDINGS}/${recording}/requests`)
  expect(await readRecording(shop, recording)).toEqual([])
})

test('nothing is recorded without a recording', async () => {
  await shop.send('DELETE', `${RECORDINGS}/${recording}`, { as: 'operator' })
  await shop.send('GET', '/api/v1/me')
  recording = await startRecording(shop)
  expect(await readRecording(shop, recording)).toEqual([])
})

test('many concurrent requests are all recorded', async () => {
  await Promise.all(Array.from({ length: 150 }, () => shop.send('GET', '/api/v1/me')))
  expect(await readRecording(shop, recording)).toHaveLength(150)
})

test('a request with a forged token is recorded for the application that the token names', async () => {
  const { applicationId } = shop.credentials
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(applicationId)
    .sign(Buffer.alloc(32, 1))
  expect((await shop.send('GET', '/api/v1/me', { token })).status).toBe(401)
  const { tokenFingerprint, ...recorded } = await only()
  expect(recorded).toMatchObject({ status: 401, claimedApplicationId: applicationId, isAuthenticated: false })
  expect(tokenFingerprint).toMatch(/^[0-9a-f]{16}$/)
})

test('requests of a revoked application are recorded', async () => {
  const here = await market()
  const id = await startRecording(here)
  const token = await here.tokenOf('brand')
  await revokeApplication(here.platform, here.credentials.applicationId, SHELL)
  await here.platform.signals.refresh()
  expect((await here.send('GET', '/api/v1/me', { token })).status).toBe(401)
  expect((await askToken(here.http, here.credentials)).statusCode).toBe(401)
  const recorded = await readRecording(here, id)
  expect(recorded.map(({ attributes }) => [attributes.status, attributes.isAuthenticated])).toEqual([
    [401, false],
    [401, false],
  ])
})

test('unknown paths, and paths that no route can match, have no operation', async () => {
  expect((await shop.send('GET', '/api/v1/nothing')).status).toBe(404)
  expect((await shop.send('GET', '/api/v1/%zz')).status).toBe(400)
  const recorded = await readRecording(shop, recording)
  expect(recorded.map(({ attributes }) => [attributes.status, attributes.operationId])).toEqual([
    [404, null],
    [400, null],
  ])
})

test('requests that are refused by limits or by their media type are recorded', async () => {
  const here = await market({ env: { TRADEHALL_RATE_LIMIT: 'on' } })
  const id = await startRecording(here)
  expect((await here.send('GET', '/api/v1/orders', { headers: { accept: 'text/html' } })).status).toBe(406)
  const payload = '<a/>'
  const refused = await here.send('POST', '/api/v1/email-verifications', {
    payload,
    headers: { 'content-type': 'text/xml' },
  })
  expect(refused.status).toBe(415)
  await here.send('POST', '/api/testing/faults', { body: { status: 429, count: 1 }, as: 'operator' })
  expect((await here.send('GET', '/api/v1/me')).status).toBe(429)
  for (let i = 0; i < 60; i++) await askToken(here.http, here.credentials)
  expect((await askToken(here.http, here.credentials)).statusCode).toBe(429)
  const recorded = await readRecording(here, id)
  const statuses = recorded.map(({ attributes }) => attributes.status)
  expect(statuses.slice(0, 3)).toEqual([406, 415, 429])
  expect(statuses.at(-1)).toBe(429)
  expect(recorded.at(-1)?.attributes.claimedClientId).toBe(here.credentials.clientId)
})

test('a token request is recorded by its client id, without its bodies', async () => {
  const { clientId, clientSecret, applicationId } = shop.credentials
  const asked = await askToken(shop.http, shop.credentials)
  const wrong = await askToken(shop.http, { clientId, clientSecret: 'wrong-wrong-wrong' })
  const byBasic = await shop.http.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    payload: 'grant_type=client_credentials',
  })
  expect([asked, wrong, byBasic].map(({ statusCode }) => statusCode)).toEqual([200, 401, 200])
  const recorded = await readRecording(shop, recording)
  expect(recorded.map(({ attributes }) => attributes.isAuthenticated)).toEqual([true, false, true])
  for (const { attributes } of recorded) {
    expect(attributes).toMatchObject({
      claimedClientId: clientId,
      claimedApplicationId: applicationId,
      requestBody: null,
      responseBody: null,
    })
  }
  expect(recorded[2]?.attributes.requestHeaders.authorization).toBe('Basic [redacted]')
  expect(JSON.stringify(recorded)).not.toContain(clientSecret)
  expect(JSON.stringify(recorded)).not.toContain(asked.json().access_token)
})

test('a token in the url assigns the request to its application, and is not stored', async () => {
  const token = await shop.tokenOf('brand')
  await shop.send('GET', `/api/v1/me?access_token=${token}`, { as: null })
  const recorded = await only()
  expect(recorded).toMatchObject({
    url: '/api/v1/me?access_token=[redacted]',
    credentialsInUrl: true,
    claimedApplicationId: shop.credentials.applicationId,
    isAuthenticated: false,
  })
  expect(JSON.stringify(recorded)).not.toContain(token)
})

test('secrets are redacted in bodies, including the token of the request', async () => {
  const token = await shop.tokenOf('brand')
  await shop.send('POST', '/api/v1/email-verifications', {
    payload: `{"password":"open sesame","note":"${token}"}`,
  })
  const { requestBody } = await only()
  expect(requestBody).toBe('{"password":"[redacted]","note":"[redacted]"}')
})

test('bodies are cut after 64 KB', async () => {
  const payload = `{"data":"${'ü'.repeat(70_000)}"}`
  await shop.send('POST', '/api/v1/email-verifications', { payload })
  const { requestBody } = await only()
  expect(Buffer.byteLength(requestBody)).toBeLessThanOrEqual(65_536 + 3)
  expect(Buffer.byteLength(requestBody)).toBeGreaterThan(65_000)
})

test('deprecated operations, and deprecated uses of others, are marked', async () => {
  const order = randomUUID()
  await shop.send('GET', `/api/v1/orders/${order}/is-fulfillable`)
  await transition(shop, order, { type: 'brand-requests-fulfillment' })
  await transition(shop, order, { type: 'brand-validates', attributes: { orderItems: [] } })
  const recorded = await readRecording(shop, recording)
  expect(recorded.map(({ attributes }) => attributes.isDeprecated)).toEqual([true, true, false])
})

test('all processes record, and each process shows its own requests at once', async () => {
  const second = await market({ databaseUrl: shop.databaseUrl, credentials: shop.credentials })
  await shop.send('GET', '/api/v1/me?n=1')
  await second.send('GET', '/api/v1/me?n=2')
  await readRecording(second, recording)
  const urls = (await readRecording(shop, recording)).map(({ attributes }) => attributes.url)
  expect(urls).toEqual(expect.arrayContaining(['/api/v1/me?n=1', '/api/v1/me?n=2']))
})

test('a running process is notified of a new recording', async () => {
  const here = await market()
  const second = await market({ databaseUrl: here.databaseUrl, credentials: here.credentials })
  const id = await startRecording(here)
  await second.platform.signals.refresh()
  await second.send('GET', '/api/v1/me?n=1')
  expect((await readRecording(second, id)).map(({ attributes }) => attributes.url)).toContain(
    '/api/v1/me?n=1',
  )
})
