import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type TObject, type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import { compileInput } from './index.ts'

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
