/**
 * Runs jobs in worker processes through graphile-worker, or everything that is due at once in the calling process, and
 * schedules the runs of recurring jobs.
 */

import { EventEmitter } from 'node:events'
import { SpanKind } from '@opentelemetry/api'
import {
  type Job,
  Logger,
  type Runner,
  type RunnerOptions,
  run,
  runOnce,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { causeChain } from './cause-chain.ts'
import { type Queryable, type Transaction, transaction } from './database.ts'
import type { Platform } from './index.ts'
import { type CausedPayload, type JobKind, PERIOD_FLAG } from './jobs.ts'
import type { Log } from './log.ts'
import { openQueuePool } from './queue-pool.ts'
import { placeAfterRequest } from './tracing.ts'
import type { Work } from './work.ts'
import { registerWorker, releaseJobs, type WorkerRegistration } from './workers.ts'

/** Handlers mostly wait for the database and share its connection pool: more jobs would only queue for a connection. */
const CONCURRENCY = 8
/** Jobs claimed by one statement. A larger batch would let one node hold work that another node could do. */
const FETCH = 50
/** New jobs notify the workers; this bounds the delay of jobs that become due by time or because the clock was moved. */
const POLL_MS = 500
/** Running jobs may continue this long after `stop`; the process has three seconds in total. */
const STOP_MS = 2_000
const CLOSE_MS = 500
const RESTART_MS = 1_000
const RECHECK_MS = 20

/** Runs jobs until it is stopped. Jobs that do not finish within the stop timeout are released to the queue. */
export async function startJobs(
  platform: Platform,
  databaseUrl: string,
  kinds: readonly JobKind[],
): Promise<{ stop(): Promise<void> }> {
  await scheduleRecurring(platform, kinds)
  const registration = await registerWorker(platform, databaseUrl)
  const pool = queuePool(platform.log, databaseUrl)
  const events = queueEvents(registration)
  let stopping = false
  let restart: NodeJS.Timeout | undefined
  let runner: Runner

  async function start(): Promise<void> {
    runner = await run({
      ...queueOptions(platform, pool, kinds, events),
      preset: {
        worker: { localQueue: { size: FETCH }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      parsedCronItems: [],
    })
    // graphile-worker stops itself when it cannot complete a job; its jobs are then released like those of a dead worker.
    runner.promise.then(scheduleRestart, scheduleRestart)
  }
  function scheduleRestart(): void {
    if (stopping) return
    platform.log.error('the job runner stopped unexpectedly and is restarted')
    restart = setTimeout(() => void start().catch(scheduleRestart), RESTART_MS)
  }

  await start()
  return {
    async stop() {
      stopping = true
      clearTimeout(restart)
      const finished = await endsWithin(STOP_MS, runner.stop())
      if (!finished) await releaseJobs(platform.db, events.queueWorkerId())
      await registration.stop()
      await endsWithin(CLOSE_MS, pool.end())
    },
  }
}

/**
 * Runs all due jobs in this process, including those that they enqueue for now, and waits for jobs that other workers
 * have claimed. `beside` runs between the rounds to do work that is not a job, such as relaying recorded events, and
 * returns how many items it processed; jobs enqueued by it are run too.
 */
export async function runDueJobs(
  platform: Platform,
  databaseUrl: string,
  kinds: readonly JobKind[],
  options: { timeoutMs?: number; beside?: () => Promise<number> } = {},
): Promise<{ ran: number; failed: number }> {
  const { timeoutMs = 10_000, beside = async () => 0 } = options
  const deadline = performance.now() + timeoutMs
  const total = { ran: 0, failed: 0 }
  await scheduleRecurring(platform, kinds)
  while (performance.now() < deadline) {
    const processed = await beside()
    const { due, held } = await dueJobs(platform.db, kinds)
    if (due > 0) await runRound(platform, databaseUrl, kinds, { total, due })
    else if (held > 0) await new Promise((resume) => setTimeout(resume, RECHECK_MS))
    else if (processed === 0) break
  }
  return total
}

async function runRound(
  platform: Platform,
  databaseUrl: string,
  kinds: readonly JobKind[],
  { total, due }: { total: { ran: number; failed: number }; due: number },
): Promise<void> {
  const registration = await registerWorker(platform, databaseUrl)
  const pool = queuePool(platform.log, databaseUrl)
  const events = queueEvents(registration)
  events.on('job:complete', ({ error }) => {
    total.ran += 1
    if (error) total.failed += 1
  })
  try {
    await runOnce({
      ...queueOptions(platform, pool, kinds, events),
      preset: {
        worker: {
          // Each concurrent job opens a connection, which takes longer than running most jobs.
          concurrentJobs: Math.min(CONCURRENCY, due),
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    })
  } finally {
    await registration.stop()
    await pool.end()
  }
}

async function dueJobs(db: Queryable, kinds: readonly JobKind[]): Promise<{ due: number; held: number }> {
  const [row] = await db<{ due: number; held: number }[]>`
    select
      count(*) filter (where locked_at is null and run_at <= now()) as due,
      count(*) filter (where locked_at is not null) as held
    from graphile_worker.jobs
    where task_identifier = any(${kinds.map((kind) => kind.name)})
    and (attempts < max_attempts or locked_at is not null)`
  return row ?? { due: 0, held: 0 }
}

/*
 * Each run of a recurring job schedules the next run before its own work starts, so the series survives any crash. An
 * advisory lock serializes the check and the insert across nodes, so no run is scheduled twice.
 */

async function scheduleRecurring({ db }: Platform, kinds: readonly JobKind[]): Promise<void> {
  for (const kind of kinds.filter((kind) => kind.everyMs !== undefined)) {
    await transaction(db, async (tx) => {
      await lockSeries(tx, kind)
      const [exists] = await tx`
        select 1
        from graphile_worker.jobs
        where task_identifier = ${kind.name} and (attempts < max_attempts or locked_at is not null)`
      if (!exists) await addRun(tx, kind, new Date())
    })
  }
}

/** The next run is counted from now: after a long jump of the clock one run replaces all that were missed. */
async function scheduleNext(
  { db, clock }: Platform,
  kind: JobKind,
  everyMs: number,
  run: Job,
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

const queuePool = (log: Log, databaseUrl: string) =>
  openQueuePool(databaseUrl, {
    name: 'tradehall queue',
    connections: CONCURRENCY,
    onLost: (error) => log.warn({ reason: error.message }, 'the job queue lost a database connection'),
  })

function queueOptions(
  platform: Platform,
  pool: pg.Pool,
  kinds: readonly JobKind[],
  events: WorkerEvents,
): RunnerOptions {
  return {
    pgPool: pool,
    // Without this option graphile-worker would read the schema from the environment and from configuration files.
    schema: 'graphile_worker',
    noHandleSignals: true,
    logger: queueLogger(platform.log),
    events,
    taskList: Object.fromEntries(
      kinds.map((kind) => [
        kind.name,
        (payload: unknown, { job }) => runTraced(platform, kind, payload, job),
      ]),
    ),
  }
}

/** A recurring job, which no request caused, has a trace of its own. */
async function runTraced(platform: Platform, kind: JobKind, payload: unknown, job: Job): Promise<void> {
  const { tracing } = platform
  if (!tracing) return await runJob(platform, kind, payload, job)
  const attributes = {
    'tradehall.job.kind': kind.name,
    'tradehall.job.id': String(job.id),
    'tradehall.job.attempt': job.attempts,
  }
  await tracing.trace(
    placeAfterRequest(requestIdOf(payload)),
    `job ${kind.name}`,
    { kind: SpanKind.CONSUMER, attributes },
    () => runJob(platform, kind, payload, job),
  )
}

async function runJob(platform: Platform, kind: JobKind, payload: unknown, job: Job): Promise<void> {
  try {
    if (kind.everyMs !== undefined) await scheduleNext(platform, kind, kind.everyMs, job)
    await kind.run(causedPlatform(platform, payload), kind.parse(payload))
  } catch (error) {
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

/** What the job changes is recorded with the request that caused the job. */
function causedPlatform(platform: Platform, payload: unknown): Platform & Pick<Work, 'requestId'> {
  const requestId = requestIdOf(payload)
  return requestId ? { ...platform, requestId } : platform
}

const requestIdOf = (payload: unknown) => (payload as CausedPayload<object>).requestId

/** The events of graphile-worker. They provide the id under which this process claims jobs. */
function queueEvents(registration: WorkerRegistration): WorkerEvents & { queueWorkerId(): string } {
  let id = ''
  const events = Object.assign(new EventEmitter() as WorkerEvents, { queueWorkerId: () => id })
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    registration.setQueueWorkerId(id)
  })
  return events
}

/** Forwards log messages of graphile-worker without their details, which contain whole jobs with their payloads. */
function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message, details) => {
    // `runJob` has already logged failures, with their causes.
    if (details?.failure) return
    log[level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug']({ component: 'queue' }, message)
  })
}

async function endsWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const ended = work.then(
    () => true,
    () => false,
  )
  return Promise.race([ended, timeout]).finally(() => clearTimeout(timer))
}
