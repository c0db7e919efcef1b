import { expect, test } from 'vitest'
import { deprecatedGroups } from './index.ts'

test('the deprecated groups offer and fill exactly the expected extension points', () => {
  const offered = deprecatedGroups.flatMap(({ offers = [] }) => offers.map(({ name }) => name))
  expect(offered).toEqual(['fulfillment.origins'])
  const filled = deprecatedGroups.map(({ name, fills = [] }) => [name, fills.map(({ point }) => point.name)])
  expect(Object.fromEntries(filled)).toEqual({
    fulfillment: [
      'stock.breakdowns',
      'stock.lots',
      'stock.bundles',
      'fulfillment.origins',
      'ordering.moves',
      'ordering.moves',
      'ordering.shipments',
      'ordering.warehouse',
    ],
    'external-orders': ['ordering.master-orders', 'fulfillment.origins'],
    'order-pay': ['billing.payouts', 'fulfillment.origins'],
  })
})
