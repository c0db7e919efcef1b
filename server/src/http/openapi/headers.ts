import type { Json } from './print-schema.ts'

const integer = (description: string): Json => ({ description, schema: { type: 'integer' } })

export const headers = {
  'X-RateLimit-Limit': integer('Requests allowed in the window with the fewest left.'),
  'X-RateLimit-Remaining': integer('Requests left in that window.'),
  'X-RateLimit-Reset': integer('When the window ends, in seconds since the epoch.'),
  'Retry-After': integer('Seconds to wait.'),
  'X-Request-Id': {
    description: 'Quote it when you report a problem.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
}

export const headerReferences = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
