import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, market } from '../../../../test/market.ts'
import { SHELL } from '../credentials/audit.ts'
import { rotateSecret } from '../credentials/secret-rotation.ts'

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

  test('requires no Accept header, and may have a form with a charset', async () => {
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
    expect(answer.headers).not.toHaveProperty('www-authenticate')
  })

  test.each([
    ['a wrong secret', basic(clientId, 'wrong')],
    ['an unknown client', basic('nobody', 'wrong')],
    ['no colon', `Basic ${Buffer.from('nobody').toString('base64')}`],
    ['nothing', 'Basic'],
  ])('by HTTP Basic with %s is challenged to try again that way', async (_what, authorization) => {
    const answer = await ask('grant_type=client_credentials', { authorization })
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers['www-authenticate']).toBe('Basic realm="tradehall"')
  })

  test('by another scheme is refused without a challenge', async () => {
    const answer = await ask('grant_type=client_credentials', { authorization: 'Bearer x' })
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers).not.toHaveProperty('www-authenticate')
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

  const renewed = await rotateSecret(shop.platform, applicationId, SHELL)
  expect([await status(clientSecret), await status(renewed?.clientSecret ?? '')]).toEqual([200, 200])
  await shop.advance(86_401)
  expect([await status(clientSecret), await status(renewed?.clientSecret ?? '')]).toEqual([401, 200])

  // A third secret revokes the first at once: at most two are valid.
  const third = await rotateSecret(shop.platform, applicationId, SHELL)
  const fourth = await rotateSecret(shop.platform, applicationId, SHELL)
  expect(await status(renewed?.clientSecret ?? '')).toBe(401)
  expect([await status(third?.clientSecret ?? ''), await status(fourth?.clientSecret ?? '')]).toEqual([
    200, 200,
  ])
})

describe('token requests are counted', () => {
  async function counter() {
    const shop = await market()
    const fields = {
      ...good,
      client_id: shop.credentials.clientId,
      client_secret: shop.credentials.clientSecret,
    }
    const send = (payload: string, headers: Record<string, string> = {}) =>
      shop.send('POST', '/oauth/token', { as: null, headers: { 'content-type': FORM, ...headers }, payload })
    const sendForm = (form: Record<string, string>) => send(new URLSearchParams(form).toString())
    return { shop, fields, send, sendForm }
  }

  test('60 an hour for a client, and another client is not affected', async () => {
    const { shop, fields, sendForm } = await counter()
    for (let left = 59; left >= 0; left--) {
      const { status, headers } = await sendForm(fields)
      expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(left)])
    }
    const refused = await sendForm(fields)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/More than 60 requests in one hour/),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect(refused.headers['x-ratelimit-limit']).toBe('60')
    const other = shop.clientOf('otherBrand')
    const { status } = await sendForm({
      ...fields,
      client_id: other.clientId,
      client_secret: other.clientSecret,
    })
    expect(status).toBe(200)
  })

  test('in the same way for known and for unknown clients', async () => {
    const { fields, sendForm } = await counter()
    const wrong = async (client: string) => {
      const { status, headers, body } = await sendForm({
        ...fields,
        client_id: client,
        client_secret: 'wrong',
      })
      return {
        status,
        error: body.error,
        shown: Object.keys(headers),
        left: headers['x-ratelimit-remaining'],
      }
    }
    for (let i = 0; i < 61; i++) expect(await wrong('nobody')).toEqual(await wrong(fields.client_id))
    // Other clients of the same address are not limited.
    expect((await wrong('nobody else')).left).toBe('59')
  })

  test('also if they are unreadable', async () => {
    const { fields, send, sendForm } = await counter()
    const malformed = [
      () => send(''),
      () => send('grant_type=client_credentials'),
      () => send('grant_type=password&client_id=x&client_secret=y'),
      () => send('a=1&a=2'),
      () => send('{}', { 'content-type': 'application/json' }),
      () => send('<x/>', { 'content-type': 'text/xml' }),
      () => send('x'.repeat(9000)),
      () => send('grant_type=client_credentials', { authorization: 'Bearer x' }),
    ]
    for (let i = 0; i < 60; i++) {
      const answer = await malformed[i % malformed.length]?.()
      expect(answer?.status).toBeLessThan(429)
      expect(answer?.headers['x-ratelimit-limit']).toBe('60')
      expect(answer?.headers['x-ratelimit-remaining']).toBe(String(59 - i))
    }
    for (const ask of malformed) {
      const answer = await ask()
      expect([answer.status, answer.body.error]).toEqual([429, 'temporarily_unavailable'])
    }
    expect((await sendForm(fields)).status).toBe(200)
  })

  test('for the address as well, so that invented client ids do not get new limits', async () => {
    const { fields, sendForm } = await counter()
    const invent = (i: number) => sendForm({ ...fields, client_id: `invented ${i}` })
    for (let i = 0; i < 1200; i += 100)
      await Promise.all(Array.from({ length: 100 }, (_, j) => invent(i + j)))
    const refused = await invent(1200)
    expect([refused.status, refused.headers['x-ratelimit-limit']]).toEqual([429, '1200'])
  })
})
