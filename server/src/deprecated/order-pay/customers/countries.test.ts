import { isCountry } from '@tradehall/product-files'
import { expect, test } from 'vitest'
import { isCurrency } from '../../../domain/codes.ts'
import { countryOf, currencyOf, phoneCountry } from './countries.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ALL = letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry)

test('every country has a name and a calling code', () => {
  expect(ALL.length).toBeGreaterThan(240)
  for (const code of ALL) {
    const { isoCode, name, callingCode } = countryOf(code)
    expect(isoCode).toBe(code)
    expect(name, code).toMatch(/\p{Lu}\p{L}+/u)
    expect(name).not.toBe(code)
    expect(callingCode, code).toSatisfy(Number.isInteger)
    expect(callingCode, code).toBeGreaterThan(0)
  }
  expect(countryOf('ES')).toEqual({ isoCode: 'ES', name: 'Spain', callingCode: 34 })
})

test.each([
  ['+34600000000', 'ES'],
  ['+441632960063', 'GB'],
  // A calling code that several countries share.
  ['+12025550123', 'US'],
  ['+14165550123', 'CA'],
  ['+80012345678', undefined],
  ['+999123456789', undefined],
  ['+3411', undefined],
])('the number %s is of %s', (number, country) => {
  expect(phoneCountry(number)).toBe(country)
})

test('each country has at most one currency, which is a known one', () => {
  for (const code of ALL) expect(currencyOf(code)).toSatisfy((one) => one === undefined || isCurrency(one))
  expect(['ES', 'BG', 'GB', 'LI', 'US', 'AR'].map(currencyOf)).toEqual([
    'EUR',
    'EUR',
    'GBP',
    'CHF',
    'USD',
    undefined,
  ])
})
