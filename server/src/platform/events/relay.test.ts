import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { runDueJobs } from '../../../test/due-jobs.ts'
import { createTestPlatform } from '../../../test/platform.ts'
import { soon } from '../../../test/time.ts'
import { transaction } from '../database.ts'
import type { Platform } from '../index.ts'
import { enqueue, job, jobCounts } from '../jobs/jobs.ts'
import { type Consumer, consumersOf, eventType, recordEvents } from './outbox.ts'
import { relayOnce, startRelay } from './relay.ts'
import { blockingEvents, oldestWaitingEvent, outboxCounts } from './waiting-events.ts'

async function setUp() {
  const url = await createTestDatabase()
  const platform = await createTestPlatform(url)
  await platform.db`create table public.notes (place bigint generated always as identity, n integer not null)`
  return { url, platform }
}

const happens = (name: string) => eventType(name, { meaning: 'It happened.' })

const events = (name: string, numbers: number[]) =>
  numbers.map((n) => ({ type: happens(name), brandId: null, subjectId: randomUUID(), payload: { n } }))

/** Events of one subject. */
const of = (subjectId: string, numbers: number[]) =>
  numbers.map((n) => ({ type: happens('a'), brandId: null, subjectId, payload: { n } }))

const record = ({ db, clock, ids }: Platform, type: string, numbers: number[]) =>
  transaction(db, (tx) => recordEvents({ db: tx, clock, ids }, events(type, numbers)))

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Writes the numbers of its events; refuses batches with a number that `refuses` names. */
const writer =
  (refuses: (n: number) => boolean = () => false): Consumer =>
  async (tx, _, batch) => {
    for (const { payload } of batch) await tx`insert into public.notes (n) values (${payload.n as number})`
    if (batch.some(({ payload }) => refuses(payload.n as number))) throw new Error('refused')
  }

async function notes({ db }: Platform): Promise<number[]> {
  const rows = await db<{ n: number }[]>`select n from public.notes order by n`
  return rows.map((row) => row.n)
}

async function notesInOrder({ db }: Platform): Promise<number[]> {
  const rows = await db<{ n: number }[]>`select n from public.notes order by place`
  return rows.map((row) => row.n)
}

test('a consumer gets what was recorded, in order, and the outbox is empty afterwards', async () => {
  const { platform } = await setUp()
  const seen: unknown[] = []
  const subjectId = randomUUID()
  const brandId = randomUUID()
  const requestId = randomUUID()
  const ids = [
    ...(await recordEvents({ ...platform, requestId }, [
      { type: happens('thing.made'), brandId, subjectId, payload: { n: 1, text: '{"a,b" \\ ü}' } },
    ])),
    ...(await recordEvents(platform, [{ type: happens('thing.made'), brandId: null, subjectId }])),
  ]
  const relayed = await relayOnce(platform, {
    'thing.made': [async (_, __, batch) => void seen.push(...batch)],
  })
  expect(relayed).toBe(2)
  const occurredAt = expect.any(Date)
  expect(seen).toEqual([
    {
      id: ids[0],
      type: 'thing.made',
      brandId,
      subjectId,
      payload: { n: 1, text: '{"a,b" \\ ü}' },
      occurredAt,
      requestId,
    },
    { id: ids[1], type: 'thing.made', brandId: null, subjectId, payload: {}, occurredAt, requestId: null },
  ])
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 0, parked: 0 })
})

test('events of one batch keep their order, within a call and across calls', async () => {
  const { platform } = await setUp()
  const seen: unknown[] = []
  await record(platform, 'a', upTo(300))
  await record(platform, 'a', [300, 301])
  await record(platform, 'a', [302])
  await relayOnce(platform, { a: [async (_, __, batch) => void seen.push(...batch.map((e) => e.payload.n))] })
  expect(seen).toEqual(upTo(303))
})

test('an event of a transaction that rolls back never reaches a consumer', async () => {
  const { platform } = await setUp()
  await transaction(platform.db, async (tx) => {
    await recordEvents({ ...platform, db: tx }, events('a', [1]))
    throw new Error('no')
  }).catch(() => {})
  await record(platform, 'a', [2])
  await relayOnce(platform, { a: [writer()] })
  expect(await notes(platform)).toEqual([2])
})

test('declared events that nobody consumes are dropped', async () => {
  const { platform } = await setUp()
  await record(platform, 'nobody.cares', [1, 2])
  expect(await relayOnce(platform, { 'nobody.cares': [] })).toBe(2)
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 0, parked: 0 })
})

