import { describe, expect, test } from 'vitest'
import type { SentDelivery } from '../evidence.ts'
import { NO_WORK } from '../give-work.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { tolerance } from './tolerance.ts'

const marks = { unknowns: 1, events: 10, errors: 20, after: 30 }
const requests = [request(2, 'POST /api/v1/orders/a'), request(21, 'POST /api/v1/orders/b', 422)]
const DONE = { 'decide on an order': true, 'ship an order': null, 'set stock': true }
const GOOD = { doneAmongUnknowns: DONE, isDecidedAfterEvents: true, isDecidedAfterErrors: true }
const PASSED = { responses: 'passed', acknowledged: 'passed', events: 'passed', errors: 'passed' }

const sentWith = (status: number | null): SentDelivery => ({
  label: 'unknown event',
  eventId: 'e',
  orderId: 'a',
  status,
  outcome: status === null ? 'timeout' : 'responded',
  durationMs: 5,
  sentMs: 11_000,
})

type Facts = Parameters<typeof tolerance.grade>[0]['facts']

const grade = (facts: Facts, sent = [sentWith(204)]) =>
  verdictsOf(tolerance.grade(evidenceOf({ requests, marks, sent }, facts)))

test('a connector that ignores what it does not know passes', () => {
  expect(grade(GOOD)).toEqual(PASSED)
})

describe('each mistake fails its requirement alone', () => {
  test.each([
    ['no stock set', 'responses', { ...GOOD, doneAmongUnknowns: { ...DONE, 'set stock': false } }],
    ['nothing after the events', 'events', { ...GOOD, isDecidedAfterEvents: false }],
    ['nothing after the errors', 'errors', { ...GOOD, isDecidedAfterErrors: false }],
  ])('%s', (_, requirement, facts) => {
    expect(grade(facts)).toEqual({ ...PASSED, [requirement]: 'failed' })
  })

  test.each([400, 500, 302, null])('%s for an event that it does not know', (status) => {
    expect(grade(GOOD, [sentWith(204), sentWith(status)])).toEqual({ ...PASSED, acknowledged: 'failed' })
  })
})

test('what the connector gave no occasion to see is skipped', () => {
  const facts = { doneAmongUnknowns: NO_WORK, isDecidedAfterEvents: null, isDecidedAfterErrors: null }
  expect(grade(facts, [])).toEqual({
    responses: 'skipped',
    acknowledged: 'skipped',
    events: 'skipped',
    errors: 'skipped',
  })
})
