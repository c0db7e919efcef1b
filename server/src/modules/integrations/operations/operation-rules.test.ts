import { expect, test } from 'vitest'
import { eventAtEnd, isBeforeStart, STATUSES, statusAtEnd, statusAtStart } from './operation-rules.ts'

/** The specification's table of statuses, row by row. */
test.each([
  [{ total: 1, isOtherRunning: false }, 'started'],
  [{ total: 1, isOtherRunning: true }, 'pending'],
  [{ total: 0, isOtherRunning: false }, 'skipped'],
  [{ total: 0, isOtherRunning: true }, 'skipped'],
] as const)('starting %j makes it %s', (state, status) => {
  expect(statusAtStart(state)).toBe(status)
})

test.each([
  [{ processed: 2, failed: 0 }, 'succeeded'],
  [{ processed: 1, failed: 1 }, 'partially_failed'],
  [{ processed: 0, failed: 2 }, 'failed'],
])('the status after %j is %s', (counts, status) => {
  expect(statusAtEnd(counts)).toBe(status)
})

test('the event at the end and the immediate cancellation follow from the status', () => {
  const told = STATUSES.map((status) => [status, eventAtEnd(status), isBeforeStart(status)])
  expect(told).toEqual([
    ['created', undefined, true],
    ['pending', undefined, true],
    ['started', undefined, false],
    ['skipped', 'cancelled', false],
    ['succeeded', 'completed', false],
    ['partially_failed', 'completed', false],
    ['failed', 'completed', false],
    ['cancelled', undefined, false],
  ])
})
