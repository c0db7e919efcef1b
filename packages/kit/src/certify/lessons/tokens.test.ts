import { describe, expect, test } from 'vitest'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { tokens } from './tokens.ts'

const marks = { started: 1, expired: 10, revoked: 20 }
const ORDERS = 'GET /api/v1/orders'
const TOKEN = 'POST /oauth/token'

const GOOD = [
  request(0, TOKEN),
  ...[1, 2, 3, 4].map((at) => request(at, ORDERS)),
  request(11, ORDERS, 401),
  request(11.1, TOKEN),
  request(11.2, ORDERS),
  request(21, ORDERS, 401),
  request(21.1, TOKEN, 401),
]
const grade = (requests: ReturnType<typeof request>[]) =>
  verdictsOf(tokens.grade(evidenceOf({ requests, marks }, {})))

test('a connector that keeps, renews and gives up its token passes', () => {
  expect(grade(GOOD)).toEqual({ reuse: 'passed', renewal: 'passed', url: 'passed', revocation: 'passed' })
})

describe('each mistake fails its requirement alone', () => {
  test.each([
    ['a token for each request', 'reuse', [...GOOD, request(2.1, TOKEN), request(3.1, TOKEN)]],
    ['an old token after the renewal', 'renewal', [...GOOD, request(11.3, ORDERS, 401)]],
    ['no repetition', 'renewal', GOOD.filter(({ arrivedMs }) => arrivedMs !== 11_200)],
    ['a token in a URL', 'url', [...GOOD, request(5, ORDERS, 200, { credentialsInUrl: true })]],
    ['one more token request', 'revocation', [...GOOD, request(26, TOKEN, 401)]],
    [
      'requests with the revoked token',
      'revocation',
      [...GOOD.slice(0, -1), ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => request(21 + at, ORDERS, 401))],
    ],
  ])('%s', (_, requirement, requests) => {
    expect(grade(requests)).toEqual({ ...grade(GOOD), [requirement]: 'failed' })
  })
})

test('what the connector gave no occasion to see is skipped', () => {
  expect(grade([])).toEqual({ reuse: 'skipped', renewal: 'skipped', url: 'passed', revocation: 'passed' })
})

test('what was under way at the revocation does not count', () => {
  expect(grade([...GOOD, request(22, ORDERS, 401)])).toEqual(grade(GOOD))
})

test('a token that was renewed before it was refused is fine', () => {
  expect(grade(GOOD.filter(({ arrivedMs }) => arrivedMs !== 11_000))).toMatchObject({ renewal: 'passed' })
})
