/**
 * The waiting work of all queues, and the holders of locks and leases, at one time. Read as an operator would read
 * them.
 */
import type { Queryable } from '../../src/platform/database.ts'
import type { ProcessName } from '../fleet/processes.ts'

interface Waiting {
  queue: string
  /** Work that proceeds independently of other items of the queue, such as that of one receiver. */
  lane: string
  /** Changes with every progress of the lane. */
  mark: string
  /** Whether the work could be started now. */
  isDue: boolean
}

export interface Snapshot {
  atMs: number
  waiting: Waiting[]
  /** Jobs and events that had their last attempt. */
  parked: string[]
  /** Locks and leases, by who holds them. */
  held: { what: string; by: string }[]
  /** The workers that are alive, with the ids of their queues. */
  workers: { pid: number; queues: string[] }[]
  sessions: Session[]
}

interface Session {
  role: string
  application: string
  startedAt: Date
  state: string
  isWaitingForLock: boolean
  /** Since the start of its statement, or of its transaction while that is idle. */
  forMs: number
}

/**
 * A lane has one mark, because it may have thousands of items. Uses the clock of the sandbox where that clock decides.
 */
const WAITING = `
  with clock as (select clock_timestamp() + offset_ms * interval '1 millisecond' as now from platform.clock)
  select 'jobs' as queue, task_identifier || ' ' || id as lane, concat_ws(' ', attempts, locked_at) as mark,
    run_at <= now() as is_due
  from graphile_worker.jobs
  where attempts < max_attempts or locked_at is not null
  union all
  select 'events', type || ' ' || subject_id, concat_ws(' ', min(position), sum(attempts)),
    bool_and(coalesce(retry_at <= now(), true))
  from platform.outbox
  where parked_at is null
  group by type, subject_id
  union all
  select 'deliveries', url, concat_ws(' ', count(*), sum(attempts), sum(leases)), true
  from webhooks.deliveries
  join webhooks.subscriptions on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id
  cross join clock
  where state = 'waiting' and due_at <= clock.now
    and paused_at is null and disabled_at is null and (held_until is null or held_until <= clock.now)
  group by url
  union all
  select 'imports', brand_id::text, string_agg(concat_ws(' ', id, status, done_ordinal), ', ' order by id), true
  from integrations.operations
  where status in ('started', 'pending')
  group by brand_id
  union all
  select 'exports', id::text, concat_ws(' ', status, run, progress), ${isNotLater('exportId', 'exports.id')}
  from billing.exports
  where finished_at is null
  union all
  select 'error reports', id::text, concat_ws(' ', status, run), ${isNotLater('reportId', 'error_reports.id')}
  from integrations.error_reports
  where status in ('created', 'started')
  union all
  select 'labels', id::text, attempts::text, ${isNotLater('shipmentId', 'shipments.id')}
  from shipping.shipments
  where status = 'pending'`

/** False while a job for it waits for a later moment. Without any job it is due, and stays so. */
function isNotLater(member: string, id: string): string {
  return `not exists (
    select 1 from graphile_worker._private_jobs as job
    where job.payload ->> '${member}' = ${id}::text and job.run_at > now() and job.attempts < job.max_attempts
  )`
}

export async function takeSnapshot(db: Queryable, atMs: number): Promise<Snapshot> {
  const [waiting, parked, held, workers, sessions] = await Promise.all([
    db.unsafe<{ queue: string; lane: string; mark: string; is_due: boolean }[]>(WAITING),
    db<{ what: string }[]>`
      select 'job ' || task_identifier || ': ' || coalesce(left(last_error, 200), '') as what
      from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
      union all
      select 'event ' || type || ': ' || coalesce(left(last_error, 200), '')
      from platform.outbox
      where parked_at is not null`,
    db<{ what: string; by: string }[]>`
      select 'job ' || task_identifier || ' ' || id as what, locked_by as by
      from graphile_worker.jobs
      where locked_by is not null`,
    db<{ pid: number; queues: string[] }[]>`select pid, queue_worker_ids as queues from platform.workers`,
    readSessions(db),
  ])
  return {
    atMs,
    waiting: waiting.map(({ is_due, ...rest }) => ({ ...rest, isDue: is_due })),
    parked: parked.map(({ what }) => what),
    held,
    workers,
    sessions,
  }
}

const readSessions = (db: Queryable) => db<Session[]>`
  select usename as role, application_name as application, backend_start as "startedAt", coalesce(state, '') as state,
    coalesce(wait_event_type = 'Lock', false) as "isWaitingForLock",
    extract(epoch from clock_timestamp() - coalesce(case when state like 'idle in%' then state_change end, query_start))
      ::float8 * 1000 as "forMs"
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and application_name like 'tradehall %'`

/** Further data about the processes that are alive, to judge a snapshot. */
export interface Alive {
  name: ProcessName
  pid: number
  /** Its sessions are not older than this. */
  since: Date
  isHealthy: boolean
  works: boolean
}
