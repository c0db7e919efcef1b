/** Links the resources of a document with each other, by the type and id of their relationships. */

interface Identifier {
  type: string
  id: string
}

export interface ResourceObject extends Identifier {
  relationships?: Record<string, { data?: Identifier | Identifier[] | null } | undefined>
}

export interface ResourceDocument {
  data?: unknown
  included?: unknown
}

type Related = Record<string, ResourceObject | ResourceObject[] | null>

/**
 * Gives every resource of the document a property `related`, with the included resources in place of their identifiers.
 * It is not enumerable, because resources may refer to each other in a circle, which JSON cannot represent.
 */
export function linkIncluded<T extends ResourceDocument | undefined>(document: T): T {
  if (!document) return document
  const primary = resourcesIn(document.data)
  const included = resourcesIn(document.included)
  const byKey = new Map<string, ResourceObject>()
  // A resource that is also primary data has more attributes there.
  for (const resource of [...included, ...primary]) byKey.set(keyOf(resource), resource)
  for (const resource of [...included, ...primary]) addRelated(resource, byKey)
  return document
}

const keyOf = ({ type, id }: Identifier) => `${type} ${id}`

const isResource = (value: unknown): value is ResourceObject =>
  typeof value === 'object' && value !== null && 'type' in value && 'id' in value

const resourcesIn = (data: unknown): ResourceObject[] =>
  (Array.isArray(data) ? data : [data]).filter(isResource)

function addRelated(resource: ResourceObject, byKey: Map<string, ResourceObject>): void {
  let related: Related | undefined
  Object.defineProperty(resource, 'related', {
    configurable: true,
    enumerable: false,
    get: () => {
      related ??= resolve(resource, byKey)
      return related
    },
  })
}

function resolve({ relationships = {} }: ResourceObject, byKey: Map<string, ResourceObject>): Related {
  const related: Related = {}
  for (const [name, relationship] of Object.entries(relationships)) {
    const data = relationship?.data
    if (Array.isArray(data)) related[name] = data.flatMap((each) => byKey.get(keyOf(each)) ?? [])
    else if (data === null) related[name] = null
    else if (data && byKey.has(keyOf(data))) related[name] = byKey.get(keyOf(data)) ?? null
  }
  return related
}
