/** Admits or refuses a request before its body is read: availability, deprecation, authentication, limits, access. */
import { hash } from 'node:crypto'
import { Problem } from '@tradehall/jsonapi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Person } from '../domain/actor.ts'
import { notFound, serviceUnavailable, unauthorized } from '../domain/problems.ts'
import { DatabaseAway } from '../platform/database-health/away.ts'
import type { Platform } from '../platform/index.ts'
import type { RateLimitPolicy, RateLimits } from '../platform/processes/rate-limit.ts'
import type { People, Sessions, Tokens } from './authentication.ts'
import {
  missingSession,
  readBearerToken,
  readPassword,
  refuseAccess,
  refuseExpectations,
  refuseForeignHost,
  refuseMediaTypes,
  refusePerson,
  refusePlainHttp,
  refuseUnclearHost,
} from './checks.ts'
import { NO_SLOT } from './connections/refusals.ts'
import type { ConnectionSlots } from './connections/slots.ts'
import type { Deprecations } from './deprecation/deprecations.ts'
import { refuseLongUrl } from './errors.ts'
import { ADDRESS, APPLICATION, applyVerdict, SESSION, TOKEN, TOKEN_ADDRESS } from './limits/limits.ts'
import type { Operation } from './operation.ts'
import { pathOf } from './operation-paths.ts'
import { checkSignedLink, isSignedLink } from './pages/signed-links.ts'
import { isOwnHost, mayBePlain } from './public-url.ts'
import { refuseForeignOrigin, refuseRole, refuseSession, refuseSupport } from './sessions/checks.ts'
import type { SessionCookies } from './sessions/cookie.ts'

export interface AdmissionOptions {
  platform: Platform
  tokens: Tokens
  people: People
  sessions: Sessions
  cookies: SessionCookies
  /** Null when limits are switched off. */
  limits: RateLimits | null
  deprecations: Deprecations
  slots: Pick<ConnectionSlots, 'areBusy'>
  /** False until the process has reached its database. */
  isOpen: () => boolean
  /** True once the process was asked to stop. */
  isLeaving: () => boolean
  defaultHeaders: Record<string, string>
}

