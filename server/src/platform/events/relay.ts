/** The relay, which dispatches the events of the outbox (`outbox.ts`) to their consumers, and retries or parks what fails. */
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../cause-chain.ts'
import { isDatabaseAway, type Transaction, transaction } from '../database.ts'
import { awaitCommits } from '../distribution/commits-on-nodes.ts'
import type { BrandId } from '../ids.ts'
import type { Platform } from '../index.ts'
import { type EventSpans, traceEvents } from '../tracing/event-spans.ts'
import { CHANNEL, type Consumers, type RecordedEvent } from './outbox.ts'
import { isFirstOfSubject } from './waiting-events.ts'

/** Large enough that the round trips of a batch are negligible, small enough that its locks are short. */
const BATCH = 500
/** Finds events without a notification. An empty poll costs a tenth of a millisecond. */
const POLL_MS = 200
/** With a backoff of 1, 2, 4 … seconds the attempts span a quarter of an hour. */
const MAX_ATTEMPTS = 10
const FIRST_WAIT_MS = 1_000
/** Delay after an error of the relay itself, such as a lost database, so that it does not flood the log. */
const ERROR_DELAY_MS = 1_000
/** The wait of events whose node has not committed yet. */
const LATE_WAIT_MS = 2_000
/** A relay that is idle for this long within a batch loses its lock. */
const LOCK_IDLE_MS = 10_000
/** How long `stop` waits for a batch in progress; a batch that takes longer is rolled back. */
const STOP_MS = 2_000

export interface RelayOptions {
  maxAttempts?: number
  /** Doubles with each attempt. */
  firstWaitMs?: number
  pollMs?: number
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
  let brandIds: BrandId[] = []
  let spans: EventSpans | undefined
  try {
    const relayed = await transaction(platform.db, async (tx) => {
      await acquireRelayLock(tx)
      const rows = await claimEvents(tx, platform, BATCH)
      positions = rows.map((row) => row.position)
      brandIds = rows.flatMap(({ brandId }) => brandId ?? [])
      spans = traceEvents(platform.tracing, rows)
      return spans.run(() => dispatch(tx, platform, consumers, rows))
    })
    spans?.end()
    return { seen: relayed, relayed }
  } catch (error) {
    if (positions.length === 0) throw error
    // The next batch is without the brands of a node that is away.
    if (await platform.awayNodes.findLost(error, brandIds)) return { seen: positions.length, relayed: 0 }
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
        const rows = await claimEvents(tx, platform, 1, position)
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

const claimEvents = (
  tx: Transaction,
  { awayNodes }: Platform,
  limit: number,
  position: number | null = null,
): Promise<OutboxRow[]> => tx<OutboxRow[]>`
  select position, id, type, brand_id as "brandId", subject_id as "subjectId", payload, occurred_at as "occurredAt",
    request_id as "requestId"
  from platform.outbox
  where parked_at is null
  and (retry_at is null or retry_at <= now())
  and (${position}::bigint is null or position = ${position})
  and ${awayNodes.isPresent(tx, tx`brand_id`)}
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
  const late = await awaitCommits(
    platform.db,
    tx,
    rows.flatMap(({ brandId }) => brandId ?? []),
  )
  const ready = rows.filter(({ brandId }) => !brandId || !late.has(brandId))
  if (ready.length < rows.length)
    await putOff(
      tx,
      platform,
      rows.filter((row) => !ready.includes(row)),
    )
  for (const consume of new Set(ready.flatMap(({ type }) => consumers[type] ?? []))) {
    const events = ready.filter(({ type }) => consumers[type]?.includes(consume))
    await consume(tx, platform, events.map(withoutPosition))
  }
  await tx`delete from platform.outbox where position = any(${positionsOf(ready)}::bigint[])`
  return ready.length
}

/** Events whose rows do not show yet on their node. Later events of their subjects wait for them. */
async function putOff(tx: Transaction, { log }: Platform, rows: readonly OutboxRow[]): Promise<void> {
  await tx`
    update platform.outbox set retry_at = now() + ${LATE_WAIT_MS} * interval '1 millisecond'
    where position = any(${positionsOf(rows)}::bigint[])`
  log.warn(
    { events: rows.length },
    'a node does not show yet what was committed with these events; they wait',
  )
}

const positionsOf = (rows: readonly OutboxRow[]) => rows.map(({ position }) => position)

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
