/**
 * Which worker processes live, and what happens to the jobs of those that died.
 *
 * A process that runs jobs keeps a row in `platform.workers` and renews it every second. The job queue marks a running
 * job with the id of the pool that took it, and would give up on such a mark only after four hours. So every live
 * worker looks for marks that belong to no live row and frees those jobs.
 *
 * A worker that was only slow may still finish a job that was freed: the job then runs twice. Jobs must bear that; it
 * is part of their contract.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { causeChain } from './cause-chain.ts'
import { connect, type Database, type Queryable, type Transaction, transaction } from './database.ts'
import type { Platform } from './index.ts'

/** Ten missed beats: longer than a pause of the garbage collector or a failover of a proxy, short enough for mails. */
const DEAD_AFTER_MS = 10_000
const BEAT_MS = 1_000
const SWEEP_MS = 3_000

export interface Presence {
  /** Says under which id the job queue now marks the jobs of this process. Jobs under an earlier id count as lost. */
  setQueueWorkerId(id: string): void
  stop(): Promise<void>
}

/** Registers this process as a worker. It has a connection of its own: a busy pool must not look like death. */
export async function announceWorker(
  platform: Pick<Platform, 'log'>,
  databaseUrl: string,
): Promise<Presence> {
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall heartbeat' })
  const worker = { id: randomUUID(), queueWorkerIds: [] as string[] }
  const beat = inTurn(() => renewWorker(db, worker))
  const sweep = inTurn(() => freeDeadWorkers(db))
  const quietly = (work: () => Promise<void>) => () =>
    void work().catch((error) => platform.log.warn({ causes: causeChain(error) }, 'worker heartbeat failed'))

  await beat()
  const timers = [setInterval(quietly(beat), BEAT_MS), setInterval(quietly(sweep), SWEEP_MS)]
  return {
    setQueueWorkerId(id) {
      worker.queueWorkerIds = [id]
      quietly(beat)()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await db`delete from platform.workers where id = ${worker.id}`.catch(() => {})
      await db.end({ timeout: 1 })
    },
  }
}

/** Runs `work` after the run before it, and once for any number of calls that meanwhile ask for it. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
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
  // A row that another worker removed as dead comes back with the next beat.
  await db`
    insert into platform.workers (id, host, pid, queue_worker_ids)
    values (${worker.id}, ${hostname()}, ${process.pid}, ${worker.queueWorkerIds})
    on conflict on constraint workers_pkey do update
    set seen_at = now(), queue_worker_ids = excluded.queue_worker_ids`
}

/** Frees jobs that are marked by no live worker. The queue's mark must be old too: a new pool may not be on record yet. */
export async function freeDeadWorkers(db: Database): Promise<void> {
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

/** Frees every job that is marked as running. Only for a start that knows that no other worker lives. */
export async function freeAllWorkers(db: Database): Promise<void> {
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
  // The attempt counts, or a job that kills its process would do so for ever. After the last one a human must look.
  if (ids) {
    await tx`
      select graphile_worker.permanently_fail_jobs(${ids}::bigint[], 'Its worker died during the last attempt.')`
  }
}

/** Gives the unfinished jobs of a worker that stops on purpose to the others, at once and without counting an attempt. */
export async function giveJobsBack(db: Database, queueWorkerId: string): Promise<void> {
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

/** Whether any process is there to run jobs. */
export async function isWorkerAlive(db: Queryable): Promise<boolean> {
  const [row] = await db<{ alive: boolean }[]>`
    select exists (
      select 1 from platform.workers where seen_at > now() - ${DEAD_AFTER_MS} * interval '1 millisecond'
    ) as alive`
  return row?.alive ?? false
}
