/** Describes the response headers in the OpenAPI document. */
import type { Deprecation } from '../deprecation/deprecation.ts'
import type { Operation } from '../operation.ts'
import type { Json } from './print-schema.ts'

const integer = (description: string): Json => ({ description, schema: { type: 'integer' } })

const headers = {
  'X-RateLimit-Limit': integer('Requests allowed in the window with the fewest left.'),
  'X-RateLimit-Remaining': integer('Requests left in that window.'),
  'X-RateLimit-Reset': integer('When the window ends, in seconds since the epoch.'),
  'Retry-After': integer('Seconds to wait.'),
  'X-Request-Id': {
    description: 'Quote it when you report a problem.',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description:
      'Identifies the response. Send it in `If-None-Match` next time: the answer is 304 if nothing has changed.',
    schema: { type: 'string' },
  },
  'X-Ignored-Members': {
    description:
      'In a sandbox: the members of the request that nobody knows, so that they were ignored, as paths with a comma between them (`data.attributes.colour, parcels.*.note`); `*` is a place in a list. Other characters than those of a URL are percent-encoded. At most 20 names and 1000 characters; `...` at the end stands for others. Absent when nothing was ignored.',
    schema: { type: 'string' },
    example: 'data.attributes.colour',
  },
  Deprecation: {
    description: 'Since when the operation is deprecated: `@` and seconds since the epoch (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'When the operation ends (RFC 8594).', schema: { type: 'string' } },
  Link: { description: 'Where the deprecation is documented.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
}

type HeaderName = keyof typeof headers

/** The headers that every response of a deprecated operation has. */
export const headersOfDeprecation = (deprecated: Deprecation | undefined): HeaderName[] =>
  deprecated ? ['Deprecation', ...(deprecated.ends ? (['Sunset', 'Link'] as const) : [])] : []

/** Leaves out the deprecation headers that no operation uses. */
export function describeHeaders(operations: readonly Operation[]): Json {
  const used = new Set(operations.flatMap(({ deprecated }) => headersOfDeprecation(deprecated)))
  const unused = (['Deprecation', 'Sunset', 'Link'] as const).filter((name) => !used.has(name))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !unused.some((each) => each === name)))
}

export const headerReferences = (...names: HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
