/** The newest requests, for looking at from outside. Gathered and written in batches: no request waits for its own line. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/http.ts'
import { writeBehind } from '../../platform/write-behind.ts'
import { insertRequests, pruneRequests, type RequestRow } from './queries.ts'

const FLUSH_MS = 200
const KEEP = 2000
/** Pruning with every batch would cost more than the rows it saves. */
const PRUNE_EVERY = 50
/** Under load only some requests are kept: a log of the newest few thousand has no use for more in a moment. */
const MAX_GATHERED = 100
const MAX_TEXT = 1024

export interface RequestLog {
  /** Writes what has been gathered, so that whoever reads next sees it. */
  flush(): Promise<void>
}

export function logRequests({ app, platform }: Http): RequestLog {
  const { db, clock, log } = platform
  let gathered: RequestRow[] = []
  let flushes = 0

  async function write(): Promise<void> {
    if (gathered.length === 0) return
    const rows = gathered
    gathered = []
    await insertRequests(db, rows)
    if (flushes++ % PRUNE_EVERY === 0) await pruneRequests(db, KEEP)
  }

  const { flush, stop } = writeBehind(log, { what: 'request log', everyMs: FLUSH_MS, write })
  app.addHook('onClose', stop)
  const isKept = (request: FastifyRequest) =>
    gathered.length < MAX_GATHERED && request.routeOptions.config.operation !== undefined
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && isKept(request)) request.answerStart = beginningOf(payload)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isKept(request)) gathered.push(describe(request, reply, clock.now()))
    done()
  })
  return { flush }
}

function describe(request: FastifyRequest, reply: FastifyReply, now: Date): RequestRow {
  // The token request holds a secret and its answer a token: neither is kept.
  const secret = request.routeOptions.config.operation?.media === 'form'
  const account = (request.actor ?? request.person)?.account
  return {
    id: request.id,
    application_id: request.actor?.applicationId ?? null,
    brand_id: account?.kind === 'brand' ? account.brandId : null,
    method: request.method,
    // PostgreSQL text cannot hold a NUL, and a URL may well have one.
    url: request.url.replaceAll('\0', '').replace(LINK_SIGNATURE, '$1[redacted]').slice(0, MAX_TEXT),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 100) / 100,
    request_body: secret ? null : bodyText(request.body),
    response_body: secret ? null : answerText(request.answerStart),
    requested_at: now,
  }
}

/** Whoever has it has what the link leads to. */
const LINK_SIGNATURE = /([?&]signature=)[^&]*/

const SECRET_NAMES = ['code', 'password', 'clientSecret', 'client_secret']
const MAY_HOLD_SECRET = new RegExp(`"(${SECRET_NAMES.join('|')})"`)

function bodyText(body: unknown): string | null {
  if (body === undefined || body === null) return null
  const text = JSON.stringify(body)
  // To look at each member takes many times as long, and few bodies have such a name in them.
  return beginningOf(MAY_HOLD_SECRET.test(text) ? JSON.stringify(body, withoutSecret) : text)
}

const withoutSecret = (name: string, value: unknown) => (SECRET_NAMES.includes(name) ? '[redacted]' : value)

/** What an answer shows once must not be shown again here. The text may be cut off inside of it. */
const SHOWN_ONCE = /"(password|clientSecret)":"[^"]*/g

/** A copy: a part that was cut out of a text keeps the whole text in memory. */
const beginningOf = (text: string) => Buffer.from(text.slice(0, MAX_TEXT)).toString()

function answerText(text: string | undefined): string | null {
  if (text === undefined) return null
  return text.replaceAll('\0', '').replaceAll(SHOWN_ONCE, '"$1":"[redacted]')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The beginning of the answer's body, for the request log. */
    answerStart?: string
  }
}
