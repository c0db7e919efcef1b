import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { problemOf, variant } from './fixtures/catalog.ts'
import {
  compileInput,
  ignoredMembers,
  ignoredMeta,
  REFUSE_STRAYS,
  requestData,
  requestDocument,
} from './index.ts'

const id = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
const update = {
  id: 'path',
  attributes: {
    stockQuantity: Type.Integer(),
    kg: Type.Integer(),
    reason: Type.String(),
    lines: Type.Array(Type.Object({ length: Type.Integer(), note: Type.Optional(Type.String()) })),
  },
  meta: { expectedQuantity: Type.Union([Type.Integer(), Type.Null()]) },
  strays: 'refused',
} as const
const read = compileInput(requestDocument(variant, update))
const { strays: _, ...entry } = update
const readAll = compileInput(
  Type.Object(
    {
      operations: Type.Array(Type.Object({ data: requestData(variant, entry), meta: ignoredMeta })),
      ...ignoredMembers,
    },
    REFUSE_STRAYS,
  ),
)

const errorsOf = (value: unknown, check: (value: unknown) => unknown = read) =>
  problemOf(() => check(value)).errors.map(({ source, detail }) => [source?.pointer, detail])
const body = (attributes: object, more: object = {}, beside: object = {}) => ({
  data: { type: 'productVariant', id, attributes, ...more },
  ...beside,
})

test.each([
  ['beside data', body({}, {}, { stockQuantity: 1 }), 'stockQuantity', 'data.attributes.stockQuantity'],
  ['beside attributes', body({}, { reason: 'x' }), 'data.reason', 'data.attributes.reason'],
  ['too deep', body({ lines: [{ length: 1, kg: 1 }] }), 'data.attributes.lines.0.kg', 'data.attributes.kg'],
  ['too high', body({ length: 1 }), 'data.attributes.length', 'data.attributes.lines.*.length'],
  [
    'all attributes beside data',
    { data: { id }, attributes: { stockQuantity: 1 } },
    'attributes',
    'data.attributes',
  ],
  [
    'a precondition among the attributes',
    body({ expectedQuantity: 1 }),
    'data.attributes.expectedQuantity',
    'data.meta.expectedQuantity',
  ],
  [
    'a precondition in another meta',
    body({}, {}, { meta: { expectedQuantity: 1 } }),
    'meta.expectedQuantity',
    'data.meta.expectedQuantity',
  ],
  [
    'in an unknown object',
    body({}, { values: [{ stockQuantity: 1 }] }),
    'data.values.0.stockQuantity',
    'data.attributes.stockQuantity',
  ],
  [
    'in an unknown wrapper',
    { ...body({}), payload: { data: { attributes: { lines: [] } } } },
    'payload.data.attributes.lines',
    'data.attributes.lines',
  ],
])('a known member at another place is refused: %s', (_where, value, pointer, meant) => {
  const name = pointer.split('.').at(-1)
  expect(errorsOf(value)).toEqual([[pointer, `"${name}" is unknown here: probably ${meant} was meant.`]])
})

test('in a list the place is told in the same item, and of several places two', () => {
  const good = { data: { attributes: { kg: 1 } } }
  expect(errorsOf({ operations: [good, { ...good, stockQuantity: 1 }] }, readAll)).toEqual([
    [
      'operations.1.stockQuantity',
      expect.stringContaining('probably operations.1.data.attributes.stockQuantity was meant'),
    ],
  ])
  expect(errorsOf({ operations: [good], stockQuantity: 1 }, readAll)).toEqual([
    [
      'stockQuantity',
      expect.stringContaining('probably operations.*.data.attributes.stockQuantity was meant'),
    ],
  ])
  const many = Type.Object(
    Object.fromEntries(['a', 'b', 'c'].map((name) => [name, Type.Object({ sku: Type.String() })])),
    REFUSE_STRAYS,
  )
  const sku = { sku: 'x' }
  expect(errorsOf({ a: sku, b: sku, c: sku, ...sku }, compileInput(many))).toEqual([
    ['sku', '"sku" is unknown here: probably a.sku or b.sku was meant.'],
  ])
})

