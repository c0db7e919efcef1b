import { describe, expect, test } from 'vitest'
import { BOX, pickup } from '../../../../test/carriers.ts'
import { createCalendar } from './calendar.ts'
import type { PickupRequest } from './carrier.ts'
import type { RateCardSettings } from './carrier-settings.ts'
import { denyPickup } from './rate-card-pickups.ts'

const morning = { readyTime: '09:00:00', closeTime: '15:00:00' }
const afternoon = { readyTime: '11:00:00', closeTime: '17:00:00' }

const card = {
  name: 'Swiftroad',
  pickup: {
    windows: [morning, afternoon],
    cutOffTime: '12:00:00',
    daysAhead: 7,
    weightG: 50_000,
    refuses: [{ countryCode: 'BE', prefixes: ['99'], sentence: 'Nobody drives there.' }],
  },
} as unknown as RateCardSettings
const calendar = createCalendar({
  serviceDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  holidays: ['2026-03-05'],
})
const deny = (changes: Partial<PickupRequest> = {}, settings = card) =>
  denyPickup(settings, calendar, pickup('SW1', changes))

test.each([
  ['2026-03-02', morning],
  ['2026-03-02', afternoon],
  ['2026-03-09', morning],
])('a pickup is accepted on %s, in %o', (pickupOn, window) => {
  expect(deny({ pickupOn, window })).toBeNull()
})

describe('it is denied', () => {
  test.each([
    ['on a weekend', { pickupOn: '2026-03-07' }, 'Swiftroad does not work on 2026-03-07.'],
    ['on a holiday of the carrier', { pickupOn: '2026-03-05' }, 'Swiftroad does not work on 2026-03-05.'],
    ['in the past', { pickupOn: '2026-02-27' }, 'It is too late for a pickup on 2026-02-27.'],
    ['too far ahead', { pickupOn: '2026-03-10' }, 'Swiftroad takes bookings for at most 7 days ahead.'],
    [
      'today after the cut-off time',
      { pickupOn: '2026-03-02', askedAt: new Date('2026-03-02T12:00:00Z') },
      'It is too late for a pickup on 2026-03-02.',
    ],
    [
      'in a window that it does not have',
      { window: { readyTime: '09:00:00', closeTime: '17:00:00' } },
      'Swiftroad does not come between 09:00:00 and 17:00:00.',
    ],
  ])('%s, with alternatives', (_when, changes, reason) => {
    const denial = deny(changes)
    expect(denial?.reason).toBe(reason)
    expect(denial?.alternatives.length).toBeGreaterThan(0)
    for (const alternative of denial?.alternatives ?? [])
      expect(deny({ ...changes, ...alternative })).toBeNull()
  })

  test.each([
    [
      'when it is too heavy',
      { parcels: Array(10).fill(BOX) },
      'Swiftroad fetches at most 50000 g at once, and the parcels weigh 52000 g.',
    ],
    [
      'in an area that it does not go to',
      { address: { ...pickup('').address, postalCode: '9910' } },
      'Nobody drives there.',
    ],
  ])('%s, without alternatives', (_when, changes, reason) => {
    expect(deny(changes)).toEqual({ reason, alternatives: [] })
  })

  test('by a carrier without pickups', () => {
    const { pickup: _none, ...rest } = card
    expect(deny({}, rest as RateCardSettings)?.reason).toBe('Swiftroad fetches no parcels: drop them off.')
  })
})

test('alternatives are sorted by day, with the requested window first on each day', () => {
  expect(deny({ pickupOn: '2026-03-05', window: afternoon })?.alternatives).toEqual([
    { pickupOn: '2026-03-06', window: afternoon },
    { pickupOn: '2026-03-06', window: morning },
    { pickupOn: '2026-03-09', window: afternoon },
    { pickupOn: '2026-03-09', window: morning },
  ])
})
