/** The handler of an admitted request: validates parameters, query and body, runs the operation, sends the response. */
import {
  acceptsExtension,
  compileInput,
  compileQuery,
  describeSeen,
  pageLinks,
  type Query,
  UUID,
} from '@tradehall/jsonapi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Person } from '../domain/actor.ts'
import { SLUG } from '../domain/fields.ts'
import { badRequest, notFound } from '../domain/problems.ts'
import { realNow } from '../platform/clock.ts'
import type { RateLimits } from '../platform/processes/rate-limit.ts'
import { sendFile } from './answers/file.ts'
import { compileIgnored } from './answers/ignored-members.ts'
import { isNotModified } from './answers/representation.ts'
import { sendJsonApi } from './answers/send.ts'
import type { DocumentTags } from './caching/document-tags.ts'
import { bodyTag } from './caching/etag.ts'
import { readIfMatch } from './caching/if-match.ts'
import type { Deprecations } from './deprecation/deprecations.ts'
import type { Http } from './http.ts'
import { applyVerdict } from './limits/limits.ts'
import { type Ctx, contextOf, type DocumentReply, type Operation, type Reply } from './operation.ts'
import { pathOf } from './operation-paths.ts'
import { refuseUnconfirmed, supportUseOf } from './sessions/checks.ts'

const NO_FORM = new URLSearchParams()
const NO_PARTS = new FormData()
const NO_BYTES = Buffer.alloc(0)

/** Compiles the query parser, the body validator and the response once per operation instead of once per request. */
export function compileHandler(
  http: Http,
  limits: RateLimits | null,
  operation: Operation,
  deprecations: Pick<Deprecations, 'announceUse'>,
  tags: DocumentTags,
) {
  const { renderer } = http
  const { useIn } = operation
  const parseQuery = compileQuery(operation.query ?? {}, renderer.resource, contextOf(operation))
  const checkBody = operation.body && operation.media !== 'form' ? compileInput(operation.body) : undefined
  const params = Object.keys(operation.params ?? {})
  const slugs = Object.keys(operation.slugs ?? {})
  const isRecordedInSupport = supportUseOf(operation) === 'write'
  const nameIgnored = http.platform.config.mode === 'sandbox' ? compileIgnored(operation) : undefined
  const send = compileReply(http, operation, tags)

  return async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const ids = readIds(params, request.params as Record<string, string>)
    const names = readSlugs(slugs, request.params as Record<string, string>)
    const query = parseQuery(queryOf(request.raw.url ?? ''))
    const ifMatch = readIfMatch(operation, request.headers['if-match'])
    const body = checkBody ? readBody(operation, request.body, checkBody) : undefined
    const { session } = request.actor ?? {}
    if (session) refuseUnconfirmed(operation, session, realNow(http.platform.clock))
    nameIgnored?.(request, reply)
    if (useIn) deprecations.announceUse(operation, useIn(body), request, reply)
    const ctx = new RequestContext(http, request)
    // Recorded before the change, so that no change remains unrecorded.
    if (isRecordedInSupport && ctx.actor?.session?.support)
      await http.sessions.recordSupport(
        ctx,
        ctx.actor,
        `${operation.summary}: ${request.method} ${pathOf(request)}`,
      )
    const result = await operation.handle(ctx, {
      params: ids,
      slugs: names,
      query,
      body,
      bytes: request.bytes ?? NO_BYTES,
      form: request.body instanceof URLSearchParams ? request.body : NO_FORM,
      parts: request.body instanceof FormData ? request.body : NO_PARTS,
      headers: request.headers,
      ifMatch,
      address: request.ip,
      sessionValue: operation.signsIn && http.cookies.read(request),
      deviceValues: operation.signsIn || operation.devices ? http.cookies.readDevices(request) : [],
      count: async (policy, key) => {
        if (limits) applyVerdict(reply, policy, await limits.consume(policy, key))
      },
    })
    return send(ctx, request, reply, result, query)
  }
}

/**
 * A class because of the getter: a getter in an object literal is a new function for each object, which gives each object
 * a hidden class of its own, and hidden classes retain the request until the next full garbage collection.
 */
class RequestContext implements Ctx {
  readonly config: Ctx['config']
  readonly db: Ctx['db']
  readonly awayNodes: Ctx['awayNodes']
  readonly signals: Ctx['signals']
  readonly clock: Ctx['clock']
  readonly ids: Ctx['ids']
  readonly secrets: Ctx['secrets']
  readonly outbound: Ctx['outbound']
  readonly files: Ctx['files']
  readonly log: Ctx['log']
  readonly actor: Actor
  readonly person: Person
  readonly requestId: string
  readonly address: string
  readonly #http: Http
  readonly #request: FastifyRequest

