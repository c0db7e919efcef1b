import { eventType } from '../../../platform/outbox.ts'

/** For the simulated warehouse; not published to subscribers. */
export const fulfillmentOrderMoved = eventType('fulfillment_order.moved', {
  meaning: 'A fulfillment order was moved.',
})
