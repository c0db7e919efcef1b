/** Explains why a value does not match a schema. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { MistakeCode } from './codes.ts'
import { choicesOf, cutText, describeExpected, describeSeen, type SchemaView, viewOf } from './wording.ts'

export interface Mistake {
  path: readonly string[]
  detail: string
  code: MistakeCode
  /** The limits that the value does not keep. */
  meta?: object
  missing?: true
}

/**
 * Lists the mistakes in a value that a schema rejects, one per field and at least one. The compiled validator decides; this
 * traversal only explains, so it need not support every keyword.
 */
export function findMistakes(schema: TSchema, value: unknown, max: number): Mistake[] {
  const mistakes: Mistake[] = []
  walk(schema, value, [], mistakes, max)
  return mistakes.length > 0 ? mistakes : [expected(schema, value, [])]
}

function walk(
  schema: TSchema,
  value: unknown,
  path: readonly string[],
  mistakes: Mistake[],
  max: number,
): void {
  if (mistakes.length >= max || isValid(schema, value)) return
  const before = mistakes.length
  const view = viewOf(schema)
  if (choicesOf(schema)) mistakes.push(expected(schema, value, path))
  else if (view.anyOf) mistakes.push(...bestBranch(schema, view.anyOf, value, path, max - mistakes.length))
  else if (view.type === 'object' && isObject(value)) walkObject(schema, value, path, mistakes, max)
  // The items of an array of the wrong length are not checked, because there may be very many.
  else if (view.type === 'array' && Array.isArray(value) && view.items && hasRightLength(view, value)) {
    for (let i = 0; i < value.length && mistakes.length < max; i++) {
      walk(view.items, value[i], [...path, String(i)], mistakes, max)
    }
  }
  for (const part of view.allOf ?? []) walk(part, value, path, mistakes, max)
  // A leaf, or a keyword that the traversal does not support.
  if (mistakes.length === before) mistakes.push(expected(schema, value, path))
}

function hasRightLength({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: SchemaView, array: unknown[]) {
  return array.length >= minItems && array.length <= maxItems
}

function walkObject(
  schema: TSchema,
  value: Record<string, unknown>,
  path: readonly string[],
  mistakes: Mistake[],
  max: number,
): void {
  const { required = [], properties = {}, additionalProperties } = viewOf(schema)
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue
    const description = Object.hasOwn(properties, name) ? describeExpected(properties[name]!) : 'a value'
    const detail = `Expected ${description}, but the member is missing.`
    push(mistakes, max, { path: [...path, name], detail, code: 'VALUE_MISSING', missing: true })
  }
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) walk(property, value[name], [...path, name], mistakes, max)
  }
  if (additionalProperties === undefined || additionalProperties === true) return
  for (const name of Object.keys(value)) {
    if (mistakes.length >= max) return
    if (Object.hasOwn(properties, name)) continue
    if (additionalProperties !== false)
      walk(additionalProperties, value[name], [...path, name], mistakes, max)
    else {
      const detail = `Expected only the members ${Object.keys(properties).join(', ')}, but saw "${cutText(name)}".`
      push(mistakes, max, { path: [...path, name], detail, code: 'MEMBER_UNKNOWN' })
    }
  }
}

/**
 * The mistakes of the branch that matches best. A wrong constant, such as another `type`, is the strongest sign that a
 * branch was not intended, then a missing member, then a wrong value. If no branch is clearly the best, the mistake is that
 * of the union as a whole.
 */
function bestBranch(
  schema: TSchema,
  branches: readonly TSchema[],
  value: unknown,
  path: readonly string[],
  max: number,
): Mistake[] {
  const ranked = branches
    .map((branch) => {
      const mistakes = findAt(branch, value, path, max)
      const misfit = mistakes.some((mistake) => mistake.path.length === path.length)
      return { mistakes, misfit, weight: weigh(mistakes) + (hasWrongChoice(branch, value) ? 100_000 : 0) }
    })
    .sort((a, b) => Number(a.misfit) - Number(b.misfit) || a.weight - b.weight)
  const [best, second] = ranked
  const undecided = second !== undefined && best?.weight === second.weight
  if (!best || best.misfit || (undecided && viewOf(schema).expected)) {
    return [expected(schema, value, path)]
  }
  return best.mistakes
}

