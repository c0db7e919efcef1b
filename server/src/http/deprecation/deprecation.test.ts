/** A group of operations with an end date, registered like the groups of the server. */
import { Type } from 'typebox'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, market, type SendOptions } from '../../../test/market.ts'
import { resolveReferences } from '../../../test/openapi.ts'
import { modulesFor } from '../../composition.ts'
import type { Module } from '../../module.ts'
import { empty } from '../operation.ts'

const AT = new Date('2027-02-01T00:00:00Z')
const BEFORE = '2027-01-31T23:50:00Z'
const deprecated = {
  since: new Date('2027-01-01T00:00:00Z'),
  ends: { at: AT, replacement: 'Use lids instead.' },
}
const ID = '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11'

let handled = 0
const common = {
  tag: 'Boxes',
  access: 'brand',
  answers: [{ status: 200, description: 'Done.', empty: true }],
} as const
const ofPath = {
  path: '/api/v1/boxes/{id}',
  params: { id: 'Id of a box.' },
  description: 'Boxes end.',
} as const
const handle = async () => {
  handled++
  return empty()
}
const boxes: Module = {
  name: 'boxes',
  schemas: [],
  tags: { Boxes: 'Boxes.' },
  routes(http) {
    http.endBelow('/api/v1/boxes', deprecated)
    const ends = { ...common, ...ofPath, deprecated, handle } as const
    http.operation({ ...ends, method: 'GET', id: 'getBox', summary: 'Get a box' })
    http.operation({
      ...ends,
      method: 'POST',
      id: 'fillBox',
      summary: 'Fill a box',
      body: Type.Object({ content: Type.String({ description: 'What goes in.', examples: ['A lid.'] }) }),
    })
    http.operation({
      ...common,
      path: '/api/v1/shelf',
      description: 'A shelf stays.',
      handle,
      method: 'POST',
      id: 'useShelf',
      summary: 'Use the shelf',
      deprecatedUses: { 'put-box': deprecated },
      useIn: ({ type }) => type,
      body: Type.Object({ type: Type.String({ description: 'What for.', examples: ['put-lid'] }) }),
    })
    const lids = { ...common, path: '/api/v1/lids', description: 'Lids stay.', handle } as const
    http.operation({ ...lids, method: 'GET', id: 'getLids', summary: 'Get lids' })
    http.operation({ ...lids, method: 'DELETE', id: 'dropLids', summary: 'Drop lids', deprecated })
  },
}
const shop = await market({ cleanUp: afterAll, modules: [...modulesFor('sandbox'), boxes] })
const BOX = `/api/v1/boxes/${ID}`

/** All kinds of requests to the group, with the status of each before the end date. */
const requests: [string, number, string, string, SendOptions][] = [
  ['a good request', 200, 'GET', BOX, {}],
  ['a good request with a body', 200, 'POST', BOX, { body: { content: 'A lid.' } }],
  ['the headers alone', 200, 'HEAD', BOX, {}],
  ['no token', 401, 'GET', BOX, { as: null }],
  ['a wrong token', 401, 'GET', BOX, { token: 'none' }],
  ['the wrong kind of account', 403, 'GET', BOX, { as: 'retailer' }],
  ['an invalid id', 404, 'GET', '/api/v1/boxes/7', {}],
  ['a path that never was', 404, 'GET', '/api/v1/boxes/of/wood', {}],
  ['the path above all of them', 404, 'PATCH', '/api/v1/boxes', {}],
  ['a path in other letters', 404, 'GET', '/api/v1/box%65s/of/wood', {}],
  ['a method that never was', 405, 'DELETE', BOX, {}],
  ['a method of browsers', 405, 'OPTIONS', BOX, { as: null }],
  ['a wrong Accept', 406, 'GET', BOX, { headers: { accept: 'text/html' } }],
  ['a wrong Content-Type', 415, 'POST', BOX, { payload: '{}', headers: { 'content-type': 'text/plain' } }],
  ['a body that breaks off', 400, 'POST', BOX, { payload: '{"content":' }],
  ['a body that is too large', 413, 'POST', BOX, { payload: `{"content":"${'x'.repeat(300_000)}"}` }],
  ['a body of other data', 422, 'POST', BOX, { body: { content: 7 } }],
  ['no body', 400, 'POST', BOX, {}],
  ['a parameter that nobody knows', 400, 'GET', `${BOX}?colour=red`, {}],
  ['an address that is too long', 414, 'GET', `${BOX}?a=${'x'.repeat(9000)}`, {}],
  ['broken percent-encoding', 400, 'GET', '/api/v1/boxes/%zz', {}],
]

const told = ({ headers: { deprecation, sunset, link } }: Answer) => ({ deprecation, sunset, link })
const TOLD = {
  deprecation: '@1798761600',
  sunset: 'Mon, 01 Feb 2027 00:00:00 GMT',
  link: '</docs>; rel="deprecation"; type="text/html"',
}
interface Counted {
  calls: number
  endsAt: string
  replacement: string
}
const NOTHING = { deprecation: undefined, sunset: undefined, link: undefined }

describe('before the end', () => {
  beforeEach(() => shop.setTime(BEFORE))

  test.each(requests)(
    '%s is answered as usual, and every response announces the end',
    async (_, status, method, url, options) => {
      const answer = await shop.send(method, url, options)
      expect([answer.status, told(answer)]).toEqual([status, TOLD])
    },
  )

  test('operations without an end date and unknown paths announce nothing', async () => {
    for (const path of ['/api/v1/lids', '/api/v1/boxesful', '/api/v1', '/openapi.json', '/health/live']) {
      expect(told(await shop.send('GET', path)), path).toEqual(NOTHING)
    }
  })
})

