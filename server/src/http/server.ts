/** The HTTP server: what happens to every request, and how declared operations become routes. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createRenderer, JSON_API, type Loader, Problem, type Resource } from '@tradehall/jsonapi'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Config } from '../config.ts'
import { methodNotAllowed, notFound, serviceUnavailable } from '../domain/problems.ts'
import { DatabaseAway } from '../platform/database-away.ts'
import type { Platform } from '../platform/index.ts'
import { invariant } from '../platform/invariant.ts'
import type { RateLimitPolicy, RateLimits } from '../platform/rate-limit.ts'
import type { Actor, People, Person, Tokens } from './actor.ts'
import { parseJsonBody, parseMultipartBody } from './body.ts'
import {
  FORM,
  hasBody,
  MULTIPART,
  readBearerToken,
  readPassword,
  refuseAccess,
  refuseExpectations,
  refuseMediaTypes,
  refuseMissingHost,
  refusePerson,
  refusePlainHttp,
} from './checks.ts'
import { boundConnections, type ConnectionSlots } from './connection-slots.ts'
import { closeGently, connectionLimit, PATIENCE, type Patience, requestTimeouts } from './connections.ts'
import { limitDatabaseWaits } from './database-wait.ts'
import { type Deprecation, deprecationHeaders, endedProblem, hasEnded } from './deprecation.ts'
import { answerError, refuseLongUrl } from './errors.ts'
import { compileHandler } from './handler.ts'
import type { DeprecatedCallListener, Http } from './http.ts'
import {
  ADDRESS,
  APPLICATION,
  applyVerdict,
  countRefusedTokenRequest,
  TOKEN,
  TOKEN_ADDRESS,
} from './limits.ts'
import type { Ctx, Operation } from './operation.ts'
import { mayBePlain, publicUrl } from './public-url.ts'
import { createRefusals, MAX_HEADER_BYTES, NO_SLOT, type RefusalOptions } from './refusals.ts'
import { checkSignedLink, isSignedLink } from './signed-links.ts'

export interface HttpOptions {
  platform: Platform
  tokens: Tokens
  people: People
  /** Null when limits are switched off. */
  limits: RateLimits | null
  tags: Http['tags']
  webhooks?: Http['webhooks']
  resources: readonly Resource[]
  loaders: Record<string, Loader<Ctx>>
  runDueJobs: Http['runDueJobs']
  patience?: Partial<Patience>
  /** False while the process waits for its database: requests are then refused with 503. Always true by default. */
  isOpen?: () => boolean
}

/** Enough for one resource; endpoints that take many say so. */
const BODY_LIMIT = 256 * 1024

