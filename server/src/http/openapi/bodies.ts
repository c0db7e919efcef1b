/** Describes the request bodies in the OpenAPI document. */
import { acceptNulls, exampleOf, JSON_API } from '@tradehall/jsonapi'
import type { TSchema } from 'typebox'
import { FORM, MULTIPART } from '../checks.ts'
import type { Operation } from '../operation.ts'
import type { Json } from './print-schema.ts'
import { pascalCase, type Schemas } from './schemas.ts'
import type { Sharing } from './sharing.ts'

const CONTENT_TYPES = {
  'json-api': [JSON_API],
  json: ['application/json', JSON_API],
  form: [FORM],
  file: [JSON_API],
  multipart: [MULTIPART],
}

export function describeBody(
  { id, documentedBody, body, bodyExample, bodyOptional, media = 'json-api' }: Operation,
  { print, addComponent }: Schemas,
  sharing: Sharing,
): Json {
  const schema = documentedBody ?? body
  if (!schema) return {}
  const types = CONTENT_TYPES[media]
  const printed = describeDocument(print(acceptNulls(schema)))
  const content = {
    // A schema that two media types share becomes a component.
    schema:
      types.length > 1
        ? addComponent([pascalCase(`${id}-body`)], printed)
        : sharing.offer('schemas', [pascalCase(`${id}-request`)], printed),
    example: bodyExample ?? exampleOf(schema as TSchema),
  }
  return {
    requestBody: {
      ...(refusesStrays(schema) && { description: STRAYS }),
      required: !bodyOptional,
      content: Object.fromEntries(types.map((type) => [type, content])),
    },
  }
}

const STRAYS =
  'Members that nobody knows are ignored. One that this body knows at another place, or whose name is nearly that of a member, is refused with 422.'

const refusesStrays = (schema: TSchema): boolean => {
  const { strays, anyOf = [] } = schema as { strays?: 'refused'; anyOf?: TSchema[] }
  return strays === 'refused' || anyOf.some(refusesStrays)
}

/** The descriptions of the members that every JSON:API document has. */
const MEMBERS_OF_DOCUMENT = { data: 'The resource of the request.' }
const MEMBERS_OF_RESOURCE = {
  type: 'The kind of resource; every spelling listed means the same.',
  id: 'Its id.',
  attributes: 'The fields to set.',
  relationships: 'What it is related to.',
  meta: 'What is said beside the fields.',
}

/** Adds descriptions to a document, or to the documents of atomic operations. Other bodies are returned unchanged. */
function describeDocument(schema: Json): Json {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(describeDocument) }
  if (schema.type === 'array') return { ...schema, items: describeDocument(schema.items as Json) }
  const { data, 'atomic:operations': operations } = (schema.properties ?? {}) as Record<string, Json>
  if (data) return describeMembers(withMember(schema, 'data', describeResource(data)), MEMBERS_OF_DOCUMENT)
  if (operations)
    return describeMembers(withMember(schema, 'atomic:operations', describeDocument(operations)), {})
  return schema
}

const describeResource = (schema: Json): Json =>
  schema.type === 'array'
    ? { ...schema, items: describeResource(schema.items as Json) }
    : describeMembers(schema, MEMBERS_OF_RESOURCE)

const withMember = (schema: Json, name: string, member: Json): Json => ({
  ...schema,
  properties: { ...(schema.properties as Json), [name]: member },
})

/**
 * Adds descriptions to members. Members that the server accepts and ignores, such as `links`, are not listed, so that the
 * document contains only what matters to clients.
 */
function describeMembers(schema: Json, descriptions: Record<string, string>): Json {
  const { additionalProperties, ...rest } = schema
  const members = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const listed = members.filter(([, member]) => !isOpen(member))
  const isClosed = additionalProperties !== undefined && listed.length === members.length
  return {
    ...rest,
    properties: Object.fromEntries(
      listed.map(([name, member]) => [
        name,
        name in descriptions ? { description: descriptions[name], ...member } : member,
      ]),
    ),
    ...(isClosed && { additionalProperties }),
  }
}

function isOpen({ type, items, properties, description }: Json): boolean {
  if (description !== undefined) return false
  const types = [type].flat()
  if (types.includes('array')) return isOpen((items ?? {}) as Json)
  return types.includes('object') && properties === undefined
}
