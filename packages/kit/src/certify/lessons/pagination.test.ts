import { describe, expect, test } from 'vitest'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { pagination } from './pagination.ts'

const ORDERS = 'GET /api/v1/orders'
const FIRST = request(1, `${ORDERS}?page[limit]=50`)
const NEXT = request(2, `${ORDERS}?page%5Blimit%5D=50&page%5Bafter%5D=o50&marker=m4rk`)
const GOOD = [FIRST, NEXT]
const FACTS = { marker: 'm4rk', leftByLists: [] as string[], left: [] as string[] }
const marks = { delivering: 10 }

const grade = (requests: readonly ReturnType<typeof request>[], facts = FACTS) =>
  verdictsOf(pagination.grade(evidenceOf({ requests, marks }, facts)))

test('a connector that follows links to the end passes', () => {
  expect(grade(GOOD)).toEqual({ links: 'passed', complete: 'passed', limits: 'passed' })
})

const tooLarge = { responseBody: '{"errors":[{"source":{"parameter":"page[limit]"}}]}' }
const bulk = (count: number) => ({
  requestBody: JSON.stringify({ 'atomic:operations': Array.from({ length: count }, () => ({})) }),
})
const withPrev = {
  responseBody: JSON.stringify({ links: { prev: 'http://localhost/api/v1/orders?page%5Bbefore%5D=o40' } }),
}

describe('each mistake fails its requirement alone', () => {
  test.each([
    ['a cursor of its own', 'links', [FIRST, request(2, `${ORDERS}?page[after]=o50`)]],
    ['the mark of another run', 'links', [FIRST, request(2, `${ORDERS}?page[after]=o50&marker=other`)]],
    ['a page number', 'links', [...GOOD, request(3, `${ORDERS}?page[number]=2`, 400)]],
    [
      'a cursor of its own in place of the link to the page before',
      'links',
      [...GOOD, request(3, ORDERS, 200, withPrev), request(4, `${ORDERS}?page[before]=o40`)],
    ],
    ['a page that is too large', 'limits', [...GOOD, request(3, `${ORDERS}?page[limit]=200`, 400, tooLarge)]],
    ['a body that is too large', 'limits', [...GOOD, request(3, 'POST /api/v1/operations', 413)]],
    ['too many updates', 'limits', [...GOOD, request(3, 'POST /api/v1/operations', 422, bulk(51))]],
  ])('%s', (_, requirement, requests) => {
    expect(grade(requests)).toEqual({ ...grade(GOOD), [requirement]: 'failed' })
  })

  test.each([
    ['an order that its lists did not reach', { ...FACTS, leftByLists: ['o51'] }],
    ['an order that arrived meanwhile', { ...FACTS, left: ['o106'] }],
  ])('%s', (_, facts) => {
    expect(grade(GOOD, facts)).toEqual({ ...grade(GOOD), complete: 'failed' })
  })
})

test('without lists of orders it may wait for webhooks, and there are no pages to see', () => {
  const requests = [request(1, 'GET /api/v1/me'), request(11, ORDERS)]
  expect(grade(requests, { ...FACTS, leftByLists: ['o1', 'o2'] })).toEqual({
    links: 'skipped',
    complete: 'passed',
    limits: 'skipped',
  })
})

test('the first page again and again is enough', () => {
  expect(grade([FIRST, request(2, `${ORDERS}?page[limit]=50`)])).toMatchObject({
    links: 'skipped',
    complete: 'passed',
  })
})

test('what is newer than a known order may be asked for', () => {
  expect(grade([...GOOD, request(3, `${ORDERS}?page[before]=o1`)])).toEqual(grade(GOOD))
})

test('a 400 or 422 for another reason is none of this lesson', () => {
  const other = [
    request(3, `${ORDERS}?page[limit]=100&sort=what`, 400),
    request(4, 'POST /api/v1/operations', 422, bulk(50)),
  ]
  expect(grade([...GOOD, ...other])).toEqual(grade(GOOD))
})