export function createHttp(options: HttpOptions): Http {
  const { platform, tokens, people, limits, tags, resources, loaders, runDueJobs } = options
  const { config } = platform
  const { isOpen = () => true } = options
  const standingHeaders = securityHeaders(config)
  const { app, slots } = createFastify(
    platform,
    { standingHeaders, patience: { ...PATIENCE, ...options.patience } },
    (error, request, reply) => {
      const ended = announceDeprecation(deprecationAt(pathOf(request)), reply)
      answerError(ended ?? error, request, reply)
    },
  )
  const renderer = createRenderer<Ctx>({ resources, loaders })
  const operations: Operation[] = []
  const places: { operation: Operation; pattern: RegExp }[] = []
  const deprecatedCallListeners: DeprecatedCallListener[] = []
  const endingPaths: { below: string; deprecation: Deprecation }[] = []
  const plainAllowed = mayBePlain(config)
  let stopping = false

  app.decorateRequest('actor', null)
  app.decorateRequest('bytes', null)
  app.decorateRequest('person', null)
  limitDatabaseWaits(app, platform.db, admit)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.actor ?? request.person) slots.authenticate(request.raw.socket)
    done()
  })

  /** What every request goes through before its body is read. A promise only where there is something to wait for. */
  function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    reply.headers(standingHeaders)
    reply.header('x-request-id', request.id)
    if (stopping)
      throw serviceUnavailable('The server is stopping. Try again.', { headers: { 'retry-after': '1' } })
    refuseMissingHost(request)
    refuseExpectations(request)
    const { operation, unguarded } = request.routeOptions.config
    if (unguarded) return undefined
    if (!isOpen()) throw new DatabaseAway('The database has not been reached yet.')
    if (slots.areBusy()) throw NO_SLOT
    const deprecation = request.is404 ? deprecationAt(pathOf(request)) : operation?.deprecated
    const ended = deprecation && announceDeprecation(deprecation, reply)
    if (!plainAllowed) refusePlainHttp(request)
    if (ended) return refuseEnded(ended, request, reply, operation)
    refuseLongUrl(request.raw.url ?? '')
    const identified = identify(request, reply, operation)
    if (identified) return identified.then(() => refuseUnfit(request, operation))
    refuseUnfit(request, operation)
    return undefined
  }

  function refuseUnfit(request: FastifyRequest, operation: Operation | undefined): void {
    if (!operation) return
    refuseMediaTypes(operation, request, config)
    if (request.actor) refuseAccess(operation.access, request.actor)
    if (request.person) refusePerson(request.person)
  }

  /** Finds out who asks and counts the request. */
  function identify(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation | undefined,
  ): Promise<void> | undefined {
    if (operation?.access === 'person') return identifyPerson(request, reply)
    const url = request.raw.url ?? ''
    const hasLink = operation?.orSignedLink && hasNoToken(request) && isSignedLink(url)
    if (hasLink) checkSignedLink(platform, url)
    const findActor = () =>
      !operation || operation.access === 'public' || hasLink
        ? null
        : tokens.authenticate(readBearerToken(request))
    // The token endpoint counts for itself, per client.
    if (limits && operation?.media !== 'form') return identifyAndCount(limits, request, reply, findActor)
    const actor = findActor()
    if (actor instanceof Promise) return rememberActor(request, actor)
    request.actor = actor
    return undefined
  }

  async function rememberActor(request: FastifyRequest, actor: Promise<Actor>): Promise<void> {
    request.actor = await actor
  }

  /** A request with a bad token counts for its address. */
  async function identifyAndCount(
    limits: RateLimits,
    request: FastifyRequest,
    reply: FastifyReply,
    findActor: () => Actor | null | Promise<Actor>,
  ): Promise<void> {
    let refusal: unknown
    try {
      request.actor = await findActor()
    } catch (error) {
      refusal = error
    }
    const policy = request.actor ? APPLICATION : ADDRESS
    applyVerdict(reply, policy, await limits.consume(policy, request.actor?.applicationId ?? request.ip))
    if (refusal) throw refusal
  }

  /** What has ended answers everybody alike, and still counts: for limits, and to know who has not noticed. */
  async function refuseEnded(
    ended: Problem,
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation | undefined,
  ): Promise<never> {
    try {
      await identify(request, reply, operation)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) throw error
    }
    throw ended
  }

  /** Tells of the deprecation in the headers, and returns what to answer instead when it has come to its end. */
  function announceDeprecation(
    deprecation: Deprecation | undefined,
    reply: FastifyReply,
  ): Problem | undefined {
    if (!deprecation) return undefined
    reply.headers(deprecationHeaders(deprecation))
    return deprecation.ends && hasEnded(deprecation, platform.clock.now())
      ? endedProblem(deprecation.ends)
      : undefined
  }

  async function noteDeprecatedCall({ actor, routeOptions }: FastifyRequest): Promise<void> {
    const { operation } = routeOptions.config
    if (!operation || !actor) return
    for (const note of deprecatedCallListeners) note(operation, actor.applicationId)
  }

  /** The same for an operation of which only some uses are deprecated. */
  function announceUse(
    { id, method, path, deprecatedUses }: Operation,
    use: string,
    { actor }: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const deprecation = deprecatedUses?.[use]
    if (!deprecation) return
    const called = { id: `${id}/${use}`, method, path }
    for (const note of deprecatedCallListeners) if (actor) note(called, actor.applicationId)
    const ended = announceDeprecation(deprecation, reply)
    if (ended) throw ended
  }

  /** Where no route is: a path whose operations all end, asked by another method, or one that belongs to a group that ends. */
  function deprecationAt(path: string): Deprecation | undefined {
    const there = places.filter(({ pattern }) => pattern.test(path))
    if (there.length > 0) {
      const ends = there.every(({ operation }) => operation.deprecated?.ends)
      return ends ? there[0]?.operation.deprecated : undefined
    }
    return endingPaths.find(({ below }) => `${path}/`.startsWith(`${below}/`))?.deprecation
  }

  /** Guesses at passwords are bounded like those at client secrets, whether there is such a person or not. */
  async function identifyPerson(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const count = async (policy: RateLimitPolicy, key: string) => {
      if (limits) applyVerdict(reply, policy, await limits.consume(policy, key))
    }
    await count(ADDRESS, request.ip)
    const { name, password } = readPassword(request)
    await count(TOKEN_ADDRESS, request.ip)
    await count(TOKEN, `person ${hash('sha256', name.toLowerCase(), 'base64url')}|${request.ip}`)
    request.person = await people.authenticate(name, password)
  }

  app.setErrorHandler(async (error, request, reply) => {
    answerError(await countRefusedTokenRequest(limits, error, request, reply), request, reply)
    return reply
  })
  app.setNotFoundHandler((request) => {
    const path = pathOf(request)
    const now = platform.clock.now()
    const allowed = places
      .filter(({ operation, pattern }) => pattern.test(path) && !hasEnded(operation.deprecated, now))
      .map(({ operation }) => operation.method)
    if (allowed.length === 0)
      throw notFound(`There is nothing at ${request.url.split('?', 1)[0]?.slice(0, 200)}.`)
    throw methodNotAllowed(`${request.method} is not possible here; use ${allowed.join(' or ')}.`, {
      headers: { allow: allowed.join(', ') },
    })
  })
  app.addHook('preClose', async () => {
    stopping = true
  })

  const http: Http = {
    app,
    platform,
    operations,
    webhooks: options.webhooks ?? null,
    tags,
    renderer,
    tokens,
    runDueJobs,
    publicUrl: (request) => publicUrl(config, request),
    operation(operation) {
      invariant(operation.tag in tags, `the section ${operation.tag} of ${operation.id} is one of a module`)
      const declared = operation as unknown as Operation
      operations.push(declared)
      places.push({ operation: declared, pattern: pathPattern(operation.path) })
      app.route({
        method: operation.method,
        url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { operation: declared },
        bodyLimit: operation.bodyLimit ?? BODY_LIMIT,
        handler: compileHandler(http, limits, declared, announceUse),
        ...(declared.deprecated && { onResponse: noteDeprecatedCall }),
      })
    },
    endBelow(path, deprecation) {
      endingPaths.push({ below: path, deprecation })
    },
    onDeprecatedCall(note) {
      deprecatedCallListeners.push(note)
    },
  }
  return http
}

