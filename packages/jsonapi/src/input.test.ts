import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, expectTypeOf, test } from 'vitest'
import { problemOf, product, variant } from './fixtures/catalog.ts'
import {
  acceptNulls,
  compileInput,
  type RequestOptions,
  requestData,
  requestDocument,
  toManyLinkage,
  toOneLinkage,
} from './index.ts'

const id = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
const options = {
  id: 'optional',
  attributes: {
    quantity: Type.Integer({ minimum: 0 }),
    policy: Type.Enum(['deny', 'continue']),
    note: Type.Union([Type.String({ minLength: 1, maxLength: 5 }), Type.Null()]),
    lots: Type.Array(Type.Object({ number: Type.String() }), { maxItems: 2 }),
  },
  required: ['quantity'],
  relationships: { product: toOneLinkage(product), siblings: toManyLinkage(variant) },
} as const satisfies RequestOptions
const read = compileInput(requestDocument(variant, options))
const readClosed = compileInput(requestDocument(variant, { ...options, closed: true }))
const body = (attributes: object, more: object = {}) => ({
  data: { type: 'product-variants', id, attributes, ...more },
})

/** Pointer and detail of each error. */
const errorsOf = (value: unknown, check: (value: unknown) => unknown = read) =>
  problemOf(() => check(value)).errors.map(({ source, detail }) => [source?.pointer, detail])

test('a valid document comes back as it is, with any spelling of its type', () => {
  for (const type of ['productVariant', 'product-variants', 'variants-hook']) {
    const value = { data: { type, id, attributes: { quantity: 3 } }, meta: { a: 1 }, jsonapi: {} }
    expect(read(value)).toBe(value)
  }
})

test('unknown members are dropped wherever they stand, and those that are for the client are kept', () => {
  const known = { data: { type: 'productVariant', id, attributes: { quantity: 3, lots: [{ number: 'a' }] } } }
  const meta = { mine: { a: 1 } }
  const sent = {
    data: {
      ...known.data,
      attributes: { quantity: 3, lots: [{ number: 'a', colour: 1 }], extra: { b: [] }, nothing: null },
      relationships: { x: 1 },
      extra: 1,
      meta,
    },
    meta,
    extra: [1],
  }
  const copy = structuredClone(sent)
  expect(read(sent)).toEqual({ data: { ...known.data, relationships: {}, meta }, meta })
  expect(sent).toEqual(copy)
})
test('the validated document has the types of its schemas', () => {
  const { data } = read(body({ quantity: 3 }))
  expectTypeOf(data.id).toEqualTypeOf<string | undefined>()
  expectTypeOf(data.attributes.quantity).toEqualTypeOf<number>()
  expectTypeOf(data.attributes.policy).toEqualTypeOf<'deny' | 'continue' | undefined>()
})

test.each([
  [body({ quantity: -1 }), 'data.attributes.quantity', 'Expected an integer of at least 0, but saw -1.'],
  [body({ quantity: 1.5 }), 'data.attributes.quantity', 'Expected an integer of at least 0, but saw 1.5.'],
  [body({ quantity: '3' }), 'data.attributes.quantity', 'Expected an integer of at least 0, but saw "3".'],
  [body({ quantity: null }), 'data.attributes.quantity', 'Expected an integer of at least 0, but saw null.'],
  [body({}), 'data.attributes.quantity', 'Expected an integer of at least 0, but the member is missing.'],
  [
    body({ quantity: 1, policy: {} }),
    'data.attributes.policy',
    'Expected one of deny, continue, but saw an object.',
  ],
  [
    body({ quantity: 1, note: 'too long' }),
    'data.attributes.note',
    'Expected a string of 1 to 5 characters or null, but saw "too long".',
  ],
  [
    body({ quantity: 1, lots: [{ number: 'a' }, {}] }),
    'data.attributes.lots.1.number',
    'Expected a string, but the member is missing.',
  ],
  [
    body({ quantity: 1, lots: [{ number: 'a' }, { number: 'b' }, { number: 'c' }] }),
    'data.attributes.lots',
    'Expected an array of at most 2 items, but saw an array of 3 items.',
  ],
  [body({ quantity: 1 }, { id: 'x' }), 'data.id', 'Expected a uuid, but saw "x".'],
  [
    body({ quantity: 1 }, { type: 'order' }),
    'data.type',
    'Expected one of productVariant, variants-hook, product-variants, but saw "order".',
  ],
  [
    body({ quantity: 1 }, { relationships: { product: { data: { type: 'products', id: 'x' } } } }),
    'data.relationships.product.data.id',
    'Expected a uuid, but saw "x".',
  ],
  [
    { data: { type: 'productVariant', id } },
    'data.attributes',
    'Expected an object, but the member is missing.',
  ],
  [{}, 'data', 'Expected an object, but the member is missing.'],
  [[], '', 'Expected an object, but saw an array of 0 items.'],
  [null, '', 'Expected an object, but saw null.'],
  [undefined, '', 'Expected an object, but saw nothing.'],
])('%j is refused at %s', (value, pointer, detail) => {
  const problem = problemOf(() => read(value))
  expect(problem.status).toBe(422)
  expect(problem.errors).toEqual([
    { status: '422', title: 'Unprocessable Content', detail, source: { pointer } },
  ])
})

