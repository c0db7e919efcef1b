import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { resolveReferences, type Schema, schemasIn } from '../../../../server/test/openapi.ts'
import { operationIndex, operationText } from './operation-text.ts'
import type { DescribedOperation, OpenApiDocument } from './parsed-document.ts'

/** The committed document, which CI compares with that of the server. */
const text = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
const document = JSON.parse(text) as OpenApiDocument
const resolved = resolveReferences(JSON.parse(text))
const index = operationIndex(document)
const texts = new Map(index.map(({ id }) => [id, operationText(document, id) ?? '']))
const textOf = (id: string) => texts.get(id) ?? ''

const has = (markdown: string, name: string) =>
  markdown.split(/[^\w:[\]-]+/).includes(name) || markdown.includes(`\`${name}\``)

function namesIn(schema: Schema): string[] {
  return [...schemasIn(schema, '')].flatMap(({ schema: { properties = {} } }) => Object.keys(properties))
}

describe('the text of every operation', () => {
  test('contains its parameters, body fields, statuses and descriptions', () => {
    const missing = index.flatMap(({ id, method, path }) => {
      const operation = resolved.paths[path]?.[method.toLowerCase()]
      if (!operation) throw new Error(`The document has no ${method} ${path}.`)
      const bodies = Object.values(operation.requestBody?.content ?? {})
      const names = [
        ...(operation.parameters ?? []).map(({ name }) => name),
        ...bodies.flatMap(({ schema }) => namesIn(schema)),
      ]
      const parts = [
        `# ${method} ${path}\n\n${operation.summary}. `,
        operation.description,
        ...Object.entries(operation.responses).flatMap(([status, { description }]) => [
          `\n- **${status}**`,
          description,
        ]),
      ]
      const markdown = textOf(id)
      return [
        ...names.filter((name) => !has(markdown, name)),
        ...parts.filter((part) => !markdown.includes(part)),
      ].map((fact) => `${id}: ${fact}`)
    })
    expect(missing).toEqual([])
  })

  test('contains the allowed values of parameters', () => {
    const missing = index.flatMap(({ id, method, path }) =>
      (resolved.paths[path]?.[method.toLowerCase()]?.parameters ?? [])
        .filter(({ name }) => !name.startsWith('fields['))
        .flatMap(({ name, schema }) => {
          const values = [...(schema.enum ?? []), ...(schema.items?.enum ?? [])].map(String)
          return values
            .filter((value) => !textOf(id).includes(`\`${value}\``))
            .map((value) => `${id} ${name} ${value}`)
        }),
    )
    expect(missing).toEqual([])
  })

  test('is small enough to be read as one piece', () => {
    const sizes = [...texts.values()].map(({ length }) => length).sort((a, b) => a - b)
    expect(sizes.at(-1)).toBeLessThan(30_000)
    expect(sizes[sizes.length >> 1]).toBeLessThan(3_000)
  })

  test('the types of sparse fields are resources of the response, so that their fields are listed', () => {
    const missing = index.flatMap(({ id }) => {
      const [, responses = ''] = textOf(id).split('## Responses')
      const types = [...textOf(id).matchAll(/`fields\[([\w-]+)\]`/g)].map(([, type = '']) => type)
      return types.filter((type) => !responses.includes(`\`${type}\``)).map((type) => `${id} ${type}`)
    })
    expect(missing).toEqual([])
  })

  test('every operation that is referred to describes the resource', () => {
    for (const [id, markdown] of texts) {
      for (const [, type, home = ''] of markdown.matchAll(/- `([\w-]+)`: .* Described with `(\w+)`/g)) {
        expect(home).not.toBe(id)
        expect(textOf(home), `${type} in ${home}`).toMatch(new RegExp(`\`type\` \\(\`${type}\`\\)`))
      }
    }
  })
})

test('the index lists the operations of the document in its order', () => {
  expect(index).toHaveLength(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length)
  expect(index.find(({ id }) => id === 'listOrders')).toEqual({
    id: 'listOrders',
    method: 'GET',
    path: '/api/v1/orders',
    tag: 'Ordering',
    summary: 'Your orders',
    deprecated: false,
  })
})

test('there is no text of an unknown operation', () => {
  expect(operationText(document, 'listUnicorns')).toBeUndefined()
  expect(operationText(document, 'constructor')).toBeUndefined()
})

