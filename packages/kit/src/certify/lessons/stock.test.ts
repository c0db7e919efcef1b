import { describe, expect, test } from 'vitest'
import { evidenceOf, request, verdictsOf } from './fixtures.ts'
import { type Change, type StockFacts, stock } from './stock.ts'

const change = (more: Partial<Change> = {}): Change => ({
  sku: 'HELD',
  variantId: 'v1',
  asked: 35,
  before: 60,
  reserved: 7,
  after: 35,
  seconds: 1.5,
  askedMs: 10_000,
  refusal: null,
  corrections: 1,
  ...more,
})
const KEPT = { sku: 'HELD', asked: 35, onHand: 35, reserved: 10 }
const GOOD: StockFacts = {
  changes: [change(), change({ asked: 90, before: 35, after: 90, askedMs: 20_000 })],
  kept: KEPT,
}
const write = (at: number, quantity: number, status = 200) =>
  request(at, 'PATCH /api/v1/product-variants/v1/stock', status, {
    requestBody: JSON.stringify({ data: { attributes: { stockQuantity: quantity } } }),
  })
const bulkOf = (count: number) =>
  request(12, 'POST /api/v1/operations', 200, {
    requestBody: JSON.stringify({
      'atomic:operations': Array.from({ length: count }, (_, i) => ({
        op: 'update',
        data: { id: `other-${i}`, attributes: { stockQuantity: i } },
      })),
    }),
  })
const WRITES = [write(11, 35), write(21, 90)]
const grade = (facts: StockFacts, requests = WRITES) =>
  verdictsOf(stock.grade(evidenceOf({ requests }, facts)))

test('a connector that writes what was counted passes', () => {
  expect(grade(GOOD, [...WRITES, bulkOf(50)])).toEqual({
    onHand: 'passed',
    timely: 'passed',
    kept: 'passed',
    once: 'passed',
    bulk: 'passed',
  })
  expect(grade(GOOD)).toMatchObject({ bulk: 'skipped' })
})

describe('each mistake fails its requirement alone', () => {
  const first = (more: Partial<Change>) => ({ ...GOOD, changes: [change(more), ...GOOD.changes.slice(1)] })
  test.each<[string, string, StockFacts, typeof WRITES]>([
    ['reserved pieces are added', 'onHand', first({ after: 42, seconds: null }), WRITES],
    ['nothing is written', 'timely', first({ after: 60, seconds: null }), []],
    ['it is written late', 'timely', first({ seconds: 75 }), WRITES],
    ['the action is refused', 'timely', first({ after: 60, seconds: null, refusal: '500' }), []],
    ['pieces of an order are subtracted', 'kept', { ...GOOD, kept: { ...KEPT, onHand: 32 } }, WRITES],
    ['a change is corrected twice', 'once', first({ corrections: 3 }), WRITES],
    ['a change is written thrice', 'once', GOOD, [...WRITES, write(12, 35), write(13, 35)]],
    ['51 entries', 'bulk', GOOD, [...WRITES, bulkOf(51)]],
  ])('%s', (_, requirement, facts, requests) => {
    expect(grade(facts, requests)).toEqual({ ...grade(GOOD), [requirement]: 'failed' })
  })
})

test('a write that is repeated because it failed is fine, and so is the same quantity twice', () => {
  const requests = [...WRITES, write(11.2, 35, 500), write(11.4, 35, 500), write(11.6, 35)]
  expect(grade(GOOD, requests)).toMatchObject({ once: 'passed' })
})

test('what the connector gave no occasion to see is skipped', () => {
  const never = change({ after: 60, seconds: null })
  expect(grade({ changes: [never], kept: null }, [])).toEqual({
    onHand: 'skipped',
    timely: 'failed',
    kept: 'skipped',
    once: 'skipped',
    bulk: 'skipped',
  })
})
