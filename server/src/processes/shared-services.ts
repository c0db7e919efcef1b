/** Services of the parent for the API processes that share a port: request counts and metrics. */
import { createServer } from 'node:http'
import { type Config, ConfigError } from '../config.ts'
import { CONNECTION_TIMEOUTS, connectionLimit, requestTimeouts } from '../http/connections.ts'
import type { Log } from '../platform/log.ts'

const DEFAULT_METRICS_PORT = 9464
/** Enough for a few scrapers; bounds the file descriptors that they use. */
const MAX_METRICS_CONNECTIONS = 50

/** Must be called before the processes are started. */
export async function serveShared(config: Config, log: Log): Promise<{ close(): void }> {
  if (config.processes > 1) {
    // Counts requests for the rate limits of all processes from now on.
    const { RateLimiterClusterMaster } = await import('rate-limiter-flexible')
    new RateLimiterClusterMaster()
  }
  warnAboutOpenFiles(config, log)
  const port = metricsPortOf(config)
  return port === undefined ? { close() {} } : await serveMetrics(config.metricsHost, port, log)
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

async function serveMetrics(host: string, port: number, log: Log): Promise<{ close(): void }> {
  const { AggregatorRegistry } = await import('prom-client')
  const registry = new AggregatorRegistry()
  const server = createServer(requestTimeouts(CONNECTION_TIMEOUTS), async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.clusterMetrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'serving metrics failed')
      response.writeHead(503).end()
    }
  })
  server.maxConnections = MAX_METRICS_CONNECTIONS
  await new Promise<void>((listening, failed) => {
    const refuse = ({ code }: NodeJS.ErrnoException) =>
      failed(
        new ConfigError(`Metrics cannot be served on ${host}:${port} (${code}); set TRADEHALL_METRICS_PORT.`),
      )
    server.once('error', refuse).listen({ host, port }, listening)
  })
  server.on('error', (error) => log.error({ err: error }, 'serving metrics failed'))
  log.info({ host, port }, 'serving metrics')
  return { close: () => void server.close() }
}