describe('a parameter', () => {
  test('has its place, type, bounds, default and description', () => {
    expect(textOf('listOrders')).toContain(
      '- `page[limit]` (query, integer, 1 to 100, default `15`): Rows per page: 15 when absent, at most 100.',
    )
    expect(textOf('getOrder')).toContain('- `order` (path, required, uuid): Id of the order.')
  })

  test('that is a list says how its values are written', () => {
    expect(textOf('listOrders')).toContain('`-expectedShippingDate`, separated by commas)')
    expect(textOf('listOrders')).toContain('1 to 11 items, repeated)')
  })
})

describe('a body', () => {
  test('is a nested list with types, bounds and what is required, and an example', () => {
    const markdown = textOf('createWebhookSubscription')
    expect(markdown).toContain('`application/vnd.api+json`, required.\n\n- `data` (object, required)')
    expect(markdown).toContain(
      '    - `url` (string or null, 1 to 2000 characters): Where events are sent: https, or http on this machine while it is a sandbox.',
    )
    expect(markdown).toContain(
      'at least 1 items, no duplicates, required): What is to be told; at least one.',
    )
    expect(markdown).toContain('```json\n{"data":{"type":"webhook-subscriptions",')
  })

  test('of several forms lists each of them, and says which one is deprecated', () => {
    const markdown = textOf('transitionOrder')
    expect(markdown.match(/^- (either|or)( \(deprecated\))?$/gm)).toEqual([
      '- either',
      '- or',
      '- or',
      '- or',
      '- or (deprecated)',
    ])
  })

  test('says whether a list or its items may be null', () => {
    expect(textOf('transitionOrder')).toContain('- `orderItems` (null or list of object, at most 200 items)')
  })

  test('describes a relationship in one line', () => {
    expect(textOf('createWebhookSubscription')).toContain(
      '    - `application.data` (`{type: application | applications, id: uuid}` or list of',
    )
  })
})

describe('access', () => {
  const access = (id: string) => textOf(id).match(/^Access: .*$/m)?.[0]

  test('is described by credentials and roles', () => {
    expect(access('listOrders')).toBe(
      'Access: access token, or session (owner, staff). Support sessions: read.',
    )
    expect(access('createToken')).toBe(
      'Access: no credentials in the header, or HTTP Basic with client id and client secret.',
    )
    expect(access('listLatestCurrencyRates')).toBe('Access: no credentials.')
  })
})

/** The text of an operation in a document that contains nothing else. */
function textOfOne(operation: Partial<DescribedOperation>, schemas: Record<string, object> = {}): string {
  const post = {
    operationId: 'createNode',
    tags: ['Nodes'],
    summary: 'Create a node',
    description: 'It may have children.',
    responses: { 204: { description: 'Created.' } },
    ...operation,
  }
  const small = { ...document, paths: { '/nodes': { post } }, components: { schemas } }
  return operationText(small, 'createNode') ?? ''
}

test('a deprecated operation says when it ends', () => {
  const [since, end] = ['**Deprecated, without an end date.**', '2026-12-01T00:00:00.000Z']
  expect(textOf('getOrderTracking')).toContain(since)
  expect(textOfOne({ deprecated: true })).toContain(since)
  expect(textOfOne({ deprecated: true, 'x-sunset': end })).toContain(`**Deprecated, ends at ${end}.**`)
  expect(textOfOne({})).not.toContain('Deprecated')
})

test('equal successful responses are described once', () => {
  expect(textOf('createWebhookSubscription')).toContain(
    '- **201** (`application/vnd.api+json`): The subscription with its signing secret. Fields as of 200.',
  )
})

test('a schema that contains itself is printed to a limited depth', () => {
  const schema = { $ref: '#/components/schemas/Node' }
  const requestBody = { required: true, content: { 'application/json': { schema } } }
  const text = textOfOne({ requestBody }, { Node: { type: 'object', properties: { child: schema } } })
  expect(text.match(/`child`/g)).toHaveLength(13)
})

test('a resource is described with one operation, and summarized by the others that return or include it', () => {
  const description = 'Why the retailer refused what arrived; null if it did not.'
  expect(textOf('getOrder')).toContain(`\`retailerRejectReason\` (string or null): ${description}`)
  expect(textOf('listOrders')).not.toContain(description)
  expect(textOf('listOrders')).toContain(
    '(list of resources): The resources, in the order of the list. Described with `getOrder`.',
  )
  // No operation returns order items as its data.
  expect(textOf('listOrders')).toContain('    - `order-items`: A line of an order.\n')
  expect(textOf('getOrder')).toMatch(
    / {4}- `order-items`: `brandCurrency` .* Described with `listOrders`\.\n/,
  )
})
