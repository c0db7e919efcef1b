/** Reads the log of deliveries, and requeues deliveries on request. */
import { notFound } from '../../../domain/problems.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { newestOfBrand, type Walk } from '../../../platform/keyset.ts'
import type { HasWithin } from '../../../platform/owned.ts'
import type { WebhooksAttemptsRow, WebhooksDeliveriesRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import type { Message } from '../delivery/message.ts'
import { notifyDispatchers } from '../delivery/queue.ts'
import { notRunning } from '../errors.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { readSubscription } from '../subscriptions/subscriptions.ts'

type DeliveryState = 'waiting' | 'delivered' | 'failed'

export type AttemptRow = Omit<WebhooksAttemptsRow, 'brand_id' | 'delivery_id' | 'started_at'> & {
  started_at: string
}

export type DeliveryRow = Pick<
  WebhooksDeliveriesRow,
  | 'id'
  | 'event_id'
  | 'event_type'
  | 'subject_id'
  | 'application_id'
  | 'state'
  | 'attempts'
  | 'due_at'
  | 'created_at'
  | 'finished_at'
> &
  // Loaded for a single delivery only.
  Partial<Pick<Message, 'is_test' | 'resource' | 'included' | 'occurred_at'>> & { log?: AttemptRow[] }

export interface DeliveryFilter {
  state?: DeliveryState
  event?: string
  createdAt?: { from?: string; to?: string }
}

const columns = (db: Queryable) => db`
  deliveries.id, event_id, event_type, deliveries.subject_id, application_id, state, attempts, due_at,
  deliveries.created_at, finished_at`

/** One page, newest first. Uses deliveries_newest_idx. */
export async function listDeliveries(
  db: Queryable,
  { brandId, subscriptionId }: SubscriptionKey,
  { state, event, createdAt = {} }: DeliveryFilter,
  walk: Walk,
): Promise<DeliveryRow[]> {
  return await db<DeliveryRow[]>`
    select ${columns(db)}
    from webhooks.deliveries
    where brand_id = ${brandId} and subscription_id = ${subscriptionId}
      ${state === undefined ? db`` : db`and state = ${state}`}
      ${event === undefined ? db`` : db`and event_type = ${event}`}
      ${createdAt.from === undefined ? db`` : db`and created_at >= ${createdAt.from}`}
      ${createdAt.to === undefined ? db`` : db`and created_at < ${createdAt.to}`}
      ${newestOfBrand(db, walk, 'webhooks.deliveries', brandId)}`
}

export const hasDelivery: HasWithin<SubscriptionKey> = async (db, { brandId, subscriptionId }, id) => {
  const found = await db`
    select from webhooks.deliveries
    where brand_id = ${brandId} and subscription_id = ${subscriptionId} and id = ${id}`
  return found.length > 0
}

/** With its body and every attempt. */
export async function readDelivery(
  db: Queryable,
  { brandId, subscriptionId }: SubscriptionKey,
  id: string,
): Promise<DeliveryRow> {
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)}, is_test, resource, included, occurred_at,
      coalesce((
        select json_agg(json_build_object(
          'number', attempts.number, 'outcome', outcome, 'status', status, 'detail', detail, 'excerpt', excerpt,
          'duration_ms', duration_ms, 'started_at', started_at
        ) order by attempts.number)
        from webhooks.attempts
        where attempts.brand_id = ${brandId} and delivery_id = deliveries.id
      ), '[]') as log
    from webhooks.deliveries
    join webhooks.events on events.brand_id = ${brandId} and events.id = event_id
    where deliveries.brand_id = ${brandId} and subscription_id = ${subscriptionId} and deliveries.id = ${id}`
  if (row) return row
  await readSubscription(db, brandId, subscriptionId)
  throw notFound(`There is no webhook delivery ${id} of this subscription.`)
}

/** Sends the same body again, with a new series of retries. A leased delivery is left alone: it is being sent. */
export async function redeliver(work: Work, key: SubscriptionKey, id: string): Promise<DeliveryRow> {
  return await inTransaction(work, async (work) => {
    await readActiveSubscription(work.db, key)
    await readDelivery(work.db, key, id)
    await requeue(work, key, work.db`id = ${id}`)
    return await readDelivery(work.db, key, id)
  })
}

/** Requeues the failed deliveries that were created since then, and returns their number. */
export async function redeliverFailed(work: Work, key: SubscriptionKey, since: string): Promise<number> {
  return await inTransaction(work, async (work) => {
    await readActiveSubscription(work.db, key)
    return await requeue(work, key, work.db`state = 'failed' and created_at >= ${since}`)
  })
}

/** Fails where the subscription is disabled or paused: nothing would be sent. */
export async function readActiveSubscription(db: Queryable, { brandId, subscriptionId }: SubscriptionKey) {
  const subscription = await readSubscription(db, brandId, subscriptionId)
  if (subscription.disabled_at) throw notRunning(subscriptionId, 'disabled')
  if (subscription.paused_at) throw notRunning(subscriptionId, 'paused')
  return subscription
}

async function requeue(
  { db: tx, clock }: Work,
  { brandId, subscriptionId }: SubscriptionKey,
  which: Fragment,
): Promise<number> {
  const requeued = await tx`
    update webhooks.deliveries
    set state = 'waiting', tries = 0, due_at = ${clock.now()}, finished_at = null
    where brand_id = ${brandId} and subscription_id = ${subscriptionId}
    and (leased_until is null or leased_until < now()) and ${which}
    returning 1`
  await notifyDispatchers(tx)
  return requeued.length
}
