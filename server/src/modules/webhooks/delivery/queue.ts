/**
 * The deliveries that wait, as a queue.
 *
 *            ┌────────── lease ran out ──────────┐
 *            ▼                                   │
 * waiting, due ──a worker takes it──▶ waiting, leased ──2xx──▶ delivered
 *     ▲                                  │     └──last attempt failed, or gone──▶ failed
 *     └──────────── wait ────────────────┘                                          │
 *     └───────────────────────────── asked for again ◀──────────────────────────────┘
 *
 * A delivery that has not been tried yet holds back later ones of the same subject and subscription; one that waits for
 * a retry does not. Every statement that locks names its brand.
 */
import { limitTo, planAnew, type Queryable, type Transaction } from '../../../platform/database.ts'
import type { BrandId, SubscriptionId } from '../../../platform/ids.ts'
import type {
  WebhooksAttemptsRow,
  WebhooksDeliveriesRow,
  WebhooksEventsRow,
  WebhooksSubscriptionsRow,
} from '../../../platform/rows.ts'
import type { Message } from './message.ts'
import type { Verdict } from './retry-rules.ts'

export const COURIERS = 'tradehall_deliveries'

/** At the commit, every process that delivers looks for work. */
export async function wakeCouriers(tx: Queryable): Promise<void> {
  await tx`select pg_notify(${COURIERS}, '')`
}

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
  | 'due_at'
  | 'created_at'
>

/** As text: the driver would take a list of dates for a date. */
const instants = (dates: readonly (Date | null)[]) => dates.map((date) => date?.toISOString() ?? null)

export async function insertEvents(
  tx: Queryable,
  brandId: BrandId,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tx`
    insert into webhooks.events
      (brand_id, id, type, subject_id, is_test, resource, included, occurred_at, created_at)
    select ${brandId}, id, type, subject_id, is_test::boolean, resource, included, occurred_at, created_at
    from unnest(
      ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map(({ subject_id }) => subject_id)}::uuid[],
      ${events.map(({ is_test }) => String(is_test))}::text[],
      ${events.map(({ resource }) => resource)}::text[],
      ${events.map(({ included }) => included)}::text[],
      ${instants(events.map(({ occurred_at }) => occurred_at))}::timestamptz[],
      ${instants(events.map(({ created_at }) => created_at))}::timestamptz[]
    ) with ordinality as event (id, type, subject_id, is_test, resource, included, occurred_at, created_at, place)
    order by place`
}

export async function insertDeliveries(
  tx: Queryable,
  brandId: BrandId,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  await tx`
    insert into webhooks.deliveries
      (brand_id, id, subscription_id, application_id, event_id, event_type, subject_id, state, due_at, created_at)
    select ${brandId}, id, subscription_id, application_id, event_id, event_type, subject_id, 'waiting', due_at, created_at
    from unnest(
      ${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map(({ subscription_id }) => subscription_id)}::uuid[],
      ${deliveries.map(({ application_id }) => application_id)}::uuid[],
      ${deliveries.map(({ event_id }) => event_id)}::uuid[],
      ${deliveries.map(({ event_type }) => event_type)}::text[],
      ${deliveries.map(({ subject_id }) => subject_id)}::uuid[],
      ${instants(deliveries.map(({ due_at }) => due_at))}::timestamptz[],
      ${instants(deliveries.map(({ created_at }) => created_at))}::timestamptz[]
    ) with ordinality as delivery
      (id, subscription_id, application_id, event_id, event_type, subject_id, due_at, created_at, place)
    order by place`
}

/** The deliveries of one subscription: they are taken together and bounded together. */
export type Lane = Pick<
  WebhooksSubscriptionsRow,
  | 'brand_id'
  | 'id'
  | 'url'
  | 'silences'
  | 'failing_since'
  | 'secret_encrypted'
  | 'previous_secret_encrypted'
  | 'previous_secret_until'
>

/** Subscriptions with something to send; rides on deliveries_due_idx, where nothing lies that is finished. */
export async function dueLanes(db: Queryable, now: Date): Promise<Lane[]> {
  return await db<Lane[]>`
    select brand_id, id, url, silences, failing_since, secret_encrypted, previous_secret_encrypted, previous_secret_until
    from webhooks.subscriptions
    where paused_at is null and disabled_at is null and (held_until is null or held_until <= ${now})
    and exists (
      select 1
      from webhooks.deliveries
      where deliveries.brand_id = subscriptions.brand_id and subscription_id = subscriptions.id
      and state = 'waiting' and due_at <= ${now} and (leased_until is null or leased_until < now())
    )`
}

