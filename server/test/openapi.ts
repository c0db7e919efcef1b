/** Types and helpers for tests of the OpenAPI document. */

export interface OpenApi {
  openapi: string
  info: Record<string, unknown>
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, Record<string, Described>>
  components: Record<string, Record<string, object>>
}

export interface Described {
  operationId: string
  tags: string[]
  deprecated?: boolean
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<
    string,
    { description: string; headers?: Record<string, object>; content?: Record<string, Content> }
  >
}

export interface Parameter {
  name: string
  in: string
  description: string
  required: boolean
  schema: Schema
  style?: string
  explode?: boolean
}

export interface Content {
  schema: Schema
  example?: unknown
}

/** A schema with all references resolved. */
export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Resolves all references of the document. Members beside a reference override those of its target. */
export function resolveReferences(document: object): OpenApi {
  const known = new Map<string, unknown>()
  const referred = (reference: string): unknown => {
    if (!known.has(reference)) {
      const path = reference.slice('#/'.length).split('/')
      const target = path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)
      if (target === undefined) throw new Error(`${reference} leads nowhere.`)
      known.set(reference, resolve(target))
    }
    return known.get(reference)
  }
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...beside } = node as Record<string, unknown>
    if (typeof $ref === 'string') {
      const target = referred($ref) as object
      // The target itself, so that what is derived from a schema can be kept for all its uses.
      return Object.keys(beside).length === 0 ? target : { ...target, ...beside }
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]))
  }
  return resolve(document) as OpenApi
}

export function* schemasIn(schema: Schema, path: string): Generator<{ path: string; schema: Schema }> {
  yield { path, schema }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield* schemasIn(property, `${path}.${name}`)
  }
  const { items, additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = schema
  if (items) yield* schemasIn(items, `${path}[]`)
  if (typeof others === 'object') yield* schemasIn(others, `${path}.*`)
  for (const branch of [...anyOf, ...oneOf, ...allOf]) yield* schemasIn(branch, path)
}
