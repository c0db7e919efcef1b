/** Events of external orders, published until the end of the group. */

import { END } from '../../modules/ended/groups.ts'
import { eventType } from '../../platform/events/outbox.ts'

const event = (name: string, meaning: string) =>
  eventType(name, { shows: 'masterOrder', meaning, endsAt: END })

export const externalOrderEvents = {
  created: event('external_order.created', 'An order from elsewhere was created.'),
  awaitingFulfillment: event('external_order.awaiting_fulfillment', 'It waits for its fulfillment.'),
  cancelled: event('external_order.cancelled', 'It was cancelled.'),
  shipped: event('external_order.shipped', 'It left the warehouse.'),
  arrived: event('external_order.arrived', 'It arrived and is complete.'),
}
