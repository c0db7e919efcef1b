import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTrackingNumber, trackingNumber } from './tracking-numbers.ts'

test('a number is derived from its key and its parcel', () => {
  const number = trackingNumber('DP', 'key', 3)
  expect(number).toMatch(/^DP\d{18}03\d{2}$/)
  expect(trackingNumber('DP', 'key', 3)).toBe(number)
  expect(trackingNumber('DP', 'key', 4)).not.toBe(number)
  expect(trackingNumber('DP', 'kez', 3)).not.toBe(number)
  expect(trackingNumber('UP', 'key', 3).slice(2)).not.toBe(number.slice(2))
})

test('a hundred thousand keys have different numbers', () => {
  const numbers = new Set(Array.from({ length: 100_000 }, (_, i) => trackingNumber('DP', `key ${i}`, 1)))
  expect(numbers.size).toBe(100_000)
})

test('a wrong digit and two transposed digits are detected', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 2, max: 22 }),
      fc.integer({ min: 1, max: 9 }),
      (key, place, by) => {
        const number = trackingNumber('DP', key, 1)
        expect(isTrackingNumber('DP', number)).toBe(true)
        expect(isTrackingNumber('UP', number)).toBe(false)
        const digits = [...number]
        const wrong = digits.with(place, String((Number(digits[place]) + by) % 10)).join('')
        expect(isTrackingNumber('DP', wrong)).toBe(false)
        const [a, b] = [digits[place] ?? '', digits[place + 1] ?? '']
        const swapped = digits
          .with(place, b)
          .with(place + 1, a)
          .join('')
        expect(isTrackingNumber('DP', swapped)).toBe(a === b)
      },
    ),
  )
})

test.each(['', 'DP', 'DP12', `DP${'1'.repeat(23)}`, 'dp0000000000000000000000'])('%j is invalid', (text) => {
  expect(isTrackingNumber('DP', text)).toBe(false)
})
