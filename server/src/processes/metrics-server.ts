/** A small HTTP server for monitoring, on a port of its own: metrics, and what probes ask for. */
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

export interface MonitoringAnswer {
  status?: number
  contentType: string
  body: string
}

/** By path. */
export type MonitoringAnswers = Readonly<Record<string, () => Promise<MonitoringAnswer>>>

/** The setting that names the port, for the message when it is taken. */
type PortVariable = 'TRADEHALL_METRICS_PORT' | 'TRADEHALL_WORKER_METRICS_PORT'

/** The metrics of all API processes of this parent. */
export function serveMetrics(config: Config, port: number, log: Log): Promise<{ close(): void }> {
  const registry = new AggregatorRegistry()
  const metrics = async () => ({
    contentType: registry.contentType,
    body: await registry.clusterMetrics(),
  })
  return serveMonitoring(config, { port, variable: 'TRADEHALL_METRICS_PORT' }, { '/metrics': metrics }, log)
}

export async function serveMonitoring(
  config: Config,
  { port, variable }: { port: number; variable: PortVariable },
  answers: MonitoringAnswers,
  log: Log,
): Promise<{ close(): void }> {
  const { metricsHost: host } = config
  const server = createServer(requestTimeouts(CONNECTION_TIMEOUTS), async (request, response) => {
    try {
      refuseUnclearHost(config, request)
      refuseForeignHost(config, request.headers.host)
      const answer = Object.hasOwn(answers, request.url ?? '') && answers[request.url ?? '']
      if (!answer) {
        response.writeHead(404).end()
        return
      }
      const { status = 200, contentType, body } = await answer()
      response.writeHead(status, { 'content-type': contentType }).end(body)
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
      failed(new ConfigError(`Metrics cannot be served on ${host}:${port} (${code}); set ${variable}.`))
    server.once('error', refuse).listen({ host, port }, listening)
  })
  server.on('error', (error) => log.error({ err: error }, 'serving metrics failed'))
  log.info({ host, port }, 'serving metrics')
  return { close: () => void server.close() }
}
