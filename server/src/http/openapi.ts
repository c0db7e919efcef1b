/** The OpenAPI 3.1 document, made from the declared operations and nothing else. */
import { readFileSync } from 'node:fs'
import {
  type Attribute,
  type AttributeOptions,
  acceptNulls,
  documentSchema,
  errorSchema,
  exampleOf,
  type Form,
  JSON_API,
  type Lookup,
  queryParameters,
  type Resource,
  resourceSchema,
} from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { FORM } from './checks.ts'
import { type Answer, contextOf, type Operation } from './operation.ts'
import type { Http } from './server.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

type Json = Record<string, unknown>

export function openApiRoute(http: Http): void {
  let parts: string[] | undefined
  http.app.get('/openapi.json', async (request, reply) => {
    // Made once, and cut where it differs between callers.
    parts ??= JSON.stringify(openApiDocument(http, SERVER_URL)).split(SERVER_URL)
    const text = parts.join(http.publicUrl(request))
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}

const SERVER_URL = 'https://server-url.invalid'

const TAGS: Record<string, string> = {
  Authentication: 'Access tokens.',
  General: 'Currency rates and email verification.',
  Catalog: 'Products, variants, their stock and their prices.',
  Ordering: 'Orders from their arrival to the payout, and billing exports.',
  Brands: 'Brands as the marketplace shows them, their contacts, shipping thresholds and payouts.',
  Stock: 'What is in stock, how it got there, and where it lies.',
  User: 'The current user and the configuration of users and of the platform.',
  Webhooks: 'Applications.',
  Retailer: 'Your own orders, whichever brand they are with. For retailers only.',
  Operator:
    'Brands, retailers, their credentials, discounts and orders. For the operator of the marketplace only.',
  Testing: 'What lets you try everything on purpose. In the sandbox only.',
}

export function openApiDocument({ operations, renderer }: Http, serverUrl: string): Json {
  const paths: Record<string, Json> = {}
  const resources = collectResources(renderer.resource)
  for (const operation of operations) {
    paths[operation.path] ??= {}
    ;(paths[operation.path] as Json)[operation.method.toLowerCase()] = describeOperation(operation, resources)
  }
  const used = new Set(operations.map(({ tag }) => tag))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tradehall',
      version,
      description:
        'The API of a wholesale marketplace, in JSON:API. Get an access token from `/oauth/token`, send it as `Authorization: Bearer …`, and send `Accept: application/vnd.api+json`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(TAGS).flatMap(([name, description]) =>
      used.has(name) ? [{ name, description }] : [],
    ),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Client id and client secret, for `/oauth/token` only.',
        },
      },
      schemas: { Errors: errorSchema, OAuthError: oauthErrorSchema, ...resources.schemas },
      headers: rateLimitHeaders,
      parameters: { Accept: acceptParameter },
    },
  }
}

/** Each resource is described once, in each form and under each spelling that answers use, and referred to by name. */
interface Resources {
  lookup: Lookup
  schemas: Record<string, TSchema>
  refer(resource: Resource, form: Form, context: string | undefined): TSchema
}

function collectResources(lookup: Lookup): Resources {
  const schemas: Record<string, TSchema> = {}
  return {
    lookup,
    schemas,
    refer(resource, form, context) {
      const isShort = form === 'list' && Object.values(resource.attributes).some(isOfSingleReads)
      const name = [resource.name, isShort && 'summary', context && `in-${context}`]
        .filter((part) => typeof part === 'string')
        .join('-')
        .replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
      schemas[name] ??= resourceSchema(resource, form, { context, lookup })
      return Type.Ref(`#/components/schemas/${name}`)
    },
  }
}

const isOfSingleReads = ({ options }: Attribute) => (options as AttributeOptions).only === 'single'

const oauthErrorSchema = Type.Object({
  error: Type.String({ examples: ['invalid_client'] }),
  error_description: Type.Optional(Type.String()),
})

/** OpenAPI derives Accept from the answers, but the examples of the reference page name only declared headers. */
const acceptParameter = {
  name: 'Accept',
  in: 'header',
  required: true,
  schema: { type: 'string', const: JSON_API },
  example: JSON_API,
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } })
const rateLimitHeaders = {
  'X-RateLimit-Limit': integerHeader('Requests allowed in the window with the fewest left.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in that window.'),
  'X-RateLimit-Reset': integerHeader('When the window ends, in seconds since the epoch.'),
  'Retry-After': integerHeader('Seconds to wait.'),
  'X-Request-Id': {
    description: 'Quote it when you report a problem.',
    schema: { type: 'string', format: 'uuid' },
  },
}
const headerReferences = (names: readonly (keyof typeof rateLimitHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function describeOperation(operation: Operation, resources: Resources): Json {
  const parameters = [
    ...Object.entries(operation.params ?? {}).map(([name, description]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', format: 'uuid' },
      example: exampleOf(Type.String({ format: 'uuid' })),
    })),
    ...queryParameters(operation.query ?? {}, resources.lookup, contextOf(operation)),
    ...((operation.media ?? 'json-api') === 'json-api' ? [{ $ref: '#/components/parameters/Accept' }] : []),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    ...(operation.deprecated && { deprecated: true }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: describeBody(operation, operation.documentedBody ?? operation.body),
    }),
    responses: {
      ...Object.fromEntries(
        operation.answers.map((answer) => [answer.status, describeAnswer(operation, answer, resources)]),
      ),
      ...describeProblems(operation),
    },
  }
}

