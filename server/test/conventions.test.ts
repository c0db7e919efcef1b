import { afterAll, describe, expect, test } from 'vitest'
import { market, PRODUCTION, type SendOptions } from './market.ts'

const shop = await market({ cleanUp: afterAll })
const PATH = '/api/v1/me/config'
const CREATE = '/api/v1/email-verifications'
const members = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join()
const VALID = { data: { type: 'email-verifications', attributes: { email: 'a@b.test' } } }

describe('Accept', () => {
  test.each([
    'application/vnd.api+json',
    'text/html, application/vnd.api+json;q=0.5',
    'APPLICATION/VND.API+JSON',
  ])('%j is fine', async (accept) => {
    const answer = await shop.send('GET', PATH, { headers: { accept } })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/vnd.api+json')
  })

  test.each([
    undefined,
    '*/*',
    'application/json',
    'application/*',
    'text/html',
    'application/vnd.api+json;q=0',
    'application/vnd.api+json; ext="x"',
  ])('%j is not acceptable', async (accept) => {
    const answer = await shop.send('GET', PATH, { headers: { accept } })
    expect(answer.status).toBe(406)
    expect(answer.headers['content-type']).toBe('application/vnd.api+json')
    expect(answer.body).toEqual({
      jsonapi: { version: '1.0' },
      errors: [
        {
          status: '406',
          title: 'Not Acceptable',
          detail: expect.stringContaining('application/vnd.api+json'),
          source: { header: 'Accept' },
        },
      ],
    })
  })
})

describe('Content-Type', () => {
  test.each(['application/vnd.api+json', 'application/vnd.api+json; charset=utf-8'])(
    '%j is fine',
    async (type) => {
      expect(
        (await shop.send('POST', CREATE, { body: VALID, headers: { 'content-type': type } })).status,
      ).toBe(201)
    },
  )

  test.each([
    undefined,
    'application/json',
    'text/plain',
    'application/vnd.api+json; ext="x"',
    'multipart/form-data; boundary=x',
    'x',
  ])('%j is not supported', async (type) => {
    const answer = await shop.send('POST', CREATE, { body: VALID, headers: { 'content-type': type } })
    expect(answer.status).toBe(415)
    expect(answer.body.errors[0]).toMatchObject({
      status: '415',
      title: 'Unsupported Media Type',
      source: { header: 'Content-Type' },
    })
  })

  test('is not needed without a body', async () => {
    expect((await shop.send('POST', '/api/testing/clock/-actions/run-jobs')).status).toBe(200)
  })
})

