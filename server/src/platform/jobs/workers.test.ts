import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { runDueJobs } from '../../../test/due-jobs.ts'
import { createTestPlatform } from '../../../test/platform.ts'
import { Numbered, recorder, startWorker } from '../../../test/running-jobs.ts'
import { soon, startStopwatch } from '../../../test/time.ts'
import type { Platform } from '../index.ts'
import { enqueue, type JobKind, job, jobCounts } from './jobs.ts'
import { isWorkerAlive, releaseAllJobs, releaseJobsOfDeadWorkers } from './workers.ts'

async function setUp() {
  const url = await createTestDatabase()
  const platform = await createTestPlatform(url)
  return { url, platform, runDue: (...kinds: JobKind[]) => runDueJobs(platform, url, kinds) }
}

async function killedInTheMiddleOfAJob(platform: Platform, url: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../../test/slow-worker.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, Buffer.alloc(32).toString('base64')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await enqueue(platform, recorder('slow').kind, [{ n: 5 }])
  await once(child.stdout!, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return child
}

test('a worker killed in the middle of a job loses nothing', async () => {
  const { platform, url } = await setUp()
  await killedInTheMiddleOfAJob(platform, url)
  expect(await jobCounts(platform.db)).toMatchObject({ running: 1 })
  const { kind, seen } = recorder('slow')
  await platform.db`update platform.workers set seen_at = seen_at - interval '1 minute'`
  await platform.db`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`
  await startWorker(platform, url, [kind])
  await vi.waitFor(() => expect(seen).toEqual([5]), soon)
  const workers = await platform.db`select pid from platform.workers`
  expect(workers).toEqual([{ pid: process.pid }])
})

test('the jobs of a live worker are not released, however long they take', async () => {
  const { platform, url } = await setUp()
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const long = job('long', {
    payload: Type.Object({}),
    run: async () => {
      runs += 1
      await gate.promise
    },
  })
  await startWorker(platform, url, [long])
  await enqueue(platform, long, [{}])
  await vi.waitFor(() => expect(runs).toBe(1), soon)
  await platform.db`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 day'`
  await releaseJobsOfDeadWorkers(platform.db)
  expect(await jobCounts(platform.db)).toMatchObject({ waiting: 0, running: 1 })
  gate.resolve()
  await vi.waitFor(async () => expect(await jobCounts(platform.db)).toMatchObject({ running: 0 }), soon)
  expect(runs).toBe(1)
})

test('a start that knows of no other worker releases all jobs at once', async () => {
  const { platform, url, runDue } = await setUp()
  await killedInTheMiddleOfAJob(platform, url)
  await releaseAllJobs(platform.db)
  const { kind, seen } = recorder('slow')
  await runDue(kind)
  expect(seen).toEqual([5])
})

test('a job whose worker died in its last attempt is parked with that reason', async () => {
  const { platform, runDue } = await setUp()
  await platform.db`select graphile_worker.add_job('record', '{"n":1}'::json, max_attempts => 1)`
  await platform.db`
    update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now(), attempts = 1`
  await releaseAllJobs(platform.db)
  const { kind } = recorder()
  expect(await runDue(kind)).toEqual({ ran: 0, failed: 0 })
  const [parked] = await platform.db`select last_error from graphile_worker.jobs`
  expect(parked?.last_error).toBe('The worker died during the last attempt.')
})

test('a worker that is stopped releases a job that takes too long, and another worker can run it at once', async () => {
  const { platform, url, runDue } = await setUp()
  const started = Promise.withResolvers<void>()
  const long = job('slow', {
    payload: Numbered,
    maxAttempts: 1,
    run: async () => {
      started.resolve()
      await new Promise(() => {})
    },
  })
  const worker = await startWorker(platform, url, [long])
  await enqueue(platform, long, [{ n: 9 }])
  await started.promise
  const tookMs = startStopwatch()
  await worker.stop()
  expect(tookMs()).toBeLessThan(3_000)
  const { kind, seen } = recorder('slow')
  await runDue(kind)
  expect(seen).toEqual([9])
})

test('a worker is seen as alive while it runs', async () => {
  const { platform, url } = await setUp()
  expect(await isWorkerAlive(platform.db)).toBe(false)
  const worker = await startWorker(platform, url, [recorder().kind])
  expect(await isWorkerAlive(platform.db)).toBe(true)
  await worker.stop()
  expect(await isWorkerAlive(platform.db)).toBe(false)
})
