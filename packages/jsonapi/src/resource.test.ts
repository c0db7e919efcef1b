import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, expectTypeOf, test } from 'vitest'
import { product, variant } from './fixtures/catalog.ts'
import {
  type AttributesOf,
  attribute,
  instantMicros,
  instantMillis,
  instantOffset,
  instantSeconds,
  nullable,
  resource,
  toOne,
} from './index.ts'

test('each instant has its spelling', () => {
  const at = new Date('2026-01-05T17:02:41.120Z')
  expect(instantMicros.encode!(at)).toBe('2026-01-05T17:02:41.120000Z')
  expect(instantMillis.encode!(at)).toBe('2026-01-05T17:02:41.120Z')
  expect(instantSeconds.encode!(at)).toBe('2026-01-05T17:02:41Z')
  expect(instantOffset.encode!(at)).toBe('2026-01-05T17:02:41+00:00')
})

test('any date is formatted as the platform does it, and an invalid one throws', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(instantMillis.encode!(date)).toBe(date.toISOString())
    }),
    { numRuns: 2000 },
  )
  expect(() => instantMillis.encode!(new Date(Number.NaN))).toThrow(RangeError)
})

test('nullable adds null to the schema and keeps the encoding', () => {
  const codec = nullable(instantSeconds)
  expect(codec.schema).toMatchObject({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] })
  expect(codec.encode).toBe(instantSeconds.encode)
  expect(nullable(Type.Integer()).encode).toBeUndefined()
})

test('a resource knows every spelling of its type, output spellings first', () => {
  expect(product.spellings).toEqual(['product', 'products-hook', 'products'])
  expect(variant.spellings).toEqual(['productVariant', 'variants-hook', 'product-variants'])
})

test('an attribute and a relationship cannot share a name', () => {
  const declare = () =>
    resource<{ id: string }>()({
      name: 'x',
      type: 'x',
      attributes: { a: attribute(Type.String(), 'id') },
      relationships: { a: toOne('x', 'id') },
    })
  expect(declare).toThrow('both an attribute and a relationship')
})

test('the wire type of the attributes follows from the declaration', () => {
  type Wire = AttributesOf<typeof product>
  expectTypeOf<Wire['name']>().toEqualTypeOf<string | null>()
  expectTypeOf<Wire['createdAt']>().toEqualTypeOf<string>()
  expectTypeOf<Wire['tags']>().toEqualTypeOf<string[] | undefined>()
  // @ts-expect-error the row has no such column
  resource<{ id: string }>()({ name: 'x', type: 'x', attributes: { a: attribute(Type.String(), 'b') } })
})
