/** Schemas of the OpenAPI document as Markdown: a phrase for a type, a nested list for the fields of an object. */
import { type OpenApiDocument, resolve, type Schema } from './parsed-document.ts'

/** Schemas nest to about eight levels; the limit only matters for those that refer to themselves. */
const MAX_DEPTH = 12

/** The type, allowed values and bounds of a schema, such as "integer, 1 to 100, default 15" or "list of uuid". */
export function typeText(document: OpenApiDocument, referable: Schema, depth = 0): string {
  const schema = resolve(document, referable)
  if (depth > MAX_DEPTH) return 'nested further'
  if (schema.anyOf) {
    return [...new Set(schema.anyOf.map((branch) => typeText(document, branch, depth + 1)))].join(' or ')
  }
  const identified = identifiedTypes(document, schema)
  const types = [schema.type ?? 'any value'].flat()
  const value = identified
    ? `\`{type: ${identified}, id: uuid}\``
    : (choices(schema) ??
      types
        .filter((type) => type !== 'null')
        .map((type) => nameOf(document, schema, type, depth))
        .join(' or '))
  const isNullable = types.includes('null') && !schema.enum?.includes(null) && value !== ''
  return [orNull(value || 'null', isNullable), ...bounds(schema)].join(', ')
}

/** Null comes before a list, so that it is not taken for one of its items. */
function orNull(value: string, isNullable: boolean): string {
  if (!isNullable) return value
  return value.startsWith('list') ? `null or ${value}` : `${value} or null`
}

function nameOf(document: OpenApiDocument, schema: Schema, type: string, depth: number): string {
  if (type === 'array')
    return schema.items ? `list of ${typeText(document, schema.items, depth + 1)}` : 'list'
  const { additionalProperties: others } = schema
  if (type !== 'object' || typeof others !== 'object') return schema.format ?? type
  return `object with any names, each ${typeText(document, others, depth + 1)}`
}

function choices({ const: only, enum: values }: Schema): string | undefined {
  const allowed = only === undefined ? values : [only]
  return allowed
    ?.map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``)
    .join(' | ')
}

/** Longer patterns are those of cursors, which clients do not write. */
const LONGEST_PATTERN = 80

function bounds(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema
  const isTold = schema.format || schema.enum || (schema.pattern?.length ?? 0) > LONGEST_PATTERN
  const pattern = isTold ? undefined : schema.pattern
  return [
    range(minimum, maximum),
    exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`,
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    schema.uniqueItems ? 'no duplicates' : '',
    pattern ? `matches \`${pattern}\`` : '',
    schema.default === undefined ? '' : `default \`${JSON.stringify(schema.default)}\``,
    schema.deprecated ? 'deprecated' : '',
  ].filter((bound) => bound !== '')
}

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  if (from === undefined && to === undefined) return ''
  const text =
    from === to
      ? `exactly ${to}`
      : to === undefined
        ? `at least ${from}`
        : from === undefined
          ? `at most ${to}`
          : `${from} to ${to}`
  return `${text} ${unit}`.trimEnd()
}

/** The types that a resource identifier, an object of `type` and `id`, may name; undefined for other schemas. */
function identifiedTypes(document: OpenApiDocument, schema: Schema): string | undefined {
  const { properties: { type, id, ...others } = {}, required = [] } = schema
  if (!type || !id || !required.includes('id') || Object.keys(others).length > 0) return undefined
  return choices(resolve(document, type))?.replaceAll('`', '')
}

export interface FieldOptions {
  /**
   * Adds which fields must be sent. For responses it is left out, because the request determines which fields are
   * missing.
   */
  isRequest: boolean
}

/** The fields below a schema, one line each; fields of nested objects are indented. */
export function fieldLines(
  document: OpenApiDocument,
  referable: Schema,
  options: FieldOptions,
  depth = 0,
): string[] {
  const schema = resolve(document, referable)
  if (depth > MAX_DEPTH || identifiedTypes(document, schema)) return []
  const { anyOf, items, additionalProperties: others, properties = {}, required = [] } = schema
  if (anyOf) return branchLines(document, anyOf, options, depth)
  if (items) return fieldLines(document, items, options, depth)
  if (typeof others === 'object') return fieldLines(document, others, options, depth)
  return Object.entries(properties).flatMap(([member, property]) => {
    const [name, value] = withoutWrapper(document, member, property)
    return [
      fieldLine(document, name, value, required.includes(member), options),
      ...fieldLines(document, value, options, depth + 1).map((line) => `  ${line}`),
    ]
  })
}

/** A relationship is an object with `data` alone: one line describes both. */
function withoutWrapper(document: OpenApiDocument, name: string, property: Schema): [string, Schema] {
  const { properties = {}, description } = resolve(document, property)
  const { data, ...others } = properties
  if (!data || Object.keys(others).length > 0) return [name, property]
  return [`${name}.data`, { ...resolve(document, data), ...(description && { description }) }]
}

function fieldLine(
  document: OpenApiDocument,
  name: string,
  property: Schema,
  isRequired: boolean,
  { isRequest }: FieldOptions,
): string {
  const { description = '' } = resolve(document, property)
  const told = description === '' || OBVIOUS.includes(description) ? '' : `: ${oneLine(description)}`
  return `- \`${name}\` (${typeText(document, property)}${isRequired && isRequest ? ', required' : ''})${told}`
}

/** Descriptions of members that every JSON:API document has, which say nothing about the resource. */
const OBVIOUS = [
  'The kind of resource.',
  'The kind of resource; every spelling listed means the same.',
  'Its id.',
  'The resource of the request.',
  'The fields to set.',
  'Its fields; those that `fields[…]` left out are absent.',
  'What it is related to.',
  'What there is to say beside the data.',
]

/**
 * Lists the fields of each branch of a union under a line for the branch, or only the fields if all branches have the
 * same.
 */
function branchLines(
  document: OpenApiDocument,
  anyOf: readonly Schema[],
  options: FieldOptions,
  depth: number,
): string[] {
  const branches = anyOf
    .map((branch) => ({ branch, lines: fieldLines(document, branch, options, depth + 1) }))
    .filter(({ lines }) => lines.length > 0)
  if (new Set(branches.map(({ lines }) => lines.join('\n'))).size <= 1) return branches[0]?.lines ?? []
  return branches.flatMap(({ branch, lines }, i) => {
    const { description, deprecated } = resolve(document, branch)
    const told = description ? `: ${oneLine(description)}` : ''
    return [
      `- ${i === 0 ? 'either' : 'or'}${deprecated ? ' (deprecated)' : ''}${told}`,
      ...lines.map((line) => `  ${line}`),
    ]
  })
}

export const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim()
