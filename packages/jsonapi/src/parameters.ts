/** Describes query parameters for OpenAPI. */
import { type TSchema, Type } from 'typebox'
import { fieldNames } from './fields.ts'
import type { FilterSpec, ValueSpec } from './filter.ts'
import { allowedPaths, allowIncludes, type ResourceLookup, reachableResources } from './include-tree.ts'
import { defaultCursorNames } from './page.ts'
import { isRepeated } from './plain-parameters.ts'
import type { QuerySpec } from './query.ts'
import { typeIn } from './resource.ts'
import { uuid } from './uuids.ts'

export interface OpenApiParameter {
  name: string
  in: 'query'
  required: boolean
  description: string
  schema: TSchema
  style?: 'form'
  explode?: boolean
}

/** The OpenAPI parameter objects of a query that `compileQuery` parses. */
export function queryParameters(
  spec: QuerySpec,
  lookup: ResourceLookup,
  context?: string,
): OpenApiParameter[] {
  return [
    ...includeParameters(spec, lookup, context),
    ...Object.entries(spec.filters ?? {}).flatMap(([name, filter]) => filterParameters(name, filter)),
    ...sortParameters(spec),
    ...pageParameters(spec),
    ...Object.entries(spec.parameters ?? {}).map(([name, { schema, required, description }]) =>
      parameter(name, schema, description, {
        required: required ?? false,
        ...(isRepeated(schema) && { style: 'form', explode: true }),
      }),
    ),
  ]
}

function includeParameters(
  spec: QuerySpec,
  lookup: ResourceLookup,
  context: string | undefined,
): OpenApiParameter[] {
  if (!spec.resource) return []
  const allowed = allowIncludes(spec.resource, spec.include ?? [], lookup)
  const paths = allowedPaths(allowed)
  // A resource that is only a type and an id has no fields to choose from.
  const withFields = [...reachableResources(allowed)].filter((resource) => fieldNames(resource).length > 0)
  const fields = new Map(
    withFields.map((resource) => {
      const type = typeIn(resource, context)
      return [
        type,
        csvParameter(
          `fields[${type}]`,
          fieldNames(resource),
          `The only fields of \`${type}\` to return, attributes and relationships.`,
        ),
      ]
    }),
  )
  if (paths.length === 0) return [...fields.values()]
  return [
    csvParameter(
      'include',
      paths,
      'Related resources to return in `included`; a longer path brings the shorter ones along.',
    ),
    ...fields.values(),
  ]
}

function filterParameters(name: string, filter: FilterSpec): OpenApiParameter[] {
  if (filter.kind !== 'operators') return valueParameters(`filter[${name}]`, filter)
  return Object.entries(filter.operators).flatMap(([operator, value]) =>
    valueParameters(`filter[${name}][${operator}]`, value),
  )
}

function valueParameters(name: string, spec: ValueSpec): OpenApiParameter[] {
  const { kind, schema, required = false, min, max, description } = spec
  const one = parameter(name, schema, description, { required })
  if (kind === 'one') return [one]
  const list = Type.Array(schema, { minItems: min ?? 1, ...(max !== undefined && { maxItems: max }) })
  if (kind === 'csv') return [parameter(name, list, description, { required, style: 'form', explode: false })]
  const repeated = parameter(`${name}[]`, list, description, { required, style: 'form', explode: true })
  return kind === 'some' ? [one, repeated] : [repeated]
}

function sortParameters({ sort }: QuerySpec): OpenApiParameter[] {
  if (!sort) return []
  const both = sort.fields.flatMap((field) => [field, `-${field}`])
  const order = sort.default === undefined ? '' : ` \`${sort.default}\` when absent.`
  return [csvParameter('sort', both, `Order of the list, descending with a minus sign.${order}`)]
}

function pageParameters({ page }: QuerySpec): OpenApiParameter[] {
  if (!page) return []
  const { after, before } = page.names ?? defaultCursorNames
  const cursor = page.cursor ? Type.String({ pattern: page.cursor.pattern.source }) : uuid()
  const limit = Type.Integer({ minimum: 1, maximum: page.max, default: page.default })
  return [
    parameter('page[limit]', limit, `Rows per page: ${page.default} when absent, at most ${page.max}.`),
    parameter(
      `page[${after}]`,
      cursor,
      `The page after this cursor, as in \`links.next\`. Not together with \`page[${before}]\`.`,
    ),
    parameter(
      `page[${before}]`,
      cursor,
      `The page before this cursor, as in \`links.prev\`. Not together with \`page[${after}]\`.`,
    ),
  ]
}

function csvParameter(name: string, values: readonly string[], description: string): OpenApiParameter {
  return parameter(name, Type.Array(Type.Enum([...values])), description, { style: 'form', explode: false })
}

function parameter(
  name: string,
  schema: TSchema,
  description: string,
  more: Partial<OpenApiParameter> = {},
): OpenApiParameter {
  return { name, in: 'query', required: false, description, schema, ...more }
}
