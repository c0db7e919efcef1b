/**
 * Members of a value that its schema does not list. What becomes of them follows from `additionalProperties` of the object:
 * `false` refuses them; left out, they are ignored, and no handler sees them; `true` keeps them.
 */
import { type TSchema, Type } from 'typebox'
import { isObject, isValid } from './mistakes.ts'
import { type SchemaView, viewOf } from './wording.ts'

export type Path = readonly (string | number)[]

export interface UnknownMember {
  name: string
  value: unknown
  /** To it, with its own name; places in arrays are numbers. */
  path: Path
  /** The object that has it, and the schemas of that object. */
  object: Record<string, unknown>
  schemas: readonly SchemaView[]
  /** Whether the object keeps it. */
  isFree: boolean
}

/** For the options of an object whose other members are the client's, or are validated later. */
export const KEEP_OTHERS = { additionalProperties: true } as const

/** Parts of the value that the schema rejects are left out. */
export function eachUnknown(schema: TSchema, value: unknown, visit: (member: UnknownMember) => void): void {
  walk([schema], value, [], visit)
}

function walk(
  schemas: readonly TSchema[],
  value: unknown,
  path: Path,
  visit: (member: UnknownMember) => void,
): void {
  if (typeof value !== 'object' || value === null) return
  const views = schemas.flatMap((schema) => viewsFor(schema, value))
  if (Array.isArray(value)) {
    const items = views.flatMap((view) => view.items ?? [])
    if (items.length > 0) value.forEach((item, i) => void walk(items, item, [...path, i], visit))
  }
  const objects = views.filter(({ type }) => type === 'object')
  if (objects.length === 0 || !isObject(value)) return
  const isOpen = !objects.some(isSettled)
  const isFree = objects.every(({ additionalProperties }) => additionalProperties === true)
  for (const [name, member] of Object.entries(value)) {
    const known = objects.flatMap((view) => propertyOf(view, name) ?? [])
    if (known.length > 0) walk(known, member, [...path, name], visit)
    else if (isOpen)
      visit({ name, value: member, path: [...path, name], object: value, schemas: objects, isFree })
  }
}

export const propertyOf = ({ properties = {} }: SchemaView, name: string): TSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

/** Refuses other members, or has a schema for them. */
const isSettled = ({ additionalProperties: others, patternProperties }: SchemaView) =>
  others === false || typeof others === 'object' || patternProperties !== undefined

/** The schemas without unions and intersections that apply to a value. */
function viewsFor(schema: TSchema, value: unknown): SchemaView[] {
  const view = viewOf(schema)
  const { anyOf = [], allOf = [] } = view
  const accepting = anyOf.filter((branch) => isValid(branch, value))
  // An object that is not valid is one that may also be null.
  const objects = anyOf.filter((branch) => viewOf(branch).type === 'object')
  const branches = accepting.length === 0 && objects.length === 1 ? objects : accepting
  return [view, ...[...branches, ...allOf].flatMap((part) => viewsFor(part, value))]
}

/** Whether values of a schema may have members that are ignored, and not left to the client. */
export function mayIgnore(schema: TSchema): boolean {
  const { type, properties = {}, items, anyOf = [], allOf = [], ...view } = viewOf(schema)
  const isOpen = view.additionalProperties === undefined && view.patternProperties === undefined
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...allOf]
  return (type === 'object' && isOpen) || parts.some(mayIgnore)
}

/** A valid value without the members that are ignored. Returns the same value if there are none, otherwise a copy. */
export function dropUnknown(schema: TSchema, value: unknown): unknown {
  const ignored = new Map<object, Set<string>>()
  eachUnknown(schema, value, ({ object, name, isFree }) => {
    if (isFree) return
    const names = ignored.get(object) ?? new Set()
    ignored.set(object, names.add(name))
  })
  return ignored.size === 0 ? value : copyWithout(value, ignored)
}

function copyWithout(value: unknown, ignored: ReadonlyMap<object, ReadonlySet<string>>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copyWithout(item, ignored))
  const names = ignored.get(value)
  const entries = Object.entries(value).filter(([name]) => !names?.has(name))
  return Object.fromEntries(entries.map(([name, member]) => [name, copyWithout(member, ignored)]))
}

/**
 * The schema of what has no unknown member, also in objects that keep them if `keepers` is true; nothing if this cannot be
 * told by a schema.
 */
export function withoutUnknown(schema: TSchema, keepers = false): TSchema {
  const close = (part: TSchema) => withoutUnknown(part, keepers)
  const { type, properties, items, anyOf, allOf, additionalProperties, patternProperties } = viewOf(schema)
  // Each part would refuse the members of the others.
  if (allOf && allOf.length > 1) return Type.Never()
  const isOpen = additionalProperties === undefined || (keepers && additionalProperties === true)
  return changed(schema, {
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, close(each)])),
    }),
    ...(items && { items: close(items) }),
    ...(anyOf && { anyOf: anyOf.map(close) }),
    ...(allOf && { allOf: allOf.map(close) }),
    ...(type === 'object' && isOpen && patternProperties === undefined && { additionalProperties: false }),
  })
}

/** A spread would lose the refinements of a schema, which are not enumerable. */
const changed = (schema: TSchema, changes: object): TSchema =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(schema),
      ...Object.getOwnPropertyDescriptors(changes),
    },
  ) as TSchema
