import { expect, test } from 'vitest'
import { modulesFor } from '../../composition.ts'
import { eventType } from './outbox.ts'
import { publishedEvents } from './published-events.ts'

/** The specification's table of events, in its order, without the events that have an end date. */
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
  order.shipping_labels_generated_reverted`
  .trim()
  .split(/\s+/)
/** Names from the guidance for integrators, each an alias of an event in the table. */
const GUIDANCE = {
  'order.brand_confirmed': 'order.brand_accepted',
  'order.received': 'order.shipment_received',
}

const declared = modulesFor('production').flatMap((module) => module.events ?? [])
const published = publishedEvents([{ events: declared.filter(({ endsAt }) => endsAt === undefined) }])

test('the modules declare the events of the specification, all of them and no others', () => {
  expect(published.types.map(({ name }) => name)).toEqual(SPECIFIED)
})

test('the two names of the guidance are aliases of their events', () => {
  expect(published.names.filter((name) => !SPECIFIED.includes(name)).sort()).toEqual(
    Object.keys(GUIDANCE).sort(),
  )
  for (const [twin, name] of Object.entries(GUIDANCE)) expect(published.find(twin)?.name).toBe(name)
})

test('every published event renders an order', () => {
  for (const { name, shows } of published.types) expect(shows, name).toBe('order')
})

test('an event is open until its end date under all of its names, and always if it has no end date', () => {
  const endsAt = new Date('2027-02-01T00:00:00Z')
  const box = eventType('box.made', { twins: ['box.built'], shows: 'order', meaning: 'It was made.', endsAt })
  const { isOpen } = publishedEvents([{ events: [...declared, box] }])
  for (const name of ['box.made', 'box.built', ...published.names]) {
    expect(isOpen(name, new Date(endsAt.getTime() - 1)), name).toBe(true)
    expect(isOpen(name, endsAt), name).toBe(!name.startsWith('box.'))
  }
  expect(isOpen('order.lost', endsAt)).toBe(false)
})

test('an event that renders no resource is not published', () => {
  expect(published.find('application.revoked')).toBeUndefined()
})
