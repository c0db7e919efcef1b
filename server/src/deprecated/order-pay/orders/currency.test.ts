import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert, formatAmount } from './currency.ts'

const EUR = { code: 'EUR', rate: 1 }
const GBP = { code: 'GBP', rate: 0.8605 }
const JPY = { code: 'JPY', rate: 163.2 }

test.each([
  [1360, 'EUR', '€13.60'],
  [0, 'EUR', '€0.00'],
  [123_456_789, 'GBP', '£1,234,567.89'],
  // The currency has no minor units.
  [1360, 'JPY', '¥1,360'],
  // The result has no exact representation as a double.
  [9_007_199_254_740_991, 'USD', '$90,071,992,547,409.91'],
  [1360, 'CHF', 'CHF\u00a013.60'],
])('%d of %s is written %s', (amountMinor, currency, text) => {
  expect(formatAmount(amountMinor, currency)).toBe(text)
})

test.each([
  [10_000, EUR, GBP, 8605],
  [8605, GBP, EUR, 10_000],
  // Half a penny is rounded up.
  [1000, EUR, GBP, 861],
  // Currencies with two decimals and without decimals.
  [10_000, EUR, JPY, 16_320],
  [16_320, JPY, EUR, 10_000],
  [1, JPY, EUR, 1],
])('%d of %j is, in %j, %d', (amountMinor, from, to, expected) => {
  expect(convert(amountMinor, from, to)).toBe(expected)
})

test('converting to the same currency does not change an amount', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (amount) => convert(amount, GBP, GBP) === amount))
})
