/** Internal events that schedule the next step of the warehouse. They are not delivered to webhook subscribers. */
import { eventType } from '../../platform/events/outbox.ts'

export const itemDeclared = eventType('fulfillment_item.declared', {
  meaning: 'A variant was declared to the warehouse.',
})

export const replenishmentMoved = eventType('replenishment.moved', {
  meaning: 'Goods are further on their way to the warehouse.',
})
