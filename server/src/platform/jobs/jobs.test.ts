import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { runDueJobs } from '../../../test/due-jobs.ts'
import { createTestPlatform, setClockOffset } from '../../../test/platform.ts'
import { Numbered, recorder, startWorker } from '../../../test/running-jobs.ts'
import { soon } from '../../../test/time.ts'
import { transaction } from '../database.ts'
import type { Platform } from '../index.ts'
import type { Work } from '../work.ts'
import { dropWaitingJobs, enqueue, type JobKind, job, jobCounts } from './jobs.ts'

const YEAR_MS = 365 * 86_400_000
const HOUR_MS = 3_600_000

async function setUp() {
  const url = await createTestDatabase()
  const platform = await createTestPlatform(url)
  return { url, platform, runDue: (...kinds: JobKind[]) => runDueJobs(platform, url, kinds) }
}

const later = (platform: Platform, ms: number) => new Date(platform.clock.now().getTime() + ms)

test('a job of a transaction that rolls back never runs, one that commits runs once', async () => {
  const { platform, runDue } = await setUp()
  const { kind, seen } = recorder()
  await transaction(platform.db, async (tx) => {
    await enqueue({ db: tx, clock: platform.clock }, kind, [{ n: 1 }])
    throw new Error('no')
  }).catch(() => {})
  await transaction(platform.db, (tx) => enqueue({ db: tx, clock: platform.clock }, kind, [{ n: 2 }]))
  expect(await runDue(kind)).toEqual({ ran: 1, failed: 0 })
  expect(await runDue(kind)).toEqual({ ran: 0, failed: 0 })
  expect(seen).toEqual([2])
})

test('a running worker takes jobs as they commit', async () => {
  const { platform, url } = await setUp()
  const { kind, seen } = recorder()
  await startWorker(platform, url, [kind])
  const numbers = Array.from({ length: 200 }, (_, n) => n)
  await enqueue(
    platform,
    kind,
    numbers.map((n) => ({ n })),
  )
  await vi.waitFor(() => expect(seen.toSorted((a, b) => a - b)).toEqual(numbers), soon)
  await vi.waitFor(
    async () => expect(await jobCounts(platform.db)).toEqual({ waiting: 0, running: 0, parked: 0 }),
    soon,
  )
})

test('a job is attributed to the request that caused it, and so are the jobs that it enqueues', async () => {
  const { platform, runDue } = await setUp()
  const seen: unknown[] = []
  const run = async (work: Platform & Pick<Work, 'requestId'>, { n }: { n: number }) => {
    seen.push([n, work.requestId])
    if (n < 3) await enqueue(work, kind, [{ n: n + 2 }])
  }
  const kind: JobKind<{ n: number }> = job('caused', { payload: Numbered, run })
  await enqueue({ ...platform, requestId: 'first' }, kind, [{ n: 1 }, { n: 5, requestId: 'another' }])
  await enqueue(platform, kind, [{ n: 2 }])
  await runDue(kind)
  expect(seen.toSorted()).toEqual([
    [1, 'first'],
    [2, undefined],
    [3, 'first'],
    [4, undefined],
    [5, 'another'],
  ])
})

test('jobs that a job enqueues for now run in the same call', async () => {
  const { platform, runDue } = await setUp()
  const { kind: second, seen } = recorder()
  const first = job('first', {
    payload: Numbered,
    run: (platform, payload) => enqueue(platform, second, [payload]),
  })
  await enqueue(platform, first, [{ n: 7 }])
  expect(await runDue(first, second)).toEqual({ ran: 2, failed: 0 })
  expect(seen).toEqual([7])
})

test('running due jobs waits for the jobs that another worker runs', async () => {
  const { platform, url, runDue } = await setUp()
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let done = false
  const held = job('held', {
    payload: Type.Object({}),
    run: async () => {
      started.resolve()
      await gate.promise
      done = true
    },
  })
  await startWorker(platform, url, [held])
  await enqueue(platform, held, [{}])
  await started.promise
  const due = runDue(held)
  const early = await Promise.race([due.then(() => 'returned'), platform.db`select 1`.then(() => 'waits')])
  expect(early).toBe('waits')
  gate.resolve()
  expect(await due).toEqual({ ran: 0, failed: 0 })
  expect(done).toBe(true)
})

test('a waiting job with the same key is replaced', async () => {
  const { platform, runDue } = await setUp()
  const { kind, seen } = recorder()
  await enqueue(platform, kind, [{ n: 1 }], { key: 'one' })
  await enqueue(platform, kind, [{ n: 2 }], { key: 'one' })
  await runDue(kind)
  expect(seen).toEqual([2])
  await expect(enqueue(platform, kind, [{ n: 1 }, { n: 2 }], { key: 'one' })).rejects.toThrow('one payload')
})

