/** Sample events for testing the receiver of a brand. */

import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { eventEnded } from '../errors.ts'
import { type DeliveryRow, readActiveSubscription, readDelivery } from '../log/deliveries.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { refuseUrl } from '../subscriptions/subscriptions.ts'
import { dueBrands } from './due-brands.ts'
import type { EventRenderer } from './event-renderer.ts'
import { deliveryOf } from './fan-out.ts'
import { insertDeliveries, insertEvents, type NewEvent } from './queue.ts'

/** Sent like any other event, but to this subscription only, whether or not it is subscribed to the event. */
export async function sendTestEvent(
  work: Work & { outbound: Outbound },
  key: SubscriptionKey,
  { published, renderer }: { published: PublishedEvents; renderer: EventRenderer },
  name: string,
): Promise<DeliveryRow> {
  const { clock, ids } = work
  const subscription = await readActiveSubscription(work.db, key)
  const type = published.find(name)
  if (!type || !published.isOpen(name, clock.now())) throw eventEnded(name, undefined, 0)
  await refuseUrl(work, subscription.url)
  const event: NewEvent = {
    brand_id: key.brandId,
    id: ids.next(),
    type: name,
    subject_id: ids.next(),
    is_test: true,
    ...renderer.sample(type),
    request_id: work.requestId ?? null,
    occurred_at: clock.now(),
    created_at: clock.now(),
  }
  const delivery = deliveryOf(work, event, subscription)
  return await inTransaction(work, async ({ db: tx }) => {
    await insertEvents(tx, key.brandId, [event])
    await insertDeliveries(tx, key.brandId, [delivery])
    await dueBrands.makeDue(tx, [key.brandId], delivery.due_at)
    return await readDelivery(tx, key, delivery.id)
  })
}
