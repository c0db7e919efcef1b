import { expect, test } from 'vitest'
import { cellOf } from './cell-of.ts'
import { COLUMNS } from './columns.ts'

function placeOf(field: string): [row: number, header: string | undefined] {
  const { row, column } = cellOf(field)
  return [row, COLUMNS[column]?.header]
}

test.each([
  ['name', 'name'],
  ['shape_properties', 'width'],
  ['shape_properties.weight.unit_code', 'weight_unit'],
  ['images[3].url', 'images'],
  ['tags[0]', 'tags'],
  ['variants', 'variant_sku'],
])('%j of a product is reported in its first row at %s', (field, header) => {
  expect(placeOf(field)).toEqual([0, header])
})

test.each([
  ['variants[2].ian', 2, 'variant_ian'],
  ['variants[1].options[0].name', 1, 'variant_options'],
  ['variants[1].shape_properties.capacity.amount', 1, 'variant_capacity'],
  ['variants[1].images', 1, 'variant_images'],
])('%j is reported in row %i at %s', (field, row, header) => {
  expect(placeOf(field)).toEqual([row, header])
})

test.each(['attributes', 'colour'])('%j has no column and is reported at the id', (field) => {
  expect(placeOf(field)).toEqual([0, 'id'])
})
