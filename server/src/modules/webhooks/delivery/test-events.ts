/** Events that did not happen, to try a receiver with. */
import type { BrandId, SubscriptionId } from '../../../platform/ids.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { PublishedEvents } from '../../../platform/published-events.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { eventEnded } from '../errors.ts'
import { type DeliveryRow, readDelivery, readRunning } from '../log/deliveries.ts'
import { refuseUrl } from '../subscriptions/subscriptions.ts'
import { deliveryOf } from './fan-out.ts'
import { insertDeliveries, insertEvents, type NewEvent, notifyDispatchers } from './queue.ts'
import type { Showing } from './showing.ts'

/** Sent like any other event, to this subscription alone, whether it subscribed to it or not. */
export async function sendTestEvent(
  work: Work & { outbound: Outbound },
  place: { brandId: BrandId; subscriptionId: SubscriptionId },
  { published, showing }: { published: PublishedEvents; showing: Showing },
  name: string,
): Promise<DeliveryRow> {
  const { clock, ids } = work
  const subscription = await readRunning(work.db, place)
  const type = published.find(name)
  if (!type || !published.isOpen(name, clock.now())) throw eventEnded(name, undefined, 0)
  await refuseUrl(work, subscription.url)
  const event: NewEvent = {
    brand_id: place.brandId,
    id: ids.next(),
    type: name,
    subject_id: ids.next(),
    is_test: true,
    ...showing.sample(type),
    occurred_at: clock.now(),
    created_at: clock.now(),
  }
  const delivery = deliveryOf(work, event, subscription)
  return await inTransaction(work, async ({ db: tx }) => {
    await insertEvents(tx, place.brandId, [event])
    await insertDeliveries(tx, place.brandId, [delivery])
    await notifyDispatchers(tx)
    return await readDelivery(tx, place, delivery.id)
  })
}
