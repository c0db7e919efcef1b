/** Describes the error responses of an operation: those that follow from its declaration, and those that it declares. */
import { STATUS_CODES } from 'node:http'
import { JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { Operation } from '../operation.ts'
import { headerReferences, headersOfDeprecation } from './headers.ts'
import type { Json } from './print-schema.ts'
import { pascalCase } from './schemas.ts'
import type { Sharing } from './sharing.ts'

export const oauthErrorSchema = Type.Object(
  {
    error: Type.String({
      examples: ['invalid_client'],
      description: 'What kind of error it is, by the names of RFC 6749.',
    }),
    error_description: Type.Optional(Type.String({ description: 'What is wrong, in words.' })),
  },
  { description: 'An error of the token endpoint, as OAuth 2.0 wants it.' },
)

export function describeProblems(operation: Operation, sharing: Sharing): Json {
  const own = operation.problems ?? []
  const usual = usualProblems(operation).filter(({ status }) => !own.some((each) => each.status === status))
  const name = (status: number) =>
    (operation.media === 'form' ? 'OAuth' : '') + pascalCase(STATUS_CODES[status] ?? String(status))
  return Object.fromEntries([
    ...usual.map((problem) => [
      problem.status,
      sharing.offer('responses', [name(problem.status)], describeProblem(operation, problem)),
    ]),
    ...own.map((problem) => [
      problem.status,
      sharing.offer(
        'responses',
        [`${name(problem.status)}In${operation.tag}`],
        describeProblem(operation, problem),
      ),
    ]),
  ])
}

type DeclaredProblem = NonNullable<Operation['problems']>[number]

function usualProblems({
  access,
  media = 'json-api',
  params,
  slugs,
  body,
  conditional,
  deprecated,
  deprecatedUses = {},
}: Operation): DeclaredProblem[] {
  const ends = [deprecated, ...Object.values(deprecatedUses)].some((one) => one?.ends !== undefined)
  const takesBody = body !== undefined || media === 'multipart'
  const isChecked = takesBody && media !== 'form'
  const known: [number, string, boolean][] = [
    [400, 'A parameter, a header or the body cannot be read.', true],
    [
      401,
      access === 'session' || access === 'person'
        ? 'Nobody is signed in, or the session has ended.'
        : 'The access token is missing, wrong, expired or revoked, or the session has ended.',
      access !== 'public',
    ],
    [
      403,
      'The account or the role of the user may not do this, or the resource belongs to another account.',
      access !== 'public',
    ],
    [404, 'There is no such resource.', params !== undefined || slugs !== undefined],
    [
      406,
      'The Accept header is not application/vnd.api+json.',
      media === 'json-api' || media === 'multipart',
    ],
    [410, 'It has ended; the error says what replaces it.', ends],
    [412, 'The resource has changed since the version that If-Match names.', conditional === true],
    [413, 'The body is too large.', takesBody],
    [415, 'The Content-Type header is not application/vnd.api+json.', isChecked],
    [422, 'The body is readable, but its data are not valid: one error per field.', isChecked],
    [429, 'Too many requests. Wait as long as Retry-After says.', true],
    [500, 'The server failed. Try again later.', true],
    [503, 'The server cannot do its work now, as its database is away. Try again later.', true],
  ]
  return known.filter(([, , applies]) => applies).map(([status, description]) => ({ status, description }))
}

function describeProblem({ media, deprecated }: Operation, { status, description }: DeclaredProblem): Json {
  const isOAuth = media === 'form'
  const example = isOAuth
    ? { error: status === 401 ? 'invalid_client' : 'invalid_request', error_description: description }
    : { jsonapi: { version: '1.0' }, errors: [{ status: String(status), detail: description }] }
  const schema = { $ref: `#/components/schemas/${isOAuth ? 'OAuthError' : 'Errors'}` }
  return {
    description,
    headers: headerReferences(
      ...(status === 429 ? RATE_LIMIT_HEADERS : DEFAULT_HEADERS),
      ...headersOfDeprecation(deprecated),
    ),
    content: { [isOAuth ? 'application/json' : JSON_API]: { schema, example } },
  }
}

const DEFAULT_HEADERS = ['X-Request-Id'] as const
const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
] as const
