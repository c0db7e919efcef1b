import { eventType } from '../../../platform/outbox.ts'

/** For the simulated warehouse; subscribers are not told. */
export const fulfillmentOrderMoved = eventType('fulfillment_order.moved', {
  meaning: 'A fulfillment order was moved.',
})
