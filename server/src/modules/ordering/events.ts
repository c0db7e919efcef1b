/** The events of orders. Names, and the alternative names (`twins`) of some events, are those of the specification. */
import { eventType } from '../../platform/events/outbox.ts'

/** The resources that the specification includes in a webhook body. */
const includes = ['retailer', 'orderItems', 'billingItems']

const event = (name: string, meaning: string, ...twins: string[]) =>
  eventType(name, { twins, shows: 'order', includes, meaning })

export const orderEvents = {
  created: event('order.brand_created', 'A retailer submitted an order.'),
  accepted: event('order.brand_accepted', 'The brand accepted the order.', 'order.brand_confirmed'),
  rejected: event('order.brand_rejected', 'The brand rejected the order.'),
  billingAddressUpdated: event('order.billing_address_updated', 'The billing address changed.'),
  shippingAddressUpdated: event('order.shipping_address_updated', 'The shipping address changed.'),
  labelsGenerated: event(
    'order.shipping_labels_generated',
    'The labels of the marketplace are there to be downloaded.',
  ),
  shipped: event('order.shipped', "The order left, by the marketplace's shipping or the brand's own."),
  shipmentReceived: event('order.shipment_received', 'The retailer received the order.', 'order.received'),
  shipmentRefused: event('order.shipment_refused', 'The retailer refused the order on its arrival.'),
  paid: event('order.brand_paid', 'The brand was paid for the order.'),
  cancelled: event('order.cancelled', 'The order was cancelled.'),
  acceptedReverted: event(
    'order.brand_accepted_reverted',
    'The decision of the brand was taken back; the order waits for it again.',
  ),
  labelsGeneratedReverted: event(
    'order.shipping_labels_generated_reverted',
    'The labels were reset; the order waits for a new quote.',
  ),
}
