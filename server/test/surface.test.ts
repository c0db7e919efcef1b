/**
 * Every operation of the OpenAPI document is asked without credentials, as another account, with wrong media types, with
 * broken and hostile input; each answer must be one that the document promises, in the shape it promises. New operations
 * are covered the moment they are declared.
 */
import { randomUUID } from 'node:crypto'
import { Compile } from 'typebox/compile'
import { afterAll, describe, expect, test } from 'vitest'
import { BODY_LIMIT } from '../src/http/fastify-app.ts'
import { FULL } from './full.ts'
import { type Answer, market, type SendOptions, type Who } from './market.ts'
import { type Described, resolveReferences } from './openapi.ts'
import { asPerson } from './people.ts'
import { ORIGIN, sessionHeaders } from './sessions.ts'
import exceptions from './surface-exceptions.json' with { type: 'json' }

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const openapi = resolveReferences((await shop.send('GET', '/openapi.json', { as: null })).body)
const JSON_API = 'application/vnd.api+json'

interface Operation extends Described {
  method: string
  path: string
  /** The path with its example ids. */
  url: string
}

const operations: Operation[] = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    ...described,
    method: method.toUpperCase(),
    path,
    url: path.replaceAll(/\{\w+\}/g, () => randomUUID()),
  })),
)
const named = (list: Operation[]) =>
  list.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
const isExcepted = (kind: keyof typeof exceptions, { operationId }: Operation) =>
  (exceptions[kind] as string[]).includes(operationId)
const withBody = operations.filter(({ requestBody }) => requestBody)
const isForm = ({ requestBody }: Operation) =>
  requestBody !== undefined && 'application/x-www-form-urlencoded' in requestBody.content

const declarations = new Map(shop.http.operations.map((declared) => [declared.id, declared]))
const mediaOf = ({ operationId }: Operation) => declarations.get(operationId)?.media ?? 'json-api'

/** Somebody who may call it: others would get 403 before anything else is looked at. */
function callerOf({ operationId }: Operation): Who {
  const access = declarations.get(operationId)?.access
  return access === 'operator' || access === 'retailer' ? access : 'brand'
}

/** Fresh, as a move of the clock may have ended older ones. */
async function credentialsFor(operation: Operation): Promise<Pick<SendOptions, 'token' | 'headers'>> {
  const declared = declarations.get(operation.operationId)
  if (declared?.access === 'person') return { token: 'none', headers: asPerson(shop.credentials.user) }
  if (declared?.access === 'session') return { token: 'none', headers: await sessionHeaders(shop, declared) }
  if (declared?.signsIn) return { token: 'none', headers: { origin: ORIGIN } }
  return { token: await freshToken(callerOf(operation)) }
}

/** Sends what the document gives as an example; options change it. */
async function ask(operation: Operation, options: SendOptions = {}): Promise<Answer> {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const example = content?.example
  const form =
    isForm(operation) && example !== undefined
      ? new URLSearchParams(example as Record<string, string>).toString()
      : undefined
  return await shop.send(operation.method, operation.url, {
    ...(form === undefined ? { body: example } : { payload: form }),
    ...options,
    headers: { ...(type && { 'content-type': type }), ...options.headers },
  })
}

const validators = new WeakMap<object, ReturnType<typeof Compile>>()

/** To compile a schema takes longer than all else here, so it is done once for each. */
function validatorOf(schema: object) {
  const known = validators.get(schema)
  if (known) return known
  const compiled = Compile(schema as never)
  validators.set(schema, compiled)
  return compiled
}

/** The answer must be promised by the document, and look like it. */
function expectPromised(operation: Operation, answer: Answer): void {
  const promised = operation.responses[answer.status]
  expect(promised, `${answer.status} is not in the document: ${answer.text.slice(0, 300)}`).toBeDefined()
  const type = String(answer.headers['content-type']).split(';')[0] ?? ''
  const schema = promised?.content?.[type]?.schema
  expect(schema, `no ${type} is promised for ${answer.status}`).toBeDefined()
  expect(
    [...validatorOf(schema as object).Errors(isFile(schema as object) ? answer.text : answer.body)].map(
      ({ instancePath, message }) => `${instancePath} ${message}`,
    ),
  ).toEqual([])
  expect(answer.status).toBeLessThan(500)
}

