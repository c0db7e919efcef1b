/** What the OpenAPI document owes to those who generate code from it, and to those who read it. */

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { exampleOf } from '@tradehall/jsonapi'
import { Compile } from 'typebox/compile'
import { afterAll, expect, test } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { publishedEvents } from '../src/platform/events/published-events.ts'
import { market } from './market.ts'
import { type OpenApi, type Parameter, resolveReferences, type Schema, schemasIn } from './openapi.ts'

// Addresses of this machine are not what a document is published with.
const env = { TRADEHALL_PUBLIC_URL: 'https://api.tradehall.test' }
const shop = await market({ cleanUp: afterAll, env })
const { text, body } = await shop.send('GET', '/openapi.json', { as: null })
const document = resolveReferences(body)

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const parameters: (Parameter & { path: string })[] = operations.flatMap(({ operationId, parameters = [] }) =>
  parameters.map((parameter) => ({ ...parameter, path: `${operationId} ${parameter.name}` })),
)
const contents = operations.flatMap(({ operationId, requestBody, responses }) => [
  ...Object.values(requestBody?.content ?? {}).map((content) => ({
    ...content,
    path: `body of ${operationId}`,
  })),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).map((each) => ({ ...each, path: `${status} of ${operationId}` })),
  ),
])
/** Each schema that the document has, with everything in it, once. */
const schemas = [
  ...new Map(
    [...contents, ...parameters]
      .flatMap(({ schema, path }) => [...schemasIn(schema, path)])
      .map((found) => [found.schema, found]),
  ).values(),
]

test('the document passes every recommended rule of a linter', async () => {
  // The strict form of the recommended rules: what is a warning there is an error here.
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`),
  ).toEqual([])
})

test('everything that a consumer meets is described', () => {
  const undescribed = [
    ...operations.filter(({ description }) => !description).map(({ operationId }) => operationId),
    ...parameters.filter(({ description }) => !description).map(({ path }) => path),
    ...schemas.flatMap(({ path, schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([, property]) => !isDescribed(property))
        .map(([name]) => `${path}.${name}`),
    ),
  ]
  expect(undescribed).toEqual([])
  for (const kind of ['headers', 'securitySchemes', 'responses']) {
    for (const [name, component] of Object.entries(document.components[kind] ?? {})) {
      expect(component, name).toHaveProperty('description', expect.stringMatching(/\.$/))
    }
  }
})

/** What may be null has its description inside, where it has a name. */
const isDescribed = ({ description, anyOf = [] }: Schema): boolean =>
  Boolean(description) || anyOf.some(isDescribed)

test('descriptions are sentences', () => {
  const descriptions = [
    ...operations.map(({ operationId, description }) => [operationId, description]),
    ...parameters.map(({ path, description }) => [path, description]),
    ...schemas.map(({ path, schema }) => [path, schema.description ?? 'None.']),
  ]
  for (const [path, description] of descriptions) expect(description, path).toMatch(/^[A-Z`].*[.]$/)
})

test('If-Match is the only header among the parameters: generators send Accept and Content-Type by themselves', () => {
  const headers = parameters.filter((parameter) => parameter.in === 'header')
  expect(new Set(headers.map(({ name }) => name))).toEqual(new Set(['If-Match']))
  const taking = operations.filter(({ parameters = [] }) =>
    parameters.some(({ name }) => name === 'If-Match'),
  )
  const conditional = shop.http.operations.filter((declared) => declared.conditional).map(({ id }) => id)
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual(conditional.sort())
  const refusing = operations.filter(({ responses }) => '412' in responses)
  expect(refusing.map(({ operationId }) => operationId).sort()).toEqual(conditional)
})

test('a list in the query says how it is sent', () => {
  const lists = parameters.filter(({ schema }) => schema.type === 'array')
  expect(lists.length).toBeGreaterThan(0)
  for (const { path, name, style, explode } of lists) {
    expect({ style, explode }, path).toEqual({ style: 'form', explode: name.endsWith('[]') })
  }
  const includes = parameters.filter(({ name }) => name === 'include')
  for (const { schema } of includes) expect(schema.items?.enum?.length).toBeGreaterThan(0)
})

test('fixed values have a type, and no union has a single branch', () => {
  for (const { path, schema } of schemas) {
    if (schema.enum || 'const' in schema) expect(schema.type, path).toBeDefined()
    for (const { length } of [schema.anyOf, schema.oneOf, schema.allOf].filter(
      (each) => each !== undefined,
    )) {
      expect(length, path).toBeGreaterThan(1)
    }
    // Null is one more type, unless it stands beside a schema with a name.
    if (schema.enum?.includes(null)) expect(schema.type, path).toContain('null')
  }
})

