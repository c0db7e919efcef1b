/** Schemas and validators of request documents. */
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Problem } from './errors.ts'
import { findMistakes, isValid, type Mistake } from './mistakes.ts'
import { compileNulls } from './nulls.ts'
import type { Resource } from './resource.ts'
import { compileStrays, type Strays } from './stray-members.ts'
import { dropUnknown, KEEP_OTHERS, withoutUnknown } from './unknown-members.ts'
import { compileUuids } from './uuids.ts'
import { cutText, viewOf } from './wording.ts'

// More errors are not helpful, and a hostile body could cause millions.
const MAX_ERRORS = 100

/** A valid, normalized value, or all mistakes, one per field. */
export type CheckResult<S extends TSchema> = { value: Static<S> } | { mistakes: Mistake[] }

interface CompiledCheck {
  /** Of what is valid and has no unknown member, as nearly everything. */
  clean: { Check(value: unknown): boolean }
  dropNulls: (value: unknown) => unknown
  lowerUuids: (value: unknown) => unknown
  strays: Strays | undefined
}

/**
 * Returns a validator that also normalizes: null for an optional member counts as absent, members that are ignored are
 * dropped, and uuids become lower case. It is compiled at its first use, because a server has hundreds of them, and most
 * processes use few.
 */
export function compileCheck<S extends TSchema>(
  schema: S,
  maxMistakes: number,
): (value: unknown) => CheckResult<S> {
  let compiled: CompiledCheck | undefined
  return (value) => {
    compiled ??= compileParts(schema)
    const { clean, dropNulls, lowerUuids, strays } = compiled
    if (clean.Check(value)) return { value: lowerUuids(value) as Static<S> }
    const withoutNulls = dropNulls(value)
    if (withoutNulls !== value && clean.Check(withoutNulls)) {
      return { value: lowerUuids(withoutNulls) as Static<S> }
    }
    const found = strays?.find(withoutNulls, maxMistakes) ?? []
    const mistakes = isValid(schema, withoutNulls) ? [] : findMistakes(schema, withoutNulls, maxMistakes)
    if (mistakes.length + found.length > 0) return { mistakes: [...mistakes, ...found].slice(0, maxMistakes) }
    return { value: lowerUuids(dropUnknown(schema, withoutNulls)) as Static<S> }
  }
}

function compileParts(schema: TSchema): CompiledCheck {
  const hasStrays = viewOf(schema).strays !== undefined
  return {
    clean: Compile(withoutUnknown(schema, hasStrays)),
    dropNulls: compileNulls(schema),
    lowerUuids: compileUuids(schema),
    strays: hasStrays ? compileStrays(schema) : undefined,
  }
}

/** Compiles a validator of request bodies that throws all mistakes as one problem. */
export function compileInput<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  const check = compileCheck(schema, MAX_ERRORS)
  return (value) => {
    const result = check(value)
    if ('value' in result) return result.value
    const errors = result.mistakes.map(({ path, detail, code, meta }) => ({
      status: '422',
      title: 'Unprocessable Content',
      detail,
      code,
      source: { pointer: cutText(path.join('.'), 200) },
      ...(meta && { meta }),
    }))
    throw new Problem(422, errors)
  }
}

export interface RequestOptions {
  attributes: Record<string, TSchema>
  required?: readonly string[]
  /**
   * Whether the client sends the id. 'path': the path identifies the resource, so the body may omit its type and id; the
   * endpoint compares an id that is sent.
   */
  id: 'none' | 'optional' | 'path'
  /** Spellings of the type; those of the resource by default. */
  types?: readonly string[]
  /** Schemas of relationship objects, for example from `toOneLinkage`. */
  relationships?: Record<string, TSchema>
  /** Schemas of the members that an endpoint reads from the resource's `meta`; all are optional. */
  meta?: Record<string, TSchema>
  /** Refuses members outside of `attributes` that are unknown; otherwise they are ignored. */
  closed?: true
  /** Refuses unknown members that look misplaced or misspelt. */
  strays?: 'refused'
}

type RequiredIn<O extends RequestOptions> = NonNullable<O['required']>[number]
type InputAttributes<O extends RequestOptions> = {
  [K in keyof O['attributes'] as K extends RequiredIn<O> ? K : never]: Static<O['attributes'][K]>
} & {
  [K in keyof O['attributes'] as K extends RequiredIn<O> ? never : K]?: Static<O['attributes'][K]>
}
type InputRelationships<O extends RequestOptions> =
  O['relationships'] extends Record<string, TSchema>
    ? { relationships?: { [K in keyof O['relationships']]?: Static<O['relationships'][K]> } }
    : object

