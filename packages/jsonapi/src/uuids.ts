/**
 * The schema of an id, and the conversion of the uuids of a validated value to lower case, as databases write them, so that
 * ids can be compared as strings.
 */
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { viewOf } from './wording.ts'

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description !== undefined && { description }) })

/** Takes a value that its schema accepts. Returns the same value if nothing changes, otherwise a copy. */
export type LowerUuids = <T>(value: T) => T

export function compileUuids(schema: TSchema): LowerUuids {
  return (compile(schema) as LowerUuids | undefined) ?? ((value) => value)
}

type Lower = (value: unknown) => unknown

/** Undefined if the schema cannot contain a uuid. */
function compile(schema: TSchema): Lower | undefined {
  const { format, properties, items, anyOf, allOf = [] } = viewOf(schema)
  return chain([
    format === 'uuid' ? lowerText : undefined,
    properties && compileObject(properties),
    items && compileArray(items),
    ...(anyOf ?? []).map(compileBranch),
    ...allOf.map(compile),
  ])
}

function chain(steps: readonly (Lower | undefined)[]): Lower | undefined {
  const [first, ...others] = steps.filter((step) => step !== undefined)
  if (!first || others.length === 0) return first
  return (value) => others.reduce((lowered, step) => step(lowered), first(value))
}

const lowerText: Lower = (value) => (typeof value === 'string' ? value.toLowerCase() : value)

function compileObject(properties: Record<string, TSchema>): Lower | undefined {
  const inner = Object.entries(properties).flatMap(([name, property]) => {
    const lower = compile(property)
    return lower ? [{ name, lower }] : []
  })
  if (inner.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const object = value as Record<string, unknown>
    let copy: Record<string, unknown> | undefined
    for (const { name, lower } of inner) {
      if (!Object.hasOwn(object, name)) continue
      const lowered = lower(object[name])
      if (lowered === object[name]) continue
      copy ??= { ...object }
      copy[name] = lowered
    }
    return copy ?? value
  }
}

function compileArray(items: TSchema): Lower | undefined {
  const lower = compile(items)
  if (!lower) return undefined
  return (value) => {
    if (!Array.isArray(value)) return value
    const lowered = value.map(lower)
    return lowered.every((item, i) => item === value[i]) ? value : lowered
  }
}

/** A branch applies only to values that it accepts. */
function compileBranch(branch: TSchema): Lower | undefined {
  const lower = compile(branch)
  if (!lower) return undefined
  const validator = Compile(branch)
  return (value) => (validator.Check(value) ? lower(value) : value)
}
