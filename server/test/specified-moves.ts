/**
 * The specification's table of order statuses, row by row, and the moves that it leaves to the implementation. Written
 * from its text, not from the code, so that tests can compare the code with it. Each row names the corresponding
 * command.
 */

export interface SpecifiedMove {
  from: string | null
  /** The wording of the table. */
  movedBy: string
  to: string
  event: string | null
  command: string
  by: readonly string[]
}

export const SPECIFIED_STATUSES = [
  'ankor_confirmed',
  'rejected',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
  'shipped',
  'received',
  'reception_refused',
  'invoiced',
  'brand_paid',
  'cancelled',
]

const row = (
  from: string | null,
  movedBy: string,
  to: string,
  event: string | null,
  command: string,
  ...by: string[]
): SpecifiedMove => ({ from, movedBy, to, event, command, by })

// biome-ignore format: a table is read by its columns.
export const SPECIFIED_MOVES: readonly SpecifiedMove[] = [
  row('ankor_confirmed', 'transition brand-validates', 'brand_confirmed', 'order.brand_accepted', 'brand-validates', 'brand'),
  row('ankor_confirmed', 'transition brand-rejects', 'rejected', 'order.brand_rejected', 'brand-rejects', 'brand'),
  row('rejected', 'once the marketplace approves', 'cancelled', 'order.cancelled', 'approve-rejection', 'marketplace'),
  row('brand_confirmed', 'confirm quote of a custom carrier', 'shipped', 'order.shipped', 'confirm-carrier-quote', 'brand'),
  row('brand_confirmed', 'confirm marketplace-label quote, then a background job', 'shipping_labels_generated', 'order.shipping_labels_generated', 'generate-labels', 'marketplace'),
  row('brand_confirmed', 'request fulfillment', 'fulfillment_requested', null, 'brand-requests-fulfillment', 'brand'),
  row('shipping_labels_generated', 'transition brand-resets-shipping-labels-generation', 'brand_confirmed', 'order.shipping_labels_generated_reverted', 'brand-resets-shipping-labels-generation', 'brand'),
  row('shipping_labels_generated', 'carrier pickup scan', 'shipped', 'order.shipped', 'scan-parcel', 'carrier'),
  row('fulfillment_requested', 'fulfilled, external', 'shipped', null, 'fulfil', 'carrier', 'marketplace'),
  row('shipped', 'retailer receipt, automatic or by hand', 'received', 'order.shipment_received', 'acknowledge-reception', 'retailer', 'carrier'),
  row('shipped', 'retailer refuses reception', 'reception_refused', 'order.shipment_refused', 'refuse-reception', 'retailer'),
  row('reception_refused', 'marketplace approves the reason', 'cancelled', 'order.cancelled', 'approve-refusal', 'marketplace'),
  row('reception_refused', 'issues resolved by marketplace', 'received', null, 'settle-refusal', 'marketplace'),
  row('reception_refused', 'issues resolved by brand', 'received', null, 'brand-settles-refusal', 'brand'),
  row('received', 'final invoice issued', 'invoiced', null, 'issue-invoice', 'marketplace'),
  row('invoiced', 'brand paid in full', 'brand_paid', 'order.brand_paid', 'pay-brand', 'marketplace'),
]

/** Moves without a row in the table; `movedBy` names their source. */
// biome-ignore format: a table is read by its columns.
export const OWN_MOVES: readonly SpecifiedMove[] = [
  row(null, 'a new order arrives in ankor_confirmed, says the text above the table', 'ankor_confirmed', 'order.brand_created', 'submit', 'retailer'),
  row('brand_confirmed', 'an acceptance is reverted by contacting the marketplace, says the text below it', 'ankor_confirmed', 'order.brand_accepted_reverted', 'revert-acceptance', 'marketplace'),
  row('rejected', 'the same text, for a rejection; an approval that cannot be refused were none', 'ankor_confirmed', 'order.brand_accepted_reverted', 'refuse-rejection', 'marketplace'),
  row('ankor_confirmed', 'a retailer may ask for a cancellation, says an attribute, and somebody decides on it', 'cancelled', 'order.cancelled', 'approve-cancellation', 'marketplace'),
  row('fulfillment_requested', 'fulfillment ends on a day, says the text on deprecations, and no order may be stuck', 'brand_confirmed', null, 'take-back-fulfillment', 'marketplace'),
]

/** Alternative names of events, which the integration guidance uses. */
export const TWIN_EVENTS: Readonly<Record<string, string>> = {
  'order.brand_accepted': 'order.brand_confirmed',
  'order.shipment_received': 'order.received',
}

/** The published events that report a change of status. Edited addresses have two more. */
export const STATUS_EVENTS = [
  'order.brand_created',
  'order.brand_accepted',
  'order.brand_rejected',
  'order.shipping_labels_generated',
  'order.shipped',
  'order.shipment_received',
  'order.shipment_refused',
  'order.brand_paid',
  'order.cancelled',
  'order.brand_accepted_reverted',
  'order.shipping_labels_generated_reverted',
]

/** Orders in one of these statuses have their items reserved; all others hold no stock. */
export const HOLD_STOCK = [
  'ankor_confirmed',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
]

/** Final statuses. */
export const END_STATUSES = ['brand_paid', 'cancelled']

/** The types of reasons that `brand-rejects` accepts. */
export const SPECIFIED_REJECT_TYPES = [
  'BRAND_ALREADY_HAS_CUSTOMER_IN_THE_AREA',
  'BRAND_CANNOT_DELIVER_TO_THE_AREA',
  'BRAND_HAS_EXCLUSIVE_DISTRIBUTOR_IN_THE_REGION',
  'BUYER_NOT_A_RETAILER',
  'ORDER_ITEMS_PRICES_INCORRECT',
  'PAYMENT_ISSUES_WITH_RETAILER',
  'PREPARATION_TIME_TOO_HIGH',
  'PRODUCT_OUT_OF_STOCK',
  'PURCHASE_NOT_FOR_RESALE',
  'RETAILER_AGREED_TO_DO_CHANGES_TO_ORDER',
  'RETAILER_NOT_GOOD_FIT_FOR_BRAND',
  'RETAILER_VAT_NUMBER_MISSING',
  'OTHER',
]

/** The types of reasons that `brand-resets-shipping-labels-generation` accepts. */
export const SPECIFIED_RESET_TYPES = [
  'BRAND_NEED_MORE_LABELS_TO_SHIP',
  'BRAND_PUT_WRONG_WEIGHT_DIMENSIONS',
  'BRAND_SHIPS_WITH_DIFFERENT_CARRIER',
  'PROBLEM_DURING_SHIPPING_LABEL_GENERATION',
  'RETAILER_ASKED_DELIVERY_ADDRESS_CHANGE',
  'SHIPPING_ADDRESS_MISMATCHES_PICKUP_ADDRESS',
  'OTHER',
]
