import { expect, test } from 'vitest'
import { isPhoneNumber, isPostalCode } from './address-rules.ts'

test.each([
  ['DE', '10115', true],
  ['DE', '1011', false],
  ['DE', 'D-10115', false],
  ['NL', '1012 AB', true],
  ['NL', '1012', false],
  ['GB', 'SW1A 1AA', true],
  ['GB', '10115', false],
  ['PL', '00-001', true],
  ['LU', 'L-1234', true],
  // Countries without a rule accept any postal code.
  ['AE', 'PO Box 7', true],
])('in %s, %s: %s', (country, code, isOne) => {
  expect(isPostalCode(country, code)).toBe(isOne)
})

test.each([
  ['DE', '+49 30 123456', true],
  ['DE', '0049 30 123456', true],
  ['DE', '030/123456', true],
  ['DE', '+33 1 23456789', false],
  ['DE', '1', false],
  ['DE', 'call me', false],
  ['DE', '+49', false],
  ['AE', '+971 4 1234567', true],
  ['AE', '+1234567890123456', false],
  // Countries that the library does not know accept any number.
  ['AQ', '+32470123456', true],
  ['AQ', '12345678', false],
])('in %s, %s: %s', (country, phone, isOne) => {
  expect(isPhoneNumber(country, phone)).toBe(isOne)
})
