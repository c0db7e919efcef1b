import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBusinessDays, dayOf, endOfDay, expectedShippingDates, startOfDay } from './shipping-dates.ts'

const DAY_MS = 86_400_000
const anyDay = fc
  .integer({ min: Date.UTC(1960, 0, 1) / DAY_MS, max: Date.UTC(2200, 0, 1) / DAY_MS })
  .map((number) => dayOf(new Date(number * DAY_MS)))
const someDays = fc.integer({ min: 0, max: 60 })

const isBusinessDay = (day: string) => ![0, 6].includes(new Date(day).getUTCDay())
const dayAfter = (day: string) => dayOf(new Date(startOfDay(day).getTime() + DAY_MS))

/** A reference implementation that counts one day at a time. */
function walk(day: string, days: number): string {
  let at = day
  while (!isBusinessDay(at)) at = dayAfter(at)
  for (let left = days; left > 0; left--) {
    at = dayAfter(at)
    while (!isBusinessDay(at)) at = dayAfter(at)
  }
  return at
}

describe('business days', () => {
  // 2 March 2026 is a Monday.
  test.each([
    ['2026-03-02', { 0: '2026-03-02', 4: '2026-03-06', 5: '2026-03-09' }],
    ['2026-03-03', { 3: '2026-03-06', 5: '2026-03-10' }],
    ['2026-03-06', { 0: '2026-03-06', 1: '2026-03-09' }],
    ['2026-03-07', { 0: '2026-03-09', 1: '2026-03-10' }],
    ['2026-03-08', { 0: '2026-03-09', 5: '2026-03-16' }],
    ['2026-12-31', { 1: '2027-01-01' }],
    ['2028-02-28', { 1: '2028-02-29' }],
    ['1969-12-27', { 0: '1969-12-29' }],
  ])('added to %s lead to %j', (day, expected) => {
    const added = Object.keys(expected).map((days) => [days, addBusinessDays(day, Number(days))])
    expect(Object.fromEntries(added)).toEqual(expected)
  })

  test('equal those of the reference implementation', () => {
    fc.assert(
      fc.property(anyDay, someDays, (day, days) => {
        expect(addBusinessDays(day, days)).toBe(walk(day, days))
      }),
    )
  })

  test('never end on a weekend, and can be added in two steps with the same result', () => {
    fc.assert(
      fc.property(anyDay, someDays, someDays, (day, first, second) => {
        const whole = addBusinessDays(day, first + second)
        expect(isBusinessDay(whole)).toBe(true)
        expect(addBusinessDays(addBusinessDays(day, first), second)).toBe(whole)
      }),
    )
  })

  test('come later for a later day and for more days', () => {
    fc.assert(
      fc.property(anyDay, anyDay, someDays, (one, other, days) => {
        const [early, late] = [one, other].sort() as [string, string]
        expect(addBusinessDays(early, days) <= addBusinessDays(late, days)).toBe(true)
        expect(addBusinessDays(early, days) < addBusinessDays(early, days + 1)).toBe(true)
      }),
    )
  })

  test.each([
    ['2026-02-30', 1],
    ['2026-3-2', 1],
    ['tomorrow', 1],
    ['', 1],
    ['2026-03-02', -1],
    ['2026-03-02', 0.5],
    ['2026-03-02', Number.NaN],
  ])('from %s, adding %d of them is a bug', (day, days) => {
    expect(() => addBusinessDays(day, days)).toThrow('Broken invariant')
  })
})

describe('expected shipping dates', () => {
  test.each([
    ['0-2', '2026-03-03', '2026-03-05'],
    ['3-5', '2026-03-06', '2026-03-10'],
    ['6-10', '2026-03-11', '2026-03-17'],
    ['11-20', '2026-03-18', '2026-03-31'],
    ['21-30', '2026-04-01', '2026-04-14'],
  ] as const)(
    'of an order on a Tuesday with %s days lie between %s and %s',
    (leadTime, earliestOn, latestOn) => {
      expect(expectedShippingDates(new Date('2026-03-03T09:00:00Z'), leadTime)).toEqual({
        earliestOn,
        latestOn,
      })
    },
  )

  test('of an order on a weekend are those of the Monday after it', () => {
    const monday = expectedShippingDates(new Date('2026-03-09T00:00:00Z'), '0-2')
    expect(monday).toEqual({ earliestOn: '2026-03-09', latestOn: '2026-03-11' })
    expect(expectedShippingDates(new Date('2026-03-07T00:00:00Z'), '0-2')).toEqual(monday)
    expect(expectedShippingDates(new Date('2026-03-08T23:59:59.999Z'), '0-2')).toEqual(monday)
  })

  test('go by the day in UTC', () => {
    const lateOnMonday = new Date('2026-03-03T00:30:00+01:00')
    expect(expectedShippingDates(lateOnMonday, '0-2').earliestOn).toBe('2026-03-02')
  })
})

test('a day begins at midnight and ends with its last second', () => {
  expect(startOfDay('2026-03-06').toISOString()).toBe('2026-03-06T00:00:00.000Z')
  expect(endOfDay('2026-03-06').toISOString()).toBe('2026-03-06T23:59:59.000Z')
  fc.assert(
    fc.property(anyDay, (day) => {
      expect([dayOf(startOfDay(day)), dayOf(endOfDay(day))]).toEqual([day, day])
    }),
  )
})

test.each(['2026-02-29', '2026-13-01', '2026-03-06T00:00:00Z'])('%s is not a valid day', (day) => {
  expect(() => startOfDay(day)).toThrow('Broken invariant')
  expect(() => endOfDay(day)).toThrow('Broken invariant')
})