test('an event that nobody declares is kept and reported', async () => {
  const { platform } = await setUp()
  await record(platform, 'of.another.version', [1])
  expect(await relayOnce(platform, {}, { maxAttempts: 1 })).toBe(0)
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 0, parked: 1 })
})

describe('consumers', () => {
  const consume: Consumer = async () => {}

  test('are found by the name of each declared event', () => {
    const [made, sold] = [happens('made'), happens('sold')]
    expect(consumersOf([made, sold], [{ of: sold, by: consume }])).toEqual({ made: [], sold: [consume] })
  })

  test('of an undeclared event prevent the start', () => {
    expect(() => consumersOf([happens('made')], [{ of: happens('maed'), by: consume }])).toThrow('maed')
  })

  test('are refused if a name is declared twice, also as an alias', () => {
    const twin = eventType('sold', { twins: ['made'], meaning: 'It was sold.' })
    expect(() => consumersOf([happens('made'), twin], [])).toThrow('made is declared twice')
  })
})

test('when a consumer throws, nothing is written by any consumer and the event is kept', async () => {
  const { platform } = await setUp()
  await record(platform, 'a', [1])
  // The delay of the retry is so long that it cannot be over yet.
  const patient = { firstWaitMs: 3_600_000 }
  expect(await relayOnce(platform, { a: [writer(), writer(() => true)] }, patient)).toBe(0)
  expect(await notes(platform)).toEqual([])
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 1, parked: 0 })
  expect(await relayOnce(platform, { a: [writer()] })).toBe(0)
  await platform.db`update platform.outbox set retry_at = now()`
  expect(await relayOnce(platform, { a: [writer()] })).toBe(1)
  expect(await notes(platform)).toEqual([1])
})

test('a poisoned event is parked with its error while all others pass once', async () => {
  const { platform } = await setUp()
  await record(platform, 'a', upTo(20))
  await record(platform, 'b', [100])
  const consumers = { a: [writer((n) => n === 7)], b: [writer()] }
  const relayed = await relayOnce(platform, consumers, { maxAttempts: 3, firstWaitMs: 0 })
  expect(relayed).toBe(20)
  expect(await notes(platform)).toEqual([...upTo(20).filter((n) => n !== 7), 100])
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 0, parked: 1 })
  const [parked] = await platform.db`select payload, attempts, last_error from platform.outbox`
  expect(parked).toEqual({ payload: { n: 7 }, attempts: 3, last_error: 'refused' })
})

test('later events of a subject wait for one that is retried, and no others do', async () => {
  const { platform } = await setUp()
  const [one, other] = [randomUUID(), randomUUID()]
  await recordEvents(platform, of(one, [1, 2]))
  await recordEvents(platform, of(other, [3]))
  await recordEvents(platform, of(one, [4]))
  let isBroken = true
  const consumers = { a: [writer((n) => n === 1 && isBroken)] }
  const patient = { firstWaitMs: 3_600_000 }
  expect(await relayOnce(platform, consumers, patient)).toBe(1)
  expect(await notesInOrder(platform)).toEqual([3])
  expect(await oldestWaitingEvent(platform.db)).toEqual(platform.clock.now())
  isBroken = false
  expect(await relayOnce(platform, consumers)).toBe(0)
  await platform.db`update platform.outbox set retry_at = now() where retry_at is not null`
  expect(await relayOnce(platform, consumers)).toBe(3)
  expect(await notesInOrder(platform)).toEqual([3, 1, 2, 4])
})

test('later events of a subject wait for one that is parked, also of several that fail at once', async () => {
  const { platform } = await setUp()
  const [one, other] = [randomUUID(), randomUUID()]
  const ids = await recordEvents(platform, [...of(one, [1, 2, 3]), ...of(other, [4, 5])])
  const consumers = { a: [writer((n) => n === 1 || n === 2 || n === 5)] }
  expect(await relayOnce(platform, consumers, { maxAttempts: 2, firstWaitMs: 0 })).toBe(1)
  expect(await notesInOrder(platform)).toEqual([4])
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 2, parked: 2 })
  expect(await blockingEvents(platform.db)).toEqual([{ id: ids[0], type: 'a', waiting: 2 }])
  // No event is late: those that wait are blocked by a parked event.
  expect(await oldestWaitingEvent(platform.db)).toBeNull()
  await platform.db`delete from platform.outbox where id = ${ids[0] ?? ''}`
  expect(await relayOnce(platform, consumers, { firstWaitMs: 3_600_000 })).toBe(0)
  expect(await blockingEvents(platform.db)).toEqual([{ id: ids[1], type: 'a', waiting: 1 }])
})

