import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../evidence.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { retries } from './retries.ts'
import type { RetriesFacts } from './retries-scenario.ts'

const STOCK = 'PATCH /api/v1/product-variants/variant/stock'
const POLL = 'GET /api/v1/orders'
const CREATE = 'POST /api/v1/catalog/integrations/operations'
const accept = (order: string) => `POST /api/v1/orders/${order}/-actions/transition`
const withId = (id: string) => ({ requestBody: JSON.stringify({ data: { id } }) })

const FACTS: RetriesFacts = {
  failing: { faultId: 'failing', orderId: 'first' },
  disconnected: { faultId: 'disconnected', orderId: 'second' },
  refusedBy: 'refused',
  outage: ['outage', 'bulk outage'],
  limitedBy: 'limited',
  lost: { faultId: 'lost', operations: [{ id: 'made', status: 'succeeded' }] },
}

/** At these seconds. */
const outage = (...times: number[]) => times.map((at) => request(at, STOCK, 503, { faultId: 'outage' }))
const failures = (...times: number[]) =>
  times.map((at) => request(at, accept('first'), 500, { faultId: 'failing' }))
const limited = (at: number, line = POLL, more: Partial<RecordedRequest> = {}) =>
  request(at, line, 429, { faultId: 'limited', responseHeaders: { 'retry-after': '5' }, ...more })
const refused = request(30, accept('third'), 422, { faultId: 'refused', requestBody: '{"order":1}' })

const GOOD = {
  outage: outage(0, 1.2, 3.4, 7.6, 16, 32.4),
  failures: [...failures(1, 2.2, 4.4), request(8.5, accept('first'))],
  connections: [
    request(20, accept('second'), null, { faultId: 'disconnected' }),
    request(21.2, accept('second'), null, { faultId: 'disconnected' }),
    request(23.5, accept('second')),
  ],
  refusals: [refused],
  creates: [
    request(36, CREATE, null, { faultId: 'lost', ...withId('made') }),
    request(37.2, CREATE, 200, withId('made')),
    request(37.4, 'POST /api/v1/catalog/integrations/operations/made/products', 202),
  ],
  limit: [limited(40), request(45.1, POLL)],
}

const decided = (id: string, status = 'brand_confirmed') => ({ id, status, moves: [] })
const ORDERS = [decided('first'), decided('second'), decided('third', 'ankor_confirmed')]

interface Given {
  requests?: Partial<typeof GOOD>
  orders?: typeof ORDERS
  facts?: Partial<RetriesFacts>
}
const grade = ({ requests, orders = ORDERS, facts }: Given = {}) =>
  verdictsOf(
    retries.grade(
      evidenceOf(
        {
          requests: Object.values({ ...GOOD, ...requests }).flat(),
          orders,
          marks: { outageEnded: 52 },
        },
        { ...FACTS, ...facts },
      ),
    ),
  )
const PASSED = {
  rateLimit: 'passed',
  serverErrors: 'passed',
  connections: 'passed',
  limit: 'passed',
  refusals: 'passed',
  creates: 'passed',
}

test('a connector that waits, repeats and gives up as the specification suggests passes', () => {
  expect(grade()).toEqual(PASSED)
})

