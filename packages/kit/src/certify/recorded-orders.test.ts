import { describe, expect, test } from 'vitest'
import { problemInRecords, recordsOf } from './recorded-orders.ts'

const one = { id: 'one', status: 'shipped' }

test('what is recorded of an order is found by its id', () => {
  const books = { orders: [one, { id: 'two', status: 'rejected' }, null, one], actions: [one] }
  expect(recordsOf(books, 'one')).toEqual([one, one])
})

test.each([null, 'text', {}, { orders: 'none' }, { orders: {} }])('%j has no orders', (books) => {
  expect(recordsOf(books, 'one')).toEqual([])
})

describe('an order is recorded once and as it is', () => {
  test.each<[string, readonly (typeof one)[], string | undefined]>([
    ['or it is fine', [one], undefined],
    ['not never', [], 'The books have nothing with the id one.'],
    ['not twice', [one, one], 'The books have the order one 2 times.'],
    [
      'not otherwise',
      [{ id: 'one', status: 'received' }],
      'The books have the order one as "received", and it is shipped.',
    ],
  ])('%s', (_, records, problem) => {
    expect(problemInRecords(records, one)).toBe(problem)
  })
})
