/**
 * Events on their way out. A verb records what happened in its own transaction; the relay hands events to the
 * consumers of their type, which turn them into jobs and deliveries, and deletes them, all in one transaction.
 *
 * So an event reaches a consumer at least once, and what the consumer writes in that transaction is there exactly once.
 * Events are taken in the order in which they were recorded, by one relay at a time, so that what happened to one thing
 * is handed on in its order. Two transactions that overlap have no order to keep.
 *
 * waiting ──handed on──▶ gone
 *    │ a consumer throws: the event is tried alone, then again after a wait
 *    └──last attempt failed──▶ parked (kept with its error, for a human)
 */

import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from './cause-chain.ts'
import type { Clock } from './clock.ts'
import { type Database, type Fragment, type Transaction, transaction } from './database.ts'
import type { BrandId } from './ids.ts'
import type { Platform } from './index.ts'
import type { Work } from './work.ts'

const CHANNEL = 'tradehall_outbox'
/** Large enough that the round trips of a batch no longer count, small enough that its locks are short. */
const BATCH = 500
/** Finds what no notification told of. An empty look costs a tenth of a millisecond. */
const POLL_MS = 200
/**
 * Commits that notify wait for each other, which took 40 % of the rate of single events. So a busy process notifies
 * this often at most, and what it records in between may wait for the poll.
 */
const NOTIFY_MS = 20
/** With waits of 1, 2, 4 … seconds a failure has a quarter of an hour to pass. */
const MAX_ATTEMPTS = 10
const FIRST_WAIT_MS = 1_000
/** Between tries while the database is away, for the sake of the log. */
const REST_MS = 1_000
/** How long a relay may do nothing in the middle of a batch before its turn is over. */
const TURN_MS = 10_000
/** How long `stop` waits for a batch in hand; the transaction of one that takes longer is rolled back. */
const STOP_MS = 2_000

/** What can happen. Each is declared once, by the module that records it, and never spelled out again. */
export interface EventType {
  name: string
  /** Further names under which subscribers know it. */
  twins: readonly string[]
  /** The name of the resource that tells of it; null where nobody outside is told. */
  shows: string | null
  /** The relationships of that resource whose targets are told beside it. */
  includes?: readonly string[]
  /** What happened, as a short sentence for those who subscribe. */
  meaning: string
  /** From this moment of the clock on nobody is told; absent for what has no end. */
  endsAt?: Date
}

export const eventType = (
  name: string,
  { twins = [], shows = null, ...rest }: Partial<Omit<EventType, 'name'>> & Pick<EventType, 'meaning'>,
): EventType => ({ name, twins, shows, ...rest })

export interface OutboxEvent {
  /** Where the event is referred to by what is written with it. */
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
}

/** Gets the events of its types in a batch, in order, and writes with `tx` only. */
export type Consumer = (
  tx: Transaction,
  platform: Platform,
  events: readonly RecordedEvent[],
) => Promise<void>
/** By the name of every event that is declared, also of those that nobody consumes. */
export type Consumers = Readonly<Record<string, readonly Consumer[]>>

/** What a module does when something happened, also in another module. */
export interface Consumption {
  of: EventType
  by: Consumer
}

