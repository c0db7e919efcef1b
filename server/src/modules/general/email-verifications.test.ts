import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { type Market, market, type SendOptions } from '../../../test/market.ts'
import { freezeTime } from '../../../test/time.ts'

const shop = await market({ cleanUp: afterAll })
const EMAIL = 'nadia@harbourlane.test'

function create(on: Market, options: { id?: string; email?: unknown } & SendOptions = {}) {
  const { id, email = EMAIL, ...rest } = options
  const data = { type: 'email-verifications', ...(id && { id }), attributes: { email } }
  return on.send('POST', '/api/v1/email-verifications', { body: { data }, ...rest })
}

function verify(on: Market, id: string, code: unknown, options: SendOptions & { attributes?: object } = {}) {
  const { attributes, ...rest } = options
  const data = { type: 'email-verifications', id, attributes: { code, ...attributes } }
  return on.send('PATCH', `/api/v1/email-verifications/${id}`, { body: { data }, ...rest })
}

async function mailedCode(on: Market): Promise<string> {
  const mails = await on.send('GET', '/api/testing/mails')
  return /\b(\d{6})\b/.exec(mails.body.data[0].attributes.text)?.[1] ?? ''
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('a verification is created with a mail, and its code verifies the address', async () => {
  const created = await create(shop)
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    jsonapi: { version: '1.0' },
    data: {
      type: 'email-verifications',
      id: expect.any(String),
      attributes: { email: EMAIL, expiresInMinutes: 10, verifiedAt: null },
    },
  })
  const { id } = created.body.data
  const code = await mailedCode(shop)
  const verified = await verify(shop, id, code, { attributes: { audience: 'brand' } })
  expect(verified.status).toBe(200)
  expect(verified.body.data.attributes.verifiedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

  const again = await verify(shop, id, code)
  expect(again.status).toBe(200)
  expect(again.body.data.attributes.verifiedAt).toBe(verified.body.data.attributes.verifiedAt)
})

test('the code is neither in the response nor readable in the database', async () => {
  const created = await create(shop)
  const code = await mailedCode(shop)
  expect(created.text).not.toContain(code)
  const rows = await shop.platform.db`select v::text as row from general.email_verifications v`
  const mails = await shop.platform.db`select m::text as row from platform.mails m`
  expect(JSON.stringify([...rows, ...mails])).not.toContain(code)
})

describe('a code', () => {
  test('is refused if it is wrong, and after five wrong codes even if it is right', async () => {
    const { id } = (await create(shop)).body.data
    const code = await mailedCode(shop)
    for (let i = 0; i < 5; i++) {
      const answer = await verify(shop, id, wrong(code))
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0]).toMatchObject({
        status: '422',
        title: 'Unprocessable Content',
        source: { pointer: 'data.attributes.code' },
      })
    }
    const answer = await verify(shop, id, code)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].detail).toMatch(/5 times/)
  })

  test('has at most five attempts from concurrent requests', async () => {
    const { id } = (await create(shop)).body.data
    const code = await mailedCode(shop)
    await Promise.all(Array.from({ length: 20 }, () => verify(shop, id, wrong(code))))
    const [row] = await shop.platform
      .db`select failed_attempts from general.email_verifications where id = ${id}`
    expect(row?.failed_attempts).toBe(5)
    expect((await verify(shop, id, code)).status).toBe(422)
  })

  test('is valid for ten minutes of the clock', async () => {
    const shop = await market()
    freezeTime()
    const early = (await create(shop)).body.data.id
    const earlyCode = await mailedCode(shop)
    await shop.advance(599)
    expect((await verify(shop, early, earlyCode)).status).toBe(200)

    const late = (await create(shop)).body.data.id
    const lateCode = await mailedCode(shop)
    await shop.advance(600)
    const answer = await verify(shop, late, lateCode)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].detail).toMatch(/expired/)
  })

  test.each([['12345'], ['1234567'], ['abcdef'], ['١٢٣٤٥٦'], [123456], [null], [undefined]])(
    'cannot be %j',
    async (code) => {
      const { id } = (await create(shop)).body.data
      const answer = await verify(shop, id, code)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveLength(1)
      expect(answer.body.errors[0].source.pointer).toBe('data.attributes.code')
    },
  )
})