describe('a body', () => {
  const send = (payload: string | Buffer, options: SendOptions = {}) =>
    shop.send('POST', CREATE, { payload, ...options })

  test.each([
    ['broken JSON', '{"data":'],
    ['text behind the JSON', '{} x'],
    ['a bare word', 'null0'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a raw NUL', '{"data":"\0"}'],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ['an object of too many members', `{"data":{${members(201)}}}`],
    ['thousands of unknown keys', `{"data":{"type":"x","attributes":{"a":[{}],${members(20_000)}}}}`],
  ])('of %s is a bad request', async (_what, payload) => {
    const answer = await send(payload)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toMatchObject({
      status: '400',
      title: 'Bad Request',
      detail: expect.any(String),
    })
  })

  test.each(['null', '[]', '5', '"text"', 'true', '{}'])('of %s is not a document', async (payload) => {
    const answer = await send(payload)
    expect([400, 422]).toContain(answer.status)
    expect(answer.body.errors.length).toBeGreaterThan(0)
  })

  test('may have objects of two hundred members, however many there are', async () => {
    const row = `{${members(200)}}`
    const attributes = `{"email":"a@b.test",${members(199)}}`
    const payload = `{"data":{"type":"email-verifications","attributes":${attributes}},"included":[${row},${row}]}`
    expect((await send(payload)).status).toBe(201)
  })

  test.each([
    ['\\u0000', 'NUL'],
    ['\\ud800', 'surrogate'],
    ['\\uDFFF tail', 'surrogate'],
    ['\\udc00\\ud800', 'surrogate'],
    ['\\ud83d x \\ude00', 'surrogate'],
  ])('with %s in a text is refused at that field', async (spelled, what) => {
    const answer = await send(
      `{"data":{"type":"email-verifications","attributes":{"email":"a@b.test","notes":["fine","${spelled}"]}}}`,
    )
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      {
        status: '422',
        title: 'Unprocessable Content',
        detail: expect.stringContaining(what),
        code: 'VALUE_INVALID',
        source: { pointer: 'data.attributes.notes.1' },
      },
    ])
  })

  test('with half a character in the name of a member is refused at its object, each mistake by itself', async () => {
    const answer = await send('{"data":{"a\\udc00":{"x":"\\ud800"},"meta":{"b":"\\u0000","c":"\\udfff"}}}')
    expect(answer.status).toBe(422)
    const pointers = answer.body.errors.map(({ source }: { source: object }) => source)
    expect(pointers).toEqual([{ pointer: 'data' }, { pointer: 'data.meta.b' }, { pointer: 'data.meta.c' }])
    expect(answer.text.isWellFormed()).toBe(true)
  })

  test.each(['\\\\u0000', '\\\\ud800', '\\ud83d\\ude00', '\u{1f600}', '\\ufffd'])(
    'may hold %j, which is text',
    async (spelled) => {
      const payload = `{"data":{"type":"email-verifications","attributes":{"email":"a@b.test","note":"${spelled}"}}}`
      expect((await send(payload)).status).toBe(201)
    },
  )

  test('of 10 MB is too large', async () => {
    const answer = await send(JSON.stringify({ data: 'x'.repeat(10_000_000) }))
    expect(answer.status).toBe(413)
    expect(answer.body.errors[0].detail).toContain('262144')
  })

  test('cannot change the prototype of anything', async () => {
    const answer = await send(
      '{"__proto__":{"polluted":true},"data":{"type":"email-verifications","attributes":{"email":"a@b.test"}}}',
    )
    expect(answer.status).toBe(422)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('with many mistakes gets one error for each field', async () => {
    const answer = await send('{"data":{"type":"x","id":"y","attributes":{"email":5}}}')
    expect(answer.status).toBe(422)
    expect(
      answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer).sort(),
    ).toEqual(['data.attributes.email', 'data.id', 'data.type'])
    for (const error of answer.body.errors)
      expect(error).toMatchObject({ status: '422', title: 'Unprocessable Content' })
  })
})

describe('query parameters', () => {
  test.each([
    ['colour=red', 'colour'],
    ['include=retailer', 'include'],
    ['filter[x]=1', 'filter[x]'],
    ['sort=name', 'sort'],
    ['page[limit]=5', 'page[limit]'],
    ['fields[user-configs]=nothing', 'fields[user-configs]'],
    ['fields[other]=x', 'fields[other]'],
    ['fields[__proto__]=x', 'fields[__proto__]'],
    ['page[limit=5', 'page[limit'],
    ['%zz=1', '%zz'],
    ['a=%ff', 'a'],
    ['a=%00', 'a'],
    ['include=a&include=b', 'include'],
  ])('?%s is a bad request', async (query, parameter) => {
    const answer = await shop.send('GET', `${PATH}?${query}`)
    expect(answer.status).toBe(400)
    expect(
      answer.body.errors.map((one: { source?: { parameter: string } }) => one.source?.parameter),
    ).toContain(parameter)
  })

  test.each(['0', '-1', '201', '99999999999999999999', '1.5', 'ten', '', '1e1'])(
    'page[limit]=%s is a bad request',
    async (limit) => {
      const answer = await shop.send('GET', `/api/testing/requests?page[limit]=${limit}`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].source.parameter).toBe('page[limit]')
    },
  )

  test('both cursors at once, a cursor that is no uuid and several mistakes are all told', async () => {
    const id = '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11'
    const both = await shop.send('GET', `/api/testing/requests?page[after]=${id}&page[before]=${id}`)
    expect(both.status).toBe(400)
    const several = await shop.send('GET', '/api/testing/requests?page[after]=7&filter[status]=abc&nothing=1')
    expect(several.body.errors.length).toBe(3)
  })

  test('work raw and percent-encoded; an empty include means none', async () => {
    for (const query of ['page[limit]=1', 'page%5Blimit%5D=1', 'page%5blimit%5d=1&filter%5Bmethod%5D=GET']) {
      expect((await shop.send('GET', `/api/testing/requests?${query}`)).body.meta.page.perPage).toBe(1)
    }
    expect((await shop.send('GET', `${PATH}?include=`)).status).toBe(200)
  })

  test('are checked on every method', async () => {
    const answer = await shop.send('POST', `${CREATE}?include=nothing`, { body: VALID })
    expect(answer.status).toBe(400)
    expect(
      (await shop.send('POST', `${CREATE}?include=&fields[email-verifications]=email`, { body: VALID })).body
        .data.attributes,
    ).toEqual({
      email: 'a@b.test',
    })
  })
})