export type Claimed = Message & Pick<WebhooksDeliveriesRow, 'id' | 'tries' | 'leases'>

/**
 * Takes what is due of a lane, until the lease runs out. Written so that rows are looked up one by one by their keys: as
 * joins the database would read the whole log once it is long.
 */
export async function claim(
  db: Queryable,
  { brand_id: brandId, id }: Pick<Lane, 'brand_id' | 'id'>,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<Claimed[]> {
  const taken = db<Claimed[]>`
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
      )
      order by due_at, number
      ${limitTo(db, limit)}
      for update skip locked
    ), taken as (
      update webhooks.deliveries
      set leased_until = now() + ${leaseMs} * interval '1 millisecond', leases = leases + 1
      where brand_id = ${brandId} and id = any(array(select id from due))
      returning id, number, tries, leases, application_id, event_id, event_type
    )
    select taken.id, tries, leases, application_id, event_id, event_type, is_test, resource, included, occurred_at
    from taken
    cross join lateral (
      select is_test, resource, included, occurred_at
      from webhooks.events
      where events.brand_id = ${brandId} and events.id = event_id
      limit 1
    ) as event
    order by taken.number`
  // A plan for any lane would not know how few of its rows wait, and read the log.
  return await planAnew(taken)
}

/** Gives back what was taken and not sent. */
export async function release(db: Queryable, brandId: BrandId, ids: readonly string[]): Promise<void> {
  await db`
    update webhooks.deliveries
    set leased_until = null
    where brand_id = ${brandId} and id = any(${ids as string[]}::uuid[]) and state = 'waiting'`
}

/** For a start that knows that no other worker lives. */
export async function releaseAll(db: Queryable): Promise<void> {
  await db`update webhooks.deliveries set leased_until = null where state = 'waiting' and leased_until is not null`
}

export type Tried = Pick<Claimed, 'id' | 'leases'> &
  Omit<WebhooksAttemptsRow, 'brand_id' | 'delivery_id' | 'number'> & { verdict: Verdict; endedAt: Date }

/**
 * Writes what came of attempts, with their rows in the log. Whoever lost its lease meanwhile may only say that the
 * delivery arrived.
 */
export async function settle(db: Queryable, brandId: BrandId, tried: readonly Tried[]): Promise<void> {
  const list = tried.map(({ verdict, endedAt, ...attempt }) => ({
    ...attempt,
    state: verdict.state,
    due_at: 'dueAt' in verdict ? verdict.dueAt : null,
    ended_at: endedAt,
  }))
  // As one text: the driver looks at each value of an array, which cost more than everything else here.
  await db`
    with tried as (
      select *
      from json_to_recordset(${JSON.stringify(list)}::text::json) as tried (
        id uuid, leases integer, state text, due_at timestamptz, ended_at timestamptz, outcome text, status integer,
        detail text, excerpt text, duration_ms integer, started_at timestamptz
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
      where brand_id = ${brandId} and deliveries.id = tried.id and deliveries.state = 'waiting'
      and (deliveries.leases = tried.leases or tried.state = 'delivered')
      returning deliveries.id, attempts
    )
    insert into webhooks.attempts
      (brand_id, delivery_id, number, outcome, status, detail, excerpt, duration_ms, started_at)
    select ${brandId}, tried.id, attempts, outcome, status, detail, excerpt, duration_ms, started_at
    from settled
    join tried on tried.id = settled.id`
}

/** Spread over rows, so that workers seldom wait for one another. */
const TALLY_SLOTS = 16

export async function tally(db: Queryable, counts: ReadonlyMap<string, number>): Promise<void> {
  const slot = Math.floor(Math.random() * TALLY_SLOTS)
  await db`
    insert into webhooks.tallies (outcome, slot, count)
    select outcome, ${slot}, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as tried (outcome, count)
    order by outcome
    on conflict on constraint tallies_pkey do update set count = tallies.count + excluded.count`
}

/** What nobody waits for any more: the subscription is gone. */
export async function dropWaiting(
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

/** After their deliveries, so that none can be added to what is gone. */
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
