/** The reference and the guides in small pieces, as the running server serves them. */

import { nearestNames } from '@tradehall/product-files'
import { Type } from 'typebox'
import type { OpenApiDocument } from '../../openapi/index.ts'
import { Reference } from '../reference.ts'
import { defineTool, type ToolCall } from '../tool.ts'
import { ToolRefused } from '../tool-refused.ts'

const strict = { additionalProperties: false }

export const searchOperations = defineTool({
  name: 'search_operations',
  title: 'Search the operations of the API',
  description:
    'Finds operations by words of their name, path, description and fields, best first. Without a query it lists all of them. read_operation tells the details.',
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: 200, description: 'Words, such as: accept an order.' })),
      tag: Type.Optional(Type.String({ maxLength: 100, description: 'Only this group, such as Ordering.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20.' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'Skips this many.' })),
    },
    strict,
  ),
  effect: 'reads',
  async run({ query = '', tag, limit = 20, offset = 0 }, call) {
    const reference = await readReference(call)
    const found = reference
      .search(query)
      .filter((each) => tag === undefined || each.tag.toLowerCase() === tag.toLowerCase())
    const shown = found.slice(offset, offset + limit)
    if (shown.length === 0)
      return `No operation matches. Try fewer or other words. The groups are: ${reference.tags.join(', ')}.`
    const lines = shown.map(
      ({ id, method, path, summary, deprecated }) =>
        `${id}: ${method} ${path}  ${summary}${deprecated ? ' (deprecated)' : ''}`,
    )
    const end = offset + shown.length
    const rest = end < found.length ? ` For more call it again with offset: ${end}` : ''
    return [...lines, '', `${offset + 1} to ${end} of ${found.length}.${rest}`].join('\n')
  },
})

export const readOperation = defineTool({
  name: 'read_operation',
  title: 'Read the reference of an operation',
  description:
    'Everything about one operation: parameters, body, responses, errors, with examples. By its id, or by method and path.',
  input: Type.Object(
    {
      operation: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Such as acceptOrder, or POST /api/v1/orders/{order}/-actions/transition.',
      }),
    },
    strict,
  ),
  effect: 'reads',
  async run({ operation }, call) {
    const reference = await readReference(call)
    const found = reference.find(operation)
    const text = found && reference.text(found.id)
    if (text !== undefined) return text
    const nearest = nearestNames(
      operation,
      reference.search('').map(({ id }) => id),
    )
    const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
    throw new ToolRefused(
      `There is no operation ${operation.slice(0, 200)}.${hint} search_operations finds them.`,
    )
  },
})

export const readGuide = defineTool({
  name: 'read_guide',
  title: 'Read a guide',
  description:
    'A guide as Markdown, such as orders, webhooks or writing-a-connector. Without a name: what to know first, and the list of guides.',
  input: Type.Object(
    {
      name: Type.Optional(
        Type.String({ pattern: '^[a-z0-9-]+$', maxLength: 100, description: 'Name of the guide.' }),
      ),
    },
    strict,
  ),
  effect: 'reads',
  async run({ name }, { sandbox, signal }) {
    const path = name === undefined ? '/llms.txt' : `/docs/guides/${name}.md`
    return (await sandbox.send('GET', path, { headers: { accept: 'text/plain, text/markdown' }, signal }))
      .text
  },
})

interface Cached {
  baseUrl: string
  etag: string
  reference: Reference
}

let cached: Cached | undefined

/** The server says whether its document has changed, as it does on the day on which operations end. */
async function readReference({ sandbox, signal }: ToolCall): Promise<Reference> {
  const { baseUrl } = await sandbox.connection()
  const known = cached?.baseUrl === baseUrl ? cached : undefined
  const headers = { accept: 'application/json', ...(known && { 'if-none-match': known.etag }) }
  const response = await sandbox.send('GET', '/openapi.json', { headers, signal })
  if (response.status === 304 && known) return known.reference
  const reference = new Reference(parse(response.text, baseUrl))
  cached = { baseUrl, etag: response.headers.get('etag') ?? '', reference }
  return reference
}

function parse(text: string, baseUrl: string): OpenApiDocument {
  const document = parseJson(text)
  if (typeof document?.paths === 'object' && document.paths !== null) return document
  throw new ToolRefused(`${baseUrl}/openapi.json is no OpenAPI document: is ${baseUrl} the sandbox?`)
}

function parseJson(text: string): OpenApiDocument | null | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
