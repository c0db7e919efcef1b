/**
 * The transactional outbox. An operation records events in its own transaction; the relay (`relay.ts`) dispatches them to the
 * consumers of their type, which create jobs and deliveries, and deletes them, all in one transaction.
 *
 * So an event is dispatched to a consumer at least once, and the writes of the consumer in that transaction take effect
 * exactly once. One relay at a time processes events in the order in which they were recorded, and while an event is
 * retried or parked the later ones of its subject wait, and no others. So the events of one subject stay in order.
 * Transactions that overlap have no defined order.
 *
 * waiting ──dispatched──▶ deleted
 *    │ a consumer throws: the event is dispatched alone, then retried with backoff
 *    └──last attempt failed──▶ parked (stored with its error until an operator handles it)
 */
import type { Clock } from '../clock.ts'
import type { Fragment, Queryable, Transaction } from '../database.ts'
import type { BrandId } from '../ids.ts'
import type { Platform } from '../index.ts'
import type { Work } from '../work.ts'

/** Notified by the commit of recorded events. */
export const CHANNEL = 'tradehall_outbox'
/**
 * Commits that notify are serialized by PostgreSQL, which cost 40 % of the rate of single events. So a busy process
 * throttles its notifications, and events recorded in between may wait for the poll.
 */
const NOTIFY_MS = 20
/** A type of event, declared once by the module that records it. */
export interface EventType {
  name: string
  /** Aliases under which the event is published too. */
  twins: readonly string[]
  /** The name of the resource that is rendered in webhook payloads; null for events that are not published. */
  shows: string | null
  /** The relationships of that resource that are included in the payload. */
  includes?: readonly string[]
  /** A description for subscribers, as a short sentence. */
  meaning: string
  /** The event is not published from this time of the clock on; absent for events without an end. */
  endsAt?: Date
}

export const eventType = (
  name: string,
  { twins = [], shows = null, ...rest }: Partial<Omit<EventType, 'name'>> & Pick<EventType, 'meaning'>,
): EventType => ({ name, twins, shows, ...rest })

export interface OutboxEvent {
  /** Set where rows written in the same transaction refer to the event. */
  id?: string
  type: EventType
  brandId: BrandId | null
  subjectId: string
  payload?: object
}

export interface RecordedEvent {
  id: string
  type: string
  brandId: BrandId | null
  subjectId: string
  payload: Record<string, unknown>
  occurredAt: Date
  /** The request that caused it; null where there was none. */
  requestId: string | null
}

/** Processes a batch of events in order. It must write with `tx` only. */
export type Consumer = (
  tx: Transaction,
  platform: Platform,
  events: readonly RecordedEvent[],
) => Promise<void>
/** The consumers by event name, with an entry for every declared event. */
export type Consumers = Readonly<Record<string, readonly Consumer[]>>

/** A consumer that a module registers for an event, possibly of another module. */
export interface Consumption {
  of: EventType
  by: Consumer
}

/** Throws if an event name is declared twice, or if a consumer refers to an event that is not declared. */
export function consumersOf(declared: readonly EventType[], consumptions: readonly Consumption[]): Consumers {
  const names = declared.flatMap(({ name, twins }) => [name, ...twins])
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw new Error(`The event ${twice} is declared twice.`)
  const stray = consumptions.find(({ of }) => !declared.includes(of))
  if (stray) throw new Error(`The event ${stray.of.name} has a consumer but is not declared by any module.`)
  return Object.fromEntries(
    declared.map((event) => [event.name, consumptions.filter(({ of }) => of === event).map(({ by }) => by)]),
  )
}

/** Records events in the transaction of the change that caused them. The commit notifies the relay. */
export async function recordEvents(work: Work, events: readonly OutboxEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const known = events.map((event) => ({ ...event, id: event.id ?? work.ids.next() }))
  await recording(work, known, work.db`true`)
  return known.map(({ id }) => id)
}

/** The statement of `recordEvents`, to be sent in one round trip with the change. It records only where `hasHappened`. */
export function recording(
  { db, clock, requestId }: Work,
  events: readonly (OutboxEvent & { id: string })[],
  hasHappened: Fragment,
): Fragment {
  return db`
    with recorded as (
      insert into platform.outbox (id, brand_id, type, subject_id, payload, occurred_at, request_id)
      select id, brand_id, type, subject_id, payload::jsonb, ${clock.now()}, ${requestId ?? null}::uuid
      from unnest(
        ${events.map((event) => event.id)}::uuid[],
        ${events.map((event) => event.brandId)}::uuid[],
        ${events.map((event) => event.type.name)}::text[],
        ${events.map((event) => event.subjectId)}::uuid[],
        ${events.map((event) => JSON.stringify(event.payload ?? {}))}::text[]
      ) with ordinality as event (id, brand_id, type, subject_id, payload, place)
      where ${hasHappened}
      order by place
    )
    select pg_notify(${CHANNEL}, '')
    where ${shouldNotify(clock)}`
}

/** Makes the relay look for events when the transaction commits. */
export async function wakeRelay(tx: Queryable): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, '')`
}

/** Deletes the recorded events of these subjects: the generated history of demo data is not published. */
export async function dropEvents(tx: Transaction, subjectIds: readonly string[]): Promise<void> {
  await tx`delete from platform.outbox where subject_id = any(${subjectIds as string[]}::uuid[])`
}

/** Keyed by clock, because a process has one clock; tests have several. */
const notifiedAt = new WeakMap<Clock, number>()

function shouldNotify(clock: Clock): boolean {
  const now = performance.now()
  if (now - (notifiedAt.get(clock) ?? Number.NEGATIVE_INFINITY) < NOTIFY_MS) return false
  notifiedAt.set(clock, now)
  return true
}
