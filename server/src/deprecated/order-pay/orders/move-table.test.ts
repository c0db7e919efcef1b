import { expect, test } from 'vitest'
import { HOLDING_STOCK, MOVES, type Move, moveFrom, STATUSES, wayBetween } from './move-table.ts'

test('an order goes from draft to payout, and can be cancelled until it is paid', () => {
  const way = STATUSES.slice(0, -1)
  for (const [i, from] of way.slice(0, -1).entries())
    expect(wayBetween(from, way[i + 1] ?? 'created')).toHaveLength(1)
  expect(wayBetween('created', 'brand_paid')).toHaveLength(way.length - 1)
  const cancellable = STATUSES.filter((status) => moveFrom(status, 'cancel'))
  expect(cancellable).toEqual(['created', 'brand_confirmed'])
  for (const status of STATUSES)
    expect(wayBetween('cancelled', status)?.length).toBe(status === 'cancelled' ? 0 : undefined)
  expect(wayBetween('payment_confirmed', 'cancelled')).toBeUndefined()
  expect(wayBetween('shipped', 'created')).toBeUndefined()
})

test('stock is held from the confirmation until it leaves or is free again, and a payment lives once', () => {
  for (const { from, to, stock } of MOVES as readonly Move[]) {
    const [before, after] = [HOLDING_STOCK.has(from), HOLDING_STOCK.has(to)]
    const expected = before === after ? [undefined] : after ? ['reserve'] : ['release', 'ship']
    expect(expected, `${from} to ${to}`).toContain(stock)
  }
  const effects = (MOVES as readonly Move[]).map(({ from, to, payment }) => [from, to, payment])
  const isOpen = (status: string) => status === 'brand_confirmed'
  for (const [from = '', to = '', payment] of effects) {
    if (isOpen(from)) expect(['succeed', 'cancel'], `${from} to ${to}`).toContain(payment)
    else expect(payment).toBe(isOpen(to) ? 'open' : undefined)
  }
})
