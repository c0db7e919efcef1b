import { expect, test } from 'vitest'
import { isTimeZone, lastDays } from './time-zone-days.ts'

const startsOf = (now: string, zone: string, count: number) => {
  const { days, endsAt } = lastDays(new Date(now), zone, count)
  return [...days.map(({ on, startsAt }) => [on, startsAt.toISOString()]), endsAt.toISOString()]
}

test.each([
  ['UTC', '2026-03-02T09:00:00Z', '2026-03-02', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
  [
    'Asia/Tokyo',
    '2026-03-02T15:30:00Z',
    '2026-03-03',
    '2026-03-02T15:00:00.000Z',
    '2026-03-03T15:00:00.000Z',
  ],
  [
    'Pacific/Kiritimati',
    '2026-03-02T09:00:00Z',
    '2026-03-02',
    '2026-03-01T10:00:00.000Z',
    '2026-03-02T10:00:00.000Z',
  ],
  [
    'America/Los_Angeles',
    '2026-03-02T07:59:59Z',
    '2026-03-01',
    '2026-03-01T08:00:00.000Z',
    '2026-03-02T08:00:00.000Z',
  ],
  [
    'Asia/Kathmandu',
    '2026-03-02T09:00:00Z',
    '2026-03-02',
    '2026-03-01T18:15:00.000Z',
    '2026-03-02T18:15:00.000Z',
  ],
])('today in %s', (zone, now, on, startsAt, endsAt) => {
  expect(startsOf(now, zone, 1)).toEqual([[on, startsAt], endsAt])
})

test('a day on which clocks change is shorter or longer', () => {
  expect(startsOf('2026-03-30T12:00:00Z', 'Europe/Brussels', 3)).toEqual([
    ['2026-03-28', '2026-03-27T23:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    '2026-03-30T22:00:00.000Z',
  ])
})

test('a day without a midnight begins an hour later', () => {
  // The clocks of Cairo go from 23:59 to 01:00 on the last Friday of April.
  expect(startsOf('2026-04-24T12:00:00Z', 'Africa/Cairo', 2)).toEqual([
    ['2026-04-23', '2026-04-22T22:00:00.000Z'],
    ['2026-04-24', '2026-04-23T22:00:00.000Z'],
    '2026-04-24T21:00:00.000Z',
  ])
})

test.each([
  ['Europe/Brussels', true],
  ['UTC', true],
  ['Middle-earth/Bree', false],
  ['', false],
  ['Europe/Brussels; drop table', false],
])('whether %j is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is)
})
