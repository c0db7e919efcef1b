/** Metrics and probes of a worker that runs alone. One beside API processes is told of by their parent. */

import type { Config } from '../config.ts'
import { createReadiness } from '../http/monitoring/health.ts'
import { collectMetrics, ofProcess } from '../http/monitoring/metrics.ts'
import type { Module } from '../module.ts'
import type { Platform } from '../platform/index.ts'
import { DEAD_AFTER_MS } from '../platform/jobs/workers.ts'
import type { ProcessReporter } from '../platform/processes/heartbeats.ts'
import { type MonitoringAnswer, type MonitoringAnswers, serveMonitoring } from './metrics-server.ts'

/** Behind that of API processes, so that a machine may have both. */
const DEFAULT_PORT = 9465

interface MonitoredWorker {
  platform: Platform
  modules: readonly Module[]
  reporter: ProcessReporter
  /** How long its job queue has not polled, in milliseconds. */
  silentMs(): number
}

/** Where it does not listen, `close` does nothing. */
export async function monitorWorker(config: Config, worker: MonitoredWorker): Promise<{ close(): void }> {
  const { workerMetricsPort, mode } = config
  const { log } = worker.platform
  const port = workerMetricsPort ?? (mode === 'production' ? DEFAULT_PORT : undefined)
  if (port === undefined) return { close() {} }
  const variable = 'TRADEHALL_WORKER_METRICS_PORT'
  try {
    return await serveMonitoring(config, { port, variable }, answersOf(worker), log)
  } catch (error) {
    // Nobody has asked for this port: another worker of the machine has it.
    if (workerMetricsPort !== undefined) throw error
    log.warn({ reason: (error as Error).message }, 'this worker serves no metrics')
    return { close() {} }
  }
}

function answersOf({ platform, modules, reporter, silentMs }: MonitoredWorker): MonitoringAnswers {
  const moduleMetrics = modules.flatMap((module) => module.metrics ?? [])
  const readiness = createReadiness(platform)
  const registry = ofProcess(collectMetrics(platform, { readiness, moduleMetrics, reporter }))
  return {
    '/metrics': async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
    '/health/live': async () => json(200, { status: 'ok' }),
    // Of this worker alone: that another one polls does not help it.
    '/health/ready': async () => {
      const silent = silentMs() > DEAD_AFTER_MS
      return json(silent ? 503 : 200, {
        status: silent ? 'failing' : 'ok',
        checks: { queue: silent ? 'failing' : 'ok' },
        ...(silent && { reasons: { queue: 'Its job queue has not polled for ten seconds.' } }),
      })
    },
  }
}

const json = (status: number, body: object): MonitoringAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})
