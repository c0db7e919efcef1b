/** Writes one log line and one duration metric per request. */
import { Histogram } from 'prom-client'
import { sampledTraceId } from '../../platform/tracing/tracing.ts'
import type { Http } from '../http.ts'

const duration = new Histogram({
  name: 'tradehall_http_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** Pages that mails link to. The end of their path is a secret. */
const MAIL_LINK = /^(\/dashboard\/(?:invitation|reset|sign-in-link)\/).*/

export function writeRequestLines({ app, platform }: Http): void {
  const { log } = platform
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime: ms } = reply
    duration.observe({ method: request.method, route, status }, ms / 1000)
    const account = (request.actor ?? request.person)?.account
    log.infoLine(
      {
        requestId: request.id,
        traceId: sampledTraceId(request.span),
        method: request.method,
        // Without the query, which may contain personal data or secrets.
        path: request.url.split('?', 1)[0]?.replace(MAIL_LINK, '$1[redacted]'),
        route,
        status,
        ms: Math.round(ms * 100) / 100,
        address: request.ip,
        applicationId: request.actor?.applicationId,
        userId: request.person?.userId ?? (request.actor?.session && request.actor.userId) ?? undefined,
        sessionId: request.actor?.session?.id,
        brandId: account?.kind === 'brand' ? account.brandId : undefined,
      },
      'request',
    )
    done()
  })
}