/** Refuses what would never be called: two declarations of a name, and a consumer of what nobody declares. */
export function consumersOf(declared: readonly EventType[], consumptions: readonly Consumption[]): Consumers {
  const names = declared.flatMap(({ name, twins }) => [name, ...twins])
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw new Error(`The event ${twice} is declared twice.`)
  const stray = consumptions.find(({ of }) => !declared.includes(of))
  if (stray) throw new Error(`The event ${stray.of.name} has a consumer, and no module declares it.`)
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

/** Records events with the change that caused them, in one statement. The relay is woken at the commit. */
export async function recordEvents(work: Work, events: readonly OutboxEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const known = events.map((event) => ({ ...event, id: event.id ?? work.ids.next() }))
  await recording(work, known, work.db`true`)
  return known.map(({ id }) => id)
}

/**
 * The statement that does it, for where it is sent together with the change. It records only what it finds to have
 * happened then.
 */
export function recording(
  { db, clock }: Work,
  events: readonly (OutboxEvent & { id: string })[],
  hasHappened: Fragment,
): Fragment {
  return db`
    with recorded as (
      insert into platform.outbox (id, brand_id, type, subject_id, payload, occurred_at)
      select id, brand_id, type, subject_id, payload::jsonb, ${clock.now()}
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
    where ${mayNotify(clock)}`
}

/** Takes back what was recorded of these subjects: a past that is made up is news to nobody. */
export async function dropEvents(tx: Transaction, subjectIds: readonly string[]): Promise<void> {
  await tx`delete from platform.outbox where subject_id = any(${subjectIds as string[]}::uuid[])`
}

/** By clock, because a process has one, except in tests. */
const notifiedAt = new WeakMap<Clock, number>()

function mayNotify(clock: Clock): boolean {
  const now = performance.now()
  if (now - (notifiedAt.get(clock) ?? Number.NEGATIVE_INFINITY) < NOTIFY_MS) return false
  notifiedAt.set(clock, now)
  return true
}

/** Hands on events until it is stopped. Of any number of relays one works at a time, and any other takes its place. */
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
        platform.log.warn({ causes: causeChain(error) }, 'the relay could not hand on events and tries again')
        await wait(REST_MS, undefined, { ref: false })
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

/** Hands on all events that are there now and returns how many. */
export async function relayOnce(
  platform: Platform,
  consumers: Consumers,
  options: RelayOptions & { isStopping?: () => boolean } = {},
): Promise<number> {
  let relayed = 0
  while (!options.isStopping?.()) {
    const taken = await relayBatch(platform, consumers, options)
    if (taken.seen === 0) break
    relayed += taken.relayed
  }
  return relayed
}

/** A batch is one transaction. When it fails, each of its events gets one of its own, to find the one that fails. */
async function relayBatch(
  platform: Platform,
  consumers: Consumers,
  options: RelayOptions,
): Promise<{ seen: number; relayed: number }> {
  let positions: number[] = []
  try {
    const relayed = await transaction(platform.db, async (tx) => {
      await takeTurn(tx)
      const rows = await takeEvents(tx, BATCH)
      positions = rows.map((row) => row.position)
      return handOn(tx, platform, consumers, rows)
    })
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
    try {
      relayed += await transaction(platform.db, async (tx) => {
        await takeTurn(tx)
        return handOn(tx, platform, consumers, await takeEvents(tx, 1, position))
      })
    } catch (error) {
      await keepForLater(platform, position, error, options)
    }
  }
  return relayed
}

/**
 * A relay that hands on later events while another one still has the earlier ones would turn them around. One that was
 * stopped in the middle loses its turn with its connection.
 */
async function takeTurn(tx: Transaction): Promise<void> {
  await tx.unsafe(`
    set local idle_in_transaction_session_timeout = ${TURN_MS};
    select pg_advisory_xact_lock(hashtext('tradehall relay'))`)
}

interface Row extends RecordedEvent {
  position: number
}

const takeEvents = (tx: Transaction, limit: number, position: number | null = null): Promise<Row[]> => tx<
  Row[]
>`
  select position, id, type, brand_id as "brandId", subject_id as "subjectId", payload, occurred_at as "occurredAt"
  from platform.outbox
  where parked_at is null
  and (retry_at is null or retry_at <= now())
  and (${position}::bigint is null or position = ${position})
  order by position
  limit ${limit}
  for update skip locked`

async function handOn(
  tx: Transaction,
  platform: Platform,
  consumers: Consumers,
  rows: readonly Row[],
): Promise<number> {
  if (rows.length === 0) return 0
  const stray = rows.find(({ type }) => !consumers[type])
  // Kept and reported, not dropped: another version of the server may have recorded it.
  if (stray) throw new Error(`No module of this server declares the event ${stray.type}.`)
  for (const consume of new Set(rows.flatMap(({ type }) => consumers[type] ?? []))) {
    const events = rows.filter(({ type }) => consumers[type]?.includes(consume))
    await consume(tx, platform, events.map(withoutPosition))
  }
  await tx`delete from platform.outbox where position = any(${rows.map((row) => row.position)}::bigint[])`
  return rows.length
}

const withoutPosition = ({ position: _, ...event }: Row): RecordedEvent => event

/** The wait is real time, not the clock's: it gives a failure time to pass, and no business rule depends on it. */
async function keepForLater(
  platform: Platform,
  position: number,
  error: unknown,
  { maxAttempts = MAX_ATTEMPTS, firstWaitMs = FIRST_WAIT_MS }: RelayOptions,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  const [row] = await platform.db<{ id: string; type: string; attempts: number; parked_at: Date | null }[]>`
    update platform.outbox
    set
      attempts = attempts + 1,
      last_error = ${reason},
      retry_at = now() + ${firstWaitMs} * power(2, attempts) * interval '1 millisecond',
      parked_at = case when attempts + 1 >= ${maxAttempts} then ${platform.clock.now()}::timestamptz end
    where position = ${position}
    returning id, type, attempts, parked_at`
  if (!row) return
  const { id, type, attempts } = row
  platform.log[row.parked_at ? 'error' : 'warn'](
    { event_id: id, event_type: type, attempt: attempts, of: maxAttempts, causes: causeChain(error) },
    row.parked_at ? 'event failed for the last time and is parked' : 'event failed and will be tried again',
  )
}

/** For metrics: what waits to be handed on, and what is parked. */
export async function outboxCounts(db: Database): Promise<{ waiting: number; parked: number }> {
  const [row] = await db<{ waiting: number; parked: number }[]>`
    select count(*) filter (where parked_at is null) as waiting, count(parked_at) as parked
    from platform.outbox`
  return row ?? { waiting: 0, parked: 0 }
}
