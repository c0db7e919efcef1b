import fc from 'fast-check'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, expectTypeOf, test } from 'vitest'
import { problemOf, variant } from './fixtures/catalog.ts'
import { body, errorsOf, id, read, readClosed } from './fixtures/variant-input.ts'
import { acceptNulls, compileInput, requestData, requestDocument } from './index.ts'

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
