import { describe, expect, test } from 'vitest'
import type { Evidence, Move } from '../evidence.ts'
import { graded } from '../lesson.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { orders } from './orders.ts'
import type { OrderFacts } from './orders-scenario.ts'

const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const move = (seconds: number, from: string | null, to: string, isByConnector = false): Move => ({
  command: 'any',
  from,
  to,
  at: at(seconds),
  isByConnector,
})
const arrives = (seconds = 0) => move(seconds, null, 'ankor_confirmed')
const decides = (seconds: number, to = 'brand_confirmed') => move(seconds, 'ankor_confirmed', to, true)
const reverts = (seconds: number) => move(seconds, 'brand_confirmed', 'ankor_confirmed')
const order = (id: string, ...moves: Move[]) => ({ id, status: moves.at(-1)?.to ?? '', moves })

const FACTS: OrderFacts = {
  prompt: ['first', 'short', 'gone', 'after'],
  reverted: ['short', 'gone'],
  short: {
    orderId: 'short',
    lines: [
      { quantity: 2, onHand: 2 },
      { quantity: 2, onHand: 50 },
    ],
  },
  soldOut: 'gone',
  followed: { orderId: 'first', address: 'current' },
  elsewhere: ['rejected', 'cancelled'],
  unwanted: 'unwanted',
}
const ORDERS = {
  first: order('first', arrives(), decides(1), move(5, 'reception_refused', 'cancelled')),
  short: order('short', arrives(), decides(1), reverts(10), decides(12)),
  gone: order('gone', arrives(), decides(1), reverts(10), decides(12, 'rejected')),
  rejected: order('rejected', arrives(), move(1, 'ankor_confirmed', 'rejected')),
  cancelled: order('cancelled', arrives(), move(1, 'ankor_confirmed', 'cancelled')),
  unwanted: order('unwanted', arrives()),
  after: order('after', arrives(), decides(1)),
}
type Orders = typeof ORDERS
const delivery = {
  id: 'delivery',
  eventId: 'event',
  eventType: 'order.shipping_address_updated',
  orderId: 'first',
  state: 'delivered',
  attempts: 1,
  status: 204,
  durationMs: 5,
}
const trying = (seconds: number) => request(seconds, 'POST /api/v1/orders/rejected/-actions/transition', 409)

const gradeAll = (
  changed: Partial<Orders> = {},
  facts: Partial<OrderFacts> = {},
  evidence: Partial<Evidence> = {},
) => {
  const all = Object.values({ ...ORDERS, ...changed })
  const given = evidenceOf(
    {
      marks: { back: 20 },
      orders: all,
      deliveries: [delivery],
      books: { orders: all.map(({ id, status }) => ({ id, status })) },
      ...evidence,
    },
    { ...FACTS, ...facts },
  )
  return verdictsOf(graded(orders, given))
}

const NAMES = ['decided', 'reverted', 'reduced', 'soldOut', 'followed', 'elsewhere', 'unwanted']
const PASSED = Object.fromEntries(NAMES.map((name) => [name, 'passed']))

test('a connector that decides, reduces, rejects and follows passes', () => {
  expect(gradeAll()).toEqual(PASSED)
})

test('without books only what the marketplace sees counts', () => {
  const followed = { orderId: 'first', address: 'unknown' } as const
  expect(gradeAll({}, { followed }, { books: null })).toEqual(PASSED)
})

describe('each mistake fails its requirement alone', () => {
  test.each<[string, string, Partial<Orders>, Partial<OrderFacts>?, Partial<Evidence>?]>([
    ['an order without a decision', 'decided', { after: order('after', arrives()) }],
    ['a late decision', 'decided', { after: order('after', arrives(), decides(33)) }],
    [
      'a late decision after a revert',
      'reverted',
      { short: order('short', arrives(), decides(1), reverts(10), decides(43)) },
    ],
    [
      'more is accepted than there is',
      'reduced',
      {},
      { short: { orderId: 'short', lines: [{ quantity: 5, onHand: 2 }] } },
    ],
    [
      'all is rejected although a part is there',
      'reduced',
      { short: order('short', arrives(), decides(1), reverts(10), decides(12, 'rejected')) },
    ],
    [
      'what is sold out is accepted',
      'soldOut',
      { gone: order('gone', arrives(), decides(1), reverts(10), decides(12)) },
    ],
    ['an event is refused', 'followed', {}, {}, { deliveries: [{ ...delivery, status: 500 }] }],
    ['the old address', 'followed', {}, { followed: { orderId: 'first', address: 'old' } }],
    ['tries again and again', 'elsewhere', {}, {}, { requests: [21, 22, 23].map(trying) }],
  ])('%s', (_, requirement, changed, facts, evidence) => {
    expect(gradeAll(changed, facts, evidence)).toEqual({ ...PASSED, [requirement]: 'failed' })
  })

  test.each([
    ['followed', 'first'],
    ['elsewhere', 'cancelled'],
  ])('books that lag behind fail %s', (requirement, stale) => {
    const booked = Object.values(ORDERS).map(({ id, status }) => ({
      id,
      status: id === stale ? 'brand_confirmed' : status,
    }))
    expect(gradeAll({}, {}, { books: { orders: booked } })).toEqual({ ...PASSED, [requirement]: 'failed' })
  })

  test('an unwanted order that is accepted is a warning', () => {
    const changed = { unwanted: order('unwanted', arrives(), decides(1)) }
    expect(gradeAll(changed)).toEqual({ ...PASSED, unwanted: 'warning' })
  })
})

test('without books and webhooks nobody sees whether an order is followed', () => {
  expect(gradeAll({}, {}, { books: null, deliveries: [] })).toEqual({ ...PASSED, followed: 'skipped' })
})

test('an event that was to come when the connector was stopped is no mistake', () => {
  expect(gradeAll({}, {}, { deliveries: [{ ...delivery, state: 'waiting', status: null }] })).toEqual(PASSED)
})

test('without a second decision there is nothing to say about the stock', () => {
  const changed = { short: order('short', arrives(), decides(1), reverts(10)) }
  expect(gradeAll(changed)).toEqual({ ...PASSED, reverted: 'failed', reduced: 'skipped' })
})

test('what the connector gave no occasion to see is skipped', () => {
  const facts = { reverted: [], short: null, soldOut: null, followed: null }
  expect(gradeAll({}, facts)).toEqual({
    ...PASSED,
    reverted: 'skipped',
    reduced: 'skipped',
    soldOut: 'skipped',
    followed: 'skipped',
  })
})
