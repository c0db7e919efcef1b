/** The metrics of all API processes of this parent, on a port of their own. */
import { createServer } from 'node:http'
import { errorDocument, JSON_API, Problem } from '@tradehall/jsonapi'
import { ConfigError } from '@tradehall/kit/failures'
import { AggregatorRegistry } from 'prom-client'
import type { Config } from '../config.ts'
import { refuseForeignHost, refuseUnclearHost } from '../http/checks.ts'
import { CONNECTION_TIMEOUTS, requestTimeouts } from '../http/connections/connections.ts'
import type { Log } from '../platform/log.ts'

/** Enough for a few scrapers; bounds the file descriptors that they use. */
const MAX_CONNECTIONS = 50

export async function serveMetrics(config: Config, port: number, log: Log): Promise<{ close(): void }> {
  const { metricsHost: host } = config
  const registry = new AggregatorRegistry()
  const server = createServer(requestTimeouts(CONNECTION_TIMEOUTS), async (request, response) => {
    try {
      refuseUnclearHost(config, request)
      refuseForeignHost(config, request.headers.host)
      if (request.url !== '/metrics') {
        response.writeHead(404).end()
        return
      }
      const text = await registry.clusterMetrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      if (error instanceof Problem) {
        response.writeHead(error.status, { 'content-type': JSON_API }).end(errorDocument(error.errors))
        return
      }
      log.error({ err: error }, 'serving metrics failed')
      response.writeHead(503).end()
    }
  })
  server.maxConnections = MAX_CONNECTIONS
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