describe('an address', () => {
  test('that leads nowhere is not found, with or without a token', async () => {
    for (const as of ['brand', null] as const) {
      const answer = await shop.send('GET', '/api/v1/nothing', { as })
      expect(answer.status).toBe(404)
      expect(answer.body.errors[0]).toMatchObject({ status: '404', title: 'Not Found' })
    }
  })

  test('with another method tells which ones there are', async () => {
    const answer = await shop.send('DELETE', PATH)
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET')
  })

  test('with broken percent-encoding is a bad request', async () => {
    expect((await shop.send('GET', '/api/v1/users/%/config')).status).toBe(400)
  })

  test('of more than 8192 characters is too long', async () => {
    expect((await shop.send('GET', `${PATH}?a=${'x'.repeat(9000)}`)).status).toBe(414)
  })
})

test('every answer carries a request id and the headers that keep browsers out', async () => {
  for (const path of [PATH, '/api/v1/nothing', '/health/live', '/openapi.json']) {
    const { headers } = await shop.send('GET', path)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).not.toHaveProperty('strict-transport-security')
  }
})

test('no other origin is let in', async () => {
  const answer = await shop.send('GET', PATH, { headers: { origin: 'https://elsewhere.test' } })
  const preflight = await shop.send('OPTIONS', PATH, {
    headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'GET' },
  })
  for (const { headers } of [answer, preflight])
    expect(Object.keys(headers).join()).not.toContain('access-control')
})

describe('transport', () => {
  test('plain HTTP is refused in production and accepted behind a trusted proxy that had TLS', async () => {
    const shop = await market({ env: PRODUCTION })
    const token = await shop.http.tokens.issue(shop.credentials.applicationId)
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }]) {
      const answer = await shop.send('GET', PATH, { token, headers })
      expect(answer.status).toBe(403)
      expect(answer.body.errors[0].detail).toMatch(/HTTPS/)
    }
    const answer = await shop.send('GET', PATH, { token, headers: { 'x-forwarded-proto': 'https' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d+/)
    expect((await shop.send('GET', '/health/live', { as: null })).status).toBe(200)
  })

  test('a sandbox that listens to the world refuses plain HTTP too', async () => {
    const shop = await market({ env: { TRADEHALL_HOST: '0.0.0.0' } })
    const token = await shop.http.tokens.issue(shop.credentials.applicationId)
    expect((await shop.send('GET', PATH, { token })).status).toBe(403)
    // Nobody is trusted to say that there was TLS.
    expect((await shop.send('GET', PATH, { token, headers: { 'x-forwarded-proto': 'https' } })).status).toBe(
      403,
    )
  })

  test('metrics are not on the public port in production', async () => {
    const shop = await market({ env: PRODUCTION })
    expect(
      (await shop.send('GET', '/metrics', { as: null, headers: { 'x-forwarded-proto': 'https' } })).status,
    ).toBe(404)
  })
})

test('an id that is no text is not found, and told as it was seen', async () => {
  const answer = await shop.send('GET', '/api/v1/orders/a%00%22b')
  expect(answer.status).toBe(404)
  expect(answer.body.errors[0].detail).toBe('Nothing has the order "a\\u0000\\"b": ids are uuids.')
  for (const id of ['%ed%a0%80', '%c0%80', '%'])
    expect((await shop.send('GET', `/api/v1/orders/${id}`)).status).toBe(400)
})
