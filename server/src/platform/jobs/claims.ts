/**
 * The statements with which a worker claims jobs and records how they ended. They use a private table of graphile-worker,
 * whose version is pinned.
 *
 * A claimed job is locked by its worker until its outcome is recorded or the claim is released. Each statement may be sent
 * again after its answer was lost: outcomes apply only to jobs that the worker holds, and claims of which it knows nothing
 * are released.
 */
import { type Fragment, limitTo, oneOfTexts, type Queryable } from '../database.ts'

export interface ClaimedJob {
  id: string
  kind: string
  payload: unknown
  /** Includes the one that begins. */
  attempts: number
  max_attempts: number
}

export interface EndedJob {
  id: string
  /** The message of the error; null for a job that succeeded. */
  failure: string | null
  /** It could not be tried, so the attempt is not counted and the next one is soon. */
  isPostponed?: boolean
}

/** The jobs that a worker has in hand. */
export interface Holding {
  worker: string
  ids: readonly string[]
}

const isHeld = (db: Queryable, { ids }: Holding): Fragment => db`jobs.id = any(${ids as string[]}::bigint[])`

/**
 * Claims due jobs, those that have been due for longest first. Skips jobs that the worker still has in hand: others may
 * have released them because they considered the worker dead.
 */
export const claimJobs = (
  db: Queryable,
  holding: Holding,
  { kinds, limit }: { kinds: readonly string[]; limit: number },
): Promise<ClaimedJob[]> => db<ClaimedJob[]>`
  with due as (
    select id
    from graphile_worker._private_jobs as jobs
    where is_available
    and run_at <= now()
    and task_id = any(array(
      select id from graphile_worker._private_tasks where identifier = ${oneOfTexts(db, kinds)}
    ))
    and not ${isHeld(db, holding)}
    order by priority, run_at
    ${limitTo(db, limit)}
    for update skip locked
  )
  update graphile_worker._private_jobs as jobs
  set attempts = attempts + 1, locked_by = ${holding.worker}, locked_at = now()
  where jobs.id = any(array(select id from due))
  returning jobs.id::text as id, payload, attempts, max_attempts, (
    select identifier from graphile_worker._private_tasks as tasks where tasks.id = task_id
  ) as kind`

/** A job whose node of the database is away is tried again this much later. */
const POSTPONED_FOR = '5 seconds'

/**
 * Deletes jobs that succeeded, and lets those that failed wait for their next attempt: e, e², … up to e¹⁰ seconds. Returns
 * those that could not be recorded, because somebody else has locked their rows: one of them must not hold up the others.
 */
export async function recordEnds(
  db: Queryable,
  worker: string,
  ended: readonly EndedJob[],
): Promise<EndedJob[]> {
  const ids = ended.map(({ id }) => id)
  const recorded = await db`
    with ended as (
      select jobs.id, failure, is_postponed::boolean
      from unnest(
        ${ids}::bigint[],
        ${ended.map(({ failure }) => failure)}::text[],
        ${ended.map(({ isPostponed = false }) => String(isPostponed))}::text[]
      ) as ended (id, failure, is_postponed)
      join graphile_worker._private_jobs as jobs on jobs.id = ended.id
      where locked_by = ${worker}
      for update of jobs skip locked
    ), succeeded as (
      delete from graphile_worker._private_jobs as jobs
      using ended
      where jobs.id = ended.id and failure is null
      returning jobs.id
    ), failed as (
      update graphile_worker._private_jobs as jobs
      set
        last_error = failure,
        attempts = case when is_postponed then greatest(attempts - 1, 0) else attempts end,
        run_at = greatest(run_at, now()) + case
          when is_postponed then ${POSTPONED_FOR}::interval
          else exp(least(attempts, 10)) * interval '1 second'
        end,
        updated_at = now(),
        locked_by = null,
        locked_at = null
      from ended
      where jobs.id = ended.id and failure is not null
      returning jobs.id
    )
    select from succeeded union all select from failed`
  if (recorded.length === ended.length) return []
  const left = await db<{ id: string }[]>`
    select id::text as id
    from graphile_worker._private_jobs
    where id = any(${ids}::bigint[]) and locked_by = ${worker}`
  return ended.filter(({ id }) => left.some((job) => job.id === id))
}

/**
 * Releases at once, without counting an attempt, the jobs that a worker has claimed and does not have in hand: it did
 * not begin them, or it stops.
 */
export async function releaseClaims(db: Queryable, holding: Holding): Promise<void> {
  await db`
    update graphile_worker._private_jobs as jobs
    set attempts = greatest(attempts - 1, 0), locked_by = null, locked_at = null
    where locked_by = ${holding.worker} and not ${isHeld(db, holding)}`
}