function findAt(schema: TSchema, value: unknown, path: readonly string[], max: number): Mistake[] {
  const mistakes: Mistake[] = []
  walk(schema, value, path, mistakes, max)
  return mistakes
}

// At most a hundred mistakes are collected, so wrong values together weigh less than a missing member.
function weigh(mistakes: readonly Mistake[]): number {
  return mistakes.reduce((sum, { missing }) => sum + (missing ? 1_000 : 1), 0)
}

function hasWrongChoice(schema: TSchema, value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(viewOf(schema).properties ?? {}).some(
    ([name, property]) =>
      choicesOf(property) && Object.hasOwn(value, name) && !isValid(property, value[name]),
  )
}

function expected(schema: TSchema, value: unknown, path: readonly string[]): Mistake {
  const detail = `Expected ${describeExpected(schema)}, but saw ${describeSeen(value)}.`
  return { path, detail, ...codeOf(schema, value) }
}

/** Which keyword the value breaks, of the branch of its type. */
function codeOf(schema: TSchema, value: unknown): Pick<Mistake, 'code' | 'meta'> {
  const allowed = choicesOf(schema)
  if (allowed) return { code: 'VALUE_NOT_LISTED', meta: { allowed } }
  const view = viewOf(schema)
  if (view.anyOf) {
    const branch = view.anyOf.find((each) => isOfType(viewOf(each), value))
    return branch ? codeOf(branch, value) : { code: 'VALUE_INVALID' }
  }
  if (!isOfType(view, value)) return { code: 'VALUE_INVALID' }
  if (typeof value === 'string') return codeOfText(view, value)
  if (typeof value === 'number') return codeOfNumber(view, value)
  if (Array.isArray(value)) return codeOfList(view, value)
  return { code: 'VALUE_INVALID' }
}

function isOfType({ type }: SchemaView, value: unknown): boolean {
  if (Array.isArray(value)) return type === 'array'
  return type === 'integer' ? typeof value === 'number' : type === typeof value
}

function codeOfText(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format }: SchemaView,
  text: string,
): Pick<Mistake, 'code' | 'meta'> {
  // JSON Schema counts characters, not units of UTF-16.
  const { length } = [...text]
  if (length < minLength) return { code: 'TEXT_TOO_SHORT', meta: { minLength } }
  if (length > maxLength) return { code: 'TEXT_TOO_LONG', meta: { maxLength } }
  return { code: 'FORMAT_INVALID', ...(format !== undefined && { meta: { format } }) }
}

function codeOfNumber(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaView,
  number: number,
): Pick<Mistake, 'code' | 'meta'> {
  if (minimum !== undefined && number < minimum) return { code: 'NUMBER_TOO_SMALL', meta: { minimum } }
  if (maximum !== undefined && number > maximum) return { code: 'NUMBER_TOO_LARGE', meta: { maximum } }
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum)
    return { code: 'NUMBER_TOO_SMALL', meta: { exclusiveMinimum } }
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum)
    return { code: 'NUMBER_TOO_LARGE', meta: { exclusiveMaximum } }
  return { code: 'VALUE_INVALID' }
}

function codeOfList(
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY }: SchemaView,
  list: readonly unknown[],
): Pick<Mistake, 'code' | 'meta'> {
  if (list.length < minItems) return { code: 'LIST_TOO_SHORT', meta: { minItems } }
  if (list.length > maxItems) return { code: 'LIST_TOO_LONG', meta: { maxItems } }
  return { code: 'VALUE_INVALID' }
}

function push(mistakes: Mistake[], max: number, mistake: Mistake): void {
  if (mistakes.length < max) mistakes.push(mistake)
}

/** Parts of schemas are compiled on first use; interpreting them is hundreds of times slower. */
const validators = new WeakMap<TSchema, { Check(value: unknown): boolean }>()

export function isValid(schema: TSchema, value: unknown): boolean {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  return validator.Check(value)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