test('moving the clock forward makes jobs due, moving it back makes them wait', async () => {
  const { platform, runDue } = await setUp()
  const { kind, seen } = recorder()
  await enqueue(platform, kind, [{ n: 1 }], { runAt: later(platform, HOUR_MS) })
  await enqueue(platform, kind, [{ n: 2 }], { runAt: later(platform, 3 * HOUR_MS) })
  await runDue(kind)
  expect(seen).toEqual([])

  await setClockOffset(platform, 4 * HOUR_MS)
  await setClockOffset(platform, 0)
  await runDue(kind)
  expect(seen).toEqual([])

  await setClockOffset(platform, 2 * HOUR_MS)
  await runDue(kind)
  expect(seen).toEqual([1])

  await enqueue(platform, kind, [{ n: 3 }], { runAt: later(platform, HOUR_MS / 2) })
  await setClockOffset(platform, 2.6 * HOUR_MS)
  await runDue(kind)
  expect(seen).toEqual([1, 3])
})

test('a job that was enqueued for now runs, however far the clock goes back', async () => {
  const { platform, runDue } = await setUp()
  const { kind, seen } = recorder()
  await setClockOffset(platform, 4 * HOUR_MS)
  await enqueue(platform, kind, [{ n: 1 }])
  await setClockOffset(platform, 0)
  await runDue(kind)
  expect(seen).toEqual([1])
})

test('a failing job is retried after its backoff and parked after its last attempt', async () => {
  const { platform, runDue } = await setUp()
  let runs = 0
  const failing = job('failing', {
    payload: Numbered,
    maxAttempts: 2,
    run: async () => {
      runs += 1
      throw new Error(`failed ${runs}`)
    },
  })
  await enqueue(platform, failing, [{ n: 1 }])
  expect(await runDue(failing)).toEqual({ ran: 1, failed: 1 })
  const [retry] = await platform.db`
    select run_at - updated_at between interval '2 seconds' and interval '4 seconds' as waits from graphile_worker.jobs`
  expect(retry).toEqual({ waits: true })
  // With the clock an hour back, the retry cannot be due, however slow the test is.
  await setClockOffset(platform, -HOUR_MS)
  expect(await runDue(failing)).toEqual({ ran: 0, failed: 0 })
  expect(await jobCounts(platform.db)).toEqual({ waiting: 1, running: 0, parked: 0 })

  await setClockOffset(platform, 10_000)
  expect(await runDue(failing)).toEqual({ ran: 1, failed: 1 })
  expect(await jobCounts(platform.db)).toEqual({ waiting: 0, running: 0, parked: 1 })
  await setClockOffset(platform, YEAR_MS)
  expect(await runDue(failing)).toEqual({ ran: 0, failed: 0 })
  const [parked] = await platform.db`select last_error from graphile_worker.jobs`
  expect(parked?.last_error).toBe('failed 2')
})

test('a failure is logged once with its causes and without the payload', async () => {
  const { platform, runDue } = await setUp()
  const lines: object[] = []
  platform.log.warn = ((line: object) => lines.push(line)) as typeof platform.log.warn
  const failing = job('failing', {
    payload: Type.Object({ code: Type.String() }),
    run: async (_, payload) => {
      throw Object.assign(new Error('outer', { cause: new Error('inner') }), { payload })
    },
  })
  await enqueue(platform, failing, [{ code: 'topsecret' }])
  await runDue(failing)
  expect(lines).toMatchObject([
    { job: 'failing', attempt: 1, causes: [{ message: 'outer' }, { message: 'inner' }] },
  ])
  expect(JSON.stringify(lines)).not.toContain('topsecret')
})

test('a payload that does not fit is refused when enqueued and fails when run, without showing it', async () => {
  const { platform, runDue } = await setUp()
  const { kind, seen } = recorder()
  const wrong = [{ n: 'topsecret' }] as unknown as { n: number }[]
  const refused = await enqueue(platform, kind, wrong).catch((error) => error)
  expect(refused.message).toMatch(/^Invalid payload for job record: \/n /)
  expect(refused.message).not.toContain('topsecret')

  await platform.db`select graphile_worker.add_job('record', '{"n":"topsecret"}'::json)`
  expect(await runDue(kind)).toEqual({ ran: 1, failed: 1 })
  expect(seen).toEqual([])
  const [row] = await platform.db`select last_error from graphile_worker.jobs`
  expect(row?.last_error).toMatch(/^Invalid payload for job record/)
})