type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function createFastify(
  platform: Platform,
  transport: RefusalOptions,
  answerFrameworkError: AnswerError,
): { app: FastifyInstance; slots: ConnectionSlots } {
  const { config, log, ids } = platform
  const { patience } = transport
  const refusals = createRefusals(platform, transport)
  const http = {
    maxHeaderSize: MAX_HEADER_BYTES,
    ...requestTimeouts(patience),
    // The framework would answer without a document; `refuseMissingHost` does it with one.
    requireHostHeader: false,
    // Most requests have no body; a stream that lives and ends for each of them is one of the largest costs of a small one.
    optimizeEmptyRequests: true,
  }
  const options = {
    loggerInstance: log,
    // One line per request is written by ourselves, with what we want to know.
    logController: new LogController({ disableRequestLogging: true }),
    // What a line says of its request it says by itself; a logger per request would cost more than the line.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    genReqId: () => ids.next(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: http.requestTimeout,
    connectionTimeout: patience.answerMs,
    // Longer than the idle time of common proxies, which must be the ones to close.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle' as const,
    // Requests that come during a stop are refused by our own hook, with a document.
    return503OnClosing: false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: refusals.answerClientError,
    // Queries are parsed once, by the operation that knows its parameters.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 500 },
    http,
    ...(config.tlsCert &&
      config.tlsKey && {
        https: {
          ...http,
          cert: readFileSync(config.tlsCert),
          key: readFileSync(config.tlsKey),
          handshakeTimeout: http.headersTimeout,
        },
      }),
  }
  const app = fastify(options as object) as unknown as FastifyInstance
  const slots = boundConnections(app.server, {
    most: connectionLimit(config),
    log,
    sayWhy: refusals.sayNoSlot,
  })
  closeGently(app.server, patience)
  refusals.refuseTunnels(app.server)
  // Node would answer without a document; `refuseExpectations` does it with one.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // The body that a request does not have is closed and never ends; whoever reads it because of its type would wait.
  app.addHook('preParsing', (request, _reply, body, done) => {
    const isReadInVain = request.headers['content-type'] !== undefined && !hasBody(request)
    done(null, isReadInVain ? Readable.from([]) : body)
  })
  app.removeAllContentTypeParsers()
  const asJson = (request: FastifyRequest, bytes: Buffer) => {
    request.bytes = bytes
    const { operation } = request.routeOptions.config
    return Promise.resolve(bytes).then((body) =>
      parseJsonBody(body, { anyText: operation?.anyText === true }),
    )
  }
  app.addContentTypeParser([JSON_API, 'application/json'], { parseAs: 'buffer' }, asJson)
  const asForm = (_request: FastifyRequest, text: string) => Promise.resolve(new URLSearchParams(text))
  app.addContentTypeParser(FORM, { parseAs: 'string' }, asForm as never)
  const asParts = (request: FastifyRequest, bytes: Buffer) =>
    parseMultipartBody(bytes, request.headers['content-type'] ?? '')
  app.addContentTypeParser(MULTIPART, { parseAs: 'buffer' }, asParts)
  return { app, slots }
}

/** Answers are data, never pages: no browser may frame, sniff, run or share them. */
function securityHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(config.mode === 'production' && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

const hasNoToken = (request: FastifyRequest) => request.headers.authorization === undefined

/** As the router reads it; where its encoding is broken, as it was sent. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const pathPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** The JSON body as it was sent. */
    bytes: Buffer | null
    person: Person | null
  }
  interface FastifyContextConfig {
    /** Health and metrics: no token, no limits, plain HTTP. */
    unguarded?: boolean
  }
}
