import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCalendar, isDay, nextDay } from './calendar.ts'

const calendar = createCalendar({
  serviceDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  holidays: ['12-25', '2026-04-06'],
})

test.each([
  ['2026-03-06', true],
  ['2026-03-07', false],
  ['2026-03-08', false],
  ['2026-12-25', false],
  ['2030-12-25', false],
  ['2026-04-06', false],
  ['2027-04-06', true],
])('%s is a service day: %s', (day, isOpen) => {
  expect(calendar.isServiceDay(day)).toBe(isOpen)
})

test.each([
  ['2026-03-05', 1, '2026-03-06'],
  ['2026-03-06', 1, '2026-03-09'],
  ['2026-03-07', 1, '2026-03-09'],
  ['2026-03-07', 0, '2026-03-07'],
  ['2026-04-03', 1, '2026-04-07'],
  ['2026-12-24', 1, '2026-12-28'],
  ['2024-02-28', 1, '2024-02-29'],
])('%s plus %d service days is %s', (day, days, end) => {
  expect(calendar.addServiceDays(day, days)).toBe(end)
})

test('a calendar without any service day throws instead of searching forever', () => {
  const holidays = Array.from({ length: 366 }, (_, i) =>
    new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(5, 10),
  )
  const never = createCalendar({ serviceDays: ['mon'], holidays })
  expect(() => never.serviceDayFrom('2026-03-02')).toThrow(/no service day/)
})

test('adding days in two steps equals adding them at once', () => {
  const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.nat(20), fc.nat(20), (date, a, b) => {
      const day = date.toISOString().slice(0, 10)
      const there = calendar.addServiceDays(calendar.addServiceDays(day, a), b)
      expect(calendar.addServiceDays(day, a + b)).toBe(there)
      if (a + b > 0) expect(calendar.isServiceDay(there)).toBe(true)
    }),
  )
})

test('only days that exist are valid', () => {
  expect(['2026-02-28', '2024-02-29'].map(isDay)).toEqual([true, true])
  expect(['2026-02-29', '2026-13-01', '26-01-01', 'x', ''].map(isDay)).toEqual(Array(5).fill(false))
  expect(nextDay('2026-12-31')).toBe('2027-01-01')
})
