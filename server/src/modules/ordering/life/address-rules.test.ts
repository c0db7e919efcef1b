import { expect, test } from 'vitest'
import { STATUSES, type Status } from '../order/move-table.ts'
import { mayEditAddress } from './address-rules.ts'

const CASES: [status: Status, billing: boolean, shipping: boolean][] = [
  ['ankor_confirmed', true, true],
  ['rejected', true, true],
  ['brand_confirmed', true, true],
  ['shipping_labels_generated', true, true],
  ['fulfillment_requested', true, true],
  ['shipped', true, false],
  ['received', true, false],
  ['reception_refused', true, false],
  ['invoiced', false, false],
  ['brand_paid', false, false],
  ['cancelled', false, false],
]

test.each(CASES)('in %s the billing address may change: %s, the shipping address: %s', (status, ...may) => {
  expect([mayEditAddress('billing', status), mayEditAddress('shipping', status)]).toEqual(may)
})

test('the cases are all statuses', () => {
  expect(CASES.map(([status]) => status)).toEqual([...STATUSES])
})
