/** Runs jobs in worker processes, or everything that is due in the calling process, and schedules recurring jobs. */

import { setTimeout as wait } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
import { causeChain } from '../cause-chain.ts'
import { type Queryable, type Transaction, transaction } from '../database.ts'
import { awaitCommits } from '../distribution/commits-on-nodes.ts'
import type { BrandId } from '../ids.ts'
import type { Platform } from '../index.ts'
import { placeAfterRequest } from '../tracing/tracing.ts'
import type { Work } from '../work.ts'
import type { ClaimedJob } from './claims.ts'
import { type CausedPayload, type JobKind, PERIOD_FLAG } from './jobs.ts'
import { connectQueue, JobPostponed, JobQueue, type RunJob } from './queue.ts'

/** The channel on which the queue notifies of new jobs. */
const CHANNEL = 'jobs:insert'
const RECHECK_MS = 20
const CLOSE_MS = 100

export interface RunningJobs {
  stop(): Promise<void>
  /** How long the queue has not polled, in milliseconds. */
  silentMs(): number
}

/** Runs jobs until it is stopped. Jobs that do not finish within the stop timeout are released to the queue. */
export async function startJobs(
  platform: Platform,
  databaseUrl: string,
  kinds: readonly JobKind[],
): Promise<RunningJobs> {
  await scheduleRecurring(platform, kinds)
  const db = connectQueue(databaseUrl)
  const queue = new JobQueue(platform.log, db, handlersOf(platform, kinds))
  let listening: { unlisten(): Promise<void> } | undefined
  async function stop(): Promise<void> {
    // Not awaited, because the connection may hang. The same holds for the connections that are closed below.
    listening?.unlisten().catch(() => {})
    await queue.stop()
    await Promise.race([db.end({ timeout: 0 }), wait(CLOSE_MS, undefined, { ref: false })])
  }
  try {
    await queue.start()
    listening = await platform.db.listen(CHANNEL, queue.wake, queue.wake)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop, silentMs: queue.silentMs }
}

export interface DueJobs {
  /**
   * Runs all due jobs in this process, including those that they enqueue for now, and waits for jobs that other workers
   * have claimed. `beside` runs between the rounds to do work that is not a job, such as relaying recorded events, and
   * returns how many items it processed; jobs enqueued by it are run too.
   */
  run(options?: {
    timeoutMs?: number
    beside?: () => Promise<number>
  }): Promise<{ ran: number; failed: number }>
  close(): Promise<void>
}

/** The connections that a run opens are kept for the next one: to open them takes longer than most jobs. */
export function openDueJobs(platform: Platform, databaseUrl: string, kinds: readonly JobKind[]): DueJobs {
  const db = connectQueue(databaseUrl)
  const handlers = handlersOf(platform, kinds)
  return {
    async run({ timeoutMs = 10_000, beside = async () => 0 } = {}) {
      const deadline = performance.now() + timeoutMs
      const queue = new JobQueue(platform.log, db, handlers)
      await scheduleRecurring(platform, kinds)
      try {
        while (performance.now() < deadline) {
          const processed = await beside()
          if ((await queue.drain(deadline)) > 0) continue
          if (await areHeld(platform.db, kinds)) await wait(RECHECK_MS)
          else if (processed === 0) break
        }
      } finally {
        await queue.stop()
      }
      return queue.counts
    },
    close: () => db.end({ timeout: 1 }),
  }
}

/** Whether any worker has jobs of these kinds in hand. */
async function areHeld(db: Queryable, kinds: readonly JobKind[]): Promise<boolean> {
  const held = await db`
    select
    from graphile_worker.jobs
    where task_identifier = any(${kinds.map((kind) => kind.name)}) and locked_at is not null
    limit 1`
  return held.length > 0
}

const handlersOf = (platform: Platform, kinds: readonly JobKind[]): ReadonlyMap<string, RunJob> =>
  new Map(kinds.map((kind) => [kind.name, (job) => runTraced(platform, kind, job)]))

/*
 * Each run of a recurring job schedules the next run before its own work starts, so the series survives any crash. An
 * advisory lock serializes the check and the insert across nodes, so no run is scheduled twice.
 */

async function scheduleRecurring({ db }: Platform, kinds: readonly JobKind[]): Promise<void> {
  const recurring = kinds.filter((kind) => kind.everyMs !== undefined)
  const known = new Set(await scheduledOf(db, recurring))
  for (const kind of recurring.filter(({ name }) => !known.has(name))) {
    await transaction(db, async (tx) => {
      await lockSeries(tx, kind)
      if ((await scheduledOf(tx, [kind])).length === 0) await addRun(tx, kind, new Date())
    })
  }
}

