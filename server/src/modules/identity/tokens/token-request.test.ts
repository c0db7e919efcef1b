import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, market } from '../../../../test/market.ts'
import { rotateSecret } from '../credentials/applications.ts'

const shop = await market({ cleanUp: afterAll })
const { clientId, clientSecret } = shop.credentials
const FORM = 'application/x-www-form-urlencoded'

async function ask(
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const payload = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  return await shop.send('POST', '/oauth/token', {
    as: null,
    payload,
    headers: { 'content-type': FORM, ...headers },
  })
}
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
const good = {
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
  scope: '*',
}

describe('a token request', () => {
  test('with credentials in the form gets a bearer token for 3600 seconds', async () => {
    const answer = await ask(good)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ token_type: 'Bearer', expires_in: 3600, access_token: expect.any(String) })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  test('with credentials by HTTP Basic gets a token that works', async () => {
    const answer = await ask('grant_type=client_credentials', {
      authorization: basic(clientId, clientSecret),
    })
    expect(answer.status).toBe(200)
    const me = await shop.send('GET', '/api/v1/me', { token: answer.body.access_token })
    expect(me.status).toBe(200)
  })

  test('needs no Accept header and takes a form with a charset', async () => {
    const headers = { accept: '*/*', 'content-type': `${FORM}; charset=UTF-8` }
    expect((await ask(good, headers)).status).toBe(200)
  })

  test.each([
    ['an unknown grant type', { ...good, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant type', { client_id: clientId, client_secret: clientSecret }, 400, 'invalid_request'],
    ['another scope', { ...good, scope: 'orders' }, 400, 'invalid_scope'],
    ['no client id', { grant_type: 'client_credentials', client_secret: 'x' }, 400, 'invalid_request'],
    ['no secret', { grant_type: 'client_credentials', client_id: clientId }, 400, 'invalid_request'],
    ['a wrong secret', { ...good, client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown client', { ...good, client_id: 'nobody' }, 401, 'invalid_client'],
    ['a NUL in the client id', { ...good, client_id: 'a\0b' }, 400, 'invalid_request'],
    ['half a character in the secret', { ...good, client_secret: 'a\ud800' }, 400, 'invalid_request'],
    ['no UTF-8 in the scope', `${new URLSearchParams(good)}&scope=%ff`, 400, 'invalid_request'],
    ['an overlong name', `${new URLSearchParams(good)}&%c0%80=1`, 400, 'invalid_request'],
    ['a field twice', `${new URLSearchParams(good)}&client_id=x`, 400, 'invalid_request'],
    ['no body', '', 400, 'invalid_request'],
  ])('with %s gets an OAuth error', async (_what, fields, status, error) => {
    const answer = await ask(fields)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ error, error_description: expect.any(String) })
    expect(answer.headers['cache-control']).toBe('no-store')
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Basic/)
  })

  test('with credentials in both places is refused', async () => {
    const answer = await ask(good, { authorization: basic(clientId, clientSecret) })
    expect(answer.body.error).toBe('invalid_request')
  })

  test('as JSON is refused in the OAuth form', async () => {
    const answer = await shop.send('POST', '/oauth/token', { as: null, body: good })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe('invalid_request')
  })
})

test('during a rotation both secrets work, after it only the new one', async () => {
  const shop = await market()
  const { clientId, clientSecret, applicationId } = shop.credentials
  const form = (secret: string) => ({
    as: null,
    headers: { 'content-type': FORM },
    payload: new URLSearchParams({ ...good, client_id: clientId, client_secret: secret }).toString(),
  })
  const status = async (secret: string) => (await shop.send('POST', '/oauth/token', form(secret))).status

  const renewed = await rotateSecret(shop.platform, applicationId, 3600)
  expect([await status(clientSecret), await status(renewed?.clientSecret ?? '')]).toEqual([200, 200])
  await shop.advance(3601)
  expect([await status(clientSecret), await status(renewed?.clientSecret ?? '')]).toEqual([401, 200])

  // A third secret ends the first at once: never more than two are alive.
  const third = await rotateSecret(shop.platform, applicationId, 3600)
  const fourth = await rotateSecret(shop.platform, applicationId, 3600)
  expect(await status(renewed?.clientSecret ?? '')).toBe(401)
  expect([await status(third?.clientSecret ?? ''), await status(fourth?.clientSecret ?? '')]).toEqual([
    200, 200,
  ])
})

test('the 61st token request of a client in an hour is refused, and another client is not affected', async () => {
  const shop = await market()
  const form = { ...good, client_id: shop.credentials.clientId, client_secret: shop.credentials.clientSecret }
  const send = (fields: Record<string, string>) =>
    shop.send('POST', '/oauth/token', {
      as: null,
      headers: { 'content-type': FORM },
      payload: new URLSearchParams(fields).toString(),
    })
  for (let i = 0; i < 60; i++) expect((await send(form)).status).toBe(200)
  const refused = await send(form)
  expect(refused.status).toBe(429)
  expect(refused.body.error_description).toMatch(/60 requests/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  const other = shop.clientOf('otherBrand')
  expect((await send({ ...form, client_id: other.clientId, client_secret: other.clientSecret })).status).toBe(
    200,
  )
})
