import { expect, test } from 'vitest'
import { isAllowed, missingForCountries, missingNumbers } from './shipping-rules.ts'

const NONE = { eoriNumber: '', lucidNumber: '' }

test.each([
  ['BE', 'FR', []],
  ['BE', 'GB', ['eoriNumber']],
  ['GB', 'BE', ['eoriNumber']],
  ['GB', 'GB', []],
  ['BE', 'DE', ['lucidNumber']],
  ['DE', 'DE', ['lucidNumber']],
  ['GB', 'DE', ['eoriNumber', 'lucidNumber']],
])('from %s to %s a brand without numbers lacks %j', (from, to, missing) => {
  expect(missingNumbers({ from, to }, NONE)).toEqual(missing)
  expect(missingNumbers({ from, to }, { eoriNumber: 'BE1', lucidNumber: 'x'.repeat(15) })).toEqual([])
})

test('a list of countries requires the numbers of each country, once', () => {
  expect(missingForCountries('GB', ['BE', 'DE', 'FR'], NONE)).toEqual(['eoriNumber', 'lucidNumber'])
  expect(missingForCountries('BE', null, NONE)).toEqual([])
})

test('without a list, every country is allowed', () => {
  expect([isAllowed(null, 'BE'), isAllowed(['FR'], 'BE'), isAllowed(['BE'], 'BE')]).toEqual([
    true,
    false,
    true,
  ])
})
