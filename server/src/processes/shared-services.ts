/** Services of the parent for the API processes that share a port: request counts and metrics. */
import type { Config } from '../config.ts'
import { connectionLimit } from '../http/connections/connections.ts'
import type { Log } from '../platform/log.ts'

const DEFAULT_METRICS_PORT = 9464

/** Must be called before the processes are started. */
export async function serveShared(config: Config, log: Log): Promise<{ close(): void }> {
  if (config.processes > 1) {
    // Counts requests for the rate limits of all processes from now on.
    const { RateLimiterClusterMaster } = await import('rate-limiter-flexible')
    new RateLimiterClusterMaster()
  }
  warnAboutOpenFiles(config, log)
  const port = metricsPortOf(config)
  if (port === undefined) return { close() {} }
  const { serveMetrics } = await import('./metrics-server.ts')
  return await serveMetrics(config, port, log)
}

/** Undefined where metrics have no port of their own. */
export const metricsPortOf = ({ metricsPort, mode }: Config): number | undefined =>
  metricsPort ?? (mode === 'production' ? DEFAULT_METRICS_PORT : undefined)

function warnAboutOpenFiles(config: Config, log: Log): void {
  const possible = connectionLimit(config)
  if (possible === config.maxConnections) return
  log.warn(
    `the limit of open files allows only ${possible} of ${config.maxConnections} connections per API process; raise it with ulimit -n, or lower TRADEHALL_MAX_CONNECTIONS`,
  )
}