async function scheduledOf(db: Queryable, kinds: readonly JobKind[]): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct task_identifier as name
    from graphile_worker.jobs
    where task_identifier = any(${kinds.map(({ name }) => name)}) and (attempts < max_attempts or locked_at is not null)`
  return rows.map(({ name }) => name)
}

/** The next run is counted from now: after a long jump of the clock one run replaces all that were missed. */
async function scheduleNext(
  { db, clock }: Platform,
  kind: JobKind,
  everyMs: number,
  run: ClaimedJob,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSeries(tx, kind)
    const others = await tx<{ id: string; attempts: number }[]>`
      select id::text, attempts
      from graphile_worker.jobs
      where task_identifier = ${kind.name} and id <> ${run.id}
      and locked_at is null and attempts < max_attempts`
    // This run also does the work of earlier runs that failed, so their retries are cancelled.
    const failed = others.filter((other) => other.attempts > 0).map((other) => other.id)
    if (failed.length > 0) await tx`select graphile_worker.complete_jobs(${failed}::bigint[])`
    if (failed.length < others.length) return
    await addRun(tx, kind, clock.toRealTime(new Date(clock.now().getTime() + everyMs)))
  })
}

const lockSeries = (tx: Transaction, kind: JobKind) =>
  tx`select pg_advisory_xact_lock(hashtext(${`recurring ${kind.name}`}))`

const addRun = (tx: Transaction, kind: JobKind, realTime: Date) => tx`
  select 1
  from graphile_worker.add_job(
    ${kind.name}, '{}'::json, run_at => ${realTime}, max_attempts => ${kind.maxAttempts}::int,
    flags => ${[`${PERIOD_FLAG}${kind.everyMs}`]}::text[]
  )`

/** A recurring job, which no request caused, has a trace of its own. */
async function runTraced(platform: Platform, kind: JobKind, job: ClaimedJob): Promise<void> {
  const { tracing } = platform
  if (!tracing) return await runJob(platform, kind, job)
  const attributes = {
    'tradehall.job.kind': kind.name,
    'tradehall.job.id': String(job.id),
    'tradehall.job.attempt': job.attempts,
  }
  await tracing.trace(
    placeAfterRequest(requestIdOf(job.payload)),
    `job ${kind.name}`,
    { kind: SpanKind.CONSUMER, attributes },
    () => runJob(platform, kind, job),
  )
}

async function runJob(platform: Platform, kind: JobKind, job: ClaimedJob): Promise<void> {
  const { payload } = job
  const brandId = brandOf(payload)
  try {
    if (brandId !== undefined) await awaitRows(platform, brandId)
    if (kind.everyMs !== undefined) await scheduleNext(platform, kind, kind.everyMs, job)
    await kind.run(causedPlatform(platform, payload), kind.parse(payload))
  } catch (error) {
    if (error instanceof JobPostponed) throw error
    if (brandId !== undefined && (await isAway(platform, error, brandId)))
      throw new JobPostponed((error as Error).message, { cause: error })
    const parked = job.attempts >= job.max_attempts
    platform.log[parked ? 'error' : 'warn'](
      {
        job: kind.name,
        job_id: job.id,
        requestId: requestIdOf(payload),
        attempt: job.attempts,
        of: job.max_attempts,
        causes: causeChain(error),
      },
      parked ? 'job failed its last attempt and was parked' : 'job failed and will be retried',
    )
    throw error
  }
}

/** Jobs on the rows of a brand name it in their payload. */
const brandOf = (payload: unknown) => (payload as { brandId?: BrandId } | null)?.brandId

/** The rows that the job is about were committed with it, which shows on their node a moment later. */
async function awaitRows({ db }: Platform, brandId: BrandId): Promise<void> {
  const late = await awaitCommits(db, db, [brandId])
  if (late.size > 0)
    throw new JobPostponed('The node of the brand does not show yet what was committed with the job.')
}

const isAway = ({ awayNodes }: Platform, error: unknown, brandId: BrandId): Promise<boolean> =>
  // Without an answer of the coordinator the job has failed like any other.
  awayNodes.findLost(error, [brandId]).catch(() => false)

/** What the job changes is recorded with the request that caused the job. */
function causedPlatform(platform: Platform, payload: unknown): Platform & Pick<Work, 'requestId'> {
  const requestId = requestIdOf(payload)
  return requestId ? { ...platform, requestId } : platform
}

const requestIdOf = (payload: unknown) => (payload as CausedPayload<object>).requestId
