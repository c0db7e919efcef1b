import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, register } from 'prom-client'
import type { Platform } from '../platform/index.ts'
import { jobCounts } from '../platform/jobs.ts'
import { outboxCounts } from '../platform/outbox.ts'
import type { Http } from './server.ts'

/**
 * `/metrics` of this process, in the sandbox. In production the parent of the API processes serves their sum on a port
 * of its own, away from the public one.
 */
export function metricsRoute({ app, platform }: Http, ofModules: readonly Collect[]): void {
  collectMetrics(platform, ofModules)
  if (platform.config.mode === 'production') return
  app.get('/metrics', { config: { unguarded: true } }, async (_request, reply) =>
    reply.header('content-type', register.contentType).send(await register.metrics()),
  )
}

type Collect = (platform: Platform) => void

let collecting = false

/** Figures of this process, and of the shared queues as they are when somebody asks. */
function collectMetrics(platform: Platform, ofModules: readonly Collect[]): void {
  const { db } = platform
  // The registry belongs to the process; tests build several servers in one.
  if (collecting) return
  collecting = true
  // Lets the parent of several processes ask for the figures of each.
  if (cluster.isWorker) new AggregatorRegistry()
  collectDefaultMetrics()
  new Gauge({
    name: 'tradehall_jobs',
    help: 'Background jobs by state; parked ones failed their last attempt.',
    labelNames: ['state'],
    // Every process sees the same queue, so a sum over processes would count it several times.
    aggregator: 'max',
    async collect() {
      for (const [state, count] of Object.entries(await jobCounts(db))) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'tradehall_outbox_events',
    help: 'Recorded events that have not been handed on, by state.',
    labelNames: ['state'],
    aggregator: 'max',
    async collect() {
      for (const [state, count] of Object.entries(await outboxCounts(db))) this.set({ state }, count)
    },
  })
  for (const collect of ofModules) collect(platform)
}
