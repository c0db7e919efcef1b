import { expect, test } from 'vitest'
import { recogniseColumns } from './recognised-columns.ts'

test('names of other programs are recognised, whatever their case and signs', () => {
  const names = ['Handle', 'Product Title', 'Wholesale price (net)', 'WHOLESALE', 'Barcode', 'Qty', 'Colour']
  expect(recogniseColumns(names)).toEqual([
    'id',
    'name',
    null,
    'wholesale_price',
    'variant_ian',
    'variant_stock_quantity',
    null,
  ])
})

test('a column is taken once, by its own name before others', () => {
  expect(recogniseColumns(['EAN', 'variant_ian', 'GTIN', ' Variant_IAN '])).toEqual([
    null,
    'variant_ian',
    null,
    null,
  ])
})
