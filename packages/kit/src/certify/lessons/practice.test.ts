import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../evidence.ts'
import { graded } from '../lesson.ts'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { practice } from './practice.ts'

const HEADERS = { 'user-agent': 'my-connector/1.2', 'accept-encoding': 'gzip, deflate' }
const STOCK = '/api/v1/product-variants/v/stock'

const made = (at: number, line: string, headers: object = {}, more: Partial<RecordedRequest> = {}) =>
  request(at, line, 200, {
    requestHeaders: { ...HEADERS, ...headers },
    responseHeaders: { etag: '"a"' },
    ...more,
  })

const setting = (meta?: object) => ({
  requestBody: JSON.stringify({ data: { attributes: { stockQuantity: 7 }, meta } }),
})

const bulk = (...metas: (object | undefined)[]) => ({
  requestBody: JSON.stringify({
    'atomic:operations': metas.map((meta) => ({ data: { attributes: { stockQuantity: 7 }, meta } })),
  }),
})

const GOOD = [
  made(1, 'GET /api/v1/orders/a'),
  made(2, 'POST /api/v1/orders/a/-actions/transition'),
  made(3, 'GET /api/v1/product-variants/v'),
  made(4, `PATCH ${STOCK}`, { 'if-match': '"a"' }, setting()),
  made(5, 'GET /api/v1/product-variants/v', { 'if-none-match': '"a"' }),
  made(6, `PATCH ${STOCK}`, {}, setting({ expectedStockQuantity: 7 })),
  made(7, 'POST /api/v1/operations', {}, bulk({ expectedStockQuantity: 7 }, { expectedStockQuantity: null })),
]
const move = { command: 'accept', from: null, to: 'brand_confirmed', at: '', isByConnector: true }
const orders = [{ id: 'orders/a', status: 'brand_confirmed', moves: [move] }]
const PASSED = {
  'user-agent': 'passed',
  locking: 'passed',
  'requests-per-order': 'passed',
  conditional: 'passed',
  compression: 'passed',
}

const grade = (requests: readonly RecordedRequest[], decided = orders) =>
  verdictsOf(graded(practice, evidenceOf({ requests, orders: decided }, {})))

test('a polite connector passes', () => {
  expect(grade(GOOD)).toEqual(PASSED)
})

describe('each habit is a warning, and nothing more', () => {
  test.each([
    ['the name of a library', 'user-agent', made(8, 'GET /api/v1/me', { 'user-agent': 'undici' })],
    ['no name', 'user-agent', made(8, 'POST /oauth/token', { 'user-agent': undefined })],
    ['a blind write', 'locking', made(8, `PATCH ${STOCK}`, {}, setting())],
    [
      'a blind write in bulk',
      'locking',
      made(8, 'POST /api/v1/operations', {}, bulk({ expectedStockQuantity: 1 }, undefined)),
    ],
    ['the same again', 'conditional', made(8, 'GET /api/v1/product-variants/v')],
    ['plain text only', 'compression', made(8, 'GET /api/v1/me', { 'accept-encoding': 'identity' })],
  ])('%s', (_, requirement, mistake) => {
    expect(grade([...GOOD, mistake])).toEqual({ ...PASSED, [requirement]: 'warning' })
  })

  test('many requests for one order', () => {
    const more = [10, 11, 12, 13, 14].map((at) => made(at, `GET /api/v1/orders/a/part-${at}`))
    expect(grade([...GOOD, ...more])).toEqual({ ...PASSED, 'requests-per-order': 'warning' })
  })
})

test('what the connector gave no occasion to see is skipped', () => {
  expect(new Set(Object.values(grade([], [])))).toEqual(new Set(['skipped']))
})

test('writes that set no quantity need no lock', () => {
  const policy = { requestBody: JSON.stringify({ data: { attributes: { inventoryPolicy: 'deny' } } }) }
  expect(grade([made(1, `PATCH ${STOCK}`, {}, policy)])).toMatchObject({ locking: 'skipped' })
})

test('another process, which has another token, cannot know the tag', () => {
  const other = made(8, 'GET /api/v1/product-variants/v', {}, { tokenFingerprint: 'second' })
  expect(grade([...GOOD, other])).toEqual(PASSED)
})

test('a response without a tag cannot be asked for with it', () => {
  const plain = [1, 2].map((at) => made(at, 'GET /api/v1/me', {}, { responseHeaders: {} }))
  expect(grade(plain)).toMatchObject({ conditional: 'skipped' })
})
