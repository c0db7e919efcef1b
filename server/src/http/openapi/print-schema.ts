/**
 * A schema in the form that generators read best: enumerations with a type, null as one more type, no union or
 * intersection of one branch, and a reference in place of what has a title.
 */
import type { TSchema } from 'typebox'

export type Json = Record<string, unknown>

/** Keeps a schema under its title, and gives what stands for it. */
type Keep = (title: string, printed: Json) => Json

export function printSchema(schema: TSchema, keep: Keep): Json {
  // `expected` is for our own error texts.
  const { title, expected: _, ...rest } = schema as Json
  if (typeof title !== 'string') return printKeywords(rest, keep)
  // What may be null here need not be so elsewhere.
  const { type, ...others } = rest
  if (!Array.isArray(type) || !type.includes('null')) return keep(title, printKeywords(rest, keep))
  const value = printKeywords({ type: type.find((each) => each !== 'null'), ...others }, keep)
  return printUnion([keep(title, value), { type: 'null' }], {})
}

function printKeywords(schema: Json, keep: Keep): Json {
  const { anyOf, allOf, properties, patternProperties, items, additionalProperties, ...plain } = schema
  const print = (part: unknown) => printSchema(part as TSchema, keep)
  if (Array.isArray(anyOf)) return printUnion(anyOf.map(print), plain)
  if (Array.isArray(allOf)) {
    return allOf.length === 1 ? { ...print(allOf[0]), ...plain } : { allOf: allOf.map(print), ...plain }
  }
  // A record: any member, all of one kind.
  const [each] = Object.values((patternProperties ?? {}) as Record<string, unknown>)
  const others = each ?? additionalProperties
  return {
    ...typeOf(plain),
    ...plain,
    ...(items !== undefined && { items: print(items) }),
    ...printMembers(plain.type, (properties ?? {}) as Record<string, TSchema>, print),
    ...(others !== undefined && {
      additionalProperties: typeof others === 'object' ? print(others) : others,
    }),
  }
}

/** Without a type, generators take an enumeration for anything; without values, some fail. */
function typeOf({ type, enum: choices }: Json): Json {
  if (!Array.isArray(choices)) return {}
  if (choices.length === 0) throw new TypeError('An enumeration of the API has no values.')
  const types = [...new Set(choices.map(jsonType))]
  return { type: type ?? (types.length === 1 ? types[0] : types) }
}

const jsonType = (value: unknown) =>
  value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value

function printMembers(
  type: unknown,
  properties: Record<string, TSchema>,
  print: (part: unknown) => Json,
): Json {
  const members = Object.entries(properties).map(([name, property]) => [name, printMember(print(property))])
  if (members.length > 0) return { properties: Object.fromEntries(members) }
  // An object without a word about its members is open; generators take an empty list of them for an empty object.
  return [type].flat().includes('object') ? { additionalProperties: true } : {}
}

/** Some generators make a member with a default obligatory, so the default is told in words. */
function printMember({ default: fallback, ...printed }: Json): Json {
  if (fallback === undefined) return printed
  const told = `Default: \`${JSON.stringify(fallback)}\`.`
  return { ...printed, description: printed.description ? `${printed.description} ${told}` : told }
}

function printUnion(branches: Json[], beside: Json): Json {
  const values = branches.filter(({ type }) => type !== 'null')
  const isNullable = values.length < branches.length
  const [first, ...others] = joinChoices(values)
  if (first === undefined) return { type: 'null', ...beside }
  if (others.length > 0 || (isNullable && ('$ref' in first || 'anyOf' in first))) {
    return { anyOf: [first, ...others, ...(isNullable ? [{ type: 'null' }] : [])], ...beside }
  }
  return { ...(isNullable ? orNull(first) : first), ...beside }
}

/** A union of fixed values is one enumeration. */
function joinChoices(branches: Json[]): Json[] {
  const choices = branches.map((branch) =>
    Object.keys(branch).every((key) => ['type', 'const', 'enum'].includes(key))
      ? choicesIn(branch)
      : undefined,
  )
  if (branches.length < 2 || choices.includes(undefined)) return branches
  const joined = choices.flat()
  return [{ ...typeOf({ enum: joined }), enum: joined }]
}

const choicesIn = (schema: Json): unknown[] | undefined =>
  'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined)

function orNull(schema: Json): Json {
  const { type, const: _, enum: __, ...rest } = schema
  const choices = choicesIn(schema)
  return { type: [type, 'null'].flat(), ...rest, ...(choices && { enum: [...choices, null] }) }
}
