import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, pointersOf } from '../../../../test/answers.ts'
import { askToken, market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { browser, data, linkTo } from '../../../../test/sessions.ts'
import { demoId } from '../../../platform/demo-id.ts'

const shop = await market({ cleanUp: afterAll })
const { send, create: post } = operatorOf(shop)

let people = 0
const person = () => ({ email: `person${people++}@fennelrye.test`, firstName: 'Lou', lastName: 'Marchand' })

async function newHolder(kind: 'brands' | 'retailers'): Promise<string> {
  const attributes = {
    brands: { name: 'Fennel & Rye', currency: 'SEK', country: 'SE' },
    retailers: { storeName: 'Lark', email: 'a@lark.test', currency: 'SEK', country: 'SE' },
  }[kind]
  return (await post(`/${kind}`, kind, attributes)).body.data.id
}

async function fetchToken(client: { clientId: string; clientSecret: string }) {
  const answer = await askToken(shop.http, client)
  return { status: answer.statusCode, token: answer.json().access_token as string }
}

const getMe = (token: string) => shop.send('GET', '/api/v1/me', { token })

describe.each(['brands', 'retailers'] as const)('of %s', (kind) => {
  test('an application can be created for a new user, get a token, call the API and be revoked', async () => {
    const holder = await newHolder(kind)
    const lou = person()
    const user = await post(`/${kind}/${holder}/users`, 'users', { ...lou, currency: 'EUR', country: 'FR' })
    expect(user.status).toBe(201)
    const createdAt = expect.stringMatching(/^2026-03-02T09:.*Z$/)
    expect(user.body.data).toEqual({
      type: 'users',
      id: expect.any(String),
      attributes: {
        ...lou,
        ...{ currency: 'EUR', country: 'FR', role: 'owner', status: 'invited' },
        ...{ hasSecondFactor: false, invitedUntil: expect.any(String), lastSignedInAt: null },
        ...{ createdAt, updatedAt: createdAt },
      },
    })
    const wanted = { name: 'Till', developerEmail: 'dev@till.test', userId: user.body.data.id }
    const application = await post(`/${kind}/${holder}/applications`, 'applications', wanted)
    expect(application.status).toBe(201)
    const { id, attributes } = application.body.data
    expect(attributes).toEqual({
      ...wanted,
      clientId: expect.any(String),
      clientSecret: expect.stringMatching(/^[\w-]{43}$/),
      ...{ previousSecretUntil: null, lastUsedAt: null, callsLastDay: 0, callsByDay: expect.any(Array) },
      createdAt,
      revokedAt: null,
    })

    const { token } = await fetchToken(attributes)
    const me = await getMe(token)
    expect([me.status, me.body.data.email]).toEqual([200, lou.email])
    const own = await shop.send('GET', '/api/v1/applications', { token })
    expect(own.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await shop.send('GET', '/api/operator/v1/brands', { token })).status).toBe(403)

    const revoked = await send('POST', `/applications/${id}/-actions/revoke`)
    expect([revoked.status, revoked.body.data.attributes.clientSecret]).toEqual([200, null])
    expect(revoked.body.data.attributes.revokedAt).toEqual(createdAt)
    expect((await getMe(token)).status).toBe(401)
    expect((await fetchToken(attributes)).status).toBe(401)
  })

  test('a user gets the currency and the country of the account unless told otherwise', async () => {
    const holder = await newHolder(kind)
    const user = await post(`/${kind}/${holder}/users`, 'users', person())
    expect(user.body.data.attributes).toMatchObject({ currency: 'SEK', country: 'SE' })
  })

  test('a user is invited once, chooses the password, and signs in to the account', async () => {
    const holder = await newHolder(kind)
    const [lou, id] = [person(), randomUUID()]
    const first = await post(`/${kind}/${holder}/users`, 'users', { ...lou, role: 'staff' }, id)
    const again = await post(`/${kind}/${holder}/users`, 'users', lou, id)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body.data).toEqual(first.body.data)
    expect(await shop.platform.db`select id from platform.mails where recipient = ${lou.email}`).toHaveLength(
      1,
    )
    const body = data('invitations', {
      token: await linkTo(shop, lou.email),
      password: 'a door in the hedge',
    })
    const page = browser(shop)
    const accepted = await page.send('POST', '/api/v1/invitations/-actions/accept', { body })
    expect(accepted.body.data.attributes).toMatchObject({ role: 'staff', account: { id: holder } })
    expect((await page.send('GET', '/api/v1/me')).body.data.email).toBe(lou.email)
  })

  test('a repeated request returns the application without a secret, and the first secret stays valid', async () => {
    const holder = await newHolder(kind)
    const userId = (await post(`/${kind}/${holder}/users`, 'users', person())).body.data.id
    const [path, id] = [`/${kind}/${holder}/applications`, randomUUID()]
    const wanted = { name: 'Till', developerEmail: 'dev@till.test', userId }
    const answers = await Promise.all([1, 2].map(() => post(path, 'applications', wanted, id)))
    const [created, repeated] = answers.sort((a, b) => b.status - a.status)
    expect([created?.status, repeated?.status]).toEqual([201, 200])
    const { attributes } = created?.body.data ?? {}
    expect(repeated?.body.data).toEqual({
      ...created?.body.data,
      attributes: { ...attributes, clientSecret: null },
    })
    expect((await fetchToken(attributes)).status).toBe(200)
    const { db } = shop.platform
    expect(await db`select id from identity.application_secrets where application_id = ${id}`).toHaveLength(1)
  })

  test('nothing is created for an unknown account', async () => {
    expect((await post(`/${kind}/${randomUUID()}/users`, 'users', person())).status).toBe(404)
    const wanted = { name: 'Till', developerEmail: 'dev@till.test', userId: demoId('user/alder-wick') }
    expect((await post(`/${kind}/${randomUUID()}/applications`, 'applications', wanted)).status).toBe(404)
  })

  test('an application can act only for users of its own account', async () => {
    const holder = await newHolder(kind)
    const strangers = [
      demoId('user/alder-wick'),
      demoId('user/harbour-lane'),
      demoId('user/operator'),
      randomUUID(),
    ]
    for (const userId of strangers) {
      const wanted = { name: 'Till', developerEmail: 'dev@till.test', userId }
      const answer = await post(`/${kind}/${holder}/applications`, 'applications', wanted)
      expectRefusedAt(answer, 'data.attributes.userId')
    }
  })
})

