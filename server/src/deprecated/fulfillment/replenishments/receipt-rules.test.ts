import { expect, test } from 'vitest'
import { planReceipt } from './receipt-rules.ts'

const moves = (...args: Parameters<typeof planReceipt>) =>
  planReceipt(...args).map(({ type, from, to, lines }) => [
    type,
    `${from} → ${to}`,
    ...lines.map(({ variantId, quantity }) => `${quantity} ${variantId}`),
  ])
const announced = new Map([
  ['tea', 10],
  ['cup', 4],
])

test('announced batches move from incoming to the status that the warehouse reports', () => {
  const counted = [
    { variantId: 'tea', status: 'available', quantity: 7 },
    { variantId: 'tea', status: 'damaged', quantity: 3 },
    { variantId: 'cup', status: 'available', quantity: 4 },
  ] as const
  expect(moves(announced, counted, { isLast: true })).toEqual([
    ['replenishment', 'incoming → available', '7 tea', '4 cup'],
    ['replenishment', 'incoming → damaged', '3 tea'],
  ])
})

test('surplus batches are a mismatch at once, and missing ones only at the last receipt', () => {
  const counted = [{ variantId: 'tea', status: 'available', quantity: 12 }] as const
  const surplus = [
    ['replenishment', 'incoming → available', '10 tea'],
    ['replenishment_mismatch', 'void → available', '2 tea'],
  ]
  expect(moves(announced, counted, { isLast: false })).toEqual(surplus)
  expect(moves(announced, counted, { isLast: true })).toEqual([
    ...surplus,
    ['replenishment_mismatch', 'incoming → void', '4 cup'],
  ])
  expect(moves(announced, [], { isLast: true })).toEqual([
    ['replenishment_mismatch', 'incoming → void', '10 tea', '4 cup'],
  ])
})