export class Admission {
  readonly #options: AdmissionOptions
  readonly #isPlainHttpAllowed: boolean
  #isStopping = false

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#isPlainHttpAllowed = mayBePlain(options.platform.config)
  }

  /** Refuses all requests from now on with 503. */
  stop(): void {
    this.#isStopping = true
  }

  /** Returns a promise only if it has to wait, because most requests are admitted synchronously. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { defaultHeaders, isOpen, isLeaving, slots, deprecations } = this.#options
    reply.headers(defaultHeaders)
    reply.header('x-request-id', request.id)
    // The client must use a new connection for its next request, which a load balancer directs to another node.
    if (isLeaving()) reply.header('connection', 'close')
    if (this.#isStopping)
      throw serviceUnavailable('The server is stopping. Try again.', { headers: { 'retry-after': '1' } })
    const { config } = this.#options.platform
    refuseUnclearHost(config, request.raw)
    refuseExpectations(request)
    const { operation, unguarded } = request.routeOptions.config
    if (unguarded) {
      refuseForeignHost(config, request.raw.headers.host)
      // The host that the client asked the trusted proxy for; the proxy itself may use an address.
      refuseForeignHost(config, request.host)
      return undefined
    }
    if (!isOpen()) throw new DatabaseAway('The database has not been reached yet.')
    if (slots.areBusy()) throw NO_SLOT
    const deprecation = request.is404 ? deprecations.atPath(pathOf(request)) : operation?.deprecated
    const ended = deprecation && deprecations.announce(deprecation, reply)
    if (!this.#isPlainHttpAllowed) refusePlainHttp(request)
    if (ended) return this.#refuseEnded(ended, request, reply, operation)
    refuseLongUrl(request.raw.url ?? '')
    const identified = this.#identify(request, reply, operation)
    if (identified) return identified.then(() => this.#checkOperation(request, operation))
    this.#checkOperation(request, operation)
    return undefined
  }

  /** Checks the media types of the request, and the kind of account and the role of the caller, against the operation. */
  #checkOperation(request: FastifyRequest, operation: Operation | undefined): void {
    if (!operation) return
    const { config } = this.#options.platform
    if (operation.localOnly && !(this.#isPlainHttpAllowed && isOwnHost(config, request)))
      throw notFound('This exists only on the loopback interface of a sandbox.')
    refuseMediaTypes(operation, request, config)
    if (operation.signsIn) refuseForeignOrigin(config, request)
    const { actor, person } = request
    if (actor?.session) refuseSupport(operation, actor.session)
    if (actor) refuseAccess(operation.access, actor)
    if (actor?.session) refuseSession(operation, actor.session)
    if (!person) return
    refusePerson(person)
    refuseRole(operation, person.role)
  }

  /**
   * Refuses a request to an operation that has ended. The caller is identified nevertheless, so that the request counts
   * towards its limits and is reported as a deprecated call.
   */
  async #refuseEnded(
    ended: Problem,
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation | undefined,
  ): Promise<never> {
    try {
      await this.#identify(request, reply, operation)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) throw error
    }
    throw ended
  }

  /** Authenticates the caller and counts the request. */
  #identify(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation | undefined,
  ): Promise<void> | undefined {
    const { platform, tokens, limits } = this.#options
    const url = request.raw.url ?? ''
    const hasToken = request.headers.authorization !== undefined
    if (operation?.access === 'person' && (hasToken || !this.#hasCookie(request)))
      return this.#identifyPerson(request, reply)
    const hasSignedLink = operation?.orSignedLink && !hasToken && isSignedLink(url)
    if (hasSignedLink) checkSignedLink(platform, url)
    const findActor = () => {
      if (!operation || operation.access === 'public' || hasSignedLink) return null
      if (hasToken && operation.access !== 'session') return tokens.authenticate(readBearerToken(request))
      return this.#findSession(request, operation)
    }
    // The token endpoint counts its requests itself, per client.
    if (limits && operation?.media !== 'form') return identifyAndCount(limits, request, reply, findActor)
    const actor = findActor()
    if (actor instanceof Promise) return setActor(request, actor)
    setCaller(request, actor)
    return undefined
  }

  #hasCookie(request: FastifyRequest): boolean {
    return this.#options.cookies.read(request) !== undefined
  }

  /** The actor of the session cookie, for a request without an Authorization header. */
  #findSession(request: FastifyRequest, operation: Operation): Actor | Promise<Actor> {
    const { platform, cookies, sessions } = this.#options
    const isAlone = request.headers.authorization === undefined
    const value = isAlone ? cookies.read(request) : undefined
    if (value === undefined) {
      if (operation.access === 'session') throw missingSession()
      return this.#options.tokens.authenticate(readBearerToken(request))
    }
    if (operation.method !== 'GET') refuseForeignOrigin(platform.config, request)
    return sessions.authenticate(value, { fresh: operation.confirmed === true })
  }

  /** Limits attempts at passwords like those at client secrets, whether or not the person exists. */
  async #identifyPerson(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limits, people, platform } = this.#options
    const count = async (policy: RateLimitPolicy, key: string) => {
      if (limits) applyVerdict(reply, policy, await limits.consume(policy, key))
    }
    await count(ADDRESS, request.ip)
    const { name, password } = readPassword(request)
    if (platform.config.mode === 'production') throw basicRefused()
    await count(TOKEN_ADDRESS, request.ip)
    await count(TOKEN, `person ${hash('sha256', name.toLowerCase(), 'base64url')}|${request.ip}`)
    request.person = await people.authenticate(name, password, request.ip)
  }
}

async function setActor(request: FastifyRequest, actor: Promise<Actor>): Promise<void> {
  setCaller(request, await actor)
}

/** The user of a session is also a person, for operations that are for people. */
function setCaller(request: FastifyRequest, actor: Actor | null): void {
  request.actor = actor
  if (actor?.session && request.routeOptions.config.operation?.access === 'person')
    request.person = { userId: actor.userId, account: actor.account, role: actor.session.role }
}

const basicRefused = () =>
  unauthorized('HTTP Basic is refused in production, because it has no second factor: sign in instead.')

/** A request without a valid token counts for its address. */
async function identifyAndCount(
  limits: RateLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  findActor: () => Actor | null | Promise<Actor>,
): Promise<void> {
  let refusal: unknown
  try {
    setCaller(request, await findActor())
  } catch (error) {
    refusal = error
  }
  const { actor } = request
  const policy = policyOf(request)
  const key = actor?.session?.id ?? actor?.applicationId ?? request.ip
  applyVerdict(reply, policy, await limits.consume(policy, key))
  if (refusal) throw refusal
}

/** A request without a valid token or session counts for its address, whatever limit the operation has. */
function policyOf({ actor, routeOptions: { config } }: FastifyRequest): RateLimitPolicy {
  if (!actor) return config.limit ?? ADDRESS
  return config.operation?.limit ?? (actor.session ? SESSION : APPLICATION)
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    person: Person | null
  }
  interface FastifyContextConfig {
    /**
     * For health checks and metrics: the route needs no token, has no limits and accepts plain HTTP, but answers only to
     * addresses and to names of this server.
     */
    unguarded?: boolean
    /** Counts the requests of an address against this limit instead of the general one; for routes that are no operation. */
    limit?: RateLimitPolicy
  }
}
