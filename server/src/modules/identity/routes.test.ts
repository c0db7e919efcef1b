import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { demoId } from '../../platform/demo-id.ts'

const shop = await market({ cleanUp: afterAll })

describe('GET /.well-known/oauth-authorization-server', () => {
  const PATH = '/.well-known/oauth-authorization-server'

  test('describes without a token how to get one, and may be cached for an hour', async () => {
    const { http } = await market({ env: { TRADEHALL_PUBLIC_URL: 'https://api.tradehall.test' } })
    const answer = await http.app.inject(PATH)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'public, max-age=3600',
    })
    expect(answer.json()).toEqual({
      issuer: 'https://api.tradehall.test',
      token_endpoint: 'https://api.tradehall.test/oauth/token',
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: ['*'],
      service_documentation: 'https://api.tradehall.test/docs',
    })
  })

  test('is counted like every request without a token', async () => {
    const left = async () =>
      Number((await shop.send('GET', PATH, { as: null })).headers['x-ratelimit-remaining'])
    const before = await left()
    expect(before).toBeLessThan(120)
    expect(await left()).toBe(before - 1)
  })

  test('a client gets a token in each of the ways that it lists', async () => {
    const { body } = await shop.send('GET', PATH, { as: null })
    const { clientId, clientSecret } = shop.clientOf('brand')
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const ways: Record<string, { form: Record<string, string>; authorization?: string }> = {
      client_secret_post: { form: { client_id: clientId, client_secret: clientSecret } },
      client_secret_basic: { form: {}, authorization: basic },
    }
    for (const way of body.token_endpoint_auth_methods_supported) {
      const { form, authorization } = ways[way] ?? { form: {} }
      const answer = await shop.send('POST', new URL(body.token_endpoint).pathname, {
        as: null,
        payload: new URLSearchParams({ grant_type: body.grant_types_supported[0], ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      })
      expect([way, answer.status]).toEqual([way, 200])
    }
  })
})

test('GET /me returns plain JSON with the user of the application, whatever the Accept header', async () => {
  for (const accept of ['application/json', 'application/vnd.api+json', '*/*', undefined]) {
    const answer = await shop.send('GET', '/api/v1/me', { headers: { accept } })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.body).toEqual({
      data: {
        type: 'user',
        id: 4711,
        email: 'ines@alderwick.test',
        first_name: 'Ines',
        last_name: 'Okoye',
        created_at: '2026-01-05T09:00:00+00:00',
        updated_at: '2026-01-05T09:00:00+00:00',
      },
    })
  }
})

test('GET /me/config returns the configuration of the user', async () => {
  const answer = await shop.send('GET', '/api/v1/me/config', { as: 'otherBrand' })
  expect(answer.body).toEqual({
    jsonapi: { version: '1.0' },
    data: {
      type: 'user-configs',
      id: demoId('user/northlight-ceramics'),
      attributes: { currency: 'GBP', country: 'GB', browserId: expect.stringMatching(/^b-/) },
    },
  })
})

describe('GET /users/{id}/config', () => {
  const path = (key: string) => `/api/v1/users/${demoId(`user/${key}`)}/config`

  test('returns the configuration for users of the own account, also with the id in capitals', async () => {
    expect((await shop.send('GET', path('alder-wick'))).body.data.attributes.country).toBe('BE')
    const capitals = `/api/v1/users/${demoId('user/alder-wick').toUpperCase()}/config`
    expect((await shop.send('GET', capitals)).body.data.id).toBe(demoId('user/alder-wick'))
    expect((await shop.send('GET', path('harbour-lane'), { as: 'retailer' })).status).toBe(200)
    expect((await shop.send('GET', path('operator'), { as: 'operator' })).status).toBe(200)
  })

  test.each([
    ['brand', 'northlight-ceramics'],
    ['brand', 'harbour-lane'],
    ['brand', 'operator'],
    ['retailer', 'alder-wick'],
    ['operator', 'alder-wick'],
  ] as const)('is forbidden to a %s for %s', async (as, key) => {
    const answer = await shop.send('GET', path(key), { as })
    expect(answer.status).toBe(403)
    expect(answer.body.errors[0].detail).toMatch(/another account/)
  })

  test('returns 404 for an unknown id, and for an invalid one', async () => {
    const unknown = await shop.send('GET', '/api/v1/users/0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11/config')
    expect(unknown.status).toBe(404)
    for (const id of [
      '1',
      'me',
      '0d9a3a4e7c3f4b558e0a5f1d2c9b7a11',
      '%00',
      '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a1g',
    ]) {
      const answer = await shop.send('GET', `/api/v1/users/${id}/config`)
      expect([id, answer.status]).toEqual([id, 404])
    }
  })
})

describe('GET /applications', () => {
  test("lists the account's applications without secrets", async () => {
    const answer = await shop.send('GET', '/api/v1/applications')
    expect(answer.body.data).toEqual([
      {
        type: 'application',
        id: shop.credentials.applicationId,
        attributes: {
          name: 'ERP bridge',
          developerEmail: 'ines@alderwick.test',
          clientId: shop.credentials.clientId,
          clientSecret: null,
        },
      },
    ])
    expect(answer.text).not.toContain(shop.credentials.clientSecret)
  })

  test.each(['retailer', 'operator'] as const)('shows a %s only its own applications', async (as) => {
    const answer = await shop.send('GET', '/api/v1/applications', { as })
    expect(
      answer.body.data.map((one: { attributes: { clientId: string } }) => one.attributes.clientId),
    ).toEqual([shop.clientOf(as).clientId])
  })

  test('returns the requested fields only', async () => {
    const answer = await shop.send('GET', '/api/v1/applications?fields[application]=name')
    expect(answer.body.data[0].attributes).toEqual({ name: 'ERP bridge' })
  })
})

test('secrets and passwords are stored hashed', async () => {
  const { db } = shop.platform
  const secrets = await db`select secret_hash::text from identity.application_secrets`
  expect(JSON.stringify(secrets)).not.toContain(Buffer.from(shop.credentials.clientSecret).toString('hex'))
  const [user] =
    await db`select password_hash from identity.users where email = ${shop.credentials.user.email}`
  expect(user?.password_hash).toMatch(/^\$argon2id\$/)
})