describe('each mistake fails its requirement alone', () => {
  test.each<[string, string, Given]>([
    [
      'a repetition before Retry-After is over',
      'rateLimit',
      { requests: { limit: [limited(40), limited(41)] } },
    ],
    [
      'other requests while the limit lasts',
      'rateLimit',
      { requests: { limit: [limited(40), limited(42.5, accept('fourth')), request(47.6, POLL)] } },
    ],
    ['silence after the limit', 'rateLimit', { requests: { limit: [limited(40)] } }],
    ['no repetition after 5xx', 'serverErrors', { requests: { outage: outage(0) } }],
    [
      'an order that was given up after 5xx',
      'serverErrors',
      {
        requests: { failures: failures(1) },
        orders: [decided('first', 'ankor_confirmed'), decided('second')],
      },
    ],
    [
      'repetitions without waits',
      'serverErrors',
      { requests: { failures: [...failures(1, 1.1, 1.2), request(1.3, accept('first'))] } },
    ],
    ['three equal waits', 'serverErrors', { requests: { outage: outage(0, 2, 4, 6) } }],
    ['equal waits', 'serverErrors', { requests: { outage: outage(0, 2, 4, 6, 8, 10) } }],
    [
      'an order that was given up without a response',
      'connections',
      {
        requests: { connections: GOOD.connections.slice(0, 1) },
        orders: [decided('first'), decided('second', 'ankor_confirmed')],
      },
    ],
    ['six repetitions', 'limit', { requests: { outage: outage(0, 1, 3, 7, 15, 31, 47) } }],
    [
      'a series that starts again at once',
      'limit',
      { requests: { outage: outage(0, 1, 3, 7, 15, 31, 37.5, 38.6, 41, 45) } },
    ],
    [
      'a repetition of what was refused',
      'refusals',
      { requests: { refusals: [refused, { ...refused, arrivedMs: 32_000 }] } },
    ],
    [
      'another id for the repetition',
      'creates',
      { requests: { creates: [...GOOD.creates, request(38, CREATE, 409, withId('other'))] } },
    ],
    [
      'two operations',
      'creates',
      {
        facts: {
          lost: { faultId: 'lost', operations: ['made', 'other'].map((id) => ({ id, status: 'created' })) },
        },
      },
    ],
    ['a lost operation', 'creates', { requests: { creates: GOOD.creates.slice(0, 1) } }],
  ])('%s', (_, requirement, given) => {
    expect(grade(given)).toEqual({ ...PASSED, [requirement]: 'failed' })
  })
})

describe('these are no mistakes', () => {
  test.each<[string, Given]>([
    [
      'what was under way when the limit was exceeded',
      { requests: { limit: [limited(40), limited(40.5, accept('x')), request(46, POLL)] } },
    ],
    [
      'another process, which does not know of the limit',
      {
        requests: {
          limit: [limited(40), limited(42.5, accept('x'), { tokenFingerprint: 'second' }), request(46, POLL)],
        },
      },
    ],
    ['another series after a pause', { requests: { outage: outage(0, 1, 3, 7, 37, 38, 40, 44) } }],
    ['a later series after the last wait', { requests: { outage: outage(0, 1, 3, 7, 15, 31, 57, 58, 60) } }],
    ['random waits that grow on the whole', { requests: { outage: outage(0, 0.9, 1.5, 4.2, 6.8, 18) } }],
    [
      'two writes at the same time that are refused',
      { requests: { refusals: [refused, { ...refused, arrivedMs: 30_003 }] } },
    ],
    [
      'another body, of which only the length is known',
      {
        requests: {
          refusals: ['10', '20'].map((length, i) => ({
            ...refused,
            arrivedMs: 30_000 + i * 1000,
            requestBody: null,
            requestHeaders: { 'content-length': length },
          })),
        },
      },
    ],
    ['a few random waits', { requests: { outage: outage(0, 0.7, 1.3, 3) } }],
    ['another attempt after the only wait', { requests: { outage: outage(0, 0.7, 1.4) } }],
    [
      'another request instead of the one that was refused',
      { requests: { refusals: [refused, { ...refused, arrivedMs: 32_000, requestBody: '{"order":2}' }] } },
    ],
    [
      'an operation that was found by reading',
      { requests: { creates: GOOD.creates.filter(({ status }) => status !== 200) } },
    ],
  ])('%s', (_, given) => {
    expect(grade(given)).toEqual(PASSED)
  })
})

test('what the connector gave no occasion to see is skipped', () => {
  const nothing = Object.fromEntries(Object.keys(GOOD).map((name) => [name, []]))
  const skippedAll = Object.fromEntries(Object.keys(PASSED).map((name) => [name, 'skipped']))
  expect(grade({ requests: nothing })).toEqual(skippedAll)
  expect(
    grade({
      requests: nothing,
      facts: { failing: null, disconnected: null, refusedBy: null, outage: [], limitedBy: null, lost: null },
    }),
  ).toEqual(skippedAll)
})