type InputMeta<O extends RequestOptions> =
  O['meta'] extends Record<string, TSchema>
    ? { meta?: { [K in keyof O['meta']]?: Static<O['meta'][K]> } }
    : object

/** A resource in a request after validation. */
export type InputData<O extends RequestOptions> = (O['id'] extends 'path'
  ? { type?: string }
  : { type: string }) &
  (O['id'] extends 'none' ? object : { id?: string }) &
  ([RequiredIn<O>] extends [never]
    ? { attributes?: InputAttributes<O> }
    : { attributes: InputAttributes<O> }) &
  InputRelationships<O> &
  InputMeta<O>

/** A request document after validation. */
export type InputDocument<O extends RequestOptions> = { data: InputData<O> }

/** Members of JSON:API documents that an endpoint does not read. What is in them is up to the client. */
export const ignoredMeta = Type.Optional(Type.Object({}, KEEP_OTHERS))
const ignoredList = Type.Optional(Type.Array(Type.Object({}, KEEP_OTHERS)))
const ignoredRelationships = Type.Optional(Type.Object({}))

/** The top-level members of a document that an endpoint does not read. */
export const ignoredMembers = {
  jsonapi: ignoredMeta,
  meta: ignoredMeta,
  links: ignoredMeta,
  included: ignoredList,
}

/**
 * Schema of the body of a create or update. Unknown members are ignored; in one that is `closed` only unknown attributes
 * are, so that a client may send back what it read.
 */
export function requestDocument<const O extends RequestOptions>(
  resource: Resource,
  options: O,
): TUnsafe<InputDocument<O>> {
  const { strays } = options
  const data = requestData(resource, options)
  const document = Type.Object(
    { data, ...ignoredMembers },
    { ...othersOf(options), ...(strays && { strays }) },
  )
  return Type.Unsafe<InputDocument<O>>(document)
}

const othersOf = ({ closed }: RequestOptions) => (closed ? { additionalProperties: false } : {})

/** Schema of the resource alone, for bodies that contain several. */
export function requestData<const O extends RequestOptions>(
  resource: Resource,
  options: O,
): TUnsafe<InputData<O>> {
  const { attributes, required = [], id, types = resource.spellings, relationships, meta } = options
  const attributesSchema = Type.Object(
    Object.fromEntries(
      Object.entries(attributes).map(([name, schema]) => [
        name,
        required.includes(name) ? schema : Type.Optional(schema),
      ]),
    ),
  )
  const type = Type.Enum([...types])
  const data = Type.Object(
    {
      type: id === 'path' ? Type.Optional(type) : type,
      ...(id !== 'none' && { id: Type.Optional(resource.id) }),
      attributes: required.length > 0 ? attributesSchema : Type.Optional(attributesSchema),
      relationships: relationships ? optionalMembers(relationships) : ignoredRelationships,
      meta: meta ? optionalMembers(meta, KEEP_OTHERS) : ignoredMeta,
      links: ignoredMeta,
    },
    othersOf(options),
  )
  return Type.Unsafe<InputData<O>>(data)
}

/** `{type, id}` of a resource, with every accepted spelling of its type. */
export function resourceIdentifier(resource: Resource): TUnsafe<{ type: string; id: string }> {
  return Type.Unsafe(
    Type.Object({
      type: Type.Enum([...resource.spellings]),
      id: resource.id,
      meta: ignoredMeta,
    }),
  )
}

export function toOneLinkage(resource: Resource): TUnsafe<{ data: { type: string; id: string } | null }> {
  return Type.Unsafe(Type.Object({ data: Type.Union([resourceIdentifier(resource), Type.Null()]) }))
}

export function toManyLinkage(resource: Resource): TUnsafe<{ data: { type: string; id: string }[] }> {
  return Type.Unsafe(Type.Object({ data: Type.Array(resourceIdentifier(resource)) }))
}

function optionalMembers(members: Record<string, TSchema>, options = {}) {
  const schemas = Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)] as const)
  return Type.Optional(Type.Object(Object.fromEntries(schemas), options))
}
