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
  expect(without.attributes).toEqual({ wholesale_price: '6.50', variants: entry.attributes.variants })
})
