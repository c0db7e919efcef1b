import { expect, test } from 'vitest'
import { arrivalOf, demoTime, onWorkingDay, WRITTEN_FOR } from './demo-time.ts'

const iso = (moment: Date) => moment.toISOString()

test('the demo data stay as they are written for their own moment', () => {
  const time = demoTime(WRITTEN_FOR)
  expect(iso(time.at('2026-01-06T08:40Z'))).toBe('2026-01-06T08:40:00.000Z')
  expect(time.on('2026-04-15')).toBe('2026-04-15')
})

test('the newest moment is the given minute, and the others keep their distance', () => {
  const time = demoTime(new Date('2027-02-28T23:59:41.500Z'))
  expect(iso(time.newest)).toBe('2027-02-28T23:59:00.000Z')
  expect(iso(time.at(WRITTEN_FOR.toISOString()))).toBe('2027-02-28T23:59:00.000Z')
  expect(iso(time.at('2026-03-01T07:49:00Z'))).toBe('2027-02-27T23:58:00.000Z')
})

test.each([
  ['2026-11-19T00:00:00Z', '2026-11-20'],
  ['2026-11-19T23:59:59Z', '2026-11-20'],
])('a day is as many days away at any hour, as at %s', (now, tomorrow) => {
  expect(demoTime(new Date(now)).on('2026-03-03')).toBe(tomorrow)
})

test.each([
  ['Friday', '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
  ['Saturday', '2026-11-21T10:00:00.000Z', '2026-11-23T10:00:00.000Z'],
  ['Sunday', '2026-11-22T23:59:00.000Z', '2026-11-23T23:59:00.000Z'],
])('from a %s the next working day is taken', (_day, moment, expected) => {
  expect(iso(onWorkingDay(new Date(moment)))).toBe(expected)
})

test('a parcel arrives two days later, or on the Monday after', () => {
  expect(iso(arrivalOf(new Date('2026-11-18T10:00:00Z')))).toBe('2026-11-20T10:00:00.000Z')
  expect(iso(arrivalOf(new Date('2026-11-20T10:00:00Z')))).toBe('2026-11-23T10:00:00.000Z')
})
