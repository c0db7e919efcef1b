import { type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import { type Json, printSchema } from './print-schema.ts'

const print = (schema: TSchema, kept: Record<string, Json> = {}) =>
  printSchema(schema, (title, printed) => {
    kept[title] = printed
    return { $ref: title }
  })

const color = Type.Enum(['red', 'blue'], { title: 'Color', description: 'A color.' })

test.each<[string, TSchema, Json]>([
  ['an enumeration has a type', Type.Enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  [
    'null is one more type',
    Type.Union([Type.String({ description: 'A text.' }), Type.Null()]),
    { type: ['string', 'null'], description: 'A text.' },
  ],
  [
    'null is one more value of an enumeration',
    Type.Union([Type.Enum(['a']), Type.Null()]),
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['a union of one branch is that branch', Type.Union([Type.String()]), { type: 'string' }],
  [
    'a union of fixed values is an enumeration',
    Type.Union([Type.Literal('a'), Type.Literal('b')]),
    { type: 'string', enum: ['a', 'b'] },
  ],
  [
    'an object of which nothing is said is open',
    Type.Object({}, { description: 'Any.' }),
    { type: 'object', description: 'Any.', additionalProperties: true },
  ],
  [
    'a default is told in words',
    Type.Object({ share: Type.Optional(Type.Number({ default: 1, description: 'A share.' })) }),
    { type: 'object', properties: { share: { type: 'number', description: 'A share. Default: `1`.' } } },
  ],
  ['what is for our errors is left out', Type.String({ expected: 'a text' }), { type: 'string' }],
])('%s', (_rule, schema, printed) => {
  expect(print(schema)).toEqual(printed)
})

test('a schema with a title becomes a component, and each use may be nullable or have another description', () => {
  const kept: Record<string, Json> = {}
  const used = Type.Object({
    plain: color,
    perhaps: Type.Union([color, Type.Null()]),
    described: { allOf: [color], description: 'Of the lid.' } as TSchema,
  })
  expect(print(used, kept).properties).toEqual({
    plain: { $ref: 'Color' },
    perhaps: { anyOf: [{ $ref: 'Color' }, { type: 'null' }] },
    described: { $ref: 'Color', description: 'Of the lid.' },
  })
  const place = Type.Object({ street: Type.String() }, { title: 'Place' })
  expect(print({ ...place, type: ['object', 'null'] } as TSchema, kept)).toEqual({
    anyOf: [{ $ref: 'Place' }, { type: 'null' }],
  })
  expect(kept).toEqual({
    Color: { type: 'string', description: 'A color.', enum: ['red', 'blue'] },
    Place: print({ ...place, title: undefined } as TSchema),
  })
})

test('an enumeration without values is refused', () => {
  expect(() => print(Type.Array(Type.Enum([])))).toThrow('no values')
  expect(() => print(Type.Unsafe({ type: 'string', enum: [] }))).toThrow('no values')
})
