import { attribute, cutPage, JSON_API, resource, toOne } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { resolveReferences } from '../../test/openapi.ts'
import { createTestPlatform } from '../../test/platform.ts'
import { createPeople, createSessions, createTokens } from '../modules/identity/index.ts'
import { createProcessReporter } from '../platform/processes/heartbeats.ts'
import { openApiDocument } from './openapi/document.ts'
import { document, pageDocument } from './operation.ts'
import { createHttp } from './server.ts'

interface Box {
  id: string
  content_id: string
}
const box = resource<Box>()({
  name: 'box',
  type: 'boxes',
  attributes: {},
  relationships: { content: toOne('thing', 'content_id', { linkage: 'always' }) },
})
const thing = resource<{ id: string }>()({
  name: 'thing',
  type: 'thing',
  types: { boxed: 'boxed-things' },
  attributes: {
    color: attribute(Type.String(), () => 'red'),
    detail: attribute(Type.String(), () => 'much', { only: 'single' }),
  },
})
const id = '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11'
const content_id = '5b1f7d9c-0e42-4f8c-8e6a-3c7e9a510d2b'

/**
 * Boxes and things, whose type has another name in this context. A single box includes its things with all attributes.
 */
async function boxes() {
  const platform = await createTestPlatform(await createTestDatabase())
  const http = createHttp({
    platform,
    tokens: createTokens(platform),
    people: createPeople(platform),
    sessions: createSessions(platform),
    limits: null,
    tags: { Catalog: 'Things and boxes.' },
    resources: [box, thing],
    loaders: { thing: async (_ctx, ids) => ids.map((one) => ({ id: one })) },
    runDueJobs: async () => ({ ran: 0, failed: 0 }),
    backgroundDb: platform.db,
    reporter: createProcessReporter(platform, { role: 'api' }),
  })
  const context = 'boxed'
  const common = { method: 'GET', tag: 'Catalog', access: 'public' } as const
  http.operation({
    ...common,
    path: '/box',
    id: 'getBox',
    summary: 'Get a box',
    description: 'With what is in it.',
    query: { resource: box, include: ['content'] },
    answers: [{ status: 200, description: 'The box.', resource: box, context }],
    handle: async () => document(box, { id, content_id }, { context, includedForm: 'single' }),
  })
  http.operation({
    ...common,
    path: '/boxes',
    id: 'listBoxes',
    summary: 'List boxes',
    description: 'With what is in them.',
    query: { resource: box, include: ['content'], page: { default: 15, max: 50 } },
    answers: [{ status: 200, description: 'Boxes.', resource: box, many: true, paged: true, context }],
    handle: async (_ctx, { query }) =>
      pageDocument(box, cutPage([{ id, content_id }], query.page!), { context }),
  })
  http.operation({
    ...common,
    path: '/full',
    id: 'getFull',
    summary: 'Open a file',
    description: 'Where no further one can be opened.',
    query: { resource: box },
    answers: [{ status: 200, description: 'The box.', resource: box, context }],
    async handle() {
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    },
  })
  const get = async (url: string) => {
    const answer = await http.app.inject({ url, headers: { accept: JSON_API } })
    return { status: answer.statusCode, ...answer.json() }
  }
  return { http, get }
}

test('a response uses the type names of its context, and includes resources in the form that it declares', async () => {
  const { get } = await boxes()
  const link = { type: 'boxed-things', id: content_id }
  const { data, included } = await get('/box?include=content')
  expect(data.relationships.content.data).toEqual(link)
  expect(included).toEqual([{ ...link, attributes: { color: 'red', detail: 'much' } }])
  const list = await get('/boxes?include=content')
  expect(list.data[0].relationships.content.data).toEqual(link)
  expect(list.included).toEqual([{ ...link, attributes: { color: 'red' } }])
})

test('sparse fields are selected and described by the type names of the context', async () => {
  const { http, get } = await boxes()
  const { included } = await get('/box?include=content&fields[boxed-things]=color')
  expect(included[0].attributes).toEqual({ color: 'red' })
  const refused = await get('/box?fields[nothing]=color')
  expect(refused.status).toBe(400)
  expect(refused.errors[0].detail).toContain('boxes, boxed-things')
  const { paths } = resolveReferences(openApiDocument(http, 'http://localhost'))
  for (const path of ['/box', '/boxes']) {
    const { parameters, responses } = paths[path]!.get!
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'fields[boxed-things]' }))
    const { included } = responses['200']?.content?.[JSON_API]?.schema.properties ?? {}
    expect(included?.items?.properties).toMatchObject({
      type: { const: 'boxed-things' },
      attributes: { properties: { color: {}, detail: {} } },
    })
  }
})

test('a request that fails because no file can be opened may be retried', async () => {
  const { http } = await boxes()
  const answer = await http.app.inject({ url: '/full', headers: { accept: JSON_API } })
  expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([503, expect.any(Number)])
  expect(answer.json().errors[0].detail).toBe('The server has too many files open. Try again shortly.')
})
