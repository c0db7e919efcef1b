import { expect, test } from 'vitest'
import { decisionsOn, stubborn } from './decisions.ts'
import { request } from './fixtures.ts'

const move = (seconds: number, from: string | null, to: string, isByConnector = false) => ({
  command: 'any',
  from,
  to,
  at: new Date(seconds * 1000).toISOString(),
  isByConnector,
})

test('each decision is timed from when the order waited for it', () => {
  const moves = [
    move(10, null, 'ankor_confirmed'),
    move(11, 'ankor_confirmed', 'ankor_confirmed'),
    move(13, 'ankor_confirmed', 'brand_confirmed', true),
    move(50, 'brand_confirmed', 'ankor_confirmed'),
    move(54, 'ankor_confirmed', 'rejected', true),
    move(60, 'rejected', 'cancelled'),
  ]
  expect(decisionsOn({ id: 'one', status: 'cancelled', moves })).toEqual([
    { to: 'brand_confirmed', isByConnector: true, seconds: 3 },
    { to: 'rejected', isByConnector: true, seconds: 4 },
  ])
})

test('the third attempt to change an order is one too many', () => {
  const attempts = [1, 2, 3].map((at) => request(at, 'POST /api/v1/orders/one/-actions/transition', 409))
  const reads = [4, 5].map((at) => request(at, 'GET /api/v1/orders/one'))
  expect(stubborn([...attempts.slice(1), ...reads], ['one'])).toEqual([])
  expect(stubborn([...attempts, ...reads], ['one', 'two'])).toEqual(attempts)
})
