/** The HTTP server: connects admission, error handling and deprecations, and registers declared operations as routes. */
import { createRenderer, type Loader, type Resource } from '@tradehall/jsonapi'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { methodNotAllowed, notFound } from '../domain/problems.ts'
import type { Clock } from '../platform/clock.ts'
import type { Platform } from '../platform/index.ts'
import { invariant } from '../platform/invariant.ts'
import type { Certificate } from '../platform/processes/certificate.ts'
import type { RateLimits } from '../platform/processes/rate-limit.ts'
import { Admission } from './admission.ts'
import { securityHeaders } from './answers/security-headers.ts'
import type { People, Sessions, Tokens } from './authentication.ts'
import { DocumentTags } from './caching/document-tags.ts'
import { CONNECTION_TIMEOUTS, type ConnectionTimeouts } from './connections/connections.ts'
import type { ConnectionSlots } from './connections/slots.ts'
import { hasEnded } from './deprecation/deprecation.ts'
import { Deprecations } from './deprecation/deprecations.ts'
import { answerError } from './errors.ts'
import { BODY_LIMIT, createFastify } from './fastify-app.ts'
import { compileHandler } from './handler.ts'
import type { ArrivalListener, Http } from './http.ts'
import { limitDatabaseWaits } from './limits/database-wait.ts'
import { countRefusedTokenRequest } from './limits/limits.ts'
import { traceRequests } from './monitoring/request-spans.ts'
import type { Ctx, Operation } from './operation.ts'
import { OperationPaths, pathOf } from './operation-paths.ts'
import { publicUrl } from './public-url.ts'
import { SessionCookies } from './sessions/cookie.ts'

export interface HttpOptions {
  platform: Platform
  tokens: Tokens
  people: People
  sessions: Sessions
  /** Null when limits are switched off. */
  limits: RateLimits | null
  tags: Http['tags']
  webhooks?: Http['webhooks']
  resources: readonly Resource[]
  loaders: Record<string, Loader<Ctx>>
  runDueJobs: Http['runDueJobs']
  backgroundDb: Http['backgroundDb']
  reporter: Http['reporter']
  timeouts?: Partial<ConnectionTimeouts>
  /** For TLS; absent where a proxy ends it, or where plain HTTP is allowed. */
  certificate?: Certificate | undefined
  /** False while the process waits for its database: requests are then refused with 503. Always true by default. */
  isOpen?: () => boolean
  /** True once the process was asked to stop: load balancers are to send requests elsewhere. Never true by default. */
  isLeaving?: () => boolean
}

export function createHttp(options: HttpOptions): Http {
  const {
    platform,
    tokens,
    sessions,
    limits,
    tags,
    resources,
    loaders,
    runDueJobs,
    backgroundDb,
    reporter,
    isOpen = () => true,
    isLeaving = () => false,
  } = options
  const { config, clock } = platform
  const defaultHeaders = securityHeaders(config)
  const paths = new OperationPaths()
  const deprecations = new Deprecations(clock, paths)
  const documentTags = new DocumentTags(platform)
  const cookies = new SessionCookies(platform)
  const arrivals: ArrivalListener[] = []
  const announceArrival: ArrivalListener = (request, reply) => {
    for (const listener of arrivals) listener(request, reply)
  }
  const { app, slots } = createFastify(
    platform,
    {
      defaultHeaders,
      timeouts: { ...CONNECTION_TIMEOUTS, ...options.timeouts },
      certificate: options.certificate,
    },
    (error, request, reply) => {
      announceArrival(request, reply)
      const ended = deprecations.announce(deprecations.atPath(pathOf(request)), reply)
      answerError(ended ?? error, request, reply)
    },
  )
  traceRequests(app, platform.tracing)
  addAdmission(
    app,
    platform,
    slots,
    new Admission({ ...options, cookies, deprecations, slots, isOpen, isLeaving, defaultHeaders }),
    announceArrival,
  )
  app.setErrorHandler(async (error, request, reply) => {
    void platform.awayNodes.noteFailure(error, request.databaseWait)
    answerError(await countRefusedTokenRequest(limits, error, request, reply), request, reply)
    return reply
  })
  app.setNotFoundHandler((request) => {
    throw noRouteProblem(request, paths, clock)
  })

  const operations: Operation[] = []
  const http: Http = {
    app,
    platform,
    operations,
    webhooks: options.webhooks ?? null,
    tags,
    renderer: createRenderer<Ctx>({ resources, loaders }),
    tokens,
    sessions,
    cookies,
    runDueJobs,
    backgroundDb,
    reporter,
    reloadCertificate: () => options.certificate?.reload(),
    publicUrl: (request) => publicUrl(config, request),
    operation(declared) {
      const operation = declared as unknown as Operation
      invariant(operation.tag in tags, `the section ${operation.tag} of ${operation.id} belongs to a module`)
      operations.push(operation)
      paths.add(operation)
      addRoute(http, operation, { limits, deprecations, tags: documentTags })
    },
    endBelow: (path, deprecation) => deprecations.endBelow(path, deprecation),
    endAt: (path, deprecation) => deprecations.endAt(path, deprecation),
    onDeprecatedCall: (listener) => deprecations.onCall(listener),
    onArrival: (listener) => void arrivals.push(listener),
  }
  return http
}

function addAdmission(
  app: FastifyInstance,
  { db, awayNodes }: Platform,
  slots: ConnectionSlots,
  admission: Admission,
  announceArrival: ArrivalListener,
): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('person', null)
  limitDatabaseWaits(app, db, (request, reply) => {
    announceArrival(request, reply)
    return admission.admit(request, reply)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.actor ?? request.person) slots.authenticate(request.raw.socket)
    const account = request.actor?.account
    const entered =
      account?.kind === 'brand' ? awayNodes.enter(account.brandId, request.databaseWait) : undefined
    return entered ?? done()
  })
  app.addHook('preClose', async () => admission.stop())
}

interface RouteParts {
  limits: RateLimits | null
  deprecations: Deprecations
  tags: DocumentTags
}

function addRoute(http: Http, operation: Operation, { limits, deprecations, tags }: RouteParts): void {
  http.app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    bodyLimit: operation.bodyLimit ?? BODY_LIMIT,
    handler: compileHandler(http, limits, operation, deprecations, tags),
    ...(operation.deprecated && {
      onResponse: async (request: FastifyRequest) => deprecations.reportCall(request),
    }),
  })
}

/** 405 if the path has an operation with another method that has not ended, otherwise 404. */
function noRouteProblem(request: FastifyRequest, paths: OperationPaths, clock: Clock) {
  const now = clock.now()
  const allowed = paths
    .at(pathOf(request))
    .filter(({ deprecated }) => !hasEnded(deprecated, now))
    .map(({ method }) => method)
  if (allowed.length === 0)
    return notFound(`There is nothing at ${request.url.split('?', 1)[0]?.slice(0, 200)}.`)
  return methodNotAllowed(`${request.method} is not possible here; use ${allowed.join(' or ')}.`, {
    headers: { allow: allowed.join(', ') },
  })
}
