import { expect, test } from 'vitest'
import { createCoverage, isIn } from './coverage.ts'

const groups = [{ name: 'benelux', countries: ['BE', 'NL', 'LU'] }]

test('a zone goes from countries and groups to others', () => {
  const covers = createCoverage({ from: ['benelux'], to: ['benelux', 'FR'] }, groups)
  expect(covers({ from: 'BE', to: 'FR' })).toBe(true)
  expect(covers({ from: 'LU', to: 'NL' })).toBe(true)
  expect(covers({ from: 'FR', to: 'BE' })).toBe(false)
  expect(covers({ from: 'BE', to: 'DE' })).toBe(false)
})

test('a star is every country, and a zone may be for one at a time', () => {
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