test('a closed document refuses unknown members outside of its attributes', () => {
  const named = 'Expected only the members data, jsonapi, meta, links, included, but saw "extra".'
  expect(errorsOf({ ...body({ quantity: 1 }), extra: 1 }, readClosed)).toEqual([['extra', named]])
  expect(errorsOf({ ...body({ quantity: 1 }), extra: null }, readClosed)[0]![0]).toBe('extra')
  expect(errorsOf(body({ quantity: 1 }, { extra: 1 }), readClosed)[0]![0]).toBe('data.extra')
})

test('every invalid field has its own error', () => {
  const errors = errorsOf(body({ quantity: -1, policy: 'x', note: 5 }, { id: 7 }))
  expect(errors.map(([pointer]) => pointer)).toEqual([
    'data.id',
    'data.attributes.quantity',
    'data.attributes.policy',
    'data.attributes.note',
  ])
})

test('the id is refused or optional as the endpoint says, and with it the type where the path names both', () => {
  const withId = (mode: 'none' | 'optional') =>
    compileInput(requestDocument(variant, { closed: true, id: mode, attributes: {} }))
  const data = { type: 'productVariant' }
  expect(errorsOf({ data: { ...data, id } }, withId('none'))[0]![0]).toBe('data.id')
  expect(withId('optional')({ data })).toEqual({ data })
  expect(errorsOf({ data: { ...data, id: 1 } }, withId('optional'))[0]![0]).toBe('data.id')
  const inPath = compileInput(requestDocument(variant, { id: 'path', attributes: {} }))
  for (const named of [{}, { id }, data, { ...data, id }]) expect(inPath({ data: named }).data).toEqual(named)
  expect(inPath({ data: { type: null, id: null } }).data).toEqual({})
  expectTypeOf(inPath({ data }).data.type).toEqualTypeOf<string | undefined>()
  expect(errorsOf({ data: { type: 'order' } }, inPath)[0]![0]).toBe('data.type')
  expect(errorsOf({ data: { id: 'x' } }, inPath)[0]![0]).toBe('data.id')
})

test('a body may call its type otherwise than the resource', () => {
  const check = compileInput(requestDocument(variant, { id: 'none', types: ['goods'], attributes: {} }))
  expect(check({ data: { type: 'goods' } })).toEqual({ data: { type: 'goods' } })
  expect(errorsOf({ data: { type: 'productVariant' } }, check)[0]![0]).toBe('data.type')
})

test('null for a member that may be left out is leaving it out, unless null says something there', () => {
  const sent = {
    data: {
      type: 'product-variants',
      id: null,
      attributes: { quantity: 1, policy: null, note: null, lots: null, unknown: null },
      relationships: null,
    },
    meta: null,
    included: null,
  }
  const copy = structuredClone(sent)
  expect(read(sent)).toEqual({
    data: { type: 'product-variants', attributes: { quantity: 1, note: null } },
  })
  expect(sent).toEqual(copy)
  expect(errorsOf(body({ quantity: null }))).toHaveLength(1)
  // Only the other mistakes are reported.
  expect(errorsOf(body({ quantity: -1, policy: null })).map(([pointer]) => pointer)).toEqual([
    'data.attributes.quantity',
  ])
})

