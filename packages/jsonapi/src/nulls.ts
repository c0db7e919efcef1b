/**
 * Treats null for an optional member as absent, so that clients can send back what they read. A member whose schema accepts
 * null keeps it, because there it has a meaning.
 */
import { type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { choicesOf, viewOf } from './wording.ts'

/** Removes such members. Returns the same value if there are none, otherwise a copy. */
export type DropNulls = (value: unknown) => unknown

export function compileNulls(schema: TSchema): DropNulls {
  return compile(schema) ?? ((value) => value)
}

/** The schema of accepted input: with null for each optional member. */
export function acceptNulls(schema: TSchema): TSchema {
  const { properties, items, anyOf } = viewOf(schema)
  if (properties) {
    const entries = Object.entries(properties).map(([name, property]) => {
      const accepted = acceptNulls(property)
      return [name, isDroppable(schema, name) ? orNull(accepted) : accepted]
    })
    return { ...schema, properties: Object.fromEntries(entries) } as TSchema
  }
  if (items) return { ...schema, items: acceptNulls(items) } as TSchema
  return (anyOf ? { ...schema, anyOf: anyOf.map(acceptNulls) } : schema) as TSchema
}

/** Uses the short form of JSON Schema if there is one. */
function orNull(schema: TSchema): TSchema {
  const { type, description } = viewOf(schema)
  if (typeof type === 'string' && choicesOf(schema) === undefined) {
    return { ...schema, type: [type, 'null'] } as TSchema
  }
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

function compile(schema: TSchema): DropNulls | undefined {
  const { properties, items, anyOf } = viewOf(schema)
  if (properties) return compileObject(schema, properties)
  if (items) return compileArray(items)
  // A union of several objects has no single list of optional members; an object or null has.
  const [only, ...others] = (anyOf ?? []).flatMap((branch) => compile(branch) ?? [])
  return others.length === 0 ? only : undefined
}

function compileObject(schema: TSchema, properties: Record<string, TSchema>): DropNulls | undefined {
  const dropped = new Set(Object.keys(properties).filter((name) => isDroppable(schema, name)))
  const inner = new Map(
    Object.entries(properties).flatMap(([name, property]) => {
      const drop = compile(property)
      return drop ? [[name, drop] as const] : []
    }),
  )
  if (dropped.size === 0 && inner.size === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const entries = Object.entries(value)
    const remaining = entries.flatMap(([name, member]) => {
      if (member === null && dropped.has(name)) return []
      return [[name, inner.get(name)?.(member) ?? member] as const]
    })
    const same =
      remaining.length === entries.length && remaining.every(([, member], i) => member === entries[i]![1])
    return same ? value : Object.fromEntries(remaining)
  }
}

function compileArray(items: TSchema): DropNulls | undefined {
  const drop = compile(items)
  if (!drop) return undefined
  return (value) => {
    if (!Array.isArray(value)) return value
    const remaining = value.map(drop)
    return remaining.every((item, i) => item === value[i]) ? value : remaining
  }
}

function isDroppable(schema: TSchema, name: string): boolean {
  const { required = [], properties = {} } = viewOf(schema)
  return !required.includes(name) && !Check(properties[name]!, null)
}
