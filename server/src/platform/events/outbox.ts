/**
 * The transactional outbox. An operation records events in its own transaction; the relay dispatches them to the
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

import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../cause-chain.ts'
import type { Clock } from '../clock.ts'
import {
  type Database,
  type Fragment,
  isDatabaseAway,
  type Queryable,
  type Transaction,
  transaction,
} from '../database.ts'
import type { BrandId } from '../ids.ts'
import type { Platform } from '../index.ts'
import { type EventSpans, traceEvents } from '../tracing/event-spans.ts'
import type { Work } from '../work.ts'

const CHANNEL = 'tradehall_outbox'
/** Large enough that the round trips of a batch are negligible, small enough that its locks are short. */
const BATCH = 500
/** Finds events without a notification. An empty poll costs a tenth of a millisecond. */
const POLL_MS = 200
/**
 * Commits that notify are serialized by PostgreSQL, which cost 40 % of the rate of single events. So a busy process
 * throttles its notifications, and events recorded in between may wait for the poll.
 */
const NOTIFY_MS = 20
/** With a backoff of 1, 2, 4 … seconds the attempts span a quarter of an hour. */
const MAX_ATTEMPTS = 10
const FIRST_WAIT_MS = 1_000
/** Delay after an error of the relay itself, such as a lost database, so that it does not flood the log. */
const ERROR_DELAY_MS = 1_000
/** A relay that is idle for this long within a batch loses its lock. */
const LOCK_IDLE_MS = 10_000
/** How long `stop` waits for a batch in progress; a batch that takes longer is rolled back. */
const STOP_MS = 2_000

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

