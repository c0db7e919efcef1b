/** The deliveries about an order, for its timeline. */
import { type TimelineRow, type TimelineSource, timelinePart } from '../../ordering/index.ts'

/** Uses deliveries_subject_idx. A delivery has the time at which its event was recorded, even if it is sent several times. */
export const deliveriesOfOrder: TimelineSource = async (db, { brandId, orderId }, walk) =>
  await db<TimelineRow[]>`
    select deliveries.id, 'delivery' as kind, deliveries.created_at as occurred_at,
      platform.micros(deliveries.created_at) as micros, deliveries.application_id, request_id,
      json_build_object(
        'event', event_type, 'state', state, 'attemptsCount', deliveries.attempts, 'status', last.status,
        'durationMs', last.duration_ms, 'subscriptionId', subscription_id, 'url', subscriptions.url
      ) as delivery
    from webhooks.deliveries
    left join webhooks.subscriptions
      on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id
    left join lateral (
      select status, duration_ms
      from webhooks.attempts
      where attempts.brand_id = ${brandId} and delivery_id = deliveries.id
      order by number desc
      limit 1
    ) as last on true
    where deliveries.brand_id = ${brandId} and deliveries.subject_id = ${orderId}
      ${timelinePart(db, walk, db`deliveries.created_at`, db`deliveries.id`)}`
