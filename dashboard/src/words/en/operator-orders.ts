import { plural } from './plural.ts'

const orders = (count: number) => plural(count, 'order')

/** What a decision is called, what it asks, and what follows from it. */
interface DecisionWords {
  button: string
  /** Done to one order, which is named, and to several at once. */
  one: (name: string) => string
  many: (count: number) => string
  hint: (count: number) => string
  submit: string
}

const each = (one: string, many: string) => (count: number) => (count === 1 ? one : many)

const decisions: Record<string, DecisionWords> = {
  'approve-cancellation': {
    button: 'Cancel…',
    one: (name) => `Cancel ${name}`,
    many: (count) => `Cancel ${orders(count)}`,
    hint: each(
      'The order is cancelled as the retailer asks, and its reserved stock is free again. Brand and retailer are told. This cannot be undone.',
      'The orders are cancelled as their retailers ask, and their reserved stock is free again. Brands and retailers are told. This cannot be undone.',
    ),
    submit: 'Cancel the order',
  },
  'decline-cancellation': {
    button: 'Decline…',
    one: (name) => `Decline to cancel ${name}`,
    many: (count) => `Decline to cancel ${orders(count)}`,
    hint: each(
      'The order waits for the brand as before. The retailer reads why, and may ask again.',
      'The orders wait for their brands as before. The retailers read why, and may ask again.',
    ),
    submit: 'Decline',
  },
  'approve-rejection': {
    button: 'Approve…',
    one: (name) => `Approve the rejection of ${name}`,
    many: (count) => `Approve the rejection of ${orders(count)}`,
    hint: each(
      'The order is cancelled, and the retailer is told. This cannot be undone.',
      'The orders are cancelled, and the retailers are told. This cannot be undone.',
    ),
    submit: 'Approve',
  },
  'refuse-rejection': {
    button: 'Give back…',
    one: (name) => `Give back ${name}`,
    many: (count) => `Give back ${orders(count)}`,
    hint: each(
      'The order waits for the brand again, which decides anew. Its stock is reserved again, even if it was sold since.',
      'The orders wait for their brands again, which decide anew. Their stock is reserved again, even if it was sold since.',
    ),
    submit: 'Give back',
  },
  'revert-acceptance': {
    button: 'Take back…',
    one: (name) => `Take back the acceptance of ${name}`,
    many: (count) => `Take back the acceptance of ${orders(count)}`,
    hint: each(
      'The order waits for the brand again, which decides anew. Quotes are void.',
      'The orders wait for their brands again, which decide anew. Quotes are void.',
    ),
    submit: 'Take back',
  },
  'decline-revert': {
    button: 'Decline…',
    one: (name) => `Decline to undo the decision on ${name}`,
    many: (count) => `Decline to undo the decisions on ${orders(count)}`,
    hint: each(
      'What the brand decided stands. The brand reads why, and may ask again.',
      'What the brands decided stands. They read why, and may ask again.',
    ),
    submit: 'Decline',
  },
  fulfil: {
    button: 'Mark as shipped…',
    one: (name) => `Mark as shipped: ${name}`,
    many: (count) => `Mark ${orders(count)} as shipped`,
    hint: each(
      'The order counts as shipped by the warehouse.',
      'The orders count as shipped by the warehouse.',
    ),
    submit: 'Mark as shipped',
  },
  'take-back-fulfillment': {
    button: 'Take from the warehouse…',
    one: (name) => `Take from the warehouse: ${name}`,
    many: (count) => `Take ${orders(count)} from the warehouse`,
    hint: each('The brand ships the order itself.', 'The brands ship the orders themselves.'),
    submit: 'Take back',
  },
  'approve-refusal': {
    button: 'Approve the refusal…',
    one: (name) => `Approve the refusal of ${name}`,
    many: (count) => `Approve the refusal of ${orders(count)}`,
    hint: each(
      'The order is cancelled, and the brand is not paid for it. Brand and retailer are told. This cannot be undone.',
      'The orders are cancelled, and the brands are not paid for them. Brands and retailers are told. This cannot be undone.',
    ),
    submit: 'Approve',
  },
  'settle-refusal': {
    button: 'Settle…',
    one: (name) => `Settle the refusal of ${name}`,
    many: (count) => `Settle the refusals of ${orders(count)}`,
    hint: each(
      'The order counts as received, and the brand is paid for it.',
      'The orders count as received, and the brands are paid for them.',
    ),
    submit: 'Settle',
  },
  'issue-invoice': {
    button: 'Invoice…',
    one: (name) => `Invoice ${name}`,
    many: (count) => `Invoice ${orders(count)}`,
    hint: each(
      'The final invoice counts as issued, and the billing address can no longer change. The payout is next.',
      'The final invoices count as issued, and the billing addresses can no longer change. The payouts are next.',
    ),
    submit: 'Mark as invoiced',
  },
  'pay-brand': {
    button: 'Pay…',
    one: (name) => `Pay the brand for ${name}`,
    many: (count) => `Mark ${orders(count)} as paid`,
    hint: each(
      'The brand counts as paid, and is told. Pay it first: this moves no money. It cannot be undone.',
      'The brands count as paid, and are told. Pay them first: this moves no money. It cannot be undone.',
    ),
    submit: 'Mark as paid',
  },
}