/** A file is looked at as it is. */
const isFile = (schema: object) => 'format' in schema && schema.format === 'binary'

test('the document is OpenAPI 3.1 and each operation is described with its errors', () => {
  expect(openapi.openapi).toBe('3.1.0')
  expect(operations.length).toBeGreaterThanOrEqual(shop.http.operations.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const operation of operations) {
    const where = `${operation.method} ${operation.path}`
    expect(operation.summary, where).toMatch(/^[A-Z].*[^.]$/)
    for (const status of ['400', '429', '500']) expect(operation.responses, where).toHaveProperty(status)
  }
})

describe('without credentials', () => {
  test.each(named(operations))('%s', async (_name, operation) => {
    const answer = await ask(operation, { as: null })
    // To sign in, a request must come from a page of this server.
    if (declarations.get(operation.operationId)?.signsIn) expect(answer.status).toBe(403)
    else if (isExcepted('public', operation)) expect(answer.status).not.toBe(403)
    else {
      expect(answer.status).toBe(401)
      expect(answer.body.errors).toEqual([{ status: '401', detail: expect.any(String) }])
    }
    expectPromised(operation, answer)
  })
})

describe('as every kind of account', () => {
  const accounts: Who[] = ['brand', 'otherBrand', 'retailer', 'operator']
  test.each(named(operations))('%s', async (_name, operation) => {
    for (const as of accounts) {
      expectPromised(operation, await ask(operation, { as }))
    }
    await shop.setTime('2026-03-02T09:00:00Z')
  })
})

describe('with wrong media types', () => {
  test.each(named(operations))('%s', async (_name, operation) => {
    const who = await credentialsFor(operation)
    if (mediaOf(operation) === 'json-api') {
      for (const accept of ['*/*', 'application/json', undefined]) {
        const answer = await ask(operation, { ...who, headers: { ...who.headers, accept } })
        expect(answer.status).toBe(406)
        expectPromised(operation, answer)
      }
    }
    if (!operation.requestBody || isForm(operation)) return
    const answer = await ask(operation, {
      ...who,
      headers: { ...who.headers, 'content-type': 'text/plain' },
    })
    expect(answer.status).toBe(415)
    expectPromised(operation, answer)
  })
})

/** Another fourth of them for each operation, so that each is sent to many; all of them in `npm run test:full`. */
const shareFor = <T>(operation: Operation, inputs: readonly T[]): readonly T[] =>
  FULL ? inputs : inputs.filter((_input, i) => i % 4 === operations.indexOf(operation) % 4)

const HOSTILE = [
  '{"data":',
  '[]',
  'null',
  '"x"',
  '{"data":null}',
  '{"data":[]}',
  '{"data":{}}',
  '{"data":{"type":5,"id":[],"attributes":"x"}}',
  '{"data":{"type":"x","id":"y","attributes":{}}}',
  '{"__proto__":{"x":1}}',
  '{"data":{"attributes":{"constructor":{"prototype":1}}}}',
  `{"data":{"type":"${'x'.repeat(5000)}"}}`,
  '{"data":{"type":"\\u0000"}}',
  '{"data":{"type":"\\ud800"}}',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  '{"seconds":1e400,"to":"\\u0000","status":-0.5,"path":"\\u0000"}',
]

describe('with hostile bodies', () => {
  test.each(named(withBody))('%s', async (_name, operation) => {
    const who = await credentialsFor(operation)
    for (const payload of shareFor(operation, HOSTILE)) {
      const answer = await ask(operation, { ...who, payload })
      // What may be left out may be null, and where everything may be left out the rest is ignored.
      const isFine = payload === 'null' ? !operation.requestBody?.required : isExcepted('open', operation)
      const fine = isFine ? [200] : []
      expect(
        [400, 401, 403, 404, 422, ...fine],
        `${payload.slice(0, 80)} → ${answer.text.slice(0, 200)}`,
      ).toContain(answer.status)
      expectPromised(operation, answer)
    }
    const limit = declarations.get(operation.operationId)?.bodyLimit ?? BODY_LIMIT
    const huge = await ask(operation, { ...who, payload: `{"data":"${'x'.repeat(limit)}"}` })
    expect(huge.status).toBe(413)
    expectPromised(operation, huge)
  })
})