describe('creating', () => {
  test('with an id of the client creates it once: the second response is 200, without a second mail', async () => {
    const id = randomUUID()
    const first = await create(shop, { id })
    const mails = async () => (await shop.platform.db`select 1 from platform.mails`).length
    const before = await mails()
    const second = await create(shop, { id: id.toUpperCase(), email: 'someone@else.test' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    expect(await mails()).toBe(before)
  })

  test('with an id of another account is forbidden', async () => {
    const id = randomUUID()
    await create(shop, { id })
    expect((await create(shop, { id, as: 'otherBrand' })).status).toBe(403)
  })

  test('ignores unknown attributes', async () => {
    const data = { type: 'email-verifications', attributes: { email: EMAIL, colour: 'red' } }
    expect((await shop.send('POST', '/api/v1/email-verifications', { body: { data } })).status).toBe(201)
  })

  const valid = { type: 'email-verifications', attributes: { email: EMAIL } }
  test.each([
    ['no attributes', { data: { type: valid.type } }, 'data.attributes'],
    ['no email', { data: { type: valid.type, attributes: {} } }, 'data.attributes.email'],
    ['no address', { data: { ...valid, attributes: { email: 'nobody' } } }, 'data.attributes.email'],
    ['a number', { data: { ...valid, attributes: { email: 5 } } }, 'data.attributes.email'],
    ['null', { data: { ...valid, attributes: { email: null } } }, 'data.attributes.email'],
    [
      'an overlong address',
      { data: { ...valid, attributes: { email: `${'a'.repeat(300)}@b.test` } } },
      'data.attributes.email',
    ],
    ['another type', { data: { ...valid, type: 'users' } }, 'data.type'],
    ['no type', { data: { attributes: valid.attributes } }, 'data.type'],
    ['an id that is no uuid', { data: { ...valid, id: '7' } }, 'data.id'],
    ['a list', { data: [valid] }, 'data'],
    ['no data', {}, 'data'],
    ['the attributes beside type', { data: { ...valid, email: EMAIL } }, 'data.email'],
  ])('with %s is refused with a pointer', async (_what, body, pointer) => {
    const answer = await shop.send('POST', '/api/v1/email-verifications', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)).toContain(
      pointer,
    )
  })

  test('without a body is a bad request', async () => {
    expect((await shop.send('POST', '/api/v1/email-verifications')).status).toBe(400)
  })
})

describe('verifying', () => {
  test('an unknown id is 404, another account gets 403, and the code stays valid', async () => {
    const { id } = (await create(shop)).body.data
    const code = await mailedCode(shop)
    expect((await verify(shop, randomUUID(), code)).status).toBe(404)
    expect((await verify(shop, id, code, { as: 'otherBrand' })).status).toBe(403)
    expect((await verify(shop, id, code)).status).toBe(200)
  })

  test('with another id in the body is refused', async () => {
    const { id } = (await create(shop)).body.data
    const data = { type: 'email-verifications', id: randomUUID(), attributes: { code: '123456' } }
    const answer = await shop.send('PATCH', `/api/v1/email-verifications/${id}`, { body: { data } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].source.pointer).toBe('data.id')
  })
})

test('platform configuration and verifications require a token unless the operator makes them public', async () => {
  expect((await create(shop, { as: null })).status).toBe(401)
  expect((await shop.send('GET', '/api/v1/platform/config', { as: null })).status).toBe(401)

  const open = await market({ env: { TRADEHALL_OPEN_PLATFORM_ROUTES: 'on' } })
  const config = await open.send('GET', '/api/v1/platform/config', { as: null })
  expect(config.body.data).toEqual({
    type: 'platform-configs',
    id: expect.any(String),
    attributes: { cdn: expect.stringMatching(/^http:\/\/\S+$/), paymentPublicKey: 'pk_test_tradehall' },
  })
  // Of its own, so that what is below it is served.
  expect(
    (await open.http.app.inject({ url: `${config.body.data.attributes.cdn}/health/live` })).statusCode,
  ).toBe(200)
  const created = await create(open, { as: null })
  expect(created.status).toBe(201)
})
