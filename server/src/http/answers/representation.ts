/**
 * Chooses the representation in which a response is sent: the content coding, the entity tag of the result, and 304 for
 * clients that have it already.
 */
import { pipeline, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTag, currentTag, encodedTag, isContentCoding } from '../caching/etag.ts'
import type { Http } from '../http.ts'
import { acceptedCodings, type ContentCoding } from './accept-encoding.ts'
import { compress, compressStream, isCompressible, MIN_COMPRESSED } from './compression.ts'

type Payload = string | Buffer | Readable | null | undefined

/** Must be added after all hooks that read the text of a response. */
export function sendRepresentations({ app, platform }: Pick<Http, 'app' | 'platform'>): void {
  const compresses = platform.config.compression === 'on'
  app.decorateReply('tagBase', null)
  app.addHook('onSend', (request, reply, payload: Payload, done) => {
    const body = isSecret(request) ? payload : represent(request, reply, payload, compresses)
    if (body instanceof Promise) body.then((encoded) => done(null, encoded), done)
    else done(null, body)
  })
}

/**
 * Sets the base of the entity tag. Returns true if the client has that representation: the response is then 304, and the
 * caller sends an empty body instead of rendering it.
 */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, base: string): boolean {
  reply.tagBase = base
  const { 'if-none-match': header, 'accept-encoding': codings } = request.headers
  if (header === undefined) return false
  const tag = currentTag(header, base, acceptedCodings(codings).accepted)
  if (tag === undefined) return false
  reply.code(304).header('etag', tag)
  return true
}

function isSecret({ routeOptions: { config } }: FastifyRequest): boolean {
  return (config.operation?.secret ?? config.secret) === true
}

function represent(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  compresses: boolean,
): Payload | Promise<Buffer> {
  const isCompressed = compresses && isCompressible(String(reply.getHeader('content-type') ?? ''))
  if (isCompressed) addVary(reply)
  const base = isCacheable(request, reply) ? tagBaseOf(reply, payload) : undefined
  if (base === undefined) return isCompressed ? encode(request, reply, payload) : payload
  if (reply.getHeader('cache-control') === 'no-store') reply.header('cache-control', 'private, no-cache')
  if (reply.statusCode === 304 || isNotModified(request, reply, base))
    return withoutBody(request, reply, payload)
  const body = isCompressed ? encode(request, reply, payload) : payload
  reply.header('etag', encodedTag(base, codingOf(reply)))
  return body
}

/** Health checks and metrics are unguarded. They show a moment, so neither they nor a 304 may come from a cache. */
function isCacheable({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (statusCode === 200 || statusCode === 304) && !routeOptions.config.unguarded
}

/** A stream has a tag only if its handler has set one. */
function tagBaseOf(reply: FastifyReply, payload: Payload): string | undefined {
  if (reply.tagBase !== null) return reply.tagBase
  if (payload instanceof Readable) return undefined
  return bodyTag(payload ?? '')
}

function encode(request: FastifyRequest, reply: FastifyReply, payload: Payload): Payload | Promise<Buffer> {
  if (payload === undefined || payload === null || reply.hasHeader('content-encoding')) return payload
  const coding = acceptedCodings(request.headers['accept-encoding']).preferred
  if (coding === undefined) return payload
  if (payload instanceof Readable) {
    reply.header('content-encoding', coding).removeHeader('content-length')
    // `pipeline` destroys both streams when one of them fails; the framework handles the error of the second one.
    return pipeline(payload, compressStream(coding), () => {})
  }
  if (payload.length < MIN_COMPRESSED) return payload
  reply.header('content-encoding', coding)
  return compress(payload, coding)
}

function codingOf(reply: FastifyReply): ContentCoding | undefined {
  const coding = reply.getHeader('content-encoding')
  return isContentCoding(coding) ? coding : undefined
}

const HEADERS_OF_BODY = ['content-type', 'content-length', 'content-encoding', 'content-disposition']

function withoutBody(request: FastifyRequest, reply: FastifyReply, payload: Payload): Payload {
  if (payload instanceof Readable) payload.destroy()
  for (const name of HEADERS_OF_BODY) reply.removeHeader(name)
  // For HEAD the framework would add the length of any other body, which is not that of the representation.
  return request.method === 'HEAD' ? Readable.from([]) : null
}

/** Small responses have it too, because the size is not a property of the resource. */
function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) reply.header('vary', 'Accept-Encoding')
  else if (!String(vary).includes('Accept-Encoding')) reply.header('vary', `${vary}, Accept-Encoding`)
}

declare module 'fastify' {
  interface FastifyReply {
    /** The entity tag without quotes and coding, if it does not come from the body. */
    tagBase: string | null
  }
  interface FastifyContextConfig {
    /** Like `secret` of an operation, for routes that are none. */
    secret?: true
  }
}
