import { expect, test } from 'vitest'
import { accessoryVatRate, vatRate } from './vat-rules.ts'

test.each([
  ['at home', 'BE', 'BE', false, 21],
  ['at home, exempt', 'BE', 'BE', true, 0],
  ['within the European Union', 'BE', 'ES', false, 21],
  ['within the European Union, exempt', 'BE', 'ES', true, 0],
  ['to Monaco', 'BE', 'MC', false, 21],
  ['out of the European Union', 'BE', 'GB', false, 0],
  ['into the European Union', 'GB', 'BE', false, 0],
  ['at home outside of the European Union', 'GB', 'GB', false, 21],
  ['between two countries outside of the European Union', 'GB', 'US', false, 0],
])('%s', (_name, brandCountry, shippingCountry, vatExemption, expected) => {
  expect(vatRate({ brandCountry, shippingCountry, vatExemption }, 21)).toBe(expected)
})

test('charges beside the goods have the highest rate of the lines', () => {
  expect(accessoryVatRate([5.5, 20, 0])).toBe(20)
  expect(accessoryVatRate([0, 0])).toBe(0)
})
