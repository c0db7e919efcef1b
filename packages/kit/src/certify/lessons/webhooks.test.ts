import { describe, expect, test } from 'vitest'
import type { Evidence } from '../evidence.ts'
import { SPELLINGS, WRONG_SIGNATURES } from '../examiner.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { webhooks } from './webhooks.ts'
import { spelledLabel, type WebhookFacts } from './webhooks-scenario.ts'

const FIRST = 'order-1'
const FORGED = 'order-2'
const accepting = (at: number, id: string, status = 200) =>
  request(at, `POST /api/v1/orders/${id}/-actions/transition`, status)

const delivery = {
  id: 'delivery-1',
  eventId: 'event-1',
  eventType: 'order.brand_created',
  orderId: FIRST,
  state: 'delivered',
  attempts: 1,
  status: 204,
  durationMs: 12,
}
const copy = (label: string, status: number | null, sentMs: number, durationMs = 12) => ({
  label,
  eventId: 'event-1',
  orderId: FIRST,
  status,
  outcome: status === null ? 'connection-failed' : 'responded',
  durationMs,
  sentMs,
})
const SENT = [
  copy('unsigned', 401, 10),
  copy('forged', 401, 10),
  copy('altered', 401, 10),
  ...WRONG_SIGNATURES.map((label) => copy(label, 401, 10)),
  copy('duplicate', 204, 20),
  copy('duplicate', 204, 20),
  copy('reordered', 204, 30),
  ...SPELLINGS.map((spelling) => copy(spelledLabel(spelling), 204, 35)),
  copy('late', 204, 35),
  copy('standard', 204, 36),
  copy('replayed', 401, 36),
  copy('both secrets', 204, 40),
  copy('newest secret', 204, 40),
]
const seen = (orderId: string, ...statuses: string[]) => ({
  orderId,
  status: 'brand_confirmed',
  records: statuses.map((status) => ({ id: orderId, status })),
})
const FACTS: WebhookFacts = {
  afterForgeries: seen(FORGED),
  afterDuplicates: seen(FIRST, 'brand_confirmed'),
  afterReordering: seen(FIRST, 'brand_confirmed'),
}
const GOOD: Partial<Evidence> = {
  marks: { forged: 10, genuine: 15, duplicated: 20, reordered: 30, written: 35, rotated: 40 },
  requests: [accepting(1, FIRST), accepting(16, FORGED)],
  deliveries: [delivery, { ...delivery, orderId: FORGED }],
  sent: SENT,
  books: {},
}
const grade = (changes: Partial<Evidence> = {}, facts: Partial<WebhookFacts> = {}) =>
  verdictsOf(webhooks.grade(evidenceOf({ ...GOOD, ...changes }, { ...FACTS, ...facts })))
const answering = (label: string, status: number | null) => ({
  sent: SENT.map((each) => (each.label === label ? copy(label, status, each.sentMs) : each)),
})
const requests = (...more: ReturnType<typeof request>[]) => ({
  requests: [...(GOOD.requests ?? []), ...more],
})

const ALL = [
  'unverified',
  'bytes',
  'late',
  'replay',
  'trust',
  'timely',
  'duplicates',
  'reordering',
  'rotation',
]
const all = (verdict: string) => Object.fromEntries(ALL.map((name) => [name, verdict]))

test('a connector that verifies, remembers and compares passes', () => {
  expect(grade()).toEqual(all('passed'))
})

describe('each mistake fails its requirement alone', () => {
  type Mistake = [string, string, Partial<Evidence>, Partial<WebhookFacts>?]
  test.each<Mistake>([
    ['an unsigned delivery is accepted', 'unverified', answering('unsigned', 200)],
    ['a forged delivery is accepted', 'unverified', answering('forged', 204)],
    ['an altered delivery is accepted', 'unverified', answering('altered', 202)],
    ...WRONG_SIGNATURES.map(
      (label): Mistake => [`a signature that is ${label} is accepted`, 'unverified', answering(label, 200)],
    ),
    ...SPELLINGS.map(
      (label): Mistake => [
        `a body that is ${label} is refused`,
        'bytes',
        answering(spelledLabel(label), 401),
      ],
    ),
    ['an old event is refused', 'late', answering('late', 400)],
    ['an old signature is accepted', 'replay', answering('replayed', 204)],
    ['a forgery is acted upon', 'trust', requests(accepting(11, FORGED))],
    ['a forgery is recorded', 'trust', {}, { afterForgeries: seen(FORGED, 'cancelled') }],
    ['a genuine delivery is refused', 'timely', { deliveries: [{ ...delivery, status: 500 }] }],
    ['no response', 'timely', { deliveries: [{ ...delivery, status: null }] }],
    ['a slow response', 'timely', { deliveries: [{ ...delivery, durationMs: 5001 }] }],
    ['a duplicate is refused', 'duplicates', answering('duplicate', 409)],
    ['a duplicate is processed again', 'duplicates', requests(accepting(21, FIRST, 409))],
    [
      'a duplicate is recorded again',
      'duplicates',
      {},
      { afterDuplicates: seen(FIRST, 'brand_confirmed', 'brand_confirmed') },
    ],
    ['an older event is refused', 'reordering', answering('reordered', 422)],
    ['an older event is acted upon', 'reordering', requests(accepting(31, FIRST, 409))],
    ['an older event is recorded', 'reordering', {}, { afterReordering: seen(FIRST, 'ankor_confirmed') }],
    ['the old secret is forgotten', 'rotation', answering('both secrets', 401)],
    ['the new secret is not known', 'rotation', answering('newest secret', 401)],
  ])('%s', (_, requirement, changes, facts) => {
    expect(grade(changes, facts)).toEqual({ ...all('passed'), [requirement]: 'failed' })
  })
})

test('a connector that goes by the other headers cannot see what is old', () => {
  expect(grade(answering('standard', 401))).toEqual({ ...all('passed'), replay: 'skipped' })
})

test('an order that polling has found meanwhile may be acted upon', () => {
  const polled = request(10.5, 'GET /api/v1/orders', 200, { responseBody: `{"id":"${FORGED}"}` })
  expect(grade(requests(polled, accepting(11, FORGED)))).toEqual(all('passed'))
})

test('without books only requests and responses count', () => {
  const settings = { ...evidenceOf({}, {}).settings, hasBooks: false }
  const facts = { afterDuplicates: seen(FIRST), afterReordering: seen(FIRST) }
  expect(grade({ settings, books: null }, facts)).toEqual(all('passed'))
})

test('a connector that is not told of new orders is not graded', () => {
  const facts = { afterForgeries: null, afterDuplicates: null, afterReordering: null }
  expect(grade({ sent: [], deliveries: [], requests: [] }, facts)).toEqual(all('skipped'))
})
