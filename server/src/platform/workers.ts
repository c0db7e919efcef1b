/**
 * Heartbeats of worker processes, and the release of jobs whose worker died.
 *
 * A process that runs jobs has a row in `platform.workers` and renews it every second. The job queue locks a running job
 * with the id of the pool that claimed it, and would expire that lock only after four hours. So every live worker polls
 * for locks that belong to no live row and releases those jobs.
 *
 * A worker that was only slow may still finish a job that was released: the job then runs twice, which handlers must
 * tolerate by contract.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { causeChain } from './cause-chain.ts'
import { connect, type Database, type Queryable, type Transaction, transaction } from './database.ts'
import type { Platform } from './index.ts'

/** Ten missed heartbeats: longer than a garbage-collection pause or a proxy failover, short enough for mails. */
const DEAD_AFTER_MS = 10_000
const HEARTBEAT_MS = 1_000
const SWEEP_MS = 3_000

export interface WorkerRegistration {
  /** Sets the id with which the job queue locks the jobs of this process. Jobs locked with an earlier id count as lost. */
  setQueueWorkerId(id: string): void
  stop(): Promise<void>
}

/** Registers this process as a worker. Heartbeats use a separate connection, so that a busy pool does not delay them. */
export async function registerWorker(
  platform: Pick<Platform, 'log'>,
  databaseUrl: string,
): Promise<WorkerRegistration> {
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall heartbeat' })
  const worker = { id: randomUUID(), queueWorkerIds: [] as string[] }
  const heartbeat = serialized(() => renewWorker(db, worker))
  const sweep = serialized(() => releaseJobsOfDeadWorkers(db))
  const quietly = (work: () => Promise<void>) => () =>
    void work().catch((error) => platform.log.warn({ causes: causeChain(error) }, 'worker heartbeat failed'))

  await heartbeat()
  const timers = [setInterval(quietly(heartbeat), HEARTBEAT_MS), setInterval(quietly(sweep), SWEEP_MS)]
  return {
    setQueueWorkerId(id) {
      worker.queueWorkerIds = [id]
      quietly(heartbeat)()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await db`delete from platform.workers where id = ${worker.id}`.catch(() => {})
      await db.end({ timeout: 1 })
    },
  }
}

/** Serializes runs of `work`; all calls made during a run share the next one. */
function serialized(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = undefined
        running = work()
        return running
      })
    return waiting
  }
}

async function renewWorker(db: Queryable, worker: { id: string; queueWorkerIds: string[] }): Promise<void> {
  // If another worker has deleted the row as dead, the next heartbeat inserts it again.
  await db`
    insert into platform.workers (id, host, pid, queue_worker_ids)
    values (${worker.id}, ${hostname()}, ${process.pid}, ${worker.queueWorkerIds})
    on conflict on constraint workers_pkey do update
    set seen_at = now(), queue_worker_ids = excluded.queue_worker_ids`
}

/** Releases jobs that no live worker has locked. The lock must be old too: a new pool may not be registered yet. */
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

async function unlock(tx: Transaction, queueWorkerIds: string[]): Promise<void> {
  if (queueWorkerIds.length === 0) return
  const [{ ids } = { ids: null }] = await tx<{ ids: string[] | null }[]>`
    select array_agg(id::text) as ids
    from graphile_worker.jobs
    where locked_by = any(${queueWorkerIds}) and attempts >= max_attempts`
  await tx`select graphile_worker.force_unlock_workers(${queueWorkerIds})`
  // The attempt counts, or a job that kills its process would be retried forever. After the last one it is parked.
  if (ids) {
    await tx`
      select graphile_worker.permanently_fail_jobs(${ids}::bigint[], 'The worker died during the last attempt.')`
  }
}

/** Releases the unfinished jobs of a worker that is shut down, at once and without counting an attempt. */
export async function releaseJobs(db: Database, queueWorkerId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const held = await tx<{ id: string; attempts: number }[]>`
      select id::text, attempts
      from graphile_worker.jobs
      where locked_by = ${queueWorkerId}`
    await tx`select graphile_worker.force_unlock_workers(${[queueWorkerId]})`
    await tx`
      select graphile_worker.reschedule_jobs(array[held.id], attempts => greatest(held.attempts - 1, 0))
      from unnest(${held.map((job) => job.id)}::bigint[], ${held.map((job) => job.attempts)}::int[])
        as held (id, attempts)`
  })
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
