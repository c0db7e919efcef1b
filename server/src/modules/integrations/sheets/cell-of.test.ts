import { expect, test } from 'vitest'
import { cellOf } from './cell-of.ts'
import { COLUMNS } from './columns.ts'

test.each([
  ['name', 0, 'name'],
  ['shape_properties', 0, 'width'],
  ['shape_properties.weight.unit_code', 0, 'weight_unit'],
  ['images[3].url', 0, 'images'],
  ['tags[0]', 0, 'tags'],
  ['variants', 0, 'variant_sku'],
  ['variants[2].ian', 2, 'variant_ian'],
  ['variants[1].options[0].name', 1, 'variant_options'],
  ['variants[1].shape_properties.capacity.amount', 1, 'variant_capacity'],
  ['variants[1].images', 1, 'variant_images'],
  // Fields without a column.
  ['attributes', 0, 'id'],
  ['colour', 0, 'id'],
])('%j is told in row %i at %s', (field, row, header) => {
  const place = cellOf(field)
  expect([place.row, COLUMNS[place.column]?.header]).toEqual([row, header])
})
