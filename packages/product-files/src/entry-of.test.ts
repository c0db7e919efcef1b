import { expect, test } from 'vitest'
import { checkEntry } from './check.ts'
import { type Cells, contradiction, entryOf, keyOf } from './entry-of.ts'

const attributesOf = (cells: Cells) => entryOf('a', [cells]).attributes
const variantOf = (cells: Cells) => (attributesOf(cells).variants as object[])[0]

test.each([
  ['6.5', '6.5'],
  ['6,50', '6.50'],
  ['12', '12'],
  [6.5, '6.5'],
  ['1.234,50', '1234.50'],
  ['€ 5', '€ 5'],
])('the price %j is read as %j, as a text that keeps every digit', (cell, price) => {
  expect(attributesOf({ wholesale_price: cell })).toEqual({ wholesale_price: price })
})

test.each([
  ['20', 20],
  ['5.5', 5.5],
  ['5,5', 5.5],
  [1.234, 1.234],
  ['-1', -1],
  ['NaN', 'NaN'],
  ['1e3', '1e3'],
])('the number %j is read as %j', (cell, number) => {
  expect(attributesOf({ vat_rate: cell })).toEqual({ vat_rate: number })
})

test.each([
  ['TRUE', true],
  ['yes', true],
  ['1', true],
  ['No', false],
  ['0', false],
  ['perhaps', 'perhaps'],
])('%j is read as %j where a yes or no is expected', (cell, value) => {
  expect(variantOf({ variant_is_always_in_stock: cell })).toEqual({ is_always_in_stock: value })
})

test('tags may be parted by anything usual, images by spaces or lines', () => {
  expect(attributesOf({ tags: 'tags_vegan, tags_organic;tags_handmade' }).tags).toEqual([
    'tags_vegan',
    'tags_organic',
    'tags_handmade',
  ])
  expect(attributesOf({ images: 'https://a.test/1\nhttps://a.test/2' }).images).toEqual([
    { order: 2, url: 'https://a.test/1' },
    { order: 3, url: 'https://a.test/2' },
  ])
})

test('what cannot be read stays a text, and the check of entries tells of it', () => {
  const entry = entryOf('a', [{ vat_rate: 'twenty', images: '[broken', variant_sku: 'a' }])
  expect(entry.attributes).toMatchObject({ vat_rate: 'twenty', images: '[broken' })
  const terms = { operationType: 'update' as const, touched: undefined, brandCurrency: 'EUR' }
  const verdict = checkEntry(entry, terms)
  expect('issues' in verdict && verdict.issues.map(({ field }) => field)).toEqual(['vat_rate', 'images'])
})

test('rows belong together by their id, or else by external id, or else by sku', () => {
  expect(keyOf({ id: 'a', external_id: 'b', variant_sku: 'c' })).toBe('a')
  expect(keyOf({ external_id: 'b', variant_sku: 'c' })).toBe('b')
  expect(keyOf({ variant_sku: 'c' })).toBe('c')
  expect(keyOf({ name: 'd' })).toBeUndefined()
})

test('a number that names a product or stands where a text is expected is a text', () => {
  expect(keyOf({ id: 204 })).toBe('204')
  expect(variantOf({ variant_ian: 4006381333931, variant_is_always_in_stock: 1 })).toEqual({
    ian: '4006381333931',
    is_always_in_stock: true,
  })
  expect(contradiction({ name: '7' }, { name: 7 })).toBeUndefined()
})

test('a word that is no yes or no stays a text, whatever it is', () => {
  for (const word of ['maybe', 'constructor', 'toString'])
    expect(variantOf({ variant_is_always_in_stock: word })).toEqual({ is_always_in_stock: word })
})

test('further rows of a product may repeat its values or leave them out, and not change them', () => {
  const first = { id: 'a', name: 'Tealight', variant_sku: '1' }
  expect(contradiction(first, { id: 'a', variant_sku: '2' })).toBeUndefined()
  expect(contradiction(first, { id: 'a', name: 'Tealight', variant_sku: '2' })).toBeUndefined()
  expect(contradiction(first, { id: 'a', name: 'Candle', variant_sku: '2' })).toBe('name')
  expect(contradiction(first, { id: 'a', hs_code: '5', variant_sku: '2' })).toBe('hs_code')
})
