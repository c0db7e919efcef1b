/**
 * The job queue for operators: lists waiting, running and parked jobs, and changes them. Payloads are in a private
 * table of graphile-worker, whose version is pinned; changes use its functions, which do not change running jobs.
 */
import type { Clock } from '../clock.ts'
import { type Fragment, limitTo, type Queryable } from '../database.ts'
import type { Walk } from '../queries/keyset.ts'
import { PERIOD_FLAG } from './jobs.ts'

export const JOB_STATES = ['parked', 'retrying', 'waiting', 'running'] as const
type JobState = (typeof JOB_STATES)[number]

export interface QueuedJob {
  id: string
  kind: string
  state: JobState
  is_recurring: boolean
  attempts: number
  max_attempts: number
  last_error: string | null
  created_at: Date
  updated_at: Date
  run_at: Date
  payload: Record<string, unknown>
}

export interface JobFilter {
  state?: JobState | undefined
  kind?: string | undefined
  ids?: readonly string[] | undefined
  /** Only jobs whose last attempt was before this real time. */
  before?: Date | undefined
}

/** Parked ones use tradehall_parked_jobs_idx, which lists them by id; the others the primary key. */
const inState = (db: Queryable, state: JobState): Fragment =>
  ({
    parked: db`attempts >= max_attempts and locked_at is null`,
    retrying: db`is_available and attempts > 0`,
    waiting: db`is_available and attempts = 0`,
    running: db`locked_at is not null`,
  })[state]

const isRecurring = (db: Queryable) => db`exists (
  select 1 from jsonb_object_keys(flags) as flag where starts_with(flag, ${PERIOD_FLAG})
)`

const columns = (db: Queryable) => db`
  jobs.id::text as id, (
    select identifier from graphile_worker._private_tasks as tasks where tasks.id = task_id
  ) as kind,
  case
    when locked_at is not null then 'running'
    when attempts >= max_attempts then 'parked'
    when attempts > 0 then 'retrying'
    else 'waiting'
  end as state,
  ${isRecurring(db)} as is_recurring, attempts, max_attempts, last_error, created_at, updated_at, run_at, payload`

const matching = (db: Queryable, { state, kind, ids, before }: JobFilter) => db`
  true
  ${state ? db`and ${inState(db, state)}` : db``}
  ${
    kind === undefined
      ? db``
      : db`and task_id = (select id from graphile_worker._private_tasks where identifier = ${kind})`
  }
  ${ids ? db`and jobs.id = any(${ids as string[]}::bigint[])` : db``}
  ${before ? db`and updated_at < ${before}` : db``}`

/** One page, newest first. */
export async function listJobs(
  db: Queryable,
  filter: JobFilter,
  { cursor, backwards, limit }: Walk,
): Promise<QueuedJob[]> {
  return await db<QueuedJob[]>`
    select ${columns(db)}
    from graphile_worker._private_jobs as jobs
    where ${matching(db, filter)}
      ${cursor === undefined ? db`` : db`and jobs.id ${backwards ? db`>` : db`<`} ${cursor}::bigint`}
    order by ${backwards ? db`jobs.id` : db`jobs.id desc`}
    ${limitTo(db, limit)}`
}

/** The largest id that a bigint can be has 19 digits. */
export const JOB_ID = /^[1-9]\d{0,17}$/

export async function findJob(db: Queryable, id: string): Promise<QueuedJob | undefined> {
  if (!JOB_ID.test(id)) return undefined
  const [row] = await db<QueuedJob[]>`
    select ${columns(db)} from graphile_worker._private_jobs as jobs where jobs.id = ${id}::bigint`
  return row
}

/** Locks at most `limit` matching jobs in a transaction: nobody else changes them, and workers do not claim them. */
export async function lockJobs(tx: Queryable, filter: JobFilter, limit: number): Promise<QueuedJob[]> {
  return await tx<QueuedJob[]>`
    select ${columns(tx)}
    from graphile_worker._private_jobs as jobs
    where ${matching(tx, filter)}
    order by jobs.id
    ${limitTo(tx, limit)}
    for update of jobs`
}

export async function countJobs(db: Queryable, filter: JobFilter): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from graphile_worker._private_jobs as jobs where ${matching(db, filter)}`
  return row?.count ?? 0
}

/** Makes jobs due at once, with all their attempts. Running ones are left alone; returns how many were changed. */
export async function rescheduleJobs(tx: Queryable, ids: readonly string[]): Promise<number> {
  const changed = await tx`
    select 1 from graphile_worker.reschedule_jobs(${ids as string[]}::bigint[], run_at => now(), attempts => 0)`
  // Workers poll twice a second, so they need no notification.
  return changed.length
}

/** Deletes jobs that do not run; returns how many. */
export async function deleteJobs(tx: Queryable, ids: readonly string[]): Promise<number> {
  const deleted = await tx`select 1 from graphile_worker.complete_jobs(${ids as string[]}::bigint[])`
  return deleted.length
}

export interface JobsOfKind {
  kind: string
  waiting: number
  due: number
  retrying: number
  running: number
  parked: number
  /** When the job that has waited longest became due; null while none is due. */
  oldest_due_at: Date | null
}

/** Reads the whole queue, which is short: a job that is done is deleted. */
export async function countJobsByKind(db: Queryable): Promise<JobsOfKind[]> {
  return await db<JobsOfKind[]>`
    select identifier as kind,
      count(*) filter (where is_available and attempts = 0) as waiting,
      count(*) filter (where is_available and run_at <= now()) as due,
      count(*) filter (where is_available and attempts > 0) as retrying,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as parked,
      min(run_at) filter (where is_available and run_at <= now()) as oldest_due_at
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id
    group by identifier
    order by identifier`
}

export interface ParkedState {
  count: number
  newest: string | null
  /** The kind of the newest one. */
  kind: string | null
  /** When the first of them was parked, and when the last. */
  since: Date | null
  until: Date | null
}

/** For pages that poll. */
export async function parkedJobs(db: Queryable): Promise<ParkedState> {
  const [row] = await db<ParkedState[]>`
    select count(*) as count, max(jobs.id)::text as newest, min(updated_at) as since, max(updated_at) as until,
      (array_agg(identifier order by jobs.id desc))[1] as kind
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where ${inState(db, 'parked')}`
  return row ?? { count: 0, newest: null, kind: null, since: null, until: null }
}

/** The time of the clock at a real time: the queue only knows real time. */
export const toClockTime = (clock: Clock, real: Date): Date => {
  const now = clock.now()
  return new Date(real.getTime() + now.getTime() - clock.toRealTime(now).getTime())
}
