/** The Prometheus metrics of a process and of the shared queues. */
import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry, register } from 'prom-client'
import type { Platform } from '../platform/index.ts'
import { jobCounts } from '../platform/jobs.ts'
import { outboxCounts } from '../platform/outbox.ts'
import type { Http } from './http.ts'

/**
 * Serves `/metrics` of this process in the sandbox. In production the parent of the API processes serves the aggregated
 * metrics on a separate port that is not public.
 */
export function metricsRoute({ app, platform }: Http, moduleMetrics: readonly Collect[]): void {
  collectProcessMetrics()
  const registry = new Registry()
  collectQueueMetrics(platform, registry)
  for (const collect of moduleMetrics) collect(platform, registry)
  // Lets the parent process collect the metrics of each API process.
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([register, registry])
    new AggregatorRegistry()
  }
  if (platform.config.mode === 'production') return
  const all = Registry.merge([register, registry])
  app.get('/metrics', { config: { unguarded: true } }, async (_request, reply) =>
    reply.header('content-type', all.contentType).send(await all.metrics()),
  )
}

type Collect = (platform: Platform, registry: Registry) => void

let isCollecting = false

/** Called once per process, because a test process may start several servers. */
function collectProcessMetrics(): void {
  if (isCollecting) return
  isCollecting = true
  collectDefaultMetrics()
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
}
