/** What API processes that share a port have in common, kept by their parent: request counts and metrics. */
import { createServer } from 'node:http'
import { AggregatorRegistry } from 'prom-client'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { type Config, ConfigError } from './config.ts'
import type { Log } from './platform/log.ts'

const DEFAULT_METRICS_PORT = 9464

/** Call it before the processes are started. */
export async function serveShared(config: Config, log: Log): Promise<{ close(): void }> {
  // Answers the processes' questions about limits from now on.
  new RateLimiterClusterMaster()
  const port = config.metricsPort ?? (config.mode === 'production' ? DEFAULT_METRICS_PORT : undefined)
  return port === undefined ? { close() {} } : await serveMetrics(config.metricsHost, port, log)
}

async function serveMetrics(host: string, port: number, log: Log): Promise<{ close(): void }> {
  const registry = new AggregatorRegistry()
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.clusterMetrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'metrics failed')
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((listening, failed) => {
    const refuse = ({ code }: NodeJS.ErrnoException) =>
      failed(
        new ConfigError(`Metrics cannot be served on ${host}:${port} (${code}); set TRADEHALL_METRICS_PORT.`),
      )
    server.once('error', refuse).listen({ host, port }, listening)
  })
  log.info({ host, port }, 'metrics listening')
  return { close: () => void server.close() }
}
