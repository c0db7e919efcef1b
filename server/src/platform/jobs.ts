/**
 * Work for later: declared as kinds, enqueued in the transaction that causes it, run by worker processes.
 *
 * waiting ──due──▶ running ──done──▶ gone
 *    ▲                │
 *    └──wait, again───┴──last attempt failed──▶ parked (kept with its error, for a human)
 *
 * The queue is graphile-worker on the same database. A job runs at least once: a worker may die after the work and
 * before the queue knows, so every handler must do no harm when it runs twice.
 *
 * The queue knows only real time. A moment of our clock is stored as the real time at which the clock will show it,
 * and when the clock is moved all waiting jobs move with it (`shiftJobs`).
 */

import { EventEmitter } from 'node:events'
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
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { causeChain } from './cause-chain.ts'
import { type Queryable, type Transaction, transaction } from './database.ts'
import type { Platform } from './index.ts'
import type { Log } from './log.ts'
import { openQueuePool } from './queue-pool.ts'
import type { Work } from './work.ts'
import { announceWorker, giveJobsBack, type Presence } from './workers.ts'

/** The queue waits e, e², … up to e¹⁰ seconds (six hours) between attempts: twenty outlast a weekend. */
const MAX_ATTEMPTS = 20
/** Handlers wait for the database most of the time, and share its pool: more would only queue there. */
const CONCURRENCY = 8
/** Jobs fetched by one statement. More would let one node sit on work that another could do. */
const FETCH = 50
/** New jobs announce themselves; this is how late one may be that became due by time or by a move of the clock. */
const POLL_MS = 500
/** How long running jobs may go on after `stop`; the process has three seconds in all. */
const STOP_MS = 2_000
const CLOSE_MS = 500
const RESTART_MS = 1_000
const LOOK_AGAIN_MS = 20

export interface JobKind<P = unknown> {
  name: string
  payload: TSchema
  maxAttempts: number
  /** A kind with a period runs by itself, once for all nodes. Its payload is `{}`. */
  everyMs?: number
  run(platform: Platform, payload: P): Promise<void>
  /** Throws when the value does not fit the payload's schema. */
  parse(value: unknown): P
}

export interface JobOptions<S extends TSchema> {
  payload: S
  run: (platform: Platform, payload: Static<S>) => Promise<void>
  maxAttempts?: number
  everyMs?: number
}

export function job<S extends TSchema>(name: string, options: JobOptions<S>): JobKind<Static<S>> {
  const validator = Compile(options.payload)
  const kind: JobKind<Static<S>> = {
    maxAttempts: MAX_ATTEMPTS,
    ...options,
    name,
    parse(value) {
      if (validator.Check(value)) return value as Static<S>
      // Only where and what rule: the values may be secret.
      const errors = validator.Errors(value).map((error) => `${error.instancePath || '/'} ${error.message}`)
      throw new Error(`Payload of job ${name} is not valid: ${errors.join('; ')}`)
    },
  }
  if (kind.everyMs !== undefined) kind.parse({})
  return kind
}

export interface EnqueueOptions {
  /** A moment of our clock. Absent: now. */
  runAt?: Date
  /** A waiting job with the same key is replaced. */
  key?: string
}

/** Adds one job for each payload, in one statement. They exist when `tx` commits. */
export async function enqueue<P>(
  { db: tx, clock }: Pick<Work, 'db' | 'clock'>,
  kind: JobKind<P>,
  payloads: readonly P[],
  { runAt, key }: EnqueueOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  if (key !== undefined && payloads.length > 1) throw new Error(`Job ${kind.name}: a key is for one payload.`)
  const list = JSON.stringify(payloads.map((payload) => kind.parse(payload)))
  await tx`
    select count(*)
    from graphile_worker.add_jobs(array(
      select (
        ${kind.name}::text, payload, null, ${runAt ? clock.toRealTime(runAt) : null}::timestamptz,
        ${kind.maxAttempts}::smallint, ${key ?? null}::text, null, null
      )::graphile_worker.job_spec
      from json_array_elements(${list}::text::json) as payload
    ))`
}

/**
 * Moves what waits after the clock jumped, retries included. Call it in the transaction that moves the clock. Jobs
 * that run stay. A recurring job never waits longer than its period, or after a year forth and back it would wait one.
 */
export async function shiftJobs(tx: Queryable, jumpMs: number): Promise<void> {
  await tx`
    select count(*)
    from (
      select due_at, array_agg(id) as ids
      from (
        select id, least(run_at - ${jumpMs} * interval '1 millisecond', latest_at) as due_at
        from graphile_worker.jobs
        left join lateral (
          select now() + substr(flag, ${PERIOD_FLAG.length + 1}::int)::bigint * interval '1 millisecond' as latest_at
          from jsonb_object_keys(jobs.flags) as flag
          where starts_with(flag, ${PERIOD_FLAG})
        ) as period on true
        where locked_at is null and attempts < max_attempts
      ) as waiting
      group by due_at
    ) as moves
    cross join lateral graphile_worker.reschedule_jobs(ids, run_at => due_at)`
}

/** Forgets all jobs that wait or are parked, for data that are replaced. Recurring jobs stay, and so do those that run. */
export async function dropWaitingJobs(tx: Queryable): Promise<void> {
  await tx`
    select count(*)
    from (
      select array_agg(id) as ids
      from graphile_worker.jobs
      where locked_at is null
      and not exists (select 1 from jsonb_object_keys(flags) as flag where starts_with(flag, ${PERIOD_FLAG}))
    ) as waiting
    cross join lateral graphile_worker.complete_jobs(ids)`
}

