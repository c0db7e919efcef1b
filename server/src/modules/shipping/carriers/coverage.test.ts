import { expect, test } from 'vitest'
import { createCoverage, isIn } from './coverage.ts'

const groups = [{ name: 'benelux', countries: ['BE', 'NL', 'LU'] }]

test('a zone connects countries and groups in one direction', () => {
  const covers = createCoverage({ from: ['benelux'], to: ['benelux', 'FR'] }, groups)
  expect(covers({ from: 'BE', to: 'FR' })).toBe(true)
  expect(covers({ from: 'LU', to: 'NL' })).toBe(true)
  expect(covers({ from: 'FR', to: 'BE' })).toBe(false)
  expect(covers({ from: 'BE', to: 'DE' })).toBe(false)
})

test('`*` is every country, and a zone may be limited to routes within one country', () => {
  expect(createCoverage({ from: ['BE'], to: ['*'] })({ from: 'BE', to: 'JP' })).toBe(true)
  const domestic = createCoverage({ from: ['*'], to: ['*'], sameCountry: true })
  expect(domestic({ from: 'JP', to: 'JP' })).toBe(true)
  expect(domestic({ from: 'JP', to: 'BE' })).toBe(false)
})

test.each([
  ['GB', 'bt1 1aa', true],
  ['GB', ' B-T9', true],
  ['GB', 'B1 1AA', false],
  ['IE', 'BT1 1AA', false],
])('%s %s lies in an area of its prefixes: %s', (countryCode, postalCode, isThere) => {
  expect(isIn({ countryCode, postalCode }, { countryCode: 'GB', prefixes: ['ZE', 'BT'] })).toBe(isThere)
})

test('an area without prefixes is the whole country', () => {
  expect(isIn({ countryCode: 'GB', postalCode: '' }, { countryCode: 'GB' })).toBe(true)
})
