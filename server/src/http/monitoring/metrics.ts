/** The Prometheus metrics of a process and of the shared queues. */
import cluster from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry, register } from 'prom-client'
import { causeChain } from '../../platform/cause-chain.ts'
import { outboxCounts } from '../../platform/events/waiting-events.ts'
import type { Platform } from '../../platform/index.ts'
import { jobCounts } from '../../platform/jobs/jobs.ts'
import { workerHeartbeatAge } from '../../platform/jobs/workers.ts'
import type { ProcessReporter } from '../../platform/processes/heartbeats.ts'
import { VERSION } from '../../platform/version.ts'
import type { Http } from '../http.ts'
import type { CheckReadiness } from './health.ts'

/** Registers metrics. `reporter` measures this process. */
export type CollectMetrics = (platform: Platform, registry: Registry, reporter: ProcessReporter) => void

/** Shorter than the five seconds in which the API processes have to answer their parent, which serves the metrics of all. */
const COLLECT_MS = 3000

/**
 * Serves `/metrics` of this process in the sandbox. In production the parent of the API processes serves the aggregated
 * metrics on a separate port that is not public.
 */
export function metricsRoute(
  { app, platform, reporter }: Http,
  readiness: CheckReadiness,
  moduleMetrics: readonly CollectMetrics[],
): void {
  const registry = collectMetrics(platform, { readiness, moduleMetrics, reporter })
  // Lets the parent process collect the metrics of each API process.
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([register, registry])
    new AggregatorRegistry()
  }
  if (platform.config.mode === 'production') return
  const all = ofProcess(registry)
  app.get('/metrics', { config: { unguarded: true } }, async (_request, reply) =>
    reply.header('content-type', all.contentType).send(await all.metrics()),
  )
}

export interface MetricSources {
  readiness: CheckReadiness
  moduleMetrics: readonly CollectMetrics[]
  /** Measures this process. */
  reporter: ProcessReporter
}

/** What API processes and workers tell alike; `ofProcess` adds memory, CPU and event loop. */
export function collectMetrics(
  platform: Platform,
  { readiness, moduleMetrics, reporter }: MetricSources,
): Registry {
  collectProcessMetrics()
  const registry = new Registry()
  collectReadiness(readiness, registry)
  collectPoolUsage(platform, registry)
  collectQueueMetrics(platform, registry)
  for (const collect of moduleMetrics) collect(platform, registry, reporter)
  leaveOutFailures(platform, registry)
  return registry
}

export const ofProcess = (registry: Registry): Registry => Registry.merge([register, registry])

let isCollecting = false

/** Called once per process, because a test process may start several servers. */
function collectProcessMetrics(): void {
  if (isCollecting) return
  isCollecting = true
  collectDefaultMetrics()
}

function collectReadiness(readiness: CheckReadiness, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    registers,
    name: 'tradehall_ready',
    help: 'Whether a check of /health/ready passes (1) or fails (0).',
    labelNames: ['check'],
    aggregator: 'min',
    async collect() {
      for (const [check, reason] of Object.entries(await readiness()))
        this.set({ check }, reason === null ? 1 : 0)
    },
  })
  new Gauge({
    registers,
    name: 'tradehall_build_info',
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    aggregator: 'max',
  }).set({ version: VERSION }, 1)
}

/** Read from memory, so the metric exists while the database is away. */
function collectPoolUsage({ db, config }: Platform, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    registers,
    name: 'tradehall_database_pool',
    help: 'Connections for transactions that are used and idle, and transactions that wait for one.',
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(db.poolUsage())) this.set({ state }, count)
    },
  })
  new Gauge({
    registers,
    name: 'tradehall_database_pool_size',
    help: 'Connections for transactions that the API processes may open.',
  }).set(config.databasePool)
}

/** Reads the shared queues at each scrape. */
function collectQueueMetrics({ db }: Platform, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    registers,
    name: 'tradehall_jobs',
    help: 'Background jobs by state; parked ones failed their last attempt.',
    labelNames: ['state'],
    // All processes report the same queue, so a sum over the processes would count it several times.
    aggregator: 'max',
    async collect() {
      for (const [state, count] of Object.entries(await jobCounts(db))) this.set({ state }, count)
    },
  })
  new Gauge({
    registers,
    name: 'tradehall_outbox_events',
    help: 'Recorded events that have not been handed on, by state.',
    labelNames: ['state'],
    aggregator: 'max',
    async collect() {
      for (const [state, count] of Object.entries(await outboxCounts(db))) this.set({ state }, count)
    },
  })
  new Gauge({
    registers,
    name: 'tradehall_worker_heartbeat_age_seconds',
    help: 'How long ago the last heartbeat of any worker was; absent where no worker is registered.',
    aggregator: 'max',
    async collect() {
      const age = await workerHeartbeatAge(db)
      if (age === null) this.remove()
      else this.set(age)
    },
  })
}

/** What the metrics of `prom-client` have in common. */
interface CollectedMetric {
  name: string
  labelNames: readonly string[]
  collect?: () => void | Promise<void>
  reset(): void
  remove(): void
}

/**
 * While the database is away or hangs, metrics that need it are absent, and the others are served. A scrape that failed
 * as a whole would reveal nothing about the reason.
 */
function leaveOutFailures({ log }: Platform, registry: Registry): void {
  for (const metric of registry.getMetricsAsArray() as unknown as CollectedMetric[]) {
    const { collect } = metric
    if (!collect) continue
    metric.collect = async () => {
      const collected = (async () => await collect.call(metric))()
      // A failure after the timeout has no effect.
      collected.catch(() => {})
      try {
        await Promise.race([collected, timeout()])
      } catch (error) {
        log.warn({ metric: metric.name, causes: causeChain(error) }, 'a metric could not be collected')
        if (metric.labelNames.length > 0) metric.reset()
        else metric.remove()
      }
    }
  }
}

async function timeout(): Promise<never> {
  await wait(COLLECT_MS, undefined, { ref: false })
  throw new Error(`It took longer than ${COLLECT_MS} ms.`)
}