describe('users', () => {
  const path = `/brands/${shop.credentials.brandId}/users`

  test('an email address belongs to one user, in any case and of any account', async () => {
    for (const email of ['ines@alderwick.test', 'NADIA@harbourlane.test']) {
      const answer = await post(path, 'users', { ...person(), email })
      expectRefusedAt(answer, 'data.attributes.email')
      const withId = await post(path, 'users', { ...person(), email }, randomUUID())
      expectRefusedAt(withId, 'data.attributes.email')
    }
  })

  test('concurrent requests with one id create one user', async () => {
    const [lou, id] = [person(), randomUUID()]
    const answers = await Promise.all([post(path, 'users', lou, id), post(path, 'users', lou, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await shop.platform.db`select id from platform.mails where recipient = ${lou.email}`).toHaveLength(
      1,
    )
  })

  test('an id of another account is refused', async () => {
    const answer = await post(path, 'users', person(), demoId('user/harbour-lane'))
    expect(answer.status).toBe(403)
  })

  test.each([
    ['email', 'nobody'],
    ['email', null],
    ['firstName', ''],
    ['lastName', 'x'.repeat(201)],
    ['currency', 'QQQ'],
    ['country', 'QQ'],
  ])('%s cannot be %j', async (field, value) => {
    const answer = await post(path, 'users', { ...person(), [field]: value })
    expectRefusedAt(answer, `data.attributes.${field}`)
  })

  test('an address, a first and a last name are needed', async () => {
    const answer = await post(path, 'users', {})
    expect(pointersOf(answer).sort()).toEqual(
      ['email', 'firstName', 'lastName'].map((field) => `data.attributes.${field}`),
    )
  })
})

test('the request log of the sandbox keeps neither secrets nor passwords', async () => {
  const brand = `/brands/${shop.credentials.brandId}`
  const wanted = { name: 'Till', developerEmail: 'dev@till.test', userId: demoId('user/alder-wick') }
  const { clientSecret } = (await post(`${brand}/applications`, 'applications', wanted)).body.data.attributes
  const lou = person()
  await post(`${brand}/users`, 'users', lou)
  const [token, password] = [await linkTo(shop, lou.email), 'a door in the hedge']
  const page = browser(shop)
  await page.send('POST', '/api/v1/invitations/-actions/accept', {
    body: data('invitations', { token, password }),
  })
  const begun = await page.send('POST', '/api/v1/users/current/second-factor')
  const { secret } = begun.body.data.attributes
  const log = await shop.send('GET', '/api/testing/requests', { as: 'operator' })
  expect(log.text).toContain('[redacted]')
  const value = page.cookie?.split('=')[1] ?? ''
  for (const hidden of [clientSecret, token, password, secret, value]) {
    expect(hidden).toEqual(expect.stringMatching(/.{12}/))
    expect(log.text).not.toContain(hidden)
  }
})