function securityOf({ access, media }: Operation): Json[] {
  if (media === 'form') return [{}, { basic: [] }]
  return access === 'public' ? [] : [{ bearer: [] }]
}

function describeBody(operation: Operation, schema: TSchema): Json {
  const content = { schema: acceptNulls(schema), example: operation.bodyExample ?? exampleOf(schema) }
  const types = {
    'json-api': [JSON_API],
    json: ['application/json', JSON_API],
    form: [FORM],
    file: [JSON_API],
  }
  return {
    required: !operation.bodyOptional,
    content: Object.fromEntries(types[operation.media ?? 'json-api'].map((type) => [type, content])),
  }
}

type AnswerWithDocument = Exclude<Answer, { none: true } | { file: readonly string[] }>

function describeAnswer(operation: Operation, answer: Answer, resources: Resources): Json {
  const headers = headerReferences(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Request-Id'])
  if ('none' in answer) return { description: answer.description, headers }
  if ('file' in answer) {
    return {
      description: answer.description,
      headers: { ...headers, 'Content-Disposition': dispositionHeader },
      content: Object.fromEntries(answer.file.map((type) => [type, { schema: fileSchema }])),
    }
  }
  return {
    description: answer.description,
    headers,
    content: answerContent(operation, answer, resources),
  }
}

const fileSchema = Type.String({ format: 'binary' })
const dispositionHeader = { description: 'The name of the file.', schema: { type: 'string' } }

function answerContent({ query }: Operation, answer: AnswerWithDocument, resources: Resources): Json {
  if ('empty' in answer) return contentOf(JSON_API, emptySchema)
  if ('schema' in answer) return contentOf(answer.contentType ?? 'application/json', answer.schema)
  const { status, description, resource, many = false, ...rest } = answer
  const options = { many, include: query?.include ?? [], ...rest }
  const refer = (each: Resource, form: Form) => resources.refer(each, form, answer.context)
  const whole = documentSchema(resource, options, resources.lookup)
  return contentOf(
    JSON_API,
    documentSchema(resource, { ...options, refer }, resources.lookup),
    exampleOf(whole),
  )
}

const contentOf = (type: string, schema: TSchema, example = exampleOf(schema)): Json => ({
  [type]: { schema, example },
})

const emptySchema = Type.Object({ jsonapi: Type.Object({ version: Type.Literal('1.0') }) })

/** The problems that follow from what an operation declares, and those it names itself. */
function describeProblems(operation: Operation): Json {
  const { access, media = 'json-api', params, body, problems = [] } = operation
  const known: [number, string, boolean][] = [
    [400, 'A parameter, a header or the body cannot be read.', true],
    [401, 'The access token is missing, wrong, expired or revoked.', access !== 'public'],
    [
      403,
      "The token's account may not do this, or the resource belongs to another account.",
      access !== 'public',
    ],
    [404, 'There is no such resource.', params !== undefined],
    [406, 'The Accept header is not application/vnd.api+json.', media === 'json-api'],
    [413, 'The body is too large.', body !== undefined],
    [415, 'The Content-Type header is not application/vnd.api+json.', body !== undefined && media !== 'form'],
    [
      422,
      'The body is readable, but its data are not valid: one error per field.',
      body !== undefined && media !== 'form',
    ],
    [429, 'Too many requests. Wait as long as Retry-After says.', true],
    [500, 'The server failed. Try again later.', true],
  ]
  const described = known
    .filter(([, , applies]) => applies)
    .map(([status, description]) => ({ status, description }))
  return Object.fromEntries(
    [...described, ...problems].map(({ status, description }) => [
      status,
      describeProblem(media, status, description),
    ]),
  )
}

function describeProblem(media: Operation['media'], status: number, description: string): Json {
  const headers =
    status === 429
      ? headerReferences([
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'Retry-After',
          'X-Request-Id',
        ])
      : headerReferences(['X-Request-Id'])
  if (media === 'form') {
    const example = {
      error: status === 401 ? 'invalid_client' : 'invalid_request',
      error_description: description,
    }
    return {
      description,
      headers,
      content: { 'application/json': { schema: reference('OAuthError'), example } },
    }
  }
  const example = { jsonapi: { version: '1.0' }, errors: [{ status: String(status), detail: description }] }
  return { description, headers, content: { [JSON_API]: { schema: reference('Errors'), example } } }
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
