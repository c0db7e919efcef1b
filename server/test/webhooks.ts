/** Webhook subscriptions for tests. */
import type { Answer, Market, Who } from './market.ts'

export const SUBSCRIPTIONS = '/api/v1/webhook-subscriptions'
export const EVERY_EVENT_OF_ORDERS = [
  'order.brand_created',
  'order.brand_accepted',
  'order.brand_rejected',
  'order.billing_address_updated',
  'order.shipping_address_updated',
  'order.shipping_labels_generated',
  'order.shipped',
  'order.shipment_received',
  'order.shipment_refused',
  'order.brand_paid',
  'order.cancelled',
  'order.brand_accepted_reverted',
  'order.shipping_labels_generated_reverted',
]

export interface SubscriptionRequest {
  url: string
  events?: readonly string[]
  applicationId?: string
  id?: string
}

export const subscriptionBody = (shop: Market, { url, events, applicationId, id }: SubscriptionRequest) => ({
  data: {
    type: 'webhook-subscriptions',
    ...(id && { id }),
    attributes: { url, events: events ?? ['order.brand_created'] },
    relationships: {
      application: {
        data: { type: 'applications', id: applicationId ?? shop.credentials.applicationId },
      },
    },
  },
})

export async function requestSubscription(
  shop: Market,
  request: SubscriptionRequest,
  as: Who = 'brand',
): Promise<Answer> {
  return await shop.send('POST', SUBSCRIPTIONS, { as, body: subscriptionBody(shop, request) })
}

export interface Subscribed {
  id: string
  path: string
  secret: string
}

export async function subscribe(shop: Market, request: SubscriptionRequest): Promise<Subscribed> {
  const answer = await requestSubscription(shop, request)
  if (answer.status !== 201) throw new Error(`Not subscribed: ${answer.text}`)
  const { id, attributes } = answer.body.data
  return { id, path: `${SUBSCRIPTIONS}/${id}`, secret: attributes.signingSecret }
}

/** The delivery log of a subscription, oldest first. */
export async function deliveriesOf(shop: Market, { path }: Subscribed, query = 'page[limit]=100') {
  const answer = await shop.send('GET', `${path}/deliveries?${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data.toReversed() as { id: string; attributes: Record<string, unknown> }[]
}

/** A delivery with its attempts. */
export async function deliveryOf(shop: Market, { path }: Subscribed, id: string) {
  const answer = await shop.send('GET', `${path}/deliveries/${id}`)
  return answer.body.data.attributes as Record<string, unknown> & {
    state: string
    body: string
    nextAttemptAt: string | null
    attempts: Record<string, unknown>[]
  }
}