/** Runs jobs until it is stopped. Jobs that take longer than the stop go back to the queue. */
export async function startJobs(
  platform: Platform,
  databaseUrl: string,
  kinds: readonly JobKind[],
): Promise<{ stop(): Promise<void> }> {
  await scheduleRecurring(platform, kinds)
  const presence = await announceWorker(platform, databaseUrl)
  const pool = queuePool(platform.log, databaseUrl)
  const events = queueEvents(presence)
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
    // The queue ends itself when it cannot tell the database what it did; its jobs are then freed as a dead worker's.
    runner.promise.then(startAgain, startAgain)
  }
  function startAgain(): void {
    if (stopping) return
    platform.log.error('the job queue stopped by itself and is started again')
    restart = setTimeout(() => void start().catch(startAgain), RESTART_MS)
  }

  await start()
  return {
    async stop() {
      stopping = true
      clearTimeout(restart)
      const finished = await endsWithin(STOP_MS, runner.stop())
      if (!finished) await giveJobsBack(platform.db, events.queueWorkerId())
      await presence.stop()
      await endsWithin(CLOSE_MS, pool.end())
    },
  }
}

/**
 * Runs everything that is due now in this process, what these jobs enqueue for now included, and waits until jobs
 * that other workers hold are done. `beside` does between the rounds what is not a job, such as handing on recorded
 * events, whose jobs then run too, and says how much that was.
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
    const done = await beside()
    const { due, held } = await dueJobs(platform.db, kinds)
    if (due > 0) await runRound(platform, databaseUrl, kinds, { total, due })
    else if (held > 0) await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS))
    else if (done === 0) break
  }
  return total
}

async function runRound(
  platform: Platform,
  databaseUrl: string,
  kinds: readonly JobKind[],
  { total, due }: { total: { ran: number; failed: number }; due: number },
): Promise<void> {
  const presence = await announceWorker(platform, databaseUrl)
  const pool = queuePool(platform.log, databaseUrl)
  const events = queueEvents(presence)
  events.on('job:complete', ({ error }) => {
    total.ran += 1
    if (error) total.failed += 1
  })
  try {
    await runOnce({
      ...queueOptions(platform, pool, kinds, events),
      preset: {
        worker: {
          // Each opens a connection, which takes longer than most jobs do.
          concurrentJobs: Math.min(CONCURRENCY, due),
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    })
  } finally {
    await presence.stop()
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

/** What the queue holds. Parked jobs have failed their last attempt and wait for a human. */
export async function jobCounts(
  db: Queryable,
): Promise<{ waiting: number; running: number; parked: number }> {
  const [row] = await db<{ waiting: number; running: number; parked: number }[]>`
    select
      count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as parked
    from graphile_worker.jobs`
  return row ?? { waiting: 0, running: 0, parked: 0 }
}

/*
 * A run of a recurring kind makes sure that the next one waits before its own work starts, so the series survives any
 * crash. A lock lets one node at a time look and add, so it cannot double either.
 */

/** Marks a recurring job with its period, for `shiftJobs`. */
const PERIOD_FLAG = 'every-ms:'

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

/** After a long jump of the clock the missed runs are one run: the next is counted from now. */
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
    // This run does the work that earlier ones failed to do: they need no retry any more.
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
    onLost: (error) => log.warn({ reason: error.message }, 'the job queue lost a connection'),
  })

function queueOptions(
  platform: Platform,
  pool: pg.Pool,
  kinds: readonly JobKind[],
  events: WorkerEvents,
): RunnerOptions {
  return {
    pgPool: pool,
    // Said here, because the queue would otherwise look for it in the environment and in files around it.
    schema: 'graphile_worker',
    noHandleSignals: true,
    logger: queueLogger(platform.log),
    events,
    taskList: Object.fromEntries(
      kinds.map((kind) => [kind.name, (payload: unknown, { job }) => runJob(platform, kind, payload, job)]),
    ),
  }
}

async function runJob(platform: Platform, kind: JobKind, payload: unknown, job: Job): Promise<void> {
  try {
    if (kind.everyMs !== undefined) await scheduleNext(platform, kind, kind.everyMs, job)
    await kind.run(platform, kind.parse(payload))
  } catch (error) {
    const parked = job.attempts >= job.max_attempts
    platform.log[parked ? 'error' : 'warn'](
      {
        job: kind.name,
        job_id: job.id,
        attempt: job.attempts,
        of: job.max_attempts,
        causes: causeChain(error),
      },
      parked ? 'job failed for the last time and is parked' : 'job failed and will be tried again',
    )
    throw error
  }
}

/** The queue's own events, which also tell the presence under which id this process takes jobs. */
function queueEvents(presence: Presence): WorkerEvents & { queueWorkerId(): string } {
  let id = ''
  const events = Object.assign(new EventEmitter() as WorkerEvents, { queueWorkerId: () => id })
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    presence.setQueueWorkerId(id)
  })
  return events
}

/** What the queue says of itself. Its details hold whole jobs with their payloads, so only the sentence is kept. */
function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message, details) => {
    // `runJob` has logged these, with their causes.
    if (details?.failure) return
    log[level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug']({ part: 'queue' }, message)
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
