import { expect, test } from 'vitest'
import { cellOf } from './cell-of.ts'
import { withCell } from './with-cell.ts'

test('one value of a product is replaced, and everything else stays', () => {
  const entry = {
    id: 'A',
    type: 'catalog-integration-product' as const,
    attributes: {
      name: 'Tea',
      wholesale_price: '6.50',
      shape_properties: { weight: { amount: 1.234 } },
      variants: [{ sku: 'A-1', ian: '1' }, { sku: 'A-2' }],
    },
  }
  expect(withCell(entry, cellOf('variants[0].ian'), ' 4006381333948 ')).toEqual({
    ...entry,
    attributes: {
      ...entry.attributes,
      variants: [{ sku: 'A-1', ian: '4006381333948' }, { sku: 'A-2' }],
    },
  })
  const without = withCell(entry, cellOf('name'), '')
  const { name: _, ...others } = entry.attributes
  expect(without).toEqual({ ...entry, attributes: others })
})

test('a number that can be read in two ways is refused with both', () => {
  const entry = { id: 'A', type: 'catalog-integration-product' as const, attributes: { name: 'Tea' } }
  expect(withCell(entry, cellOf('wholesale_price'), ' 1,250 ')).toEqual({
    code: 'NUMBER_AMBIGUOUS',
    meta: { numbers: [{ column: 'wholesale_price', text: '1,250', decimal: '1.25', whole: '1250' }] },
    mistake:
      '"1,250" is 1.25 if the comma separates decimals, and 1250 if it separates thousands. Write 1.25 or 1250.',
  })
  expect(withCell(entry, cellOf('name'), '1.250')).toMatchObject({ attributes: { name: '1.250' } })
})
