import { eventType } from '../../../platform/events/outbox.ts'

/** Internal event that schedules the next step of the warehouse. It is not delivered to webhook subscribers. */
export const fulfillmentOrderMoved = eventType('fulfillment_order.moved', {
  meaning: 'A fulfillment order was moved.',
})