function everyDay(name = 'daily') {
  const runs: Date[] = []
  const kind = job(name, {
    payload: Type.Object({}),
    everyMs: 24 * HOUR_MS,
    run: async (platform) => {
      runs.push(platform.clock.now())
    },
  })
  return { kind, runs }
}

test('a recurring job runs once after a year passed and is scheduled again', async () => {
  const { platform, runDue } = await setUp()
  const { kind, runs } = everyDay()
  await runDue(kind)
  expect(runs).toHaveLength(1)
  await runDue(kind)
  expect(runs).toHaveLength(1)

  await setClockOffset(platform, YEAR_MS)
  await runDue(kind)
  expect(runs).toHaveLength(2)
  expect(await jobCounts(platform.db)).toEqual({ waiting: 1, running: 0, parked: 0 })

  await setClockOffset(platform, YEAR_MS + 23 * HOUR_MS)
  await runDue(kind)
  expect(runs).toHaveLength(2)
  await setClockOffset(platform, YEAR_MS + 25 * HOUR_MS)
  await runDue(kind)
  expect(runs).toHaveLength(3)
})

test('dropping waiting jobs keeps recurring ones', async () => {
  const { platform, runDue } = await setUp()
  const { kind: recurring, runs } = everyDay()
  const { kind, seen } = recorder()
  await runDue(recurring)
  await enqueue(platform, kind, [{ n: 1 }, { n: 2 }])
  await dropWaitingJobs(platform.db)
  await setClockOffset(platform, 25 * HOUR_MS)
  await runDue(recurring, kind)
  expect(seen).toEqual([])
  expect(runs).toHaveLength(2)
})

test('a recurring job continues after the clock is set back by a year', async () => {
  const { platform, runDue } = await setUp()
  const { kind, runs } = everyDay()
  await setClockOffset(platform, YEAR_MS)
  await runDue(kind)
  await setClockOffset(platform, 0)
  await runDue(kind)
  expect(runs).toHaveLength(1)
  await setClockOffset(platform, 25 * HOUR_MS)
  await runDue(kind)
  expect(runs).toHaveLength(2)
})

test('a recurring job that fails is retried, and its next run replaces its retries', async () => {
  const { platform, runDue } = await setUp()
  let runs = 0
  const kind = job('flaky', {
    payload: Type.Object({}),
    everyMs: HOUR_MS,
    run: async () => {
      runs += 1
      if (runs <= 3) throw new Error('not yet')
    },
  })
  await runDue(kind)
  expect(await jobCounts(platform.db)).toMatchObject({ waiting: 2, parked: 0 })
  await setClockOffset(platform, 60_000)
  await runDue(kind)
  expect(runs).toBe(2)
  // The retry and the next run are due together; afterwards only the series continues.
  for (const hours of [2, 4, 6]) {
    await setClockOffset(platform, hours * HOUR_MS)
    await runDue(kind)
  }
  expect(runs).toBeGreaterThanOrEqual(4)
  expect(await jobCounts(platform.db)).toEqual({ waiting: 1, running: 0, parked: 0 })
})

test('overlapping runs of a recurring job do not duplicate its series', async () => {
  const { platform, runDue } = await setUp()
  const { kind, runs } = everyDay()
  await runDue(kind)
  await platform.db`
    select graphile_worker.add_job('daily', '{}'::json, flags => array['every-ms:86400000'])
    from generate_series(1, 7)`
  await setClockOffset(platform, 25 * HOUR_MS)
  await runDue(kind)
  expect(runs).toHaveLength(9)
  expect(await jobCounts(platform.db)).toEqual({ waiting: 1, running: 0, parked: 0 })
})

test('two workers run a recurring job once', async () => {
  const { platform, url } = await setUp()
  const other = await createTestPlatform(url)
  const { kind, runs } = everyDay()
  const marker = recorder()
  await Promise.all([
    startWorker(platform, url, [kind, marker.kind]),
    startWorker(other, url, [kind, marker.kind]),
  ])
  await vi.waitFor(() => expect(runs).toHaveLength(1), soon)
  // After the clocks of both are moved, a job that is enqueued later marks the end: no other run is left.
  await setClockOffset(platform, 25 * HOUR_MS)
  await other.signals.refresh()
  await vi.waitFor(() => expect(runs).toHaveLength(2), soon)
  await enqueue(platform, marker.kind, [{ n: 1 }])
  await vi.waitFor(async () => {
    expect(marker.seen).toEqual([1])
    expect(await jobCounts(platform.db)).toEqual({ waiting: 1, running: 0, parked: 0 })
  }, soon)
  expect(runs).toHaveLength(2)
})
