import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText } from './amounts.ts'

test.each([
  [1980, 'EUR', '19.80'],
  [-5, 'EUR', '-0.05'],
  [0, 'EUR', '0.00'],
  [-0, 'EUR', '0.00'],
  [100, 'GBP', '1.00'],
  [1980, 'JPY', '1980'],
  [-1980, 'JPY', '-1980'],
  [7, 'KWD', '0.007'],
  [12345, 'KWD', '12.345'],
  [9_007_199_254_740_991, 'EUR', '90071992547409.91'],
])('%d minor units of %s are %s', (minor, currency, text) => {
  expect(decimalText(minor, currency)).toBe(text)
})

test('an invalid currency code is refused', () => {
  expect(() => decimalText(1, 'E1')).toThrow(RangeError)
})

test('decimal text keeps every digit at its place', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'), (minor, currency) => {
      const text = decimalText(minor, currency)
      expect(Number(text.replace('.', ''))).toBe(minor)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
    }),
  )
})
