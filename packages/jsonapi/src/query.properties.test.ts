import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookup, problemOf } from './fixtures/catalog.ts'
import { listSpec } from './fixtures/list-spec.ts'
import { compileQuery, formatQuery } from './index.ts'

const parse = compileQuery(listSpec, lookup)

const text = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((s) => s.isWellFormed() && !s.includes('\0'))
const listOf = (values: fc.Arbitrary<string>) => fc.array(values, { minLength: 1, maxLength: 3 })
const anyPiece = fc.oneof(
  fc
    .uniqueArray(fc.constantFrom('productVariants', 'productVariant.product', 'brand'), { minLength: 1 })
    .map((paths) => `include=${paths.join(',')}`),
  fc.subarray(['name', 'price', 'brand']).map((names) => `fields[products]=${names.join(',')}`),
  listOf(fc.uuid()).map((ids) => ids.map((id) => `filter[ids][]=${id}`).join('&')),
  listOf(text).map((values) => values.map((one) => `filter[sku][]=${encodeURIComponent(one)}`).join('&')),
  fc.constantFrom('true', '0').map((value) => `filter%5Barchived%5D=${value}`),
  fc.nat().map((count) => `filter[count]=${count}`),
  listOf(text).map((values) =>
    values.map((v) => `filter[movementType][notIn][]=${encodeURIComponent(v)}`).join('&'),
  ),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((n) => `filter[movementType][from]=${encodeURIComponent(n)}`),
  fc
    .constantFrom('createdAt', '-transaction.createdAt', '-createdAt,transaction.createdAt')
    .map((s) => `sort=${s}`),
  fc.integer({ min: 1, max: 50 }).map((limit) => `page[limit]=${limit}`),
  fc.tuple(fc.constantFrom('after', 'before'), fc.uuid()).map(([side, id]) => `page[${side}]=${id}`),
  fc.maxSafeInteger().map((n) => `stateAt=${n}`),
)
const anyQuery = fc
  .uniqueArray(anyPiece, {
    selector: (piece) => piece.replace(/(%5D|\]|=).*/s, '').replace('%5B', '['),
    maxLength: 10,
  })
  .filter((pieces) => pieces.filter((piece) => /^page\[(after|before)/.test(piece)).length < 2)
  .map((pieces) => pieces.join('&'))

test('any valid query survives being formatted and read again', () => {
  fc.assert(
    fc.property(anyQuery, (raw) => {
      const query = parse(raw)
      const canonical = formatQuery(query)
      expect(canonical).not.toMatch(/[[\]+ ]/)
      expect(parse(canonical)).toEqual(query)
      expect(formatQuery(parse(canonical))).toBe(canonical)
    }),
    { numRuns: 500 },
  )
})

const noise = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'filter',
    'page',
    'fields',
    'include',
    'sort',
    '[',
    ']',
    '[]',
    '%5B',
    '%5D',
    '=',
    '&',
    '%',
    ',',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'limit',
    'product',
    'id',
    'in',
    'movementType',
    '%00',
    '%ff',
    '+',
  ),
)

test('whatever the query string is, the only thing ever thrown is a problem', () => {
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 20 }), (parts) => {
      try {
        parse(parts.join(''))
      } catch {
        expect(problemOf(() => parse(parts.join(''))).errors.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 3000 },
  )
})
