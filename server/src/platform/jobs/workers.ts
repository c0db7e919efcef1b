/**
 * Heartbeats of workers, and the release of jobs whose worker died.
 *
 * A worker has a row in `platform.workers`, which its job queue renews every second as part of polling, and locks the
 * jobs that it runs with its id. Every live worker polls for locks that belong to no live one, and releases those jobs.
 *
 * A worker that was only slow or cut off may still finish a job that was released: the job then runs twice, which handlers
 * must tolerate by contract.
 */
import { hostname } from 'node:os'
import { type Database, type Queryable, type Transaction, transaction } from '../database.ts'

/** Ten missed heartbeats: longer than a garbage-collection pause or a proxy failover, short enough for mails. */
export const DEAD_AFTER_MS = 10_000

/** Registers a worker or renews its row. If another worker has deleted it as dead, it is inserted again. */
export async function renewWorker(db: Queryable, id: string): Promise<void> {
  await db`
    insert into platform.workers (id, host, pid, queue_worker_ids)
    values (${id}, ${hostname()}, ${process.pid}, ${[id]})
    on conflict on constraint workers_pkey do update
    set seen_at = now()`
}

export async function removeWorker(db: Queryable, id: string): Promise<void> {
  await db`delete from platform.workers where id = ${id}`
}

/** Releases jobs that no live worker has locked. The lock must be old too: a run of due jobs is registered late. */
export async function releaseJobsOfDeadWorkers(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`delete from platform.workers where seen_at < now() - ${DEAD_AFTER_MS} * interval '1 millisecond'`
    const dead = await tx<{ locked_by: string }[]>`
      select distinct locked_by
      from graphile_worker.jobs
      where locked_at < now() - ${DEAD_AFTER_MS} * interval '1 millisecond'
      and not exists (select 1 from platform.workers where locked_by = any(queue_worker_ids))`
    await unlock(
      tx,
      dead.map((job) => job.locked_by),
    )
  })
}

/** Releases every locked job. Only for a start that knows that no other worker is alive. */
export async function releaseAllJobs(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`delete from platform.workers`
    const held = await tx<{ locked_by: string }[]>`
      select distinct locked_by
      from graphile_worker.jobs
      where locked_by is not null`
    await unlock(
      tx,
      held.map((job) => job.locked_by),
    )
  })
}

async function unlock(tx: Transaction, workers: string[]): Promise<void> {
  if (workers.length === 0) return
  const [{ ids } = { ids: null }] = await tx<{ ids: string[] | null }[]>`
    select array_agg(id::text) as ids
    from graphile_worker.jobs
    where locked_by = any(${workers}) and attempts >= max_attempts`
  await tx`select graphile_worker.force_unlock_workers(${workers})`
  // The attempt counts, or a job that kills its process would be retried forever. After the last one it is parked.
  if (ids) {
    await tx`
      select graphile_worker.permanently_fail_jobs(${ids}::bigint[], 'The worker died during the last attempt.')`
  }
}

/** How long ago any worker has sent a heartbeat; null where none is registered. */
export async function workerHeartbeatAge(db: Queryable): Promise<number | null> {
  const [row] = await db<{ age: number | null }[]>`
    select extract(epoch from now() - max(seen_at))::float8 as age from platform.workers`
  return row?.age ?? null
}

/** Whether any worker has sent a heartbeat recently. */
export async function isWorkerAlive(db: Queryable): Promise<boolean> {
  const [row] = await db<{ alive: boolean }[]>`
    select exists (
      select 1 from platform.workers where seen_at > now() - ${DEAD_AFTER_MS} * interval '1 millisecond'
    ) as alive`
  return row?.alive ?? false
}
