/** Compares the move table with the specification in both directions, and checks rules that span several rows. */
import { describe, expect, test } from 'vitest'
import {
  END_STATUSES,
  HOLD_STOCK,
  OWN_MOVES,
  SPECIFIED_MOVES,
  SPECIFIED_STATUSES,
  type SpecifiedMove,
  STATUS_EVENTS,
  TWIN_EVENTS,
} from '../../../../test/specified-moves.ts'
import { orderEvents } from '../events.ts'
import { HOLDING_STOCK, MOVES, type Move, moveBetween, moveOf, STATUSES } from './move-table.ts'

const moves: readonly Move[] = MOVES
const allowed = [...SPECIFIED_MOVES, ...OWN_MOVES]

const asWritten = ({ from, command, by, to, event }: Move) => ({
  from,
  command,
  by: [...by].sort(),
  to,
  event: event?.name ?? null,
})
const asSpecified = ({ from, command, by, to, event }: SpecifiedMove) => ({
  from,
  command,
  by: [...by].sort(),
  to,
  event,
})

test('the statuses are the eleven of the specification', () => {
  expect(STATUSES).toHaveLength(11)
  expect([...STATUSES].sort()).toEqual([...SPECIFIED_STATUSES].sort())
})

test.each(allowed)('$from, $movedBy: $to', (row) => {
  expect(moves.map(asWritten)).toContainEqual(asSpecified(row))
})

test.each(moves)('$command is specified, or listed as an addition', (move) => {
  expect(allowed.map(asSpecified)).toContainEqual(asWritten(move))
})

test('each command has one row, so it is possible in one status', () => {
  const commands = moves.map(({ command }) => command)
  expect(new Set(commands).size).toBe(commands.length)
  for (const { command } of MOVES) expect(moveOf(command).command).toBe(command)
})

describe('stock', () => {
  test('is held in the statuses before shipment', () => {
    expect([...HOLDING_STOCK].sort()).toEqual([...HOLD_STOCK].sort())
  })

  test.each(moves)('$command moves stock as its two statuses require', ({ from, to, stock }) => {
    expect(stock).toBe(stockBetween(from, to))
  })

  function stockBetween(from: string | null, to: string): Move['stock'] {
    const [before, after] = [from !== null && HOLD_STOCK.includes(from), HOLD_STOCK.includes(to)]
    if (before === after) return undefined
    if (before) return to === 'shipped' ? 'ship' : 'release'
    // A rejection that is refused reserves the stock again, even if it was sold meanwhile.
    return from === null ? 'reserve' : 'reserve-anyway'
  }
})

describe('events', () => {
  test('are exactly those of the published list', () => {
    const fired = new Set(moves.flatMap(({ event }) => event?.name ?? []))
    expect([...fired].sort()).toEqual([...STATUS_EVENTS].sort())
  })

  test.each(Object.values(orderEvents))(
    'of $name have the documented alternative names',
    ({ name, twins }) => {
      expect(twins).toEqual(TWIN_EVENTS[name] ? [TWIN_EVENTS[name]] : [])
    },
  )
})

test.each(moves)('$command sets the timestamp of its target status, and no other', ({ to, sets }) => {
  const moments: Record<string, string> = { shipped: 'shipped_at', brand_paid: 'brand_paid_at' }
  const now = new Date('2026-03-02T09:00:00Z')
  const set = Object.entries(sets?.({ now }) ?? {}).filter(([, value]) => value === now)
  expect(set).toEqual(moments[to] ? [[moments[to], now]] : [])
})

test.each([
  ['brand-rejects', { brand_reject_type: 'OTHER', brand_reject_reason: 'Sold out.' }],
  ['refuse-rejection', { brand_reject_type: null, brand_reject_reason: null }],
  ['refuse-reception', { retailer_reject_reason: 'Sold out.' }],
  ['confirm-carrier-quote', { shipping_method: 'custom' }],
  ['generate-labels', { shipping_method: 'marketplace' }],
  ['brand-requests-fulfillment', { shipping_method: 'fulfillment' }],
  ['brand-resets-shipping-labels-generation', { shipping_method: null }],
  ['take-back-fulfillment', { shipping_method: null }],
] as const)('%s writes the values of its input, and its fixed values', (command, columns) => {
  const told = { now: new Date('2026-03-02T09:00:00Z'), type: 'OTHER', reason: 'Sold out.' }
  expect(moveOf(command).sets?.(told)).toMatchObject(columns)
})

test('only the end statuses have no further moves', () => {
  const withWayOut = new Set(moves.map(({ from }) => from))
  expect(STATUSES.filter((status) => !withWayOut.has(status)).sort()).toEqual([...END_STATUSES].sort())
})

test('every status can be reached by a new order, and an end status from every status', () => {
  const reachable = (from: string | null) => {
    const found = new Set<string | null>([from])
    for (const at of found) {
      for (const move of moves) if (move.from === at) found.add(move.to)
    }
    return found
  }
  expect(STATUSES.filter((status) => !reachable(null).has(status))).toEqual([])
  for (const status of STATUSES) {
    expect(
      END_STATUSES.some((end) => reachable(status).has(end)),
      status,
    ).toBe(true)
  }
})

describe('the move of parties other than the brand between two statuses', () => {
  const ofOthers = moves.filter(({ from, by }) => from !== null && by.some((party) => party !== 'brand'))

  test.each(ofOthers)('from $from to $to is $command', ({ from, to, command }) => {
    expect(from && moveBetween(from, to)?.command).toBe(command)
  })

  test('does not exist if only the brand can move, or nobody', () => {
    expect(moveBetween('ankor_confirmed', 'brand_confirmed')).toBeUndefined()
    expect(moveBetween('brand_paid', 'ankor_confirmed')).toBeUndefined()
  })
})
