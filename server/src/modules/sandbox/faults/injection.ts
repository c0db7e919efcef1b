/** Applies the faults in this process. Documents, health and `/api/testing` itself are never affected. */
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { JSON_API } from '@tradehall/jsonapi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTag } from '../../../http/caching/etag.ts'
import type { Http } from '../../../http/http.ts'
import { realNow } from '../../../platform/clock.ts'
import { claimedClientId, expiredToken } from '../../identity/index.ts'
import { readClaim } from '../claims.ts'
import { alter, isAlterable, withoutMarkers } from './alterations.ts'
import { type Disconnect, type FaultRow, listFaults, useFault } from './fault-queries.ts'
import { type Asked, injectedProblem, isAltering, matches } from './fault-rules.ts'

/** Must be called before hooks are added that read the text of responses, because faults alter it. */
export function injectFaults({ app, platform }: Http): void {
  const { db, signals, clock } = platform
  let faults: FaultRow[] = []
  const usedUp = new Set<string>()
  signals.on('faults', async () => {
    faults = await listFaults(db)
    usedUp.clear()
  })
  app.decorateRequest('faultId', null)
  app.decorateRequest('disconnect', null)
  app.decorateRequest('alterations', null)
  // Synchronous without faults, because every request runs this hook.
  app.addHook('onRequest', (request, reply, done) =>
    faults.length === 0 || isTokenRequest(request) ? done() : applyFaults(request, reply),
  )
  // For token requests, whose body names the application, and has arrived in this hook.
  app.addHook('preValidation', (request, reply, done) =>
    faults.length === 0 || !isTokenRequest(request) ? done() : applyFaults(request, reply),
  )
  app.addHook('onSend', (request, reply, payload, done) => {
    // Nothing is sent, because `done` is not called.
    if (request.disconnect === 'after') disconnect(reply, payload)
    else if (request.alterations === null) done(null, payload)
    else alterPayload(request, reply, payload, request.alterations).then((text) => done(null, text), done)
  })

  async function applyFaults(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isTarget(request)) return
    const asked = askedBy(request)
    const matching = faults.filter((fault) => matches(fault, asked))
    const altering = matching.filter(isAltering)
    if (altering.length > 0) prepareAlterations(request, altering)
    for (const fault of matching) {
      if (!isAltering(fault) && (await hits(fault))) return await strike(fault, request, reply)
    }
  }

  async function hits(fault: FaultRow): Promise<boolean> {
    const { id, remaining, share } = fault
    if (remaining === 0 || usedUp.has(id) || Math.random() >= share) return false
    if (remaining === null || (await useFault(db, id))) return true
    // Saves later statements, because a fault is never refilled.
    usedUp.add(id)
    return false
  }

  async function strike(fault: FaultRow, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.faultId = fault.id
    if (fault.delay_ms > 0) await wait(fault.delay_ms)
    if (fault.status !== null) throw injectedProblem(fault, realNow(clock).getTime())
    if (fault.expire_tokens) throw expiredToken()
    request.disconnect = fault.disconnect
    if (fault.disconnect === 'before') disconnect(reply.code(NO_RESPONSE), null)
  }

  async function alterPayload(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    alterations: readonly FaultRow[],
  ): Promise<unknown> {
    // Restores the condition, which is compared with the altered document: see `prepareAlterations`.
    request.headers = {}
    if (typeof payload !== 'string' || payload === '' || !isSuccessfulDocument(reply)) return payload
    const document = JSON.parse(payload)
    let isAltered = false
    for (const fault of alterations) {
      if (!isAlterable(document, fault) || !(await hits(fault))) continue
      alter(document, fault)
      isAltered = true
    }
    if (!isAltered) return payload
    const text = JSON.stringify(document)
    // Appended, because `If-Match` uses the version, which is the beginning of the tag.
    if (reply.tagBase !== null) reply.tagBase += `.${bodyTag(text)}`
    return text
  }
}

function isTarget({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.config.operation !== undefined && !url.startsWith('/api/testing/')
}

function isTokenRequest({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.operation?.media === 'form'
}

function askedBy(request: FastifyRequest): Asked {
  const { method, url, headers } = request
  const form = request.body instanceof URLSearchParams ? request.body : undefined
  return {
    method,
    path: url.split('?', 1)[0] ?? '',
    claim: readClaim(request),
    clientId: form ? claimedClientId(form, headers.authorization) : null,
  }
}

function prepareAlterations(request: FastifyRequest, altering: readonly FaultRow[]): void {
  request.alterations = altering
  // Hides the condition, which the handler would compare with the tag of the unaltered document.
  request.headers = { 'if-none-match': undefined }
  const markers = altering.flatMap(({ marker }) => marker ?? [])
  // Fastify keeps the sent URL in `originalUrl`, which the log shows, once that property has been read.
  if (markers.length > 0) request.raw.url = withoutMarkers(request.originalUrl, markers)
}

const isSuccessfulDocument = (reply: FastifyReply) =>
  reply.statusCode >= 200 &&
  reply.statusCode < 300 &&
  String(reply.getHeader('content-type') ?? '').startsWith(JSON_API)

/** The status in logs and metrics of a request that was not processed and got no response. */
const NO_RESPONSE = 444

/** Closes the connection without a response. */
function disconnect(reply: FastifyReply, payload: unknown): void {
  if (payload instanceof Readable) payload.destroy()
  // Prevents later hooks and the handler from sending a response.
  reply.hijack()
  reply.raw.destroy()
  // Node does not emit `finish` for a destroyed response, but `onResponse` hooks and the server need it.
  reply.raw.emit('finish')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that made the request wait or fail. */
    faultId: string | null
    /** Set when a fault closes the connection of the request without a response. */
    disconnect: Disconnect | null
    /** The faults that alter the response if it is a document. */
    alterations: readonly FaultRow[] | null
  }
}
