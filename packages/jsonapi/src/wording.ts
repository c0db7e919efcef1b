/** The wording of validation errors: what was expected, and which value was sent. */
import type { TSchema } from 'typebox'

const SEEN_LENGTH = 60

export interface SchemaView {
  type?: string
  title?: string
  description?: string
  /** A custom keyword: how errors describe a value of this schema, if the other keywords are not clear enough. */
  expected?: string
  /** A custom keyword of whole bodies: refuses members that look misplaced or misspelt (`stray-members.ts`). */
  strays?: 'refused'
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly TSchema[]
  allOf?: readonly TSchema[]
  format?: string
  pattern?: string | RegExp
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: TSchema
  required?: readonly string[]
  properties?: Record<string, TSchema>
  additionalProperties?: boolean | TSchema
  patternProperties?: Record<string, TSchema>
  examples?: readonly unknown[]
  default?: unknown
}

/** A schema as plain JSON Schema. */
export function viewOf(schema: TSchema): SchemaView {
  return schema as SchemaView
}

/** The constants that a schema allows, if it is an enumeration. */
export function choicesOf(schema: TSchema): readonly unknown[] | undefined {
  const view = viewOf(schema)
  if ('const' in view) return [view.const]
  if (view.enum) return view.enum
  const branches = view.anyOf?.map(choicesOf)
  return branches?.every((choices) => choices !== undefined) ? branches.flat() : undefined
}

export function describeExpected(schema: TSchema): string {
  const view = viewOf(schema)
  if (view.expected !== undefined) return view.expected
  const choices = choicesOf(schema)
  if (choices) return describeChoices(choices)
  if (view.anyOf) return view.anyOf.map(describeExpected).join(' or ')
  switch (view.type) {
    case 'string':
      return describeString(view)
    case 'integer':
      return `an integer${describeRange(view)}`
    case 'number':
      return `a number${describeRange(view)}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'array':
      return `an array${bounds(view.minItems, view.maxItems, ' of ', 'item')}${view.uniqueItems ? ' without duplicates' : ''}`
    case 'object':
      return 'an object'
    default:
      return 'another value'
  }
}

function describeChoices(choices: readonly unknown[]): string {
  const words = choices.map((choice) => (typeof choice === 'string' ? choice : describeSeen(choice)))
  return words.length === 1 ? words[0]! : `one of ${words.join(', ')}`
}

/** Never descends into the value: a hostile one may be too deep to print. */
export function describeSeen(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `an array of ${plural(value.length, 'item')}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? JSON.stringify(startOf(value)) : String(value)
}

/** As much of a text as a message may repeat, without characters that other programs refuse: NUL and lone surrogates. */
export const cutText = (text: string, length?: number): string =>
  startOf(text, length).toWellFormed().replaceAll('\0', '\ufffd')

function startOf(text: string, length = SEEN_LENGTH): string {
  if (text.length <= length) return text
  // The cut may split a surrogate pair, which would leave text that is not well-formed.
  return `${text.slice(0, length).toWellFormed()}…`
}

const FORMATS: Record<string, string> = {
  uuid: 'a uuid',
  date: 'a date such as 2026-01-05',
  'date-time': 'a timestamp such as 2026-01-05T17:02:41Z',
  email: 'an e-mail address',
  uri: 'a URL',
  url: 'a URL',
}

function describeString(view: SchemaView): string {
  if (view.format) return FORMATS[view.format] ?? `a string of the format ${view.format}`
  if (view.pattern !== undefined) return `a string of the form ${view.pattern}`
  return `a string${bounds(view.minLength, view.maxLength, ' of ', 'character')}`
}

function describeRange(view: SchemaView): string {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = view
  const parts: string[] = []
  if (minimum !== undefined && maximum !== undefined) parts.push(`from ${minimum} to ${maximum}`)
  else if (minimum !== undefined) parts.push(`of at least ${minimum}`)
  else if (maximum !== undefined) parts.push(`of at most ${maximum}`)
  if (above !== undefined) parts.push(`above ${above}`)
  if (below !== undefined) parts.push(`below ${below}`)
  if (multipleOf !== undefined) parts.push(`that is a multiple of ${multipleOf}`)
  return parts.length > 0 ? ` ${parts.join(' and ')}` : ''
}

export function bounds(
  min: number | undefined,
  max: number | undefined,
  before: string,
  noun: string,
): string {
  if (min !== undefined && max !== undefined && min !== max) return `${before}${min} to ${plural(max, noun)}`
  if (min !== undefined && min === max) return `${before}exactly ${plural(min, noun)}`
  if (min) return `${before}at least ${plural(min, noun)}`
  return max === undefined ? '' : `${before}at most ${plural(max, noun)}`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
