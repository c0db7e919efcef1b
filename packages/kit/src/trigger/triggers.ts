/**
 * The requests that cause each event: those of the brand, and requests to `/api/testing` for all other parties. The result
 * is a regular order in that status, with its history.
 */
import { type Client, type Confirmation, ConflictError } from '@tradehall/client'

export interface Step {
  /** The line that is printed. */
  says: string
  /** Returns the order. */
  run(context: StepContext): Promise<{ id: string }>
}

interface StepContext {
  client: Client
  /** Empty before the first step, which is always the arrival of an order. */
  orderId: string
}

export interface Trigger {
  steps: readonly Step[]
}

type PartyStatus =
  | 'ankor_confirmed'
  | 'brand_paid'
  | 'cancelled'
  | 'invoiced'
  | 'received'
  | 'reception_refused'

/** Acts as the retailer, the carrier or the marketplace. */
const advance = (says: string, to: PartyStatus): Step => ({
  says,
  async run({ client, orderId }) {
    try {
      const path = { order: orderId }
      const body = { to }
      return (await client.request('POST', '/api/testing/orders/{order}/-actions/advance', { path, body }))
        .data
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      // The sandbox may have made the transition already: it approves rejections, and its autopilot acts for all parties.
      const order = await client.orders.get(orderId)
      if (order.attributes.status === to) return order
      throw error
    }
  },
})

const ADDRESS = {
  name: 'Jo Verlinden',
  street: 'Kaai 14',
  city: 'Gent',
  postalCode: '9000',
  countryCode: 'BE',
} as const

const changeAddress = (kind: 'billing' | 'shipping'): Step => ({
  says: `the marketplace changes the ${kind} address`,
  async run({ client, orderId }) {
    const path = { order: orderId }
    const body = { [kind]: ADDRESS }
    return (
      await client.request('POST', '/api/testing/orders/{order}/-actions/update-address', { path, body })
    ).data
  },
})

const PARCELS = [{ length: 40, width: 30, height: 20, kg: 2 }]

/** Requests quotes and confirms one: that of a carrier of the brand, or that of the marketplace, which makes the labels. */
const confirmQuote = (
  says: string,
  isWanted: (carrierCode: string) => boolean,
  confirmation: Confirmation,
): Step => ({
  says,
  run: ({ client, orderId }) =>
    client.orders.ship(orderId, {
      parcels: PARCELS,
      choose: (quotes) => quotes.find(({ carrierCode }) => isWanted(carrierCode)),
      confirmation,
    }),
})

/** Background work takes a second or two, unless no worker is running. */
const LABEL_WAIT = { everyMs: 250, timeoutMs: 60_000 }

const create: Step = {
  says: 'a retailer orders',
  run: async ({ client }) => (await client.request('POST', '/api/testing/orders/create')).data,
}
const accept: Step = {
  says: 'the brand accepts',
  run: ({ client, orderId }) => client.orders.accept(orderId),
}
const reject: Step = {
  says: 'the brand rejects',
  run: ({ client, orderId }) => client.orders.reject(orderId, { rejectType: 'PRODUCT_OUT_OF_STOCK' }),
}
const ship = confirmQuote('the brand ships with a carrier of its own', (code) => code !== 'marketplace', {
  tracking: { trackingProvider: 'DPD', trackingNumber: '01505012345678' },
})
const confirmLabels = confirmQuote('the brand wants labels', (code) => code === 'marketplace', {})
const awaitLabels: Step = {
  says: 'the marketplace makes the labels',
  run: ({ client, orderId }) => client.orders.untilLabelsAreMade(orderId, LABEL_WAIT),
}
const resetLabels: Step = {
  says: 'the brand resets the labels',
  run: ({ client, orderId }) =>
    client.orders.resetLabels(orderId, { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }),
}

const accepted = [create, accept]
const labelled = [...accepted, confirmLabels, awaitLabels]
const shipped = [...accepted, ship]
const received = [...shipped, advance('the retailer receives it', 'received')]

/** By every published name, without events that have an end date. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  'order.brand_created': { steps: [create] },
  'order.brand_accepted': { steps: accepted },
  'order.brand_confirmed': { steps: accepted },
  'order.brand_rejected': { steps: [create, reject] },
  'order.billing_address_updated': { steps: [create, changeAddress('billing')] },
  'order.shipping_address_updated': { steps: [create, changeAddress('shipping')] },
  'order.shipping_labels_generated': { steps: labelled },
  'order.shipped': { steps: shipped },
  'order.shipment_received': { steps: received },
  'order.received': { steps: received },
  'order.shipment_refused': {
    steps: [...shipped, advance('the retailer refuses it', 'reception_refused')],
  },
  'order.brand_paid': {
    steps: [
      ...received,
      advance('the marketplace invoices it', 'invoiced'),
      advance('the marketplace pays the brand', 'brand_paid'),
    ],
  },
  'order.cancelled': { steps: [create, reject, advance('the marketplace cancels it', 'cancelled')] },
  'order.brand_accepted_reverted': {
    steps: [...accepted, advance('the marketplace takes the acceptance back', 'ankor_confirmed')],
  },
  'order.shipping_labels_generated_reverted': {
    steps: [...labelled, resetLabels],
  },
}