/** Accounts, the operator, whoever is no connector, and the sandbox know every member of their bodies. */
const CLOSED = ['Operator', 'Integrations', 'Sessions', 'Users', 'Retailer', 'Carriers', 'Testing']
const isClosed = (operation: Operation) =>
  isExcepted('closed', operation) ||
  (CLOSED.includes(String(operation.tags[0])) && !isExcepted('open', operation))

/** With a member that nobody knows in every object. */
function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, extended(member)])
  return { ...Object.fromEntries(members), zzExtension: { zz: [1] } }
}

describe('with members that nobody knows', () => {
  const documents = withBody.filter((operation) => !['form', 'multipart'].includes(mediaOf(operation)))
  test.each(named(documents))('%s', async (_name, operation) => {
    const { example } = Object.values(operation.requestBody?.content ?? {})[0] ?? {}
    const answer = await ask(operation, { ...(await credentialsFor(operation)), body: extended(example) })
    const pointers = answer.body?.errors?.map(
      ({ source }: { source?: { pointer?: string } }) => source?.pointer,
    )
    if (isClosed(operation))
      expect([answer.status, pointers]).toEqual([422, expect.arrayContaining(['zzExtension'])])
    else expect(answer.text).not.toContain('zzExtension')
    expectPromised(operation, answer)
    if (!isClosed(operation))
      expect(JSON.stringify(operation.requestBody?.content)).not.toContain('"additionalProperties":false')
  })
})

const QUERIES = [
  'a=%00',
  'a=%ff',
  '%zz',
  'page[limit]=-1',
  'page[limit]=99999999999',
  'include=__proto__',
  'filter[a][b][c][d]=1',
  'sort=',
  'fields[x]=y',
  'x[=1',
  '&&&=&',
  `a=${'b'.repeat(4000)}`,
  'include=a&include=a',
]

describe('with hostile queries', () => {
  test.each(named(operations))('%s', async (_name, operation) => {
    const who = await credentialsFor(operation)
    for (const query of shareFor(operation, QUERIES)) {
      const answer = await ask({ ...operation, url: `${operation.url}?${query}` }, who)
      expect(answer.status, `?${query} → ${answer.text.slice(0, 200)}`).toBe(400)
      expectPromised(operation, answer)
    }
  })
})

const NO_IDS = [
  '1',
  'null',
  '%00',
  '%E0%A4%A',
  "'; drop table x; --",
  '..%2f..',
  randomUUID().slice(1),
  randomUUID(),
]

describe('with ids that are none', () => {
  const withIds = operations.filter(({ path }) => path.includes('{'))
  test.each(named(withIds))('%s', async (_name, operation) => {
    const who = await credentialsFor(operation)
    for (const id of shareFor(operation, NO_IDS)) {
      const url = operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id).replaceAll('%25', '%'))
      const answer = await ask({ ...operation, url }, who)
      expect([400, 404, 422], `${id} → ${answer.text.slice(0, 200)}`).toContain(answer.status)
    }
  })
})

async function freshToken(as: Who): Promise<string> {
  const id = {
    brand: 'alder-wick',
    otherBrand: 'northlight-ceramics',
    retailer: 'harbour-lane',
    operator: 'operator',
  }[as]
  const [row] = await shop.platform.db`select id from identity.applications where client_id = ${`demo-${id}`}`
  return await shop.http.tokens.issue(row?.id)
}

test('the lists of exceptions name only operations that exist, and JSON:API is the rule', () => {
  const ids = new Set(operations.map(({ operationId }) => operationId))
  for (const list of Object.values(exceptions)) for (const id of list) expect(ids).toContain(id)
  for (const operation of operations.filter(
    ({ path }) => path.startsWith('/api/v1/') && path !== '/api/v1/me',
  )) {
    // A success without a body has no media type.
    if ('204' in operation.responses || operation.operationId === 'deleteWebhookSubscription') continue
    const { responses } = operation
    const success = (responses['200'] ?? responses['201'] ?? responses['202'])?.content ?? {}
    if (mediaOf(operation) === 'file')
      for (const { schema } of Object.values(success)) expect(isFile(schema)).toBe(true)
    else expect(Object.keys(success)).toEqual([JSON_API])
  }
})
