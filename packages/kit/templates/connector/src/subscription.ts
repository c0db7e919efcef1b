/** The webhook subscription of the connector. */
import type { Client, EventName } from '@tradehall/client'
import { Refusal } from './settings.ts'

/** Of the pairs that mean the same, such as `order.brand_confirmed` and `order.brand_accepted`, one is enough. */
const EVENTS: EventName[] = [
  'order.brand_created',
  'order.brand_accepted',
  'order.brand_rejected',
  'order.shipping_labels_generated',
  'order.shipped',
  'order.shipment_received',
  'order.cancelled',
]

/** Finds the subscription of this address, or creates it, and returns its signing secret. */
export async function subscribe(client: Client, url: string): Promise<string> {
  for await (const { attributes } of client.list('/api/v1/webhook-subscriptions')) {
    if (attributes.url === url) return secretOf(attributes)
  }
  const { data: created } = await client.request('POST', '/api/v1/webhook-subscriptions', {
    body: { data: { type: 'webhook-subscriptions', attributes: { url, events: EVENTS } } },
  })
  const path = { webhookSubscription: created.id }
  const { attributes } = await client.get('/api/v1/webhook-subscriptions/{webhookSubscription}', { path })
  return secretOf(attributes)
}

/** Responses to applications contain it; of the users of a brand, only owners see it. */
function secretOf({ signingSecret }: { signingSecret: string | null }): string {
  if (signingSecret === null)
    throw new Refusal('The signing secret is hidden: use the credentials of an application.')
  return signingSecret
}
