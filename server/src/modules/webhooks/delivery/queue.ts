/**
 * The queue of deliveries in PostgreSQL.
 *
 *            ┌────────── lease expires ──────────┐
 *            ▼                                   │
 * waiting, due ──a worker claims it──▶ waiting, leased ──2xx──▶ delivered
 *     ▲                                  │     └──last attempt failed, or 410──▶ failed
 *     └──────── retry delay ─────────────┘                                         │
 *     └──────────────────────────────── redelivery ◀───────────────────────────────┘
 *
 * A delivery without an attempt blocks later ones of the same subject and subscription; one that waits for a retry does
 * not. Every statement that locks rows names their brand.
 */
import {
  earlier,
  limitTo,
  onNodeOf,
  planAnew,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts'
import type { BrandId, SubscriptionId } from '../../../platform/ids.ts'
import type { WriteOwned } from '../../../platform/queries/owned.ts'
import type {
  WebhooksAttemptsRow,
  WebhooksDeliveriesRow,
  WebhooksEventsRow,
  WebhooksSubscriptionsRow,
} from '../../../platform/rows.ts'
import { isBrandActive } from '../../identity/index.ts'
import type { Message } from './message.ts'
import type { Verdict } from './retry-rules.ts'

export type NewEvent = Omit<WebhooksEventsRow, 'number'>
export type NewDelivery = Pick<
  WebhooksDeliveriesRow,
  | 'brand_id'
  | 'id'
  | 'subscription_id'
  | 'application_id'
  | 'event_id'
  | 'event_type'
  | 'subject_id'
  | 'request_id'
  | 'due_at'
  | 'created_at'
>

/** As texts, because the driver would serialize an array of dates as one date. */
const instants = (dates: readonly (Date | null)[]) => dates.map((date) => date?.toISOString() ?? null)

export const insertEvents: WriteOwned<NewEvent> = async (tx, brandId, events) => {
  if (events.length === 0) return
  await tx`
    insert into webhooks.events
      (brand_id, id, type, subject_id, is_test, resource, included, request_id, occurred_at, created_at)
    select ${brandId}, id, type, subject_id, is_test::boolean, resource, included, request_id, occurred_at, created_at
    from unnest(
      ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map(({ subject_id }) => subject_id)}::uuid[],
      ${events.map(({ is_test }) => String(is_test))}::text[],
      ${events.map(({ resource }) => resource)}::text[],
      ${events.map(({ included }) => included)}::text[],
      ${events.map(({ request_id }) => request_id)}::uuid[],
      ${instants(events.map(({ occurred_at }) => occurred_at))}::timestamptz[],
      ${instants(events.map(({ created_at }) => created_at))}::timestamptz[]
    ) with ordinality as event
      (id, type, subject_id, is_test, resource, included, request_id, occurred_at, created_at, place)
    order by place`
}

export const insertDeliveries: WriteOwned<NewDelivery> = async (tx, brandId, deliveries) => {
  if (deliveries.length === 0) return
  await tx`
    insert into webhooks.deliveries
      (brand_id, id, subscription_id, application_id, event_id, event_type, subject_id, request_id, state, due_at, created_at)
    select ${brandId}, id, subscription_id, application_id, event_id, event_type, subject_id, request_id, 'waiting', due_at,
      created_at
    from unnest(
      ${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map(({ subscription_id }) => subscription_id)}::uuid[],
      ${deliveries.map(({ application_id }) => application_id)}::uuid[],
      ${deliveries.map(({ event_id }) => event_id)}::uuid[],
      ${deliveries.map(({ event_type }) => event_type)}::text[],
      ${deliveries.map(({ subject_id }) => subject_id)}::uuid[],
      ${deliveries.map(({ request_id }) => request_id)}::uuid[],
      ${instants(deliveries.map(({ due_at }) => due_at))}::timestamptz[],
      ${instants(deliveries.map(({ created_at }) => created_at))}::timestamptz[]
    ) with ordinality as delivery
      (id, subscription_id, application_id, event_id, event_type, subject_id, request_id, due_at, created_at, place)
    order by place`
}

/** What a sender needs to know of its subscription. */
export type DueSubscription = Pick<
  WebhooksSubscriptionsRow,
  | 'brand_id'
  | 'id'
  | 'url'
  | 'silences'
  | 'failing_since'
  | 'secret_encrypted'
  | 'previous_secret_encrypted'
  | 'previous_secret_until'
  | 'secret_unreadable_since'
>

/**
 * Subscriptions of these brands that have due deliveries. Uses deliveries_due_idx, which contains unfinished deliveries
 * only. Names and plans the brands at both tables, so that a distributed database asks no other nodes than theirs.
 */
export async function listDueSubscriptions(
  db: Queryable,
  brandIds: readonly BrandId[],
  now: Date,
): Promise<DueSubscription[]> {
  return await planAnew(db<DueSubscription[]>`
    select brand_id, id, url, silences, failing_since, secret_encrypted, previous_secret_encrypted, previous_secret_until,
      secret_unreadable_since
    from webhooks.subscriptions
    where brand_id = any(${brandIds as string[]}::uuid[])
    and paused_at is null and disabled_at is null and (held_until is null or held_until <= ${now})
    and exists (
      select 1
      from webhooks.deliveries
      where brand_id = any(${brandIds as string[]}::uuid[]) and deliveries.brand_id = subscriptions.brand_id
      and subscription_id = subscriptions.id
      and state = 'waiting' and due_at <= ${now} and (leased_until is null or leased_until < now())
    )`)
}

export type ClaimedDelivery = Message & Pick<WebhooksDeliveriesRow, 'id' | 'tries' | 'leases' | 'request_id'>

/**
 * Claims due deliveries of a sender for the duration of a lease. Written so that rows are found one by one by their keys:
 * with joins PostgreSQL would scan the whole log once it is long.
 */
export async function claim(
  db: Queryable,
  { brand_id: brandId, id }: Pick<DueSubscription, 'brand_id' | 'id'>,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const claimed = db<ClaimedDelivery[]>`
    with due as (
      select id
      from webhooks.deliveries as due
      where brand_id = ${brandId} and subscription_id = ${id}
      and state = 'waiting' and due_at <= ${now} and (leased_until is null or leased_until < now())
      and number <= coalesce((
        select number
        from webhooks.deliveries as untried
        where untried.brand_id = ${brandId} and untried.subscription_id = ${id}
        and untried.subject_id = due.subject_id and untried.state = 'waiting' and untried.attempts = 0
        order by number
        limit 1
      ), number)
      and exists (
        select 1
        from webhooks.subscriptions
        where subscriptions.brand_id = ${brandId} and subscriptions.id = ${id}
        and paused_at is null and disabled_at is null and (held_until is null or held_until <= ${now})
        and ${isBrandActive(db, db`brand_id`)}
      )
      order by due_at, number
      ${limitTo(db, limit)}
      for update skip locked
    ), claimed as (
      update webhooks.deliveries
      set leased_until = now() + ${leaseMs} * interval '1 millisecond', leases = leases + 1
      where brand_id = ${brandId} and id = any(array(select id from due))
      returning id, number, tries, leases, application_id, event_id, event_type, request_id
    )
    select claimed.id, tries, leases, application_id, event_id, event_type, request_id, is_test, resource, included, occurred_at
    from claimed
    cross join lateral (
      select is_test, resource, included, occurred_at
      from webhooks.events
      where events.brand_id = ${brandId} and events.id = event_id
      limit 1
    ) as event
    order by claimed.number`
  // A generic plan would not know how few rows of the sender are waiting, and scan the log.
  return await planAnew(claimed)
}

/** Releases claimed deliveries that were not sent. */
export async function releaseLeases(db: Queryable, brandId: BrandId, ids: readonly string[]): Promise<void> {
  await db`
    update webhooks.deliveries
    set leased_until = null
    where brand_id = ${brandId} and id = any(${ids as string[]}::uuid[]) and state = 'waiting'`
}

/** For the start of the only worker, when every lease was left behind by a crash. */
export async function releaseAllLeases(db: Queryable): Promise<void> {
  await db`update webhooks.deliveries set leased_until = null where state = 'waiting' and leased_until is not null`
}

/** When the clock is set back: due deliveries stay due, and the delays of retries and holds do not change. */
export async function keepWaitsOfDeliveries(tx: Transaction, movedBackMs: number): Promise<void> {
  await tx`
    update webhooks.deliveries set due_at = ${earlier(tx, tx`due_at`, movedBackMs)} where state = 'waiting'`
  await tx`
    update webhooks.subscriptions set held_until = ${earlier(tx, tx`held_until`, movedBackMs)}
    where held_until is not null`
}

export type AttemptOutcome = Pick<ClaimedDelivery, 'id' | 'leases'> &
  Omit<WebhooksAttemptsRow, 'brand_id' | 'delivery_id' | 'number'> & { verdict: Verdict; endedAt: Date }

/**
 * Writes the outcomes of attempts to their deliveries and to the log, and returns the indexes of the written ones. An
 * attempt is written only if it still has the lease of its delivery: without it, the outcome was written before, or another
 * worker may be sending the delivery. The lease is compared in one expression, for which PostgreSQL has no statistics:
 * otherwise, if it estimates that hardly any delivery is leased, it compares each of them with each attempt instead of using
 * the key.
 */
export async function settle(
  tx: Transaction,
  brandId: BrandId,
  outcomes: readonly AttemptOutcome[],
): Promise<Set<number>> {
  const list = outcomes.map(({ verdict, endedAt, ...attempt }, place) => ({
    ...attempt,
    place,
    state: verdict.state,
    due_at: 'dueAt' in verdict ? verdict.dueAt : null,
    ended_at: endedAt,
  }))
  // As one JSON text: serializing arrays value by value took more time than the rest of this function.
  const settled = await onNodeOf(
    brandId,
    tx<{ place: number }[]>`
    with tried as (
      select *
      from json_to_recordset(${JSON.stringify(list)}::text::json) as tried (
        place integer, id uuid, leases integer, state text, due_at timestamptz, ended_at timestamptz, outcome text,
        status integer, detail text, excerpt text, headers text, duration_ms integer, started_at timestamptz
      )
    ), settled as (
      update webhooks.deliveries
      set
        attempts = attempts + 1,
        tries = tries + 1,
        state = tried.state,
        due_at = coalesce(tried.due_at, deliveries.due_at),
        finished_at = case when tried.state <> 'waiting' then ended_at end,
        leased_until = null
      from tried
      where brand_id = ${brandId} and deliveries.id = tried.id
      and tried.leases = case when deliveries.state = 'waiting' and leased_until is not null then deliveries.leases end
      returning place, tried.id, attempts, outcome, status, detail, excerpt, headers, duration_ms, started_at
    ), logged as (
      insert into webhooks.attempts
        (brand_id, delivery_id, number, outcome, status, detail, excerpt, headers, duration_ms, started_at)
      select ${brandId}, id, attempts, outcome, status, detail, excerpt, headers, duration_ms, started_at
      from settled
    )
    select place from settled`,
  )
  return new Set(settled.map(({ place }) => place))
}

/** The counters are spread over rows, so that workers seldom wait for each other's locks. */
const TALLY_SLOTS = 16

export async function countOutcomes(db: Queryable, counts: ReadonlyMap<string, number>): Promise<void> {
  const slot = Math.floor(Math.random() * TALLY_SLOTS)
  await db`
    insert into webhooks.tallies (outcome, slot, count)
    select outcome, ${slot}, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as tried (outcome, count)
    order by outcome
    on conflict on constraint tallies_pkey do update set count = tallies.count + excluded.count`
}

/** Deletes the waiting deliveries of subscriptions that were removed. */
export async function deleteWaiting(
  tx: Transaction,
  brandId: BrandId,
  subscriptionIds: readonly SubscriptionId[],
): Promise<void> {
  const dropped = await tx<{ id: string }[]>`
    delete from webhooks.deliveries
    where brand_id = ${brandId} and subscription_id = any(${subscriptionIds as string[]}::uuid[]) and state = 'waiting'
    returning id`
  await deleteAttempts(tx, brandId, dropped)
}

/** To be called after the deliveries were deleted, so that no attempt can be added meanwhile. */
export async function deleteAttempts(
  tx: Transaction,
  brandId: BrandId,
  deliveries: readonly { id: string }[],
): Promise<void> {
  if (deliveries.length === 0) return
  await tx`
    delete from webhooks.attempts
    where brand_id = ${brandId} and delivery_id = any(${deliveries.map(({ id }) => id)}::uuid[])`
}