test('nulls are left out inside of arrays, and of what may itself be null', () => {
  const row = Type.Object({ n: Type.Integer(), text: Type.Optional(Type.String()) })
  const schema = Type.Object({
    rows: Type.Array(row),
    one: Type.Union([row, Type.Null()]),
    either: Type.Optional(Type.Union([row, Type.Object({ m: Type.Integer() })])),
  })
  const check = compileInput(schema)
  expect(check({ rows: [{ n: 1 }, { n: 2, text: null }], one: { n: 3, text: null }, either: null })).toEqual({
    rows: [{ n: 1 }, { n: 2 }],
    one: { n: 3 },
  })
  expect(check({ rows: [], one: null })).toEqual({ rows: [], one: null })
  expect(errorsOf({ rows: [null], one: 5 }, check)).toHaveLength(2)
})

test('the schema of what is taken has null wherever the input may have it', () => {
  const schema = Type.Object({
    a: Type.Optional(Type.String()),
    b: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    c: Type.Array(Type.Object({ d: Type.Optional(Type.Boolean()) })),
    e: Type.Union([Type.Object({ f: Type.Optional(Type.String()) }), Type.Null()]),
  })
  const taken = { a: null, b: null, c: [{ d: null }], e: { f: null } }
  const validator = Compile(acceptNulls(schema))
  expect(validator.Check(taken)).toBe(true)
  expect(compileInput(schema)(taken)).toEqual({ b: null, c: [{}], e: {} })
  expect(validator.Check({ ...taken, c: null })).toBe(false)
  expect(acceptNulls(schema)).toHaveProperty('properties.b', schema.properties.b)
})

test('a to-many linkage is checked item by item', () => {
  const relationships = {
    siblings: {
      data: [
        { type: 'productVariant', id },
        { type: 'product', id },
      ],
    },
  }
  expect(errorsOf(body({ quantity: 1 }, { relationships }))[0]![0]).toBe(
    'data.relationships.siblings.data.1.type',
  )
})

test('pointers reach into other roots', () => {
  const bulk = compileInput(
    Type.Object({
      'atomic:operations': Type.Array(Type.Object({ data: Type.Object({ n: Type.Integer() }) }), {
        minItems: 1,
      }),
    }),
  )
  const entries = [{ data: { n: 1 } }, { data: { n: 'x' } }]
  expect(errorsOf({ 'atomic:operations': entries }, bulk)[0]![0]).toBe('atomic:operations.1.data.n')
  expect(errorsOf({ 'atomic:operations': [] }, bulk)).toEqual([
    ['atomic:operations', 'Expected an array of at least 1 item, but saw an array of 0 items.'],
  ])
})

const forms = Type.Union(
  [
    Type.Object({ stockQuantity: Type.Integer(), inventoryPolicy: Type.Optional(Type.String()) }),
    Type.Object({ isAlwaysInStock: Type.Boolean() }),
  ],
  { expected: 'an object with stockQuantity or isAlwaysInStock' },
)

test('a union reports the branch that fits best, or speaks for itself when none does', () => {
  const check = compileInput(forms)
  expect(errorsOf({ stockQuantity: 1.5, inventoryPolicy: 5 }, check).map(([pointer]) => pointer)).toEqual([
    'stockQuantity',
    'inventoryPolicy',
  ])
  expect(errorsOf({}, check)).toEqual([
    ['', 'Expected an object with stockQuantity or isAlwaysInStock, but saw an object.'],
  ])
  expect(errorsOf(3, check)).toEqual([
    ['', 'Expected an object with stockQuantity or isAlwaysInStock, but saw 3.'],
  ])
})

