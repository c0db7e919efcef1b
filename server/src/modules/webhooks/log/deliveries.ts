/** Reads the log of deliveries, and requeues deliveries on request. */
import { missing } from '../../../domain/ownership.ts'
import { notFound } from '../../../domain/problems.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { newestOfBrand, type Walk } from '../../../platform/queries/keyset.ts'
import type { HasWithin } from '../../../platform/queries/owned.ts'
import type { WebhooksDeliveriesRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { dueBrands } from '../delivery/due-brands.ts'
import type { Message } from '../delivery/message.ts'
import { notRunning } from '../errors.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { readSubscription } from '../subscriptions/subscriptions.ts'
import type { AttemptRow, LastAttempt } from './attempt-schema.ts'

type DeliveryState = 'waiting' | 'delivered' | 'failed'

export type DeliveryRow = Pick<
  WebhooksDeliveriesRow,
  | 'id'
  | 'subscription_id'
  | 'event_id'
  | 'event_type'
  | 'subject_id'
  | 'application_id'
  | 'request_id'
  | 'state'
  | 'attempts'
  | 'tries'
  | 'due_at'
  | 'created_at'
  | 'finished_at'
> &
  Pick<Message, 'is_test'> & { last_attempt: LastAttempt | null } & Partial<
    // Loaded for a single delivery only.
    Pick<Message, 'resource' | 'included' | 'occurred_at'>
  > & { log?: AttemptRow[] }

/** The deliveries of a brand, or of one of its subscriptions. */
export type DeliveryScope = Pick<SubscriptionKey, 'brandId'> & Partial<SubscriptionKey>

export interface DeliveryFilter {
  state?: DeliveryState
  event?: string
  subscription?: string
  resource?: string
  request?: string
  createdAt?: { from?: string; to?: string }
}

const columns = (db: Queryable, brandId: BrandId) => db`
  deliveries.id, subscription_id, event_id, event_type, deliveries.subject_id, application_id, deliveries.request_id, state,
  deliveries.attempts, tries, due_at, deliveries.created_at, finished_at, (
    select json_build_object(
      'number', number, 'outcome', outcome, 'status', status, 'detail', detail, 'duration_ms', duration_ms,
      'started_at', started_at
    )
    from webhooks.attempts
    where attempts.brand_id = ${brandId} and delivery_id = deliveries.id and number = deliveries.attempts
  ) as last_attempt, (
    select is_test from webhooks.events where events.brand_id = ${brandId} and events.id = event_id
  ) as is_test`

const within = (db: Queryable, { brandId, subscriptionId }: DeliveryScope) => db`
  deliveries.brand_id = ${brandId}
  ${subscriptionId === undefined ? db`` : db`and subscription_id = ${subscriptionId}`}`

/**
 * One page, newest first. Uses deliveries_brand_idx; with a subscription deliveries_newest_idx, with a resource
 * deliveries_subject_idx, for failed ones deliveries_failed_idx, and with a request events_request_idx and deliveries_once.
 */
export async function listDeliveries(
  db: Queryable,
  scope: DeliveryScope,
  { state, event, subscription, resource, request, createdAt = {} }: DeliveryFilter,
  walk: Walk,
): Promise<DeliveryRow[]> {
  const { brandId } = scope
  return await db<DeliveryRow[]>`
    select ${columns(db, brandId)}
    from webhooks.deliveries
    where ${within(db, { ...scope, ...(subscription !== undefined && { subscriptionId: subscription }) })}
      ${state === undefined ? db`` : db`and state = ${constant(db, state)}`}
      ${event === undefined ? db`` : db`and event_type = ${event}`}
      ${resource === undefined ? db`` : db`and subject_id = ${resource}`}
      ${
        request === undefined
          ? db``
          : db`and event_id = any(array(
              select id from webhooks.events where brand_id = ${brandId} and request_id = ${request}
            ))`
      }
      ${createdAt.from === undefined ? db`` : db`and created_at >= ${createdAt.from}`}
      ${createdAt.to === undefined ? db`` : db`and created_at < ${createdAt.to}`}
      ${newestOfBrand(db, walk, 'webhooks.deliveries', brandId)}`
}

/** Not a parameter, so that a generic plan may use the partial index of a state. */
const constant = (db: Queryable, state: DeliveryState): Fragment =>
  ({ waiting: db`'waiting'`, delivered: db`'delivered'`, failed: db`'failed'` })[state]

export const hasDelivery: HasWithin<DeliveryScope> = async (db, scope, id) => {
  const found = await db`select from webhooks.deliveries where ${within(db, scope)} and id = ${id}`
  return found.length > 0
}

/** With its body and every attempt. */
export async function readDelivery(db: Queryable, scope: DeliveryScope, id: string): Promise<DeliveryRow> {
  const { brandId, subscriptionId } = scope
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db, brandId)}, resource, included, occurred_at,
      coalesce((
        select json_agg(json_build_object(
          'number', attempts.number, 'outcome', outcome, 'status', status, 'detail', detail, 'excerpt', excerpt,
          'headers', headers, 'duration_ms', duration_ms, 'started_at', started_at
        ) order by attempts.number)
        from webhooks.attempts
        where attempts.brand_id = ${brandId} and delivery_id = deliveries.id
      ), '[]') as log
    from webhooks.deliveries
    join webhooks.events on events.brand_id = ${brandId} and events.id = event_id
    where ${within(db, scope)} and deliveries.id = ${id}`
  if (row) return row
  if (subscriptionId === undefined) {
    throw missing('webhook delivery', id, { exists: await existsDelivery(db, id) })
  }
  await readSubscription(db, brandId, subscriptionId)
  throw notFound(`There is no webhook delivery ${id} of this subscription.`)
}

/** Searches all brands. Looks into deliveries_pkey once for each subscription, which saves an index. */
async function existsDelivery(db: Queryable, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from webhooks.subscriptions
    join webhooks.deliveries on deliveries.brand_id = subscriptions.brand_id and deliveries.id = ${id}
    limit 1`
  return found.length > 0
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

