import { expect, test } from 'vitest'
import { END } from '../../deprecated/end.ts'
import { modulesFor } from '../index.ts'
import { knownEvents } from './known-events.ts'

/** The specification's table of events, in its order. */
const SPECIFIED = `
  order.brand_created
  order.brand_accepted
  order.brand_rejected
  order.billing_address_updated
  order.shipping_address_updated
  order.shipping_labels_generated
  order.shipped
  order.shipment_received
  order.shipment_refused
  order.brand_paid
  order.cancelled
  order.brand_accepted_reverted
  order.shipping_labels_generated_reverted
  external_order.created
  external_order.awaiting_fulfillment
  external_order.cancelled
  external_order.shipped
  external_order.arrived`
  .trim()
  .split(/\s+/)
/** Named by the guidance for integrators, each beside an event of the table. */
const GUIDANCE = {
  'order.brand_confirmed': 'order.brand_accepted',
  'order.received': 'order.shipment_received',
}

const known = knownEvents(modulesFor('production').flatMap((module) => module.events ?? []))

test('the modules declare the events of the specification, all of them and no others', () => {
  expect(known.list.map(({ name }) => name)).toEqual(SPECIFIED)
})

test('the two names of the guidance stand beside their events', () => {
  expect(known.names.filter((name) => !SPECIFIED.includes(name)).sort()).toEqual(Object.keys(GUIDANCE).sort())
  for (const [twin, name] of Object.entries(GUIDANCE)) expect(known.find(twin)?.name).toBe(name)
})

test('orders show themselves, external orders their master order', () => {
  for (const { name, shows } of known.list) {
    expect(shows, name).toBe(name.startsWith('external_order.') ? 'masterOrder' : 'order')
  }
})

test('external orders end on 1 December 2026, the others never', () => {
  const before = new Date(END.getTime() - 1)
  expect(END.toISOString()).toBe('2026-12-01T00:00:00.000Z')
  for (const name of known.names) {
    expect(known.isOpen(name, before), name).toBe(true)
    expect(known.isOpen(name, END), name).toBe(!name.startsWith('external_order.'))
  }
  expect(known.isOpen('order.lost', before)).toBe(false)
})

test('what shows nothing is for the modules themselves', () => {
  expect(
    knownEvents(modulesFor('production').flatMap((module) => module.events ?? [])).find(
      'application.revoked',
    ),
  ).toBeUndefined()
})