test('a union told apart by a fixed member reports the branch of that member', () => {
  const reject = Type.Object({
    type: Type.Literal('reject'),
    attributes: Type.Object({ reason: Type.String(), kind: Type.String() }),
  })
  const accept = Type.Object({ type: Type.Literal('accept') })
  const check = compileInput(Type.Object({ data: Type.Union([accept, reject]) }))
  expect(errorsOf({ data: { type: 'reject', attributes: { reason: 1 } } }, check)).toEqual([
    ['data.attributes.kind', 'Expected a string, but the member is missing.'],
    ['data.attributes.reason', 'Expected a string, but saw 1.'],
  ])
  expect(errorsOf({ data: { type: 'x' } }, check)).toHaveLength(1)
})

test('a keyword the explanation does not follow still gives an error', () => {
  const check = compileInput(Type.Array(Type.String(), { uniqueItems: true }))
  expect(errorsOf(['a', 'a'], check)).toEqual([
    ['', 'Expected an array without duplicates, but saw an array of 2 items.'],
  ])
})

test('errors are bounded in number and length, however large or deep the body', () => {
  const data = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, 1]))
  expect(errorsOf(body({ quantity: 1 }, data), readClosed)).toHaveLength(100)
  const siblings = { data: Array.from({ length: 500 }, () => 1) }
  expect(errorsOf(body({ quantity: 1 }, { relationships: { siblings } }))).toHaveLength(100)
  // The items of an array that is too long are not checked.
  const lots = Array.from({ length: 500 }, () => 1)
  expect(errorsOf(body({ quantity: 1, lots }))).toEqual([
    ['data.attributes.lots', 'Expected an array of at most 2 items, but saw an array of 500 items.'],
  ])
  const named = body({ quantity: 1 }, { ['x'.repeat(9000)]: 1 })
  const [[pointer, detail]] = errorsOf(named, readClosed) as [[string, string]]
  expect(pointer.length + detail.length).toBeLessThan(500)
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(errorsOf(body({ quantity: deep }))).toHaveLength(1)
})

test('names of members that are no valid text are repeated as valid text', () => {
  const check = compileInput(Type.Object({}, { additionalProperties: false }))
  const [error] = problemOf(() => check({ 'a\ud800\0': 0 })).errors
  expect(error?.source?.pointer).toBe('a\ufffd\ufffd')
  expect(error?.detail).toContain('but saw "a\ufffd\ufffd"')
})

test('the members that an endpoint reads from meta are checked, the rest of meta is free', () => {
  const expecting = compileInput(
    requestDocument(variant, { id: 'optional', attributes: {}, meta: { expected: Type.Integer() } }),
  )
  const data = { type: 'productVariant', id, attributes: {} }
  const meta = { expected: 3, note: 'mine' }
  expect(expecting({ data: { ...data, meta } }).data.meta?.expected).toBe(3)
  expect(expecting({ data }).data.meta).toBeUndefined()
  const problem = problemOf(() => expecting({ data: { ...data, meta: { expected: 'x' } } }))
  expect(problem.errors.map(({ source }) => source?.pointer)).toEqual(['data.meta.expected'])
})

test('a resource alone is checked like the one of a document', () => {
  const readAll = compileInput(
    Type.Object({
      rows: Type.Array(requestData(variant, { id: 'optional', attributes: { quantity: Type.Integer() } })),
    }),
  )
  const row = { type: 'product-variants', id, attributes: { quantity: 1 } }
  expect(readAll({ rows: [row] }).rows[0]?.id).toBe(id)
  const wrong = { rows: [row, { ...row, attributes: { quantity: 0.5 }, extra: 1 }] }
  const pointers = problemOf(() => readAll(wrong)).errors.map(({ source }) => source?.pointer)
  expect(pointers).toEqual(['rows.1.attributes.quantity'])
})

test('a member named like a prototype method counts as missing or unknown', () => {
  const value = JSON.parse(
    `{"data":{"type":"productVariant","id":"${id}","attributes":{"quantity":1},"__proto__":{}}}`,
  )
  expect(errorsOf(value, readClosed)[0]![0]).toBe('data.__proto__')
  expect(Object.keys(read(value).data)).toEqual(['type', 'id', 'attributes'])
})

const anyBody = fc.oneof(
  fc.jsonValue(),
  fc.record({ data: fc.jsonValue() }),
  fc.record({
    data: fc.record({ type: fc.constant('productVariant'), id: fc.uuid(), attributes: fc.jsonValue() }),
  }),
)

