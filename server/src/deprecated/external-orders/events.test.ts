import { expect, test } from 'vitest'
import { END } from '../../modules/ended/groups.ts'
import { externalOrders } from './index.ts'

/** The external-order events of the specification's event table, in its order. */
const SPECIFIED = ['created', 'awaiting_fulfillment', 'cancelled', 'shipped', 'arrived'].map(
  (name) => `external_order.${name}`,
)

test('the events are those of the specification, show the master order, and end on 1 December 2026', () => {
  const told = (externalOrders.events ?? []).filter(({ shows }) => shows !== null)
  expect(told.map(({ name }) => name)).toEqual(SPECIFIED)
  expect(END.toISOString()).toBe('2026-12-01T00:00:00.000Z')
  for (const { shows, endsAt, twins } of told)
    expect([shows, endsAt, twins]).toEqual(['masterOrder', END, []])
})