test('no enumeration is empty, and no name is used by two components', () => {
  const empty = [...membersIn(body, '#')].filter(
    ({ name, value }) => ['enum', 'type'].includes(name) && Array.isArray(value) && value.length === 0,
  )
  expect(empty.map(({ path }) => path)).toEqual([])
  // Generators keep all components in one namespace, and some a file for each, also where case does not matter.
  const names = Object.values(document.components).flatMap((section) => Object.keys(section))
  const shared = Map.groupBy(names, (name) => name.toLowerCase())
  expect([...shared.values()].filter(({ length }) => length > 1)).toEqual([])
})

function* membersIn(node: unknown, path: string): Generator<{ path: string; name: string; value: unknown }> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node)) {
    yield { path: `${path}/${name}`, name, value }
    yield* membersIn(value, `${path}/${name}`)
  }
}

test('a resource in an answer needs its type and id, and any of its attributes may be left out', () => {
  const resources = schemas.filter(
    ({ schema: { properties } }) => properties?.type?.const && properties.attributes,
  )
  expect(resources.length).toBeGreaterThan(20)
  const ofAnswers = resources.filter(({ path }) => path.startsWith('200'))
  for (const { path, schema } of ofAnswers) {
    expect(schema, path).toHaveProperty('required', expect.arrayContaining(['type', 'id', 'attributes']))
    expect(schema.properties?.attributes, path).not.toHaveProperty('required')
  }
})

test('every example fits its schema', () => {
  for (const { path, schema } of schemas) {
    for (const example of schema.examples ?? []) expectToFit(schema, example, path)
  }
  for (const { path, schema, example } of contents.filter((content) => content.schema.format !== 'binary')) {
    if (example !== undefined) expectToFit(schema, example, path)
    expectToFit(schema, exampleOf(schema as never), path)
  }
})

function expectToFit(schema: Schema, example: unknown, path: string): void {
  const errors = [...Compile(schema as never).Errors(example)]
  expect(errors, `${path}: ${JSON.stringify(example)}`).toEqual([])
}

test('what several operations have in common is written once', () => {
  const operations = Object.values(body.paths as OpenApi['paths']).flatMap((methods) =>
    Object.values(methods),
  )
  const written = operations
    .flatMap(({ parameters = [], requestBody, responses }) => [
      ...parameters,
      ...Object.values(responses),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
    ])
    .filter((each) => !('$ref' in each))
    .map((each) => JSON.stringify(each))
  expect(written.filter((each, i) => written.indexOf(each) < i)).toEqual([])
})

test('every request names its media types in its operation, where each generator looks for them', () => {
  const requests = Object.values(body.paths as OpenApi['paths']).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) =>
      requestBody ? [[operationId, Object.keys(requestBody.content ?? {}).length > 0]] : [],
    ),
  )
  expect(requests.length).toBeGreaterThan(100)
  expect(requests.filter(([, isNamed]) => !isNamed)).toEqual([])
})

test('every name of an event has a schema and an example of what is sent', () => {
  const published = publishedEvents(modulesFor('sandbox'))
  expect(Object.keys(document.webhooks).sort()).toEqual([...published.names].sort())
  const types: Record<string, string> = { order: 'orders', masterOrder: 'master-orders' }
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    const content = post?.requestBody?.content['application/vnd.api+json']
    expectToFit(content?.schema ?? {}, content?.example, name)
    const type = types[published.find(name)?.shows ?? '']
    expect(content?.example, name).toMatchObject({ meta: { event: { type: name } }, data: { type } })
    expect(post?.description, name).toMatch(/^[A-Z].*[.]$/)
  }
})

test('the document names whom to ask', () => {
  expect(document.info.contact).toEqual({ name: expect.any(String), url: body.servers[0].url })
})

test('groups come in the order of the specification, and in a group short paths and what is deprecated come last', () => {
  const groups = document.tags.map(({ name }) => name)
  const specified = [
    'General',
    'User',
    'Catalog',
    'Catalog integrations',
    'Ordering',
    'Shipping',
    'Webhooks',
    'Testing',
    'Stock',
  ]
  expect(groups.filter((name) => specified.includes(name))).toEqual(specified)
  expect(groups[0]).toBe('Authentication')
  const listed = Map.groupBy(operations, ({ tags: [tag] }) => tag)
  expect([...listed.keys()]).toEqual(groups)
  for (const [group, list] of listed) {
    const ranks = list.map(({ deprecated, operationId }) =>
      deprecated ? 2 : operationId.endsWith('AtShortPath') ? 1 : 0,
    )
    expect(ranks, group).toEqual(ranks.toSorted())
  }
})
