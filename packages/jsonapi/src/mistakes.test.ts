import { type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import { problemOf } from './fixtures/catalog.ts'
import { body, errorsOf, id, read, readClosed } from './fixtures/variant-input.ts'
import { compileInput } from './index.ts'

test.each([
  [
    body({ quantity: -1 }),
    'data.attributes.quantity',
    'Expected an integer of at least 0, but saw -1.',
    { code: 'NUMBER_TOO_SMALL', meta: { minimum: 0 } },
  ],
  [
    body({ quantity: 1.5 }),
    'data.attributes.quantity',
    'Expected an integer of at least 0, but saw 1.5.',
    { code: 'VALUE_INVALID' },
  ],
  [
    body({ quantity: '3' }),
    'data.attributes.quantity',
    'Expected an integer of at least 0, but saw "3".',
    { code: 'VALUE_INVALID' },
  ],
  [
    body({ quantity: null }),
    'data.attributes.quantity',
    'Expected an integer of at least 0, but saw null.',
    { code: 'VALUE_INVALID' },
  ],
  [
    body({}),
    'data.attributes.quantity',
    'Expected an integer of at least 0, but the member is missing.',
    { code: 'VALUE_MISSING' },
  ],
  [
    body({ quantity: 1, policy: {} }),
    'data.attributes.policy',
    'Expected one of deny, continue, but saw an object.',
    { code: 'VALUE_NOT_LISTED', meta: { allowed: ['deny', 'continue'] } },
  ],
  [
    body({ quantity: 1, note: 'too long' }),
    'data.attributes.note',
    'Expected a string of 1 to 5 characters or null, but saw "too long".',
    { code: 'TEXT_TOO_LONG', meta: { maxLength: 5 } },
  ],
  [
    body({ quantity: 1, lots: [{ number: 'a' }, {}] }),
    'data.attributes.lots.1.number',
    'Expected a string, but the member is missing.',
    { code: 'VALUE_MISSING' },
  ],
  [
    body({ quantity: 1, lots: [{ number: 'a' }, { number: 'b' }, { number: 'c' }] }),
    'data.attributes.lots',
    'Expected an array of at most 2 items, but saw an array of 3 items.',
    { code: 'LIST_TOO_LONG', meta: { maxItems: 2 } },
  ],
  [
    body({ quantity: 1 }, { id: 'x' }),
    'data.id',
    'Expected a uuid, but saw "x".',
    { code: 'FORMAT_INVALID', meta: { format: 'uuid' } },
  ],
  [
    body({ quantity: 1 }, { type: 'order' }),
    'data.type',
    'Expected one of productVariant, variants-hook, product-variants, but saw "order".',
    {
      code: 'VALUE_NOT_LISTED',
      meta: { allowed: ['productVariant', 'variants-hook', 'product-variants'] },
    },
  ],
  [
    body({ quantity: 1 }, { relationships: { product: { data: { type: 'products', id: 'x' } } } }),
    'data.relationships.product.data.id',
    'Expected a uuid, but saw "x".',
    { code: 'FORMAT_INVALID', meta: { format: 'uuid' } },
  ],
  [
    { data: { type: 'productVariant', id } },
    'data.attributes',
    'Expected an object, but the member is missing.',
    { code: 'VALUE_MISSING' },
  ],
  [{}, 'data', 'Expected an object, but the member is missing.', { code: 'VALUE_MISSING' }],
  [[], '', 'Expected an object, but saw an array of 0 items.', { code: 'VALUE_INVALID' }],
  [null, '', 'Expected an object, but saw null.', { code: 'VALUE_INVALID' }],
  [undefined, '', 'Expected an object, but saw nothing.', { code: 'VALUE_INVALID' }],
])('%j is refused at %s', (value, pointer, detail, named) => {
  const problem = problemOf(() => read(value))
  expect(problem.status).toBe(422)
  expect(problem.errors).toEqual([
    { status: '422', title: 'Unprocessable Content', detail, ...named, source: { pointer } },
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

test('the length of a text is counted in characters, also beyond the Basic Multilingual Plane', () => {
  const codesFor = (schema: TSchema, text: string) =>
    problemOf(() => compileInput(schema)(text)).errors.map(({ code }) => code)
  expect(codesFor(Type.String({ minLength: 2 }), '\u{1F56F}')).toEqual(['TEXT_TOO_SHORT'])
  expect(codesFor(Type.String({ maxLength: 2, pattern: '^a' }), '\u{1F56F}\u{1F56F}')).toEqual([
    'FORMAT_INVALID',
  ])
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
