import { type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { choicesOf, viewOf } from './wording.ts'

// Null for a member that may be left out reads as leaving it out, so that what was read can be sent back. A member whose
// own schema takes null keeps it: there it says something.

/** Leaves such members out. What holds none comes back as it is; what does is copied, never changed. */
export type DropNulls = (value: unknown) => unknown

export function compileNulls(schema: TSchema): DropNulls {
  return compile(schema) ?? ((value) => value)
}

/** The schema of what is taken: with null for each member that may be left out. */
export function acceptNulls(schema: TSchema): TSchema {
  const { properties, items, anyOf } = viewOf(schema)
  if (properties) {
    const entries = Object.entries(properties).map(([name, property]) => {
      const accepted = acceptNulls(property)
      return [name, isLeftOut(schema, name) ? orNull(accepted) : accepted]
    })
    return { ...schema, properties: Object.fromEntries(entries) } as TSchema
  }
  if (items) return { ...schema, items: acceptNulls(items) } as TSchema
  return (anyOf ? { ...schema, anyOf: anyOf.map(acceptNulls) } : schema) as TSchema
}

/** In the short form of JSON Schema where there is one. */
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
  // A choice of several objects has no one list of members that may be left out; a thing or null has.
  const [only, ...others] = (anyOf ?? []).flatMap((branch) => compile(branch) ?? [])
  return others.length === 0 ? only : undefined
}

function compileObject(schema: TSchema, properties: Record<string, TSchema>): DropNulls | undefined {
  const dropped = new Set(Object.keys(properties).filter((name) => isLeftOut(schema, name)))
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
    const kept = entries.flatMap(([name, member]) => {
      if (member === null && dropped.has(name)) return []
      return [[name, inner.get(name)?.(member) ?? member] as const]
    })
    const same = kept.length === entries.length && kept.every(([, member], i) => member === entries[i]![1])
    return same ? value : Object.fromEntries(kept)
  }
}

function compileArray(items: TSchema): DropNulls | undefined {
  const drop = compile(items)
  if (!drop) return undefined
  return (value) => {
    if (!Array.isArray(value)) return value
    const kept = value.map(drop)
    return kept.every((item, i) => item === value[i]) ? value : kept
  }
}

function isLeftOut(schema: TSchema, name: string): boolean {
  const { required = [], properties = {} } = viewOf(schema)
  return !required.includes(name) && !Check(properties[name]!, null)
}