describe('a name that is nearly a known one', () => {
  test.each([
    'stockQuantiy',
    'stockQuantitys',
    'stokQuanttiy',
    'stock_quantity',
    'stock-quantity',
    'StockQuantity',
    'STOCKQUANTITY',
    'reasons',
    'raeson',
    'KG',
  ])('%s is refused', (name) => {
    const meant = /kg/i.test(name) ? 'kg' : /s.*k/i.test(name) ? 'stockQuantity' : 'reason'
    expect(errorsOf(body({ [name]: 1 }))).toEqual([
      [`data.attributes.${name}`, `"${name}" is unknown here: probably data.attributes.${meant} was meant.`],
    ])
    expect(errorsOf(body({}, { [name]: 1 }))[0]![0]).toBe(`data.${name}`)
  })

  test.each(['atributes', 'Attributes'])('%s beside type is refused', (name) => {
    expect(errorsOf({ data: { [name]: { kg: 1 } } })).toEqual([
      [`data.${name}`, `"${name}" is unknown here: probably data.attributes was meant.`],
    ])
  })

  test('is told beside what is wrong, and beside what is missing', () => {
    const pointers = errorsOf(body({ kg: 'x', reasn: 'y', lines: [{ lenght: 1 }] })).map(
      ([pointer]) => pointer,
    )
    expect(pointers).toEqual([
      'data.attributes.kg',
      'data.attributes.lines.0.length',
      'data.attributes.reasn',
      'data.attributes.lines.0.lenght',
    ])
  })

  test('is told where it is the end of one', () => {
    expect(errorsOf(body({ quantity: 1 }))).toEqual([
      [
        'data.attributes.quantity',
        '"quantity" is unknown here: probably data.attributes.stockQuantity was meant.',
      ],
    ])
    const fine = body({ stockQuantity: 1, quantity: 1 }, { quantity: 1, meta: { quantity: 1 } })
    expect(read(fine).data.attributes).toEqual({ stockQuantity: 1 })
  })

  test('is fine beside the known one', () => {
    const value = body({ stockQuantity: 1, stock_quantity: 1, stockQuantiy: 1 })
    expect(read(value)).toEqual(body({ stockQuantity: 1 }))
  })
})

test.each([
  [
    'other words',
    body(
      { season: 'x', weight: 1, colour: 1, stock: 1, uantity: 1, g: 1, note2: 1 },
      { extra: 1 },
      { erp: 1 },
    ),
  ],
  ['words of four letters that are alike', body({ kgs: 1, bg: 1 }, {}, { date: 1 })],
  [
    'null, which loses nothing',
    body({ expectedQuantity: null, stock_quantity: null }, {}, { attributes: null }),
  ],
  ['types and ids', body({ id, type: 'x' }, {}, { id, type: 'x' })],
  ['words of the client in meta', body({}, {}, { meta: { data: 1, attributes: { kg: 1 }, reasn: 1 } })],
  [
    'other resources',
    body(
      {},
      { relationships: { x: { data: { type: 'x', id } } } },
      { included: [{ type: 'x', id, attributes: { kg: 1 } }] },
    ),
  ],
  ['required members in an unknown object', body({}, {}, { erp: { length: 1, attributes: {} } })],
  [
    'a member called like a prototype',
    JSON.parse('{"data":{"attributes":{"kg":1},"__proto__":{"a":1},"toString":1}}'),
  ],
])('ignored are %s', (_what, value) => {
  expect(() => read(value)).not.toThrow()
})

test('what is nearly a precondition is refused in its meta, whose other members are free', () => {
  expect(errorsOf(body({}, { meta: { expectedQuantiy: 1, mine: 1 } })).map(([at]) => at)).toEqual([
    'data.meta.expectedQuantiy',
  ])
})

test('without the keyword nothing is a stray', () => {
  const { strays: _, ...open } = update
  const value = body({ stockQuantiy: 1 }, {}, { stockQuantity: 1 })
  expect(compileInput(requestDocument(variant, open))(value)).toEqual(body({}))
})

test('of the many names in a hostile body not all are compared, and what is refused is bounded', () => {
  const others = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`other${i}`, 1]))
  const value = body({ ...others, stockQuantiy: 1 })
  expect(read(value)).toEqual(body({}))
  expect(errorsOf(body(others, { stockQuantity: 1 }))).toHaveLength(1)
  const strays = Object.fromEntries(Object.keys(others).map((name) => [name, { stockQuantity: 1 }]))
  expect(errorsOf(body({ ...strays, ['x'.repeat(9000)]: 1 }))).toHaveLength(100)
})
