import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toFraction, toMinorUnits } from './decimals.ts'

test.each([
  [6.5, 650],
  [19.99, 1999],
  [1.005, undefined],
  [0.1 + 0.2, undefined],
  [8.2, 820],
  [1.1, 110],
  [0, 0],
  [-0, 0],
  ['6.5', 650],
  [' 6.50 ', 650],
  ['6.500', 650],
  ['1.005', undefined],
  ['007.10', 710],
  [21474836.47, 2147483647],
])('%j in minor units is %j', (value, minor) => {
  expect(toMinorUnits(value)).toBe(minor)
})

test.each([
  -1,
  '-1',
  '-0.01',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  'NaN',
  'Infinity',
  '',
  ' ',
  '1e3',
  1e21,
  1e-7,
  '1,5',
  '1.',
  '.5',
  '0x10',
  '٣',
  '1 000',
  '$5',
  null,
  undefined,
  true,
  [],
  {},
])('%j is no amount', (value) => {
  expect(toMinorUnits(value)).toBeUndefined()
})

test('every amount of two decimals comes back exactly, as a number and as a text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (minor) => {
      const text = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
      expect(toMinorUnits(text)).toBe(minor)
      // JSON.parse returns the double nearest to the written number.
      expect(toMinorUnits(JSON.parse(text))).toBe(minor)
    }),
  )
})

test('amounts with a third decimal that counts are refused, never rounded', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_147_483_647 }),
      fc.integer({ min: 1, max: 9 }),
      (minor, third) => {
        const text = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}${third}`
        expect(toMinorUnits(text)).toBeUndefined()
        expect(toMinorUnits(JSON.parse(text))).toBeUndefined()
      },
    ),
  )
})

test.each([
  [12.3, 0.123],
  [10, 0.1],
  [100, 1],
  [0, 0],
  [7, 0.07],
  [0.5, 0.005],
  [99.99, 0.9999],
])('%j percent is the fraction %j', (percent, fraction) => {
  expect(toFraction(percent)).toBe(fraction)
})
