import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.ts'

const NAMES = ['order.shipped', 'order.shipment_received', 'order.brand_paid', 'external_order.shipped']

test.each([
  ['order.shiped', ['order.shipped']],
  ['ORDER.SHIPPED', ['order.shipped']],
  ['shipped', ['order.shipped', 'external_order.shipped']],
  ['brandpaid', ['order.brand_paid']],
  ['order.shipment_recieved', ['order.shipment_received']],
  ['something else', []],
  ['', []],
])('%j is near to %j', (given, expected) => {
  expect(nearestNames(given, NAMES)).toEqual(expected)
})
