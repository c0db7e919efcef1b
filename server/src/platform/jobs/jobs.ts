/**
 * Declares kinds of background jobs and enqueues them in the transaction that causes them; `queue.ts` runs them.
 *
 * waiting ──due──▶ running ──done──▶ deleted
 *    ▲                │
 *    └──retry later───┴──last attempt failed──▶ parked (stored with its error until an operator handles it)
 *
 * The tables and SQL functions are those of graphile-worker, on the same database. Delivery is at least once: a worker may die after the work and
 * before it completes the job, so every handler must be idempotent.
 *
 * The queue only knows real time. A due time of the sandbox clock is stored as the real time at which that clock reaches
 * it, and when the clock is moved all waiting jobs are rescheduled (`shiftJobs`).
 */

import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Queryable } from '../database.ts'
import type { Platform } from '../index.ts'
import type { Work } from '../work.ts'

/** The backoff grows as e, e², … up to e¹⁰ seconds (six hours) between attempts: twenty attempts outlast a weekend. */
const MAX_ATTEMPTS = 20
/** Marks a recurring job with its period, for `shiftJobs`. */
export const PERIOD_FLAG = 'every-ms:'
/** Marks a job for a moment of the clock, for `shiftJobs`. */
const MOMENT_FLAG = 'at-moment'

export interface JobKind<P = unknown> {
  name: string
  /** What it does, as a sentence for operators. */
  meaning: string
  /** What is lost if it is discarded; null for a kind that recurs, whose next run does the same. */
  lost: string | null
  payload: TSchema
  maxAttempts: number
  /** A kind with a period recurs without being enqueued, once for all nodes. Its payload is `{}`. */
  everyMs?: number
  run(platform: Platform, payload: P): Promise<void>
  /** Throws when the value does not fit the payload's schema. */
  parse(value: unknown): P
}

export interface JobOptions<S extends TSchema> {
  /** Every kind of a module has one, and a loss if it does not recur; a test checks this. */
  meaning?: string
  lost?: string
  payload: S
  run: (platform: Platform, payload: Static<S>) => Promise<void>
  maxAttempts?: number
  everyMs?: number
}

export function job<S extends TSchema>(name: string, options: JobOptions<S>): JobKind<Static<S>> {
  const validator = Compile(options.payload)
  const kind: JobKind<Static<S>> = {
    maxAttempts: MAX_ATTEMPTS,
    meaning: '',
    lost: null,
    ...options,
    name,
    parse(value) {
      if (validator.Check(value)) return value as Static<S>
      // The message contains paths and violated rules only, because the values may be secret.
      const errors = validator.Errors(value).map((error) => `${error.instancePath || '/'} ${error.message}`)
      throw new Error(`Invalid payload for job ${name}: ${errors.join('; ')}`)
    },
  }
  if (kind.everyMs !== undefined) kind.parse({})
  return kind
}

/** A payload may name the request that caused the job, which is that of `work` by default; the handler works for it too. */
export type CausedPayload<P> = P & { requestId?: string | null }

export interface EnqueueOptions {
  /** By the sandbox clock. Absent: now. */
  runAt?: Date
  /** Replaces a waiting job with the same key. */
  key?: string
}

/** Enqueues one job per payload in one statement. The jobs become visible when the transaction commits. */
export async function enqueue<P>(
  { db: tx, clock, requestId }: Pick<Work, 'db' | 'clock' | 'requestId'>,
  kind: JobKind<P>,
  payloads: readonly CausedPayload<P>[],
  { runAt, key }: EnqueueOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  if (key !== undefined && payloads.length > 1)
    throw new Error(`Job ${kind.name}: a key can be used with one payload only.`)
  const list = JSON.stringify(payloads.map((payload) => ({ requestId, ...kind.parse(payload) })))
  await tx`
    select count(*)
    from graphile_worker.add_jobs(array(
      select (
        ${kind.name}::text, payload, null, ${runAt ? clock.toRealTime(runAt) : null}::timestamptz,
        ${kind.maxAttempts}::smallint, ${key ?? null}::text, null, ${runAt ? [MOMENT_FLAG] : null}::text[]
      )::graphile_worker.job_spec
      from json_array_elements(${list}::text::json) as payload
    ))`
}

/**
 * Reschedules waiting jobs, retries included, in the transaction that moves the clock. Running jobs are not changed. When
 * the clock goes back, only jobs for a moment wait longer, and recurring ones, whose wait is capped at their period.
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
        and (${jumpMs}::bigint >= 0 or latest_at is not null or flags ? ${MOMENT_FLAG})
      ) as waiting
      group by due_at
    ) as moves
    cross join lateral graphile_worker.reschedule_jobs(ids, run_at => due_at)`
}

/** Deletes waiting and parked jobs when the data that they refer to are replaced. Recurring and running jobs remain. */
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

/** The number of jobs by state. A parked job has failed its last attempt and needs an operator. */
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