/** Where all of them stand together. */
const decisionNames: Record<string, string> = {
  'approve-cancellation': 'Cancel as the retailer asks…',
  'decline-cancellation': 'Decline the cancellation…',
  'approve-rejection': 'Approve the rejection…',
  'refuse-rejection': 'Refuse the rejection…',
  'revert-acceptance': 'Take back the acceptance…',
  'decline-revert': 'Decline to undo the decision…',
  fulfil: 'Mark as shipped…',
  'take-back-fulfillment': 'Take from the warehouse…',
  'approve-refusal': 'Approve the refusal…',
  'settle-refusal': 'Settle the refusal…',
  'issue-invoice': 'Invoice…',
  'pay-brand': 'Pay the brand…',
}

export const operatorOrders = {
  decisions,
  decisionNames,

  pending: {
    title: 'Pending decisions',
    amount: 'Amount',
    kinds: {
      rejections: 'Rejections',
      'refused-receptions': 'Refused receptions',
      'revert-requests': 'Requests to undo',
      'cancellation-requests': 'Cancellations',
      invoices: 'Invoices',
      payouts: 'Payouts',
    } as Record<string, string>,
    /** One decision of each kind. */
    one: {
      rejections: 'Rejection',
      'refused-receptions': 'Refused reception',
      'revert-requests': 'Request to undo',
      'cancellation-requests': 'Cancellation',
      invoices: 'Invoice',
      payouts: 'Payout',
    } as Record<string, string>,
    parties: 'Brand and retailer',
    all: 'All',
    more: (count: number) => `${count}+`,
    filters: 'Filters',
    what: 'What',
    waiting: 'Waiting',
    reason: 'Reason',
    decide: 'Decisions',
    none: 'Nothing waits for your decision.',
    noneMatching: 'Nothing of this kind waits for your decision.',
    showAll: 'Show all decisions',
    oneKind: 'Select decisions of one kind to decide them together.',
  },

  title: 'Orders',
  list: 'Orders of all brands',
  filters: 'Filters',
  search: 'Reference, brand or retailer',
  order: 'Order',
  brand: 'Brand',
  retailer: 'Retailer',
  status: 'Status',
  submitted: 'Submitted',
  total: 'Total',
  empty: 'No retailer has ordered yet.',
  nothingFound: 'No order matches.',
  clearFilters: 'Clear the filters',
  /** Statuses as the marketplace sees them. */
  statuses: {
    ankor_confirmed: 'Waiting for the brand',
    rejected: 'Rejected',
    brand_confirmed: 'Accepted',
    shipping_labels_generated: 'Labels ready',
    fulfillment_requested: 'At the warehouse',
    shipped: 'On the way',
    received: 'Received',
    reception_refused: 'Refused',
    invoiced: 'Invoiced',
    brand_paid: 'Paid',
    cancelled: 'Cancelled',
  } as Record<string, string>,

  page: {
    more: 'More actions',
    items: 'Items',
    product: 'Product',
    unknownProduct: 'A product that was removed',
    price: 'Price per piece',
    quantity: 'Quantity',
    pieces: (count: number) => plural(count, 'piece'),
    amount: 'Amount',
    subtotal: 'Items',
    vat: 'VAT',
    retailerPays: 'Items with VAT',
    brandIsPaid: 'The brand is paid',
    brand: 'Brand',
    retailer: 'Retailer',
    allOf: (name: string) => `All orders of ${name}`,
    shipTo: 'Ship to',
    billTo: 'Bill to',
    change: 'Change…',
    changeOf: {
      billingAddress: 'Change the billing address',
      shippingAddress: 'Change the shipping address',
    },
    changeHint: {
      billingAddress: 'The invoice goes there. The brand is told.',
      shippingAddress:
        'The goods go there. The brand is told; labels that exist keep the old address until it resets them.',
    },
    address: {
      organisationName: 'Company or shop',
      name: 'Person',
      street: 'Street and number',
      postalCode: 'Postal code',
      city: 'City',
      countryCode: 'Country',
    },
    cancellationRequested: (reason: string) => `The retailer asks for a cancellation: ${reason}`,
    revertRequested: (reason: string) => `The brand asks to undo its decision: ${reason}`,
    requestDeclined: (reason: string) => `The last request was declined: ${reason}`,
    rejectedFor: (reason: string) => `The brand rejected it: ${reason}`,
    refusedFor: (reason: string) => `The retailer refused the reception: ${reason}`,
  },

  palette: 'Orders',
}