export interface Redelivery {
  /** How many deliveries are sent again: none in a dry run. */
  redelivered: number
  /** How many would be sent again; set in a dry run only. */
  matching?: number
}

interface RedeliveryRequest {
  /** Deliveries that were created before are left alone. */
  since: string
  dryRun?: boolean
}

/** Requeues the failed deliveries of a subscription that were created since then. */
export async function redeliverFailed(
  work: Work,
  key: SubscriptionKey,
  { since, dryRun = false }: RedeliveryRequest,
): Promise<Redelivery> {
  return await inTransaction(work, async (work) => {
    await readActiveSubscription(work.db, key)
    const failed = work.db`state = 'failed' and created_at >= ${since}`
    if (dryRun) return { redelivered: 0, matching: await countDeliveries(work.db, key, failed) }
    return { redelivered: await requeue(work, key, failed) }
  })
}

/** The same for all subscriptions of a brand. `skipped` counts the deliveries of those that are paused or disabled. */
export async function redeliverAllFailed(
  work: Work,
  brandId: BrandId,
  { since, dryRun = false }: RedeliveryRequest,
): Promise<Redelivery & { skipped: number }> {
  return await inTransaction(work, async (work) => {
    const { db: tx } = work
    const failed = tx`state = 'failed' and created_at >= ${since}`
    const of = (state: Fragment) => tx`${failed} and subscription_id = any(array(
      select id from webhooks.subscriptions where brand_id = ${brandId} and ${state}
    ))`
    const active = of(tx`paused_at is null and disabled_at is null`)
    const skipped = await countDeliveries(
      tx,
      { brandId },
      of(tx`not (paused_at is null and disabled_at is null)`),
    )
    if (dryRun) return { redelivered: 0, matching: await countDeliveries(tx, { brandId }, active), skipped }
    return { redelivered: await requeue(work, { brandId }, active), skipped }
  })
}

/** Leaves out leased deliveries, like `requeue`. Uses deliveries_failed_idx for failed ones. */
async function countDeliveries(db: Queryable, scope: DeliveryScope, which: Fragment): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from webhooks.deliveries where ${within(db, scope)} and ${isUnleased(db)} and ${which}`
  return row?.count ?? 0
}

const isUnleased = (db: Queryable) => db`(leased_until is null or leased_until < now())`

/** Fails if the subscription is disabled or paused, because nothing would be sent. */
export async function readActiveSubscription(db: Queryable, { brandId, subscriptionId }: SubscriptionKey) {
  const subscription = await readSubscription(db, brandId, subscriptionId)
  if (subscription.disabled_at) throw notRunning(subscriptionId, 'disabled')
  if (subscription.paused_at) throw notRunning(subscriptionId, 'paused')
  return subscription
}

async function requeue({ db: tx, clock }: Work, scope: DeliveryScope, which: Fragment): Promise<number> {
  const requeued = await tx`
    update webhooks.deliveries
    set state = 'waiting', tries = 0, due_at = ${clock.now()}, finished_at = null
    where ${within(tx, scope)} and ${isUnleased(tx)} and ${which}
    returning 1`
  if (requeued.length > 0) await dueBrands.makeDue(tx, [scope.brandId], clock.now())
  return requeued.length
}
