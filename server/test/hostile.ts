/**
 * Generators of malformed and malicious values, bodies and query strings for fuzz tests, derived from the declaration
 * of an operation.
 */
import { exampleOf, type QuerySpec } from '@tradehall/jsonapi'
import fc from 'fast-check'
import type { TSchema } from 'typebox'

/** Numbers that JSON.stringify cannot write verbatim: placeholders are replaced in the text. */
const RAW_NUMBERS = ['-0', '1e400', '-1e400', '1e308', '0.1e-400', '9007199254740993', '1'.repeat(400)]
const mark = (number: string) => `@raw:${number}@`

const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  'tail \udfff',
  '\udc00\ud800',
  '\u202e\u2066bidi\u200b',
  '\u{1f469}\u200d\u{1f680}'.repeat(100),
  'e\u0301'.repeat(400),
  'x'.repeat(10_000),
  "'; drop table ordering.orders; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%ff',
  '{{7*7}}',
  '\\u0000',
  '\r\nx-injected: 1',
  'null',
  'NaN',
  '1e999',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '-0001-01-01',
  '0001-01-01T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '275760-09-13T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '2026-03-02T09:00:00+99:99',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF',
]

const NUMBERS = [0, -1, 1.5, 0.1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 1e21, 5e-324]

const nested = (open: string, close: string, levels: number) =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`) as unknown

const THINGS = [
  null,
  true,
  [],
  {},
  [null],
  [[]],
  Array.from({ length: 1000 }, () => 0),
  nested('[', ']', 50),
  nested('{"a":', '}', 50),
  { length: 3, toString: 'x', valueOf: null },
  JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  { constructor: { prototype: { polluted: true } } },
]

/** Includes names of columns, context members and prototype members, which must not be reachable from a request. */
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'id',
  'type',
  'brand_id',
  'brandId',
  'status',
  'created_at',
  'db',
  'now',
  'by',
  '',
  'a.b',
  '\0',
  '\ud800',
  '\u202e',
  'x'.repeat(5000),
]

export const hostileText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))

const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...NUMBERS, ...RAW_NUMBERS.map(mark)),
  fc.constantFrom<unknown>(...THINGS),
  fc.double(),
)

type View = TSchema & {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
}

/** The ids of existing rows that a member or parameter of this name may refer to. */
export type IdsFor = (name: string) => readonly string[]

/** Values that are valid for a schema or nearly so; a pattern is satisfied by the example only. */
function valuesOf(schema: TSchema, ids: IdsFor, name = ''): fc.Arbitrary<unknown> {
  const view = schema as View
  if ('const' in view) return fc.constant(view.const)
  if (view.enum) return fc.constantFrom(...view.enum)
  if (view.anyOf) return fc.oneof(...view.anyOf.map((branch) => valuesOf(branch, ids, name)))
  switch (view.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(view.properties ?? {}).map(([key, property]) => [key, valuesOf(property, ids, key)]),
        ),
        { requiredKeys: view.required ?? [] },
      )
    case 'array': {
      const minLength = view.minItems ?? 0
      const maxLength = Math.max(minLength, Math.min(view.maxItems ?? 4, 4))
      return fc.array(valuesOf(view.items ?? {}, ids, name), { minLength, maxLength })
    }
    case 'integer':
    case 'number': {
      const { minimum: min = -1e6, maximum: max = 1e6 } = view
      const between =
        view.type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
      return fc.oneof(between, fc.constantFrom(min, max))
    }
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textsOf(view, ids(name))
    default:
      return fc.constant(exampleOf(schema))
  }
}

function textsOf(view: View, ids: readonly string[]): fc.Arbitrary<string> {
  if (view.format === 'uuid') return fc.constantFrom(...ids)
  if (view.format === 'email') return fc.nat().map((n) => `buyer-${n}@example.test`)
  if (view.format || view.pattern) return fc.constant(String(exampleOf(view)))
  const { minLength = 0, maxLength = 30 } = view
  return fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 30) })
}

interface Change {
  kind: 'replace' | 'add' | 'remove'
  /** Selects one of the positions that the mutation applies to. */
  at: number
  name: string
  value: unknown
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'add', 'remove'),
  at: fc.nat(),
  name: fc.constantFrom(...NAMES),
  value: hostileValue,
})

/** The text of a body: a valid one with some mutations, and occasionally no JSON at all. */
export function hostileBodies(schema: TSchema, ids: IdsFor, example: unknown): fc.Arbitrary<string> {
  const start = fc.oneof(fc.constant(withIds(example ?? exampleOf(schema), ids)), valuesOf(schema, ids))
  const changed = fc
    .tuple(start, fc.array(change, { maxLength: 3 }))
    .map(([value, changes]) => textOf(changes.reduce(apply, value)))
  return fc.oneof(
    { arbitrary: changed, weight: 20 },
    { arbitrary: changed.map((text) => text.replace('{', '{"data":1,"a":1,"a":2,')), weight: 1 },
    {
      arbitrary: fc.tuple(changed, fc.nat()).map(([text, n]) => text.slice(0, n % (text.length + 1))),
      weight: 1,
    },
    { arbitrary: hostileValue.map(textOf), weight: 1 },
  )
}

/** An example with ids of existing rows. */
const withIds = (example: unknown, ids: IdsFor): unknown =>
  JSON.parse(JSON.stringify(example), (name, value) =>
    typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value) ? ids(name)[0] : value,
  )

const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"@raw:([^@"]+)@"/g, (_mark, number: string) => number)

function apply(root: unknown, { kind, at, name, value }: Change): unknown {
  const copy = structuredClone(root)
  const members = membersOf(copy)
  if (kind === 'add') {
    const objects = [copy, ...members.map(({ owner, key }) => owner[key])].filter(isObject)
    if (objects.length === 0) return copy
    // An assignment to `__proto__` would set the prototype instead.
    Object.defineProperty(objects[at % objects.length], name, { value, enumerable: true, configurable: true })
    return copy
  }
  const member = members[at % members.length]
  if (!member) return value
  if (kind === 'remove') delete member.owner[member.key]
  else member.owner[member.key] = value
  return copy
}

interface Member {
  owner: Record<string, unknown>
  key: string
}

function membersOf(value: unknown): Member[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...membersOf(owner[key])])
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No parameters, declared ones with valid values, or invalid ones. */
export function hostileQueries(spec: QuerySpec, ids: IdsFor): fc.Arbitrary<string> {
  const fitting = fc.oneof(...knownParameters(spec, ids))
  const names = fc.oneof(
    fitting.map(([name]) => name),
    fc.constantFrom('include', 'sort', 'page[limit]', 'page[after]', 'fields[order]', 'filter[id][]', 'x['),
    fc.constantFrom(...NAMES),
  )
  const wrong = fc.oneof(
    fc.tuple(names, hostileText).map(encode),
    fc.constantFrom('a=%ff', 'a=%ed%a0%80', 'a=%c0%80', '%', '=', '&&', 'page[limit]=%00'),
  )
  const onlyFitting = fc.uniqueArray(fitting, { minLength: 1, maxLength: 4, selector: ([name]) => name })
  return fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    { arbitrary: onlyFitting.map((pairs) => `?${pairs.map(encode).join('&')}`), weight: 3 },
    {
      arbitrary: fc
        .tuple(fc.array(fitting, { maxLength: 2 }), wrong)
        .map(([pairs, one]) => `?${[...pairs.map(encode), one].join('&')}`),
      weight: 2,
    },
  )
}

type Pair = readonly [name: string, value: string]

function knownParameters(spec: QuerySpec, ids: IdsFor): fc.Arbitrary<Pair>[] {
  const named = (name: string, schema: TSchema): fc.Arbitrary<Pair> =>
    valuesOf(schema, ids, name).map((value) => [name, String(value)])
  const filters = Object.entries(spec.filters ?? {}).flatMap(([name, filter]) =>
    filter.kind === 'operators'
      ? Object.entries(filter.operators).map(([key, { schema }]) =>
          named(`filter[${name}][${key}][]`, schema),
        )
      : [named(`filter[${name}]${filter.kind === 'one' ? '' : '[]'}`, filter.schema)],
  )
  const pages = spec.page
    ? [
        fc.tuple(fc.constantFrom('page[after]', 'page[before]'), fc.constantFrom(...ids('cursor'))),
        fc.tuple(fc.constant('page[limit]'), fc.integer({ min: 1, max: spec.page.max }).map(String)),
      ]
    : []
  return [
    ...filters,
    ...Object.entries(spec.parameters ?? {}).map(([name, { schema }]) => named(name, schema)),
    ...(spec.sort?.fields ?? []).map((field) =>
      fc.constantFrom<Pair>(['sort', field], ['sort', `-${field}`]),
    ),
    ...pages,
    ...(spec.include ?? []).map((path) => fc.constant<Pair>(['include', path])),
    ...(spec.resource ? [fc.constant<Pair>([`fields[${spec.resource.type}]`, ''])] : []),
    fc.constant<Pair>(['include', '']),
  ]
}

function encode([name, value]: Pair): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`
}