describe('from the end on', () => {
  beforeEach(() => shop.setTime(AT.toISOString()))

  test.each(requests)(
    '%s gets 410 and the name of the replacement',
    async (_, _status, method, url, options) => {
      const before = handled
      const answer = await shop.send(method, url, options)
      expect([answer.status, told(answer)]).toEqual([410, TOLD])
      expect(answer.headers['content-type']).toBe('application/vnd.api+json')
      if (method !== 'HEAD') {
        expect(answer.body.errors).toEqual([
          {
            status: '410',
            title: 'Gone',
            detail: 'This ended at 2027-02-01T00:00:00.000Z. Use lids instead.',
            meta: { endedAt: '2027-02-01T00:00:00.000Z', replacement: 'Use lids instead.' },
          },
        ])
      }
      expect(handled).toBe(before)
    },
  )

  test('an operation without an end date at the same path works, and Allow no longer lists the ended ones', async () => {
    expect((await shop.send('GET', '/api/v1/lids')).status).toBe(200)
    expect((await shop.send('DELETE', '/api/v1/lids')).status).toBe(410)
    const other = await shop.send('PATCH', '/api/v1/lids')
    expect([other.status, other.headers.allow, told(other)]).toEqual([405, 'GET', NOTHING])
  })

  test('calls after the end are still counted, unless the caller is unknown', async () => {
    const calls = async () => {
      const path = '/api/operator/v1/deprecated-calls?filter[operation]=fillBox'
      const { body } = await shop.send('GET', path, { as: 'operator' })
      return body.data.map(({ attributes }: { attributes: Counted }) => [
        attributes.calls,
        attributes.endsAt,
        attributes.replacement,
      ])
    }
    const [[before]] = await calls()
    await shop.send('POST', BOX, { payload: '{"content":' })
    await shop.send('POST', BOX, { as: null })
    expect(await calls()).toEqual([[before + 1, '2027-02-01T00:00:00.000000Z', 'Use lids instead.']])
  })

  test('the end follows the clock, also backwards', async () => {
    await shop.setTime(BEFORE)
    expect((await shop.send('GET', BOX)).status).toBe(200)
  })
})

test('a deprecated use of an operation that stays announces its own end, is counted, and ends alone', async () => {
  const use = (type: unknown) => shop.send('POST', '/api/v1/shelf', { body: { type } })
  const calls = async () => {
    const path = '/api/operator/v1/deprecated-calls?filter[operation]=useShelf/put-box'
    const { body } = await shop.send('GET', path, { as: 'operator' })
    return body.data.map(({ attributes: { calls, endsAt } }: { attributes: Counted }) => [calls, endsAt])
  }
  await shop.setTime(BEFORE)
  const before = await use('put-box')
  expect([before.status, told(before)]).toEqual([200, TOLD])
  await shop.setTime(AT.toISOString())
  const count = handled
  const ended = await use('put-box')
  expect([ended.status, told(ended), handled]).toEqual([410, TOLD, count])
  expect(ended.body.errors[0].meta.replacement).toBe('Use lids instead.')
  expect(await calls()).toEqual([[2, '2027-02-01T00:00:00.000000Z']])
  for (const [type, status] of [
    ['put-lid', 200],
    [7, 422],
  ] as const) {
    const other = await use(type)
    expect([other.status, told(other)]).toEqual([status, NOTHING])
  }
  expect(await calls()).toEqual([[2, '2027-02-01T00:00:00.000000Z']])
})

test('requests count towards the limits of the caller, before and after the end', async () => {
  const left = async (options: SendOptions) =>
    Number((await shop.send('GET', BOX, options)).headers['x-ratelimit-remaining'])
  for (const moment of [BEFORE, AT.toISOString()]) {
    await shop.setTime(moment)
    for (const options of [{}, { as: null }]) {
      const before = await left(options)
      expect(await left(options)).toBe(before - 1)
    }
  }
  // The application has a larger allowance than an address.
  expect(await left({})).toBeGreaterThan(await left({ as: null }))
})

test('the document marks each operation with the day, its headers and the 410', async () => {
  const { paths } = resolveReferences((await shop.send('GET', '/openapi.json', { as: null })).body)
  const described = paths['/api/v1/boxes/{id}']?.get
  expect(described).toMatchObject({
    deprecated: true,
    'x-sunset': '2027-02-01T00:00:00.000Z',
    description: 'Boxes end. Deprecated: answers 410 from 2027-02-01T00:00:00.000Z on. Use lids instead.',
  })
  for (const status of ['200', '401', '410', '429']) {
    expect(Object.keys(described?.responses[status]?.headers ?? {}), status).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    )
  }
  const partly = paths['/api/v1/shelf']?.post
  expect(partly).not.toHaveProperty('deprecated')
  expect(partly?.responses).toHaveProperty('410')
  const stays = paths['/api/v1/lids']?.get
  expect(stays).not.toHaveProperty('deprecated')
  expect(stays?.responses).not.toHaveProperty('410')
})

// The last test, because it uses up the limit of the address.
test('an exceeded limit gets 429 with the deprecation headers, also after the end', async () => {
  await shop.setTime(AT.toISOString())
  // More requests than two windows allow, because one window may end meanwhile.
  const answers = await Promise.all(Array.from({ length: 250 }, () => shop.send('GET', BOX, { as: null })))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expect(told(answer)).toEqual(TOLD)
})