test('whatever the body is, it is valid or the only thing thrown is a problem with pointers', () => {
  fc.assert(
    fc.property(anyBody, (value) => {
      try {
        expect(value).toMatchObject(read(value))
      } catch {
        const problem = problemOf(() => read(value))
        expect(problem.errors.length).toBeGreaterThan(0)
        const pointers = problem.errors.map(({ source }) => source?.pointer)
        expect(pointers.every((pointer) => typeof pointer === 'string')).toBe(true)
        expect(new Set(pointers).size).toBe(pointers.length)
      }
    }),
    { numRuns: 1000 },
  )
})

/** A schema with a valid value, and the normalized value. */
interface Reading {
  schema: TSchema
  given: unknown
  read: unknown
}

const { reading } = fc.letrec<{ reading: Reading; leaf: Reading; uuid: Reading }>((tie) => ({
  uuid: fc.tuple(fc.uuid(), fc.boolean()).map(([uuid, isUpper]) => ({
    schema: Type.String({ format: 'uuid' }),
    given: isUpper ? uuid.toUpperCase() : uuid,
    read: uuid,
  })),
  leaf: fc.oneof(
    tie('uuid'),
    // A plain string that looks like a uuid, and another value.
    fc.uuid().map((uuid) => same(Type.String(), uuid.toUpperCase())),
    fc.integer().map((number) => same(Type.Integer(), number)),
    tie('uuid').map(({ schema, ...rest }) => ({ schema: Type.Union([schema, Type.Null()]), ...rest })),
    tie('uuid').map(({ schema }) => same(Type.Union([schema, Type.Null()]), null)),
    tie('uuid').map(({ schema }) => same(Type.Union([schema, Type.Literal('NONE')]), 'NONE')),
  ),
  reading: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('reading'), { minKeys: 1 }).map(inObject),
    // Null for an optional member is dropped as well.
    fc.tuple(tie('uuid'), tie('reading')).map(([uuid, other]) => {
      const object = inObject({ other })
      const members = { ...(object.schema as TObject).properties, gone: Type.Optional(uuid.schema) }
      return { ...object, schema: Type.Object(members), given: { ...(object.given as object), gone: null } }
    }),
    fc.tuple(tie('reading'), fc.nat({ max: 3 })).map(([{ schema, given, read }, length]) => ({
      schema: Type.Array(schema),
      given: Array.from({ length }, () => given),
      read: Array.from({ length }, () => read),
    })),
    // A union of objects, one of which has a uuid where the other has a plain string.
    fc.tuple(tie('uuid'), fc.boolean()).map(([uuid, isId]) => {
      const id = inObject({ kind: same(Type.Literal('id'), 'id'), value: uuid })
      const text = inObject({
        kind: same(Type.Literal('text'), 'text'),
        value: same(Type.String(), uuid.given),
      })
      return { ...(isId ? id : text), schema: Type.Union([text.schema, id.schema]) }
    }),
    tie('uuid').map((uuid) => {
      const [a, b] = [inObject({ a: uuid }), inObject({ b: uuid })]
      return {
        schema: Type.Intersect([a.schema, b.schema]),
        given: { ...(a.given as object), ...(b.given as object) },
        read: { ...(a.read as object), ...(b.read as object) },
      }
    }),
  ),
}))

function same(schema: TSchema, value: unknown): Reading {
  return { schema, given: value, read: value }
}

function inObject(members: Record<string, Reading>): Reading {
  const pick = <T>(part: (member: Reading) => T) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, part(member)]))
  return {
    schema: Type.Object(pick(({ schema }) => schema)),
    given: pick(({ given }) => given),
    read: pick(({ read }) => read),
  }
}

test('uuids in capitals read in small letters, wherever a schema has them and nowhere else; nothing is changed in place', () => {
  fc.assert(
    fc.property(reading, ({ schema, given, read: expected }) => {
      const before = structuredClone(given)
      const value = compileInput(schema)(given)
      expect(value).toEqual(expected)
      expect(given).toEqual(before)
      // A value that needs no change is not copied.
      if (isDeepStrictEqual(given, expected)) expect(value).toBe(given)
    }),
    { numRuns: 500 },
  )
})
