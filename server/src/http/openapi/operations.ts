/** Describes an operation in the OpenAPI document: its parameters, body and responses. */
import { exampleOf, JSON_API, jsonApiMember, queryParameters } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { SLUG, uuid } from '../../domain/fields.ts'
import { openBodyOf } from '../answers/ignored-members.ts'
import { type Answer, contextOf, type Operation } from '../operation.ts'
import { rolesOf, supportUseOf } from '../sessions/checks.ts'
import { describeBody } from './bodies.ts'
import { headerReferences, headersOfDeprecation } from './headers.ts'
import type { Json } from './print-schema.ts'
import { describeProblems } from './problems.ts'
import { pascalCase, type Schemas } from './schemas.ts'
import type { Sharing } from './sharing.ts'

export function describeOperation(operation: Operation, schemas: Schemas, sharing: Sharing): Json {
  const subject = pascalCase(operation.query?.resource?.name ?? operation.tag)
  const parameters = [
    ...pathParameters(operation),
    ...describeQuery(operation, schemas),
    ...(operation.conditional ? [IF_MATCH] : []),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...describeMeaning(operation),
    ...securityOf(operation),
    ...describeRoles(operation),
    ...(parameters.length > 0 && {
      parameters: parameters.map(([name, parameter]) =>
        sharing.offer('parameters', [name, `${name}Of${subject}`], parameter),
      ),
    }),
    ...describeBody(operation, schemas, sharing),
    responses: {
      ...Object.fromEntries(
        operation.answers.map((answer) => [
          answer.status,
          sharing.offer(
            'responses',
            namesOfAnswer(operation, answer),
            describeAnswer(operation, answer, schemas),
          ),
        ]),
      ),
      ...describeNotModified(operation, sharing),
      ...describeProblems(operation, sharing),
    },
  }
}

/** The description includes the end date, because few tools display `x-sunset`. */
function describeMeaning({ description, deprecated }: Operation): Json {
  if (!deprecated?.ends) return { description, ...(deprecated && { deprecated: true }) }
  const { at, replacement } = deprecated.ends
  const endsAt = at.toISOString()
  return {
    description: `${description} Deprecated: answers 410 from ${endsAt} on. ${replacement}`,
    deprecated: true,
    'x-sunset': endsAt,
  }
}

/** The security requirement, if it differs from the default of the document, an access token or a session. */
function securityOf(operation: Operation): Json {
  const { access, media, orSignedLink } = operation
  if (media === 'form') return { security: [{}, { basic: [] }] }
  if (orSignedLink) return { security: [{ bearer: [] }, { cookie: [] }, {}] }
  if (access === 'person') return { security: [{ cookie: [] }, { person: [] }] }
  if (access === 'session') return { security: [{ cookie: [] }] }
  if (rolesOf(operation)?.length === 0) return { security: [{ bearer: [] }] }
  return access === 'public' ? { security: [] } : {}
}

/** Which users may call the operation in a session, for pages that show what is possible. */
function describeRoles(operation: Operation): Json {
  const roles = rolesOf(operation)
  const support = supportUseOf(operation)
  return {
    ...(roles && { 'x-tradehall-roles': roles }),
    ...(support && support !== 'never' && { 'x-tradehall-support-session': support }),
    ...(operation.confirmed && { 'x-tradehall-password-confirmation': true }),
  }
}

function pathParameters({ params = {}, slugs = {} }: Operation): [string, Json][] {
  const id = uuid()
  const slug = (example: string) => Type.String({ pattern: SLUG.source, examples: [example] })
  const describe = (name: string, description: string, schema: TSchema): Json => ({
    name,
    in: 'path',
    required: true,
    description,
    schema,
    example: exampleOf(schema),
  })
  return [
    ...Object.entries(params).map(([name, description]): [string, Json] => [
      pascalCase(name === 'id' ? name : `${name}-id`),
      describe(name, description, id),
    ]),
    ...Object.entries(slugs).map(([name, told]): [string, Json] => {
      const { description, example } =
        typeof told === 'string' ? { description: told, example: 'marketplace' } : told
      return [pascalCase(`${name}-code`), describe(name, description, slug(example))]
    }),
  ]
}

const IF_MATCH: [string, Json] = [
  'IfMatch',
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`.',
    schema: Type.String(),
    example: '"hq3Zr1n5vYc0Jt8mXw2LbA.k4Dp9s"',
  },
]

function describeQuery(operation: Operation, { lookup, print }: Schemas): [string, Json][] {
  return queryParameters(operation.query ?? {}, lookup, contextOf(operation)).map((parameter) => [
    pascalCase(parameter.name),
    { ...parameter, schema: print(parameter.schema) },
  ])
}

/** Whether responses have an entity tag. */
const isTagged = ({ method, secret }: Operation): boolean => method === 'GET' && !secret

function describeNotModified(operation: Operation, sharing: Sharing): Json {
  if (!isTagged(operation)) return {}
  const description =
    'Nothing has changed since the response whose ETag is in `If-None-Match`; there is no body.'
  const headers = headersOfAnswer(operation, 304)
  return { 304: sharing.offer('responses', ['NotModified'], { description, headers }) }
}

function headersOfAnswer(operation: Operation, status: number): Json {
  return headerReferences(
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-Request-Id',
    ...(isTagged(operation) && (status === 200 || status === 304) ? (['ETag'] as const) : []),
    ...(openBodyOf(operation) && status < 300 ? (['X-Ignored-Members'] as const) : []),
    ...headersOfDeprecation(operation.deprecated),
  )
}

/** Component names must differ from the name of the resource, which its schema has. */
function namesOfAnswer({ id, tag }: Operation, answer: Answer): string[] {
  if (!('resource' in answer)) return [pascalCase(`${id}-result`)]
  const name = pascalCase(answer.resource.name) + (answer.paged ? 'Page' : answer.many ? 'List' : 'Document')
  return [name, `${name}In${tag}`]
}

function describeAnswer(operation: Operation, answer: Answer, schemas: Schemas): Json {
  const { description } = answer
  const headers = headersOfAnswer(operation, answer.status)
  if ('none' in answer) return { description, headers }
  if ('file' in answer) {
    return {
      description,
      headers: { ...headers, ...headerReferences('Content-Disposition') },
      content: Object.fromEntries(answer.file.map((type) => [type, { schema: fileSchema }])),
    }
  }
  return { description, headers, content: answerContent(operation, answer, schemas) }
}

const fileSchema = Type.String({ format: 'binary' })

type AnswerWithDocument = Exclude<Answer, { none: true } | { file: readonly string[] }>

/** The content has no example of its own, because the attributes have examples. */
function answerContent({ query }: Operation, answer: AnswerWithDocument, schemas: Schemas): Json {
  if ('empty' in answer) return { [JSON_API]: { schema: schemas.print(emptySchema) } }
  if ('schema' in answer) {
    const { schema, contentType = 'application/json' } = answer
    const referred = typeof schema === 'function' ? schema(schemas.refer) : schema
    return { [contentType]: { schema: schemas.print(referred) } }
  }
  const { resource, many = false, context, paged, meta } = answer
  const options = { many, context, paged, meta, include: query?.include ?? [] }
  return { [JSON_API]: { schema: schemas.printDocument(resource, options) } }
}

const emptySchema = Type.Object({ jsonapi: jsonApiMember })
