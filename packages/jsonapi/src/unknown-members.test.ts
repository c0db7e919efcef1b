import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { dropUnknown, eachUnknown, mayIgnore, withoutUnknown } from './unknown-members.ts'

const free = Type.Object({ known: Type.Optional(Type.Integer()) }, { additionalProperties: true })
const parcel = Type.Object({ length: Type.Integer(), lot: Type.Union([Type.Object({}), Type.Null()]) })
const flat = Type.Object({ parcels: Type.Array(parcel), meta: Type.Optional(free) })
const wrapped = Type.Object({ order: flat })

const unknownIn = (schema: TSchema, value: unknown) => {
  const found: string[] = []
  eachUnknown(schema, value, ({ path, isFree }) => found.push(path.join('.') + (isFree ? ' (free)' : '')))
  return found
}

const parcels = [
  { length: 1, lot: null },
  { length: 2, lot: { number: 'L' }, colour: 'red' },
]

test.each([
  [
    'an object and the items of arrays',
    flat,
    { parcels, note: { a: 1 } },
    ['parcels.1.lot.number', 'parcels.1.colour', 'note'],
  ],
  [
    'an object of the client',
    flat,
    { parcels: [], meta: { known: 1, mine: { a: 1 } } },
    ['meta.mine (free)'],
  ],
  [
    'the branch of a union that accepts',
    Type.Union([flat, wrapped]),
    { order: { parcels: [] }, x: 1 },
    ['x'],
  ],
  [
    'an intersection',
    Type.Intersect([flat, wrapped]),
    { parcels: [], order: { parcels: [], y: 1 }, x: 1 },
    ['order.y', 'x'],
  ],
  ['a record', Type.Record(Type.String(), Type.Integer()), { a: 1, b: 2 }, []],
  ['a closed object', Type.Object({}, { additionalProperties: false }), { a: 1 }, []],
  [
    'an open object in a closed one',
    Type.Object({ flat }, { additionalProperties: false }),
    { flat: { parcels: [], a: 1 }, b: 1 },
    ['flat.a'],
  ],
  ['another value', flat, [1], []],
])('the unknown members of %s', (_what, schema, value, expected) => {
  expect(unknownIn(schema, value)).toEqual(expected)
})

test('ignored members are dropped from a copy, and kept ones stay', () => {
  const meta = { known: 1, mine: { a: [{ b: 1 }] } }
  const value = { parcels, meta, note: { a: 1 } }
  const before = structuredClone(value)
  expect(dropUnknown(flat, value)).toEqual({ parcels: [parcels[0], { length: 2, lot: {} }], meta })
  expect(value).toEqual(before)
  const clean = { parcels: [], meta }
  expect(dropUnknown(flat, clean)).toBe(clean)
  expect(Compile(withoutUnknown(flat)).Check(clean)).toBe(true)
})

test.each([
  [flat, { parcels: [{ length: 1, lot: {} }], meta: { known: 1 } }, true],
  [flat, { parcels: [], note: 1 }, false],
  [flat, { parcels: [{ length: 1, lot: null, colour: 'red' }] }, false],
  [flat, { parcels: [], meta: { mine: 1 } }, false],
  [Type.Union([flat, wrapped]), { order: { parcels: [] } }, true],
  [Type.Union([flat, wrapped]), { order: { parcels: [], x: 1 } }, false],
  [Type.Record(Type.String(), Type.Integer()), { a: 1 }, true],
  // It takes the slower way.
  [Type.Intersect([flat, wrapped]), { parcels: [], order: { parcels: [] } }, false],
])('what has no unknown member is told without looking for it: %#', (schema, value, isClean) => {
  expect(Compile(schema).Check(value)).toBe(true)
  expect(Compile(withoutUnknown(schema, true)).Check(value)).toBe(isClean)
})

test('refinements of values and of objects count there too', () => {
  const code = Type.Refine(Type.String(), (text) => text !== 'XX')
  const object = Type.Refine(Type.Object({ code, lines: Type.Array(code) }), ({ lines }) => lines.length > 0)
  const clean = Compile(withoutUnknown(Type.Object({ object })))
  expect(clean.Check({ object: { code: 'BE', lines: ['FR'] } })).toBe(true)
  for (const wrong of [
    { code: 'XX', lines: ['FR'] },
    { code: 'BE', lines: ['XX'] },
    { code: 'BE', lines: [] },
  ])
    expect(clean.Check({ object: wrong })).toBe(false)
})

test.each([
  [flat, true],
  [Type.Union([Type.Null(), Type.Array(flat)]), true],
  [Type.Object({ flat }, { additionalProperties: false }), true],
  [Type.Object({ free }, { additionalProperties: false }), false],
  [Type.Record(Type.String(), Type.Integer()), false],
  [Type.String(), false],
])('whether members may be ignored follows from the schema: %#', (schema, expected) => {
  expect(mayIgnore(schema)).toBe(expected)
})
