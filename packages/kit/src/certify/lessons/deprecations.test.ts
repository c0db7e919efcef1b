import { describe, expect, test } from 'vitest'
import { NO_WORK, WORK } from '../give-work.ts'
import { graded } from '../lesson.ts'
import { deprecations } from './deprecations.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'

const marks = { ended: 10 }
const ORDERS = 'GET /api/v1/orders'
const LOTS = 'GET /api/v1/fulfillment/lots'
const GOOD = [request(1, ORDERS), request(11, ORDERS)]
const PASSED = { ending: 'passed', unchanged: 'passed', deprecated: 'passed' }
const ALL = { 'decide on an order': true, 'ship an order': true, 'set stock': true }

type Facts = Parameters<typeof deprecations.grade>[0]['facts']

const grade = (requests: readonly ReturnType<typeof request>[], facts: Facts = { before: ALL, after: ALL }) =>
  verdictsOf(graded(deprecations, evidenceOf({ requests, marks }, facts)))

test('a connector that calls nothing deprecated passes', () => {
  expect(grade(GOOD)).toEqual(PASSED)
})

describe('each mistake fails its requirement alone', () => {
  const sunset = { isDeprecated: true, responseHeaders: { sunset: 'Tue, 01 Dec 2026 00:00:00 GMT' } }
  test.each([
    ['a call of what ends', [...GOOD, request(2, LOTS, 200, sunset)]],
    ['a call of what has ended', [...GOOD, request(12, LOTS, 410, { isDeprecated: true })]],
  ])('%s', (_, requests) => {
    expect(grade(requests)).toEqual({ ...PASSED, ending: 'failed' })
  })

  test.each(WORK)('it does not %s after the end', (name) => {
    const facts = { before: ALL, after: { ...ALL, [name]: false } }
    expect(grade(GOOD, facts)).toEqual({ ...PASSED, unchanged: 'failed' })
  })

  test('a call of what is deprecated without an end is a warning', () => {
    const old = request(2, 'POST /api/v1/orders/a/accept', 200, { isDeprecated: true })
    expect(grade([...GOOD, old])).toEqual({ ...PASSED, deprecated: 'warning' })
  })
})

test('what it did not do before the end, it need not do afterwards', () => {
  const before = { ...ALL, 'ship an order': false }
  expect(grade(GOOD, { before, after: before })).toEqual(PASSED)
})

test('what the connector gave no occasion to see is skipped', () => {
  expect(grade([], { before: NO_WORK, after: NO_WORK })).toEqual({
    ending: 'skipped',
    unchanged: 'skipped',
    deprecated: 'skipped',
  })
})
