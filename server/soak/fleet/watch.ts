/** Checks all processes once a second, as load balancers and monitoring do. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../src/platform/database.ts'
import type { Client } from '../load/client.ts'
import type { Fleet } from './fleet.ts'
import { APIS, type ApiName, PROCESSES, type ProcessName, WORKERS } from './processes.ts'
import type { Sample } from './silences.ts'

const EVERY_MS = 1_000
const HEALTH_MS = 3_000
/** As in `platform/jobs/workers.ts`. */
const HEARTBEAT_MS = 10_000
/** The job queue polls twice a second. */
const QUIET_MS = 10_000

export interface Watched {
  fleet: Fleet
  client: Client
  nodes: Readonly<Record<ApiName, string>>
  db: Database
  now(): number
}

export interface Watch {
  samples: Sample[]
  /** The newest sample of a process. */
  latest(name: ProcessName): Sample | undefined
  stop(): Promise<void>
}

export function startWatch(watched: Watched): Watch {
  const samples: Sample[] = []
  const latest = new Map<ProcessName, Sample>()
  let isOver = false
  const look = async () => {
    const seen = await Promise.all([...APIS.map((name) => lookAtApi(watched, name)), lookAtWorkers(watched)])
    for (const sample of seen.flat()) {
      samples.push(sample)
      latest.set(sample.process, sample)
      if (sample.isHealthy && sample.works === true) watched.fleet.hasWorked(sample.process)
    }
  }
  const running = (async () => {
    while (!isOver) await Promise.all([look(), wait(EVERY_MS)])
  })()
  return {
    samples,
    latest: (name) => latest.get(name),
    async stop() {
      isOver = true
      await running
    },
  }
}

const START_MS = 60_000

/** Waits until all processes have been seen healthy. */
export async function awaitReady(watch: Watch, stop: AbortSignal): Promise<void> {
  const deadline = performance.now() + START_MS
  while (!PROCESSES.every((name) => watch.latest(name)?.isHealthy)) {
    stop.throwIfAborted()
    const missing = PROCESSES.filter((name) => !watch.latest(name)?.isHealthy).join(', ')
    if (performance.now() > deadline) throw new Error(`Not ready within a minute: ${missing}.`)
    await wait(200)
  }
}

async function lookAtApi({ client, nodes, now }: Watched, process: ApiName): Promise<Sample> {
  const atMs = now()
  const counts = client.counts[process]
  const works = counts.good > 0 ? true : counts.bad > 0 ? false : undefined
  Object.assign(counts, { good: 0, bad: 0 })
  const isHealthy = await fetch(`${nodes[process]}/health/ready`, {
    signal: AbortSignal.timeout(HEALTH_MS),
  }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
  return { process, atMs, isHealthy, works }
}

interface WorkerRow {
  pid: number
  age_ms: number
}
interface QueueRow {
  role: string
  quiet_ms: number
}

async function lookAtWorkers({ db, fleet, now }: Watched): Promise<Sample[]> {
  const atMs = now()
  try {
    const [workers, queues] = await Promise.all([
      db<WorkerRow[]>`
        select pid, extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as age_ms from platform.workers`,
      db<QueueRow[]>`
        select usename as role, extract(epoch from clock_timestamp() - max(query_start))::float8 * 1000 as quiet_ms
        from pg_stat_activity
        where application_name = 'tradehall queue'
        group by usename`,
    ])
    return WORKERS.map((process) => {
      const worker = workers.find(({ pid }) => pid === fleet.pidOf(process))
      const queue = queues.find(({ role }) => role === process)
      return {
        process,
        atMs,
        isHealthy: worker !== undefined && worker.age_ms < HEARTBEAT_MS,
        works: queue !== undefined && queue.quiet_ms < QUIET_MS,
      }
    })
  } catch {
    // Heartbeats of workers are in the database.
    return WORKERS.map((process) => ({ process, atMs, isHealthy: false, works: false }))
  }
}
