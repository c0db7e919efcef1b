import { describe, expect, test } from 'vitest'
import type { Evidence } from '../evidence.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { type OfflineFacts, offline } from './offline.ts'

const accepting = (at: number, id: string, status = 200) =>
  request(at, `POST /api/v1/orders/${id}/-actions/transition`, status)
const order = (id: string, status: string) => ({ id, status, moves: [] })

const FACTS: OfflineFacts = { missed: ['one', 'two'], undecided: [], rejected: 'three', isGivenUp: true }
const ORDERS = [order('one', 'brand_confirmed'), order('two', 'brand_confirmed'), order('three', 'cancelled')]
const GOOD: Partial<Evidence> = {
  marks: { back: 10 },
  requests: [accepting(11, 'one'), accepting(12, 'two'), accepting(13, 'three', 409)],
  orders: ORDERS,
  books: { orders: ORDERS },
}
const grade = (changes: Partial<Evidence> = {}, facts: Partial<OfflineFacts> = {}) =>
  verdictsOf(offline.grade(evidenceOf({ ...GOOD, ...changes }, { ...FACTS, ...facts })))
const more = (...requests: ReturnType<typeof request>[]) => ({
  requests: [...(GOOD.requests ?? []), ...requests],
})
const PASSED = { orders: 'passed', changes: 'passed', once: 'passed' }

test('a connector that catches up passes, with books and without', () => {
  expect(grade()).toEqual(PASSED)
  expect(grade({ books: null })).toEqual(PASSED)
})

describe('each mistake fails its requirement alone', () => {
  test.each<[string, string, Partial<Evidence>, Partial<OfflineFacts>?]>([
    ['an order is never found', 'orders', {}, { undecided: ['two'] }],
    [
      'a decision of somebody else is fought',
      'changes',
      more(accepting(14, 'three', 409), accepting(15, 'three', 409)),
    ],
    ['a decision of somebody else is not recorded', 'changes', { books: { orders: ORDERS.slice(0, 2) } }],
    [
      'a decision of somebody else is not noticed',
      'changes',
      { books: { orders: [...ORDERS.slice(0, 2), order('three', 'ankor_confirmed')] } },
    ],
    ['an order is decided twice', 'once', more(accepting(14, 'one', 409))],
    [
      'an order is recorded twice',
      'once',
      { books: { orders: [...ORDERS, order('one', 'brand_confirmed')] } },
    ],
  ])('%s', (_, requirement, changes, facts) => {
    expect(grade(changes, facts)).toEqual({ ...PASSED, [requirement]: 'failed' })
  })
})

test('what would have come by webhook anyway shows nothing', () => {
  expect(grade({}, { isGivenUp: false })).toEqual({ ...PASSED, orders: 'skipped' })
})

test('a connector that decides on nothing has decided on nothing twice', () => {
  expect(grade({}, { undecided: FACTS.missed })).toMatchObject({ orders: 'failed', once: 'skipped' })
})
