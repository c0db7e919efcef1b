import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry, register } from 'prom-client'
import type { Platform } from '../platform/index.ts'
import { jobCounts } from '../platform/jobs.ts'
import { outboxCounts } from '../platform/outbox.ts'
import type { Http } from './http.ts'

/**
 * `/metrics` of this process, in the sandbox. In production the parent of the API processes serves their sum on a port
 * of its own, away from the public one.
 */
export function metricsRoute({ app, platform }: Http, ofModules: readonly Collect[]): void {
  collectFiguresOfProcess()
  const registry = new Registry()
  collectFiguresOfServer(platform, registry)
  for (const collect of ofModules) collect(platform, registry)
  // Lets the parent of several processes ask for the figures of each.
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

let collecting = false

/** Once: a test process has several servers. */
function collectFiguresOfProcess(): void {
  if (collecting) return
  collecting = true
  collectDefaultMetrics()
}

/** The shared queues as they are when somebody asks. */
function collectFiguresOfServer({ db }: Platform, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    registers,
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
