/**
 * Prints a schema in the form that client generators support best: enumerations with a type, null as an additional type,
 * no union or intersection with a single branch, and a reference for each schema with a title.
 */
import type { TSchema } from 'typebox'

export type Json = Record<string, unknown>

/** Stores a schema as a component under its title, and returns a reference to it. */
type AddComponent = (title: string, printed: Json) => Json

export function printSchema(schema: TSchema, addComponent: AddComponent): Json {
  // `expected` is only for error messages, and `strays` only for the refusal of members that the schema lacks.
  const { title, expected: _, strays: __, ...rest } = schema as Json
  if (typeof title !== 'string') return printKeywords(rest, addComponent)
  // The component itself is not nullable, because other uses of it may not be.
  const { type, ...others } = rest
  if (!Array.isArray(type) || !type.includes('null'))
    return addComponent(title, printKeywords(rest, addComponent))
  const value = printKeywords({ type: type.find((each) => each !== 'null'), ...others }, addComponent)
  return printUnion([addComponent(title, value), { type: 'null' }], {})
}

function printKeywords(schema: Json, addComponent: AddComponent): Json {
  const { anyOf, allOf, properties, patternProperties, items, additionalProperties, ...plain } = schema
  const print = (part: unknown) => printSchema(part as TSchema, addComponent)
  if (Array.isArray(anyOf)) return printUnion(anyOf.map(print), plain)
  if (Array.isArray(allOf)) {
    return allOf.length === 1 ? { ...print(allOf[0]), ...plain } : { allOf: allOf.map(print), ...plain }
  }
  // A record type: members with any name and one schema.
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

/** Generators treat an enumeration without a type as any value, and some fail at one without values. */
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
  // An object without declared members is open; generators treat empty `properties` as an object that must be empty.
  return [type].flat().includes('object') ? { additionalProperties: true } : {}
}

/** The default is moved into the description, because some generators treat members with a default as required. */
function printMember({ default: fallback, ...printed }: Json): Json {
  if (fallback === undefined) return printed
  const sentence = `Default: \`${JSON.stringify(fallback)}\`.`
  return { ...printed, description: printed.description ? `${printed.description} ${sentence}` : sentence }
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

/** Merges a union of constants into one enumeration. */
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
