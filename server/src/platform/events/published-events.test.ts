import { expect, test } from 'vitest'
import { modulesFor } from '../../composition.ts'
import { eventType } from './outbox.ts'
import { publishedEvents } from './published-events.ts'

/** The specification's table of events, in its order, but for those that end. */
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
/** Named by the guidance for integrators, each beside an event of the table. */
const GUIDANCE = {
  'order.brand_confirmed': 'order.brand_accepted',
  'order.received': 'order.shipment_received',
}

const declared = modulesFor('production').flatMap((module) => module.events ?? [])
const published = publishedEvents([{ events: declared.filter(({ endsAt }) => endsAt === undefined) }])

test('the modules declare the events of the specification, all of them and no others', () => {
  expect(published.types.map(({ name }) => name)).toEqual(SPECIFIED)
})

test('the two names of the guidance stand beside their events', () => {
  expect(published.names.filter((name) => !SPECIFIED.includes(name)).sort()).toEqual(
    Object.keys(GUIDANCE).sort(),
  )
  for (const [twin, name] of Object.entries(GUIDANCE)) expect(published.find(twin)?.name).toBe(name)
})

test('orders show themselves', () => {
  for (const { name, shows } of published.types) expect(shows, name).toBe('order')
})

test('an event is open until its end, by all of its names, and one without an end for good', () => {
  const endsAt = new Date('2027-02-01T00:00:00Z')
  const box = eventType('box.made', { twins: ['box.built'], shows: 'order', meaning: 'It was made.', endsAt })
  const { isOpen } = publishedEvents([{ events: [...declared, box] }])
  for (const name of ['box.made', 'box.built', ...published.names]) {
    expect(isOpen(name, new Date(endsAt.getTime() - 1)), name).toBe(true)
    expect(isOpen(name, endsAt), name).toBe(!name.startsWith('box.'))
  }
  expect(isOpen('order.lost', endsAt)).toBe(false)
})

test('what shows nothing is for the modules themselves', () => {
  expect(published.find('application.revoked')).toBeUndefined()
})
