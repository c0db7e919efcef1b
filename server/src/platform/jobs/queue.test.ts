/** The job queue while connections are lost, statements are cancelled and rows are locked. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { whileUnwritable } from '../../../test/locks.ts'
import { createTestPlatform, setClockOffset } from '../../../test/platform.ts'
import { Numbered, recorder, startWorker } from '../../../test/running-jobs.ts'
import { soon, startStopwatch, until } from '../../../test/time.ts'
import { createReadiness } from '../../http/monitoring/health.ts'
import { connect } from '../database.ts'
import type { Platform } from '../index.ts'
import { enqueue, job, jobCounts } from './jobs.ts'
import { isWorkerAlive } from './workers.ts'

const JOBS = 'graphile_worker._private_jobs'
const HOUR_MS = 3_600_000
const DONE = { waiting: 0, running: 0, parked: 0 }
const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

async function setUp() {
  const url = await createTestDatabase()
  const platform = await createTestPlatform(url)
  const lines: string[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    platform.log[level] = (...args: unknown[]) => void lines.push(String(args.at(-1)))
  return { url, platform, lines }
}

/** Jobs that run until the test releases them. Then `end` decides the outcome. */
function gated(end: (n: number, times: number) => void = () => {}) {
  const gate = Promise.withResolvers<void>()
  const times = new Map<number, number>()
  let running = 0
  const kind = job('gated', {
    payload: Numbered,
    run: async (_, { n }) => {
      running += 1
      await gate.promise
      running -= 1
      times.set(n, (times.get(n) ?? 0) + 1)
      end(n, times.get(n) ?? 0)
    },
  })
  return { kind, times, running: () => running, letGo: gate.resolve }
}

type Interruption = 'cancel' | 'terminate'

/** Interrupts the statements of the queue that wait for a lock, as soon as there are some. */
async function interruptWaiting({ db }: Platform, how: Interruption): Promise<void> {
  await until(async () => {
    const hit = await db.unsafe(`
      select pg_${how}_backend(pid)
      from pg_stat_activity
      where datname = current_database() and application_name = 'tradehall queue' and wait_event_type = 'Lock'`)
    return hit.length > 0
  })
}

const expectDone = ({ db }: Platform) =>
  vi.waitFor(async () => expect(await jobCounts(db)).toEqual(DONE), soon)

test.each(['cancel', 'terminate'] as const)('runs every job despite interruptions: %s', async (how) => {
  const { url, platform } = await setUp()
  const { kind, times, running, letGo } = gated((n, times) => {
    if (n % 2 === 0 && times === 1) throw new Error('the first time')
  })
  await startWorker(platform, url, [kind])
  // Interrupts the claims.
  await whileUnwritable(url, JOBS, () => interruptWaiting(platform, how))
  await enqueue(platform, kind, numbers(60))
  await until(() => running() > 0)
  // Interrupts while jobs run.
  await platform.db`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'tradehall queue'`
  // Interrupts the statements that record successes and failures.
  await whileUnwritable(url, JOBS, async () => {
    letGo()
    await interruptWaiting(platform, how)
  })
  await vi.waitFor(async () => expect(await jobCounts(platform.db)).toEqual({ ...DONE, waiting: 30 }), soon)
  await setClockOffset(platform, HOUR_MS)
  await expectDone(platform)
  for (const { n } of numbers(60)) expect(times.get(n)).toBeGreaterThanOrEqual(n % 2 === 0 ? 2 : 1)
  await enqueue(platform, kind, [{ n: 60 }])
  await expectDone(platform)
  expect(times.get(60)).toBe(2)
})

test('a claim whose answer was lost is released, and costs no attempt', async () => {
  const { url, platform } = await setUp()
  const { kind, seen } = recorder()
  await enqueue(platform, kind, [{ n: 1 }], { runAt: new Date(platform.clock.now().getTime() + HOUR_MS) })
  await startWorker(platform, url, [kind])
  await platform.db`
    update graphile_worker._private_jobs
    set run_at = now(), attempts = 1, max_attempts = 1, locked_at = now(), locked_by = (select queue_worker_ids[1] from platform.workers)`
  await vi.waitFor(() => expect(seen).toEqual([1]), soon)
})

test('a job that others have released does not run twice at once in its worker', async () => {
  const { url, platform } = await setUp()
  const { kind, seen } = recorder()
  const long = gated()
  await startWorker(platform, url, [kind, long.kind])
  await enqueue(platform, long.kind, numbers(1))
  await until(() => long.running() === 1)
  await platform.db`update graphile_worker._private_jobs set locked_at = null, locked_by = null`
  await enqueue(platform, kind, [{ n: 1 }])
  await vi.waitFor(() => expect(seen).toEqual([1]), soon)
  expect(long.running()).toBe(1)
  long.letGo()
  await expectDone(platform)
  expect(long.times.get(0)).toBe(2)
})