export interface RelayOptions {
  maxAttempts?: number
  /** Doubles with each attempt. */
  firstWaitMs?: number
  pollMs?: number
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

/** Relays events until it is stopped. Only one of all relays works at a time; another takes over if it ends. */
export async function startRelay(
  platform: Platform,
  consumers: Consumers,
  options: RelayOptions = {},
): Promise<{ stop(): Promise<void> }> {
  let stopping = false
  let again = false
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    do {
      again = false
      await relayOnce(platform, consumers, { ...options, isStopping: () => stopping })
    } while (again && !stopping)
  }
  function wake(): void {
    again = true
    if (stopping || running) return
    running = drain()
      .catch(async (error) => {
        platform.log.warn({ causes: causeChain(error) }, 'the event relay failed and will retry')
        await wait(ERROR_DELAY_MS, undefined, { ref: false })
      })
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(wake, options.pollMs ?? POLL_MS)
  const listening = await platform.db.listen(CHANNEL, wake, wake)
  return {
    async stop() {
      stopping = true
      clearInterval(timer)
      await listening.unlisten().catch(() => {})
      await Promise.race([running, new Promise((resume) => setTimeout(resume, STOP_MS).unref())])
    },
  }
}

/** Relays all events that are due now and returns their number. */
export async function relayOnce(
  platform: Platform,
  consumers: Consumers,
  options: RelayOptions & { isStopping?: () => boolean } = {},
): Promise<number> {
  let relayed = 0
  while (!options.isStopping?.()) {
    const batch = await relayBatch(platform, consumers, options)
    if (batch.seen === 0) break
    relayed += batch.relayed
  }
  return relayed
}

/** Relays a batch in one transaction. If that fails, each event gets its own transaction, to isolate the failing one. */
async function relayBatch(
  platform: Platform,
  consumers: Consumers,
  options: RelayOptions,
): Promise<{ seen: number; relayed: number }> {
  let positions: number[] = []
  let spans: EventSpans | undefined
  try {
    const relayed = await transaction(platform.db, async (tx) => {
      await acquireRelayLock(tx)
      const rows = await claimEvents(tx, BATCH)
      positions = rows.map((row) => row.position)
      spans = traceEvents(platform.tracing, rows)
      return spans.run(() => dispatch(tx, platform, consumers, rows))
    })
    spans?.end()
    return { seen: relayed, relayed }
  } catch (error) {
    if (positions.length === 0) throw error
    return { seen: positions.length, relayed: await relayOneByOne(platform, consumers, positions, options) }
  }
}

async function relayOneByOne(
  platform: Platform,
  consumers: Consumers,
  positions: readonly number[],
  options: RelayOptions,
): Promise<number> {
  let relayed = 0
  for (const position of positions) {
    let spans: EventSpans | undefined
    try {
      relayed += await transaction(platform.db, async (tx) => {
        await acquireRelayLock(tx)
        const rows = await claimEvents(tx, 1, position)
        spans = traceEvents(platform.tracing, rows)
        return spans.run(() => dispatch(tx, platform, consumers, rows))
      })
      spans?.end()
    } catch (error) {
      await scheduleRetry(platform, position, error, options)
    }
  }
  return relayed
}

/**
 * Relays are serialized, because a second relay would dispatch later events before earlier ones. A relay that hangs in
 * a batch loses its connection, and with it the lock.
 */
async function acquireRelayLock(tx: Transaction): Promise<void> {
  await tx.unsafe(`
    set local idle_in_transaction_session_timeout = ${LOCK_IDLE_MS};
    select pg_advisory_xact_lock(hashtext('tradehall relay'))`)
}

interface OutboxRow extends RecordedEvent {
  position: number
}

/**
 * The position of the first event of the same subject that is retried or parked. Uses outbox_troubled_idx once for each event:
 * for a join PostgreSQL would have to estimate how many are troubled, which changes at once when a consumer fails.
 */
const firstTroubled = (db: Queryable): Fragment => db`(
  select position
  from platform.outbox as troubled
  where troubled.subject_id = outbox.subject_id and (troubled.retry_at is not null or troubled.parked_at is not null)
  order by position
  limit 1
)`

const isFirstOfSubject = (db: Queryable): Fragment => db`position <= coalesce(${firstTroubled(db)}, position)`

const claimEvents = (
  tx: Transaction,
  limit: number,
  position: number | null = null,
): Promise<OutboxRow[]> => tx<OutboxRow[]>`
  select position, id, type, brand_id as "brandId", subject_id as "subjectId", payload, occurred_at as "occurredAt",
    request_id as "requestId"
  from platform.outbox
  where parked_at is null
  and (retry_at is null or retry_at <= now())
  and (${position}::bigint is null or position = ${position})
  and ${isFirstOfSubject(tx)}
  order by position
  limit ${limit}
  for update skip locked`

async function dispatch(
  tx: Transaction,
  platform: Platform,
  consumers: Consumers,
  rows: readonly OutboxRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  const stray = rows.find(({ type }) => !consumers[type])
  // The event is retried and parked, not dropped: another version of the server may have recorded it.
  if (stray) throw new Error(`The event ${stray.type} is not declared by any module of this server.`)
  for (const consume of new Set(rows.flatMap(({ type }) => consumers[type] ?? []))) {
    const events = rows.filter(({ type }) => consumers[type]?.includes(consume))
    await consume(tx, platform, events.map(withoutPosition))
  }
  await tx`delete from platform.outbox where position = any(${rows.map((row) => row.position)}::bigint[])`
  return rows.length
}

const withoutPosition = ({ position: _, ...event }: OutboxRow): RecordedEvent => event

/** The backoff is real time, not time of the sandbox clock, because no business rule depends on it. */
async function scheduleRetry(
  platform: Platform,
  position: number,
  error: unknown,
  { maxAttempts = MAX_ATTEMPTS, firstWaitMs = FIRST_WAIT_MS }: RelayOptions,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  // While a node of a cluster is away, the events of its brands wait; those of others are relayed.
  const counted = isDatabaseAway(error) ? 0 : 1
  const [row] = await transaction(platform.db, async (tx) => {
    // Otherwise another relay could skip this row because it is locked, and dispatch a later event of its subject.
    await acquireRelayLock(tx)
    return await tx<
      { id: string; type: string; attempts: number; parked_at: Date | null; request_id: string | null }[]
    >`
    update platform.outbox
    set
      attempts = attempts + ${counted}::integer,
      last_error = ${reason},
      retry_at = now() + ${firstWaitMs} * power(2, attempts) * interval '1 millisecond',
      parked_at = case when attempts + ${counted}::integer >= ${maxAttempts} then ${platform.clock.now()}::timestamptz end
    where position = ${position}
    returning id, type, attempts, parked_at, request_id`
  })
  if (!row) return
  const { id, type, attempts, request_id } = row
  platform.log[row.parked_at ? 'error' : 'warn'](
    {
      event_id: id,
      event_type: type,
      requestId: request_id,
      attempt: attempts,
      of: maxAttempts,
      causes: causeChain(error),
    },
    row.parked_at ? 'event failed its last attempt and was parked' : 'event failed and will be retried',
  )
}

/** For metrics: the numbers of waiting and parked events. */
export async function outboxCounts(db: Database): Promise<{ waiting: number; parked: number }> {
  const [row] = await db<{ waiting: number; parked: number }[]>`
    select count(*) filter (where parked_at is null) as waiting, count(parked_at) as parked
    from platform.outbox`
  return row ?? { waiting: 0, parked: 0 }
}

/** When the oldest event that can be relayed happened, by the clock; null while there is none. */
export async function oldestWaitingEvent(db: Database): Promise<Date | null> {
  const [row] = await db<{ occurred_at: Date }[]>`
    select occurred_at
    from platform.outbox
    where parked_at is null and ${isFirstOfSubject(db)}
    order by position
    limit 1`
  return row?.occurred_at ?? null
}

/** An event that is retried or parked, with the number of later events of its subject. */
export interface BlockingEvent {
  id: string
  type: string
  waiting: number
}

/** Sorted by the number of events that wait, the largest number first. */
export async function blockingEvents(db: Database): Promise<BlockingEvent[]> {
  return await db<BlockingEvent[]>`
    with waiting as (
      select position, ${firstTroubled(db)} as behind from platform.outbox where parked_at is null
    ), blocking as (
      select behind, count(*) as waiting from waiting where behind < position group by behind
    )
    select id, type, waiting
    from blocking
    join platform.outbox on position = behind
    order by waiting desc, position`
}