  constructor(http: Http, request: FastifyRequest) {
    const { platform } = http
    this.config = platform.config
    this.db = platform.db
    this.awayNodes = platform.awayNodes
    this.signals = platform.signals
    this.clock = platform.clock
    this.ids = platform.ids
    this.secrets = platform.secrets
    this.outbound = platform.outbound
    this.files = platform.files
    this.log = platform.log
    // The handlers of public operations do not read the actor, which is null there.
    this.actor = request.actor as Actor
    this.person = request.person as Person
    this.requestId = request.id
    this.address = request.ip
    this.#http = http
    this.#request = request
  }

  /** Computed on demand, because few responses contain links. */
  get publicUrl(): string {
    return this.#http.publicUrl(this.#request)
  }
}

function readBody(operation: Operation, body: unknown, check: (value: unknown) => unknown): unknown {
  if (body !== undefined && body !== null) return check(body)
  if (operation.bodyOptional) return undefined
  throw badRequest('The request needs a body, and none was sent.')
}

/** Returns the ids in lower case, as the database stores them. A value that is not a uuid cannot exist: 404. */
function readIds(names: readonly string[], given: Record<string, string>): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const name of names) {
    const value = given[name] ?? ''
    if (!UUID.test(value)) throw notFound(`Nothing has the ${name} ${describeSeen(value)}: ids are uuids.`)
    ids[name] = value.toLowerCase()
  }
  return ids
}

/** A value that is not a valid slug cannot exist: 404. */
function readSlugs(names: readonly string[], given: Record<string, string>): Record<string, string> {
  for (const name of names) {
    const value = given[name] ?? ''
    if (!SLUG.test(value)) throw notFound(`Nothing is the ${name} ${describeSeen(value)}.`)
  }
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']))
}

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

function compileReply(
  { renderer, cookies }: Http,
  { answers, extension, method, secret }: Operation,
  tags: DocumentTags,
) {
  const isTagged = method === 'GET' && !secret
  const missing = answers.some((answer) => 'paged' in answer && answer.paged === 'null') ? 'null' : 'omit'
  return async (ctx: Ctx, request: FastifyRequest, reply: FastifyReply, result: Reply, query: Query) => {
    reply.code(result.status)
    if ('cookie' in result && result.cookie !== undefined) cookies.set(request, reply, result.cookie)
    else if (request.actor?.session) cookies.keep(request, reply, request.actor.session.expiresAt)
    if (result.kind === 'document' && result.device) cookies.setDevice(request, reply, result.device)
    if (result.kind === 'json') {
      reply
        .headers(result.headers ?? {})
        .header('content-type', result.contentType ?? 'application/json; charset=utf-8')
      return reply.send(JSON.stringify(result.body))
    }
    if (result.kind === 'none') return reply.send()
    if (result.kind === 'file') return sendFile(request, reply, result)
    if (result.kind === 'rendered') return sendRendered(request, reply, result.text, extension)
    if (result.kind === 'empty') return sendJsonApi(reply, '{"jsonapi":{"version":"1.0"}}')
    const hasIncluded = Object.keys(query.include).length > 0
    const period = tags.period()
    const tag = isTagged && !hasIncluded ? tags.tagOf(result, request, ctx.publicUrl, period) : undefined
    if (tag !== undefined && isNotModified(request, reply, tag)) return sendJsonApi(reply, '')
    const answer = { ...result, query, ...pageMembers(result, request, ctx, missing) }
    const text = await renderer.render(ctx, answer)
    // The clock has reached the next period of signed links meanwhile, so the tag may be wrong: the body identifies
    // itself.
    if (tag !== undefined && tags.period() !== period) reply.tagBase = null
    // The version does not cover the rows of included resources, but `If-Match` needs it.
    if (isTagged && hasIncluded && result.version !== undefined) {
      reply.tagBase = `${result.version}.${bodyTag(text)}`
    }
    return sendJsonApi(reply, text)
  }
}

/** Names the extension in Content-Type only for clients that accept it. */
function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  extension: string | undefined,
): FastifyReply {
  if (extension === undefined) return sendJsonApi(reply, text)
  const named = acceptsExtension(request.headers.accept, extension)
  return sendJsonApi(reply.header('vary', 'Accept'), text, named ? extension : undefined)
}

function pageMembers(
  { page, meta }: DocumentReply,
  request: FastifyRequest,
  ctx: Pick<Ctx, 'publicUrl'>,
  missing: 'omit' | 'null',
): object {
  if (!page) return {}
  const [path = '', rawQuery = ''] = (request.raw.url ?? '').split('?')
  return {
    meta: { ...meta, page: page.page },
    links: pageLinks({ url: ctx.publicUrl + path, rawQuery, cut: page, missing }),
  }
}
