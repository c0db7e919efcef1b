/**
 * The requests that cause each event: those of the brand, and requests to `/api/testing` for all other parties. The result
 * is a regular order in that status, with its history.
 */
import type { Answer, Client } from './client.ts'

export interface Step {
  /** The line that is printed. */
  says: string
  run(context: StepContext): Promise<Answer>
}

interface StepContext {
  client: Client
  /** Empty before the first step, which is always the arrival of an order. */
  orderId: string
  wait(condition: () => Promise<Answer | undefined>): Promise<Answer>
}

export interface Trigger {
  steps: readonly Step[]
}

const post = (says: string, path: (orderId: string) => string, body?: unknown): Step => ({
  says,
  run: ({ client, orderId }) => client.send('POST', path(orderId), body === undefined ? {} : { body }),
})

const transition = (says: string, type: string, attributes?: object): Step =>
  post(says, (id) => `/api/v1/orders/${id}/-actions/transition`, {
    data: { type, ...(attributes && { attributes }) },
  })

/** Acts as the retailer, the carrier or the marketplace. */
const advance = (says: string, to: string): Step => ({
  says,
  async run({ client, orderId }) {
    const answer = await client.send('POST', `/api/testing/orders/${orderId}/-actions/advance`, {
      body: { to },
    })
    if (answer.status !== 409) return answer
    // The sandbox may have made the transition already: it approves rejections, and its autopilot acts for all parties.
    const order = await readOrder(client, orderId)
    return order.body?.data?.attributes?.status === to ? order : answer
  },
})

const changeAddress = (kind: 'billing' | 'shipping'): Step =>
  post(
    `the marketplace changes the ${kind} address`,
    (id) => `/api/testing/orders/${id}/-actions/update-address`,
    {
      [kind]: {
        name: 'Jo Verlinden',
        street: 'Kaai 14',
        city: 'Gent',
        postalCode: '9000',
        countryCode: 'BE',
      },
    },
  )

const readOrder = (client: Client, orderId: string) => client.send('GET', `/api/v1/orders/${orderId}`)

const PARCELS = { parcels: [{ length: 40, width: 30, height: 20, kg: 2 }] }

/** Requests quotes and confirms one: that of a carrier of the brand, or that of the marketplace, which makes the labels. */
const confirmQuote = (says: string, isWanted: (carrierCode: string) => boolean, body: object): Step => ({
  says,
  async run({ client, orderId }) {
    const quotes = await client.send('POST', `/api/v1/orders/${orderId}/shipping-quotes`, { body: PARCELS })
    if (quotes.status !== 200) return quotes
    const offers = quotes.body.data as { quoteUuid: string; carrierCode: string }[]
    const quote = offers.find(({ carrierCode }) => isWanted(carrierCode))
    if (!quote) {
      const detail = `No quote fits among those of ${offers.map(({ carrierCode }) => carrierCode).join(', ') || 'nobody'}.`
      return { ...quotes, status: 409, body: { errors: [{ detail }] } }
    }
    return await client.send('POST', `/api/v1/shipping-quotes/${quote.quoteUuid}/confirm`, { body })
  },
})

const create = post('a retailer orders', () => '/api/testing/orders/create')
const accept = transition('the brand accepts', 'brand-validates')
const reject = transition('the brand rejects', 'brand-rejects', { rejectType: 'PRODUCT_OUT_OF_STOCK' })
const ship = confirmQuote('the brand ships with a carrier of its own', (code) => code !== 'marketplace', {
  tracking: { trackingProvider: 'DPD', trackingNumber: '01505012345678' },
})
const confirmLabels = confirmQuote('the brand wants labels', (code) => code === 'marketplace', {})
const awaitLabels: Step = {
  says: 'the marketplace makes the labels',
  run: ({ client, orderId, wait }) =>
    wait(async () => {
      const order = await readOrder(client, orderId)
      return order.body?.data?.attributes?.status === 'shipping_labels_generated' ? order : undefined
    }),
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
    steps: [
      ...labelled,
      transition('the brand resets the labels', 'brand-resets-shipping-labels-generation', {
        resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP',
      }),
    ],
  },
}
