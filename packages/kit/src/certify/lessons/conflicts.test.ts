import { describe, expect, test } from 'vitest'
import type { Evidence } from '../evidence.ts'
import { conflicts } from './conflicts.ts'
import type { ConflictsFacts } from './conflicts-scenario.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'

const STOCK = 'PATCH /api/v1/product-variants/variant/stock'
const accept = (order: string) => `POST /api/v1/orders/${order}/-actions/transition`
const read = (order: string) => `GET /api/v1/orders/${order}`
const ifMatch = (tag: string) => ({ requestHeaders: { 'if-match': tag } })

const FACTS: ConflictsFacts = {
  collisions: [
    { orderId: 'withdrawn', status: 'cancelled' },
    { orderId: 'accepted', status: 'brand_confirmed' },
  ],
  open: { orderId: 'open', faultId: 'conflict' },
  stock: { variantId: 'variant', faultId: 'held' },
}
const collision = (at: number, order: string) => [
  request(at, accept(order), 409, { durationMs: 4000 }),
  request(at + 4.1, read(order)),
]
const attempt = (at: number, status = 409) => request(at, accept('open'), status)
const held = request(40, STOCK, 412, { faultId: 'held', durationMs: 4000, ...ifMatch('first') })

const GOOD = {
  collisions: [...collision(1, 'withdrawn'), ...collision(10, 'accepted')],
  open: [
    attempt(20),
    request(20.1, read('open')),
    attempt(22),
    request(22.1, read('open')),
    attempt(27, 200),
  ],
  stock: [
    held,
    request(44.1, 'GET /api/v1/product-variants/variant'),
    request(44.2, STOCK, 200, ifMatch('second')),
  ],
}
const order = (id: string, status: string) => ({ id, status, moves: [] })
const ORDERS = [
  order('withdrawn', 'cancelled'),
  order('accepted', 'brand_confirmed'),
  order('open', 'brand_confirmed'),
]

type Given = { requests?: Partial<typeof GOOD> } & Partial<Omit<Evidence, 'requests' | 'facts'>>
const grade = ({ requests, ...given }: Given = {}, facts = FACTS) =>
  verdictsOf(
    conflicts.grade(
      evidenceOf(
        {
          requests: Object.values({ ...GOOD, ...requests }).flat(),
          orders: ORDERS,
          books: { orders: ORDERS },
          ...given,
        },
        facts,
      ),
    ),
  )
const PASSED = {
  reread: 'passed',
  loop: 'passed',
  noticed: 'passed',
  decision: 'passed',
  precondition: 'passed',
}

test('a connector that reads again and decides by what it finds passes', () => {
  expect(grade()).toEqual(PASSED)
})

describe('each mistake fails its requirement alone', () => {
  test.each<[string, string, Given]>([
    [
      'no read after a conflict, and nothing in the books',
      'reread',
      {
        requests: { collisions: GOOD.collisions.filter(({ url }) => url !== '/api/v1/orders/withdrawn') },
        books: { orders: [order('accepted', 'brand_confirmed')] },
      },
    ],
    [
      'another attempt without a read',
      'reread',
      { requests: { open: [attempt(20), attempt(22), request(22.1, read('open')), attempt(27, 200)] } },
    ],
    [
      'another attempt on what somebody else has decided',
      'loop',
      { requests: { collisions: [...GOOD.collisions, ...collision(15, 'accepted')] } },
    ],
    [
      'attempt after attempt',
      'loop',
      {
        requests: {
          open: [...Array(9).keys()].flatMap((n) => [
            attempt(20 + n / 2),
            request(20.1 + n / 2, read('open')),
          ]),
        },
      },
    ],
    [
      'what it wanted instead of what is',
      'noticed',
      { books: { orders: [order('withdrawn', 'brand_confirmed'), ...ORDERS.slice(1)] } },
    ],
    [
      'an order that nobody decides',
      'decision',
      {
        requests: { open: GOOD.open.slice(0, 2) },
        orders: [...ORDERS.slice(0, 2), order('open', 'ankor_confirmed')],
      },
    ],
    [
      'the old tag again',
      'precondition',
      { requests: { stock: [...GOOD.stock.slice(0, 2), request(45, STOCK, 412, ifMatch('first'))] } },
    ],
    ['a write without a read', 'precondition', { requests: { stock: [held, request(45, STOCK)] } }],
  ])('%s', (_, requirement, given) => {
    expect(grade(given)).toEqual({ ...PASSED, [requirement]: 'failed' })
  })
})

describe('these are no mistakes', () => {
  test.each<[string, Given]>([
    [
      'an event in place of a read',
      { requests: { collisions: GOOD.collisions.filter(({ method }) => method === 'POST') } },
    ],
    [
      'two attempts at the same time',
      { requests: { collisions: [...GOOD.collisions, request(11, accept('accepted'), 409)] } },
    ],
    ['a write that is not repeated after 412', { requests: { stock: [held] } }],
    [
      'polling as a read',
      {
        requests: {
          collisions: [request(1, accept('withdrawn'), 409), request(6, 'GET /api/v1/orders?page[limit]=50')],
        },
        books: { orders: ORDERS.slice(0, 1) },
      },
    ],
  ])('%s', (_, given) => {
    expect(grade(given)).toEqual(PASSED)
  })
})

test('without books nobody can tell what was noticed', () => {
  const { settings } = evidenceOf({}, {})
  expect(grade({ settings: { ...settings, hasBooks: false } })).toEqual({ ...PASSED, noticed: 'skipped' })
  expect(grade({ books: { orders: [] } })).toEqual({ ...PASSED, noticed: 'skipped' })
})

test('what the connector gave no occasion to see is skipped', () => {
  const skippedAll = Object.fromEntries(Object.keys(PASSED).map((name) => [name, 'skipped']))
  const nothing = { collisions: [], open: [], stock: [] }
  expect(grade({ requests: nothing })).toEqual(skippedAll)
  expect(grade({ requests: nothing }, { collisions: [], open: null, stock: null })).toEqual(skippedAll)
  const untagged = { stock: [request(40, STOCK, 200, { faultId: 'held' })] }
  expect(grade({ requests: untagged })).toEqual({ ...PASSED, precondition: 'skipped' })
})
