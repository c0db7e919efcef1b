import { expect, test } from 'vitest'
import { HOLDING_STOCK, MOVES, moveFrom, type OrderPayMove, STATUSES, shortestPath } from './move-table.ts'

test('an order goes from draft to payout, and can be cancelled until it is paid', () => {
  const way = STATUSES.slice(0, -1)
  for (const [i, from] of way.slice(0, -1).entries())
    expect(shortestPath(from, way[i + 1] ?? 'created')).toHaveLength(1)
  expect(shortestPath('created', 'brand_paid')).toHaveLength(way.length - 1)
  const cancellable = STATUSES.filter((status) => moveFrom(status, 'cancel'))
  expect(cancellable).toEqual(['created', 'brand_confirmed'])
  for (const status of STATUSES)
    expect(shortestPath('cancelled', status)?.length).toBe(status === 'cancelled' ? 0 : undefined)
  expect(shortestPath('payment_confirmed', 'cancelled')).toBeUndefined()
  expect(shortestPath('shipped', 'created')).toBeUndefined()
})

test('stock is reserved from confirmation to shipment or cancellation, and a payment is opened once', () => {
  for (const { from, to, stock } of MOVES as readonly OrderPayMove[]) {
    const [before, after] = [HOLDING_STOCK.has(from), HOLDING_STOCK.has(to)]
    const expected = before === after ? [undefined] : after ? ['reserve'] : ['release', 'ship']
    expect(expected, `${from} to ${to}`).toContain(stock)
  }
  const effects = (MOVES as readonly OrderPayMove[]).map(({ from, to, payment }) => [from, to, payment])
  const isOpen = (status: string) => status === 'brand_confirmed'
  for (const [from = '', to = '', payment] of effects) {
    if (isOpen(from)) expect(['succeed', 'cancel'], `${from} to ${to}`).toContain(payment)
    else expect(payment).toBe(isOpen(to) ? 'open' : undefined)
  }
})
