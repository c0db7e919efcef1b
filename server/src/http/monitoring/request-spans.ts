/** The span of each request: the first of its trace, which has the id of the request. */
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkToCaller, placeOfRequest, type Tracing } from '../../platform/tracing/tracing.ts'

/** Must be called before other hooks are added, because the statements of those hooks are part of the span. */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
  app.decorateRequest('span', null)
  if (!tracing) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url: route } = request.routeOptions
    // Health checks and scrapes would outnumber everything else.
    if (config.unguarded) return done()
    const span = tracing.start(placeOfRequest(request.id), `${request.method} ${route ?? ''}`.trim(), {
      kind: SpanKind.SERVER,
      links: linkToCaller(request.headers.traceparent),
      attributes: {
        'http.request.method': request.method,
        'url.scheme': request.protocol,
        'tradehall.request.id': request.id,
        ...(route !== undefined && { 'http.route': route }),
      },
    })
    request.span = span
    return tracing.run(span, done)
  })
  // Set again, because the body arrives outside of the context that `onRequest` created.
  app.addHook('preHandler', ({ span }, _reply, done) => (span ? tracing.run(span, done) : done()))
  app.addHook('onRequestAbort', ({ span }, done) => {
    span?.setAttribute('error.type', 'aborted')
    span?.end()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.span) endSpan(request.span, request, reply)
    done()
  })
}

/** The attributes include neither the path nor the address: they may contain secrets and personal data. */
function endSpan(span: Span, { actor, person }: FastifyRequest, { statusCode }: FastifyReply): void {
  const account = (actor ?? person)?.account
  span.setAttributes({
    'http.response.status_code': statusCode,
    ...(actor?.applicationId && { 'tradehall.application.id': actor.applicationId }),
    ...(account?.kind === 'brand' && { 'tradehall.brand.id': account.brandId }),
    ...(statusCode >= 500 && { 'error.type': String(statusCode) }),
  })
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where tracing is off. */
    span: Span | null
  }
}