test('an event is not parked while a node of the database is away', async () => {
  const { platform } = await setUp()
  await record(platform, 'thing.made', [1])
  const refuse: Consumer = async () => {
    throw Object.assign(new Error('connection to the remote node two:5432 failed'), { code: '08006' })
  }
  expect(await relayOnce(platform, { 'thing.made': [refuse] }, { maxAttempts: 1, firstWaitMs: 60_000 })).toBe(
    0,
  )
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 1, parked: 0 })
})

test('of two relays one works at a time, so that events are neither duplicated nor reordered', async () => {
  const { url, platform } = await setUp()
  const other = await createTestPlatform(url)
  await record(platform, 'a', upTo(2_000))
  let working = 0
  const seen: number[] = []
  const consumer: Consumer = async (tx, platform, batch) => {
    working += 1
    expect(working).toBe(1)
    seen.push(...batch.map(({ payload }) => payload.n as number))
    await writer()(tx, platform, batch)
    working -= 1
  }
  const relayed = await Promise.all([platform, other].map((each) => relayOnce(each, { a: [consumer] })))
  expect(relayed.reduce((sum, count) => sum + count, 0)).toBe(2_000)
  expect(seen).toEqual(upTo(2_000))
  expect(await notes(platform)).toEqual(upTo(2_000))
})

test('a consumer of several types gets them together, in the order in which they happened', async () => {
  const { platform } = await setUp()
  await record(platform, 'a', [1])
  await record(platform, 'b', [2])
  await record(platform, 'a', [3])
  const batches: string[][] = []
  const consumer: Consumer = async (_tx, _platform, batch) => {
    batches.push(batch.map(({ type, payload }) => `${type}${payload.n}`))
  }
  await relayOnce(platform, { a: [consumer], b: [consumer] })
  expect(batches).toEqual([['a1', 'b2', 'a3']])
})

test('a running relay is woken by the commit', async () => {
  const { platform } = await setUp()
  const relay = await startRelay(platform, { a: [writer()] }, { pollMs: 60_000 })
  onTestFinished(() => relay.stop())
  await record(platform, 'a', [1])
  await vi.waitFor(async () => expect(await notes(platform)).toEqual([1]), soon)
})

test('a burst of events reaches a running relay although only some of them notify it', async () => {
  const { platform } = await setUp()
  const relay = await startRelay(platform, { a: [writer()] })
  onTestFinished(() => relay.stop())
  await Promise.all(upTo(200).map((n) => record(platform, 'a', [n])))
  await vi.waitFor(async () => expect(await notes(platform)).toEqual(upTo(200)), soon)
})

test('a running relay finds events whose notification was lost', async () => {
  const { platform } = await setUp()
  const relay = await startRelay(platform, { a: [writer()] })
  onTestFinished(() => relay.stop())
  await platform.db`
    insert into platform.outbox (id, type, subject_id, payload, occurred_at)
    values (${randomUUID()}, 'a', ${randomUUID()}, '{"n":1}', now())`
  await vi.waitFor(async () => expect(await notes(platform)).toEqual([1]), soon)
})

test('a relay that is stopped finishes its batch and takes no other', async () => {
  const { platform } = await setUp()
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const slow: Consumer = async (tx, platform, batch) => {
    started.resolve()
    await gate.promise
    await writer()(tx, platform, batch)
  }
  await record(platform, 'a', upTo(600))
  const relay = await startRelay(platform, { a: [slow] })
  await started.promise
  const stopped = relay.stop()
  gate.resolve()
  await stopped
  // `stop` has a timeout: on a busy machine the batch may end after it.
  await vi.waitFor(async () => expect(await notes(platform)).toEqual(upTo(500)), soon)
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 100, parked: 0 })
})

test('running due jobs also relays events, and runs the jobs that their consumers enqueue', async () => {
  const { url, platform } = await setUp()
  const seen: number[] = []
  const kind = job('note', {
    payload: Type.Object({ n: Type.Number() }),
    run: async (platform, { n }) => {
      seen.push(n)
      if (n < 3) await record(platform, 'a', [n + 1])
    },
  })
  const toJobs: Consumer = (tx, { clock }, batch) =>
    enqueue(
      { db: tx, clock },
      kind,
      batch.map(({ payload }) => ({ n: payload.n as number })),
    )
  await record(platform, 'a', [1])
  const relay = () => relayOnce(platform, { a: [toJobs] })
  expect(await runDueJobs(platform, url, [kind], { beside: relay })).toEqual({ ran: 3, failed: 0 })
  expect(seen).toEqual([1, 2, 3])
  expect(await jobCounts(platform.db)).toEqual({ waiting: 0, running: 0, parked: 0 })
})