test('a job whose row is locked does not delay the others', async () => {
  const { url, platform } = await setUp()
  const { kind, seen } = recorder()
  const held = gated()
  await startWorker(platform, url, [kind, held.kind])
  await enqueue(platform, held.kind, numbers(2))
  await until(() => held.running() === 2)
  const aside = connect(url, { pool: 1, name: 'aside' })
  await aside.begin(async (tx) => {
    await tx`select from graphile_worker._private_jobs where payload ->> 'n' = '1' for update`
    held.letGo()
    await vi.waitFor(async () => expect(await jobCounts(platform.db)).toEqual({ ...DONE, running: 1 }), soon)
    await enqueue(platform, kind, [{ n: 9 }])
    await vi.waitFor(() => expect(seen).toEqual([9]), soon)
  })
  await aside.end()
  await expectDone(platform)
  expect([...held.times.values()]).toEqual([1, 1])
})

test('a worker whose queue cannot write to the database loses its heartbeat and logs it', async () => {
  const { url, platform, lines } = await setUp()
  await startWorker(platform, url, [recorder().kind])
  const readiness = createReadiness(platform)
  expect(await readiness()).toMatchObject({ worker: null })
  await whileUnwritable(url, JOBS, async () => {
    await interruptWaiting(platform, 'cancel')
    await platform.db`update platform.workers set seen_at = seen_at - interval '1 minute'`
    // Two turns take longer than the time between heartbeats.
    for (let turn = 0; turn < 2; turn++) await interruptWaiting(platform, 'cancel')
    expect(await readiness()).toMatchObject({
      database: null,
      worker: 'No job queue of a worker has polled for ten seconds.',
    })
    const realNow = performance.now.bind(performance)
    const now = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 11_000)
    onTestFinished(() => now.mockRestore())
    await until(() => lines.includes('the job queue does not poll; other workers may take over its jobs'))
  })
  await until(() => lines.includes('the job queue polls again'))
  expect(await readiness()).toMatchObject({ worker: null })
})

test('a worker with long jobs only keeps its heartbeat, and jobs that could not begin run on another worker', async () => {
  const { url, platform } = await setUp()
  const other = await createTestPlatform(url)
  const { kind, seen } = recorder()
  const long = gated()
  await startWorker(platform, url, [kind, long.kind])
  // The worker claims ahead after these short jobs.
  await enqueue(platform, kind, numbers(40))
  await enqueue(platform, long.kind, numbers(60))
  await until(() => long.running() === 8)
  expect(seen).toHaveLength(40)
  await platform.db`update platform.workers set seen_at = seen_at - interval '1 minute'`
  await until(() => isWorkerAlive(platform.db))
  await startWorker(other, url, [kind, long.kind])
  await until(() => long.running() === 16)
  await vi.waitFor(async () => expect(await jobCounts(platform.db)).toMatchObject({ running: 16 }), soon)
  const attempts = await platform.db`
    select distinct attempts from graphile_worker.jobs where locked_at is null`
  expect(attempts).toEqual([{ attempts: 0 }])
  long.letGo()
  await expectDone(platform)
  expect([...long.times.values()]).toEqual(Array.from({ length: 60 }, () => 1))
})

test('a worker stops in time although its jobs cannot be released', async () => {
  const { url, platform } = await setUp()
  const { kind, running } = gated()
  const worker = await startWorker(platform, url, [kind])
  await enqueue(platform, kind, numbers(1))
  await until(() => running() === 1)
  await whileUnwritable(url, JOBS, async () => {
    const tookMs = startStopwatch()
    await worker.stop()
    expect(tookMs()).toBeLessThan(3_000)
  })
})

test('a failure is recorded whatever its message is', async () => {
  const { url, platform } = await setUp()
  const messages = ['a\0b', '"\\\ud800', '']
  const failing = job('failing', {
    payload: Numbered,
    maxAttempts: 1,
    run: async (_, { n }) => {
      throw n < messages.length ? new Error(messages[n]) : n
    },
  })
  await enqueue(platform, failing, numbers(4))
  await startWorker(platform, url, [failing])
  await vi.waitFor(async () => expect(await jobCounts(platform.db)).toEqual({ ...DONE, parked: 4 }), soon)
  const parked =
    await platform.db`select last_error from graphile_worker._private_jobs order by payload ->> 'n'`
  expect(parked.map(({ last_error }) => last_error)).toEqual(['ab', '"\\\ufffd', 'Error', '3'])
})
