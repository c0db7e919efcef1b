/** The request log of the sandbox. Entries are buffered and written in batches, so that no request waits for its entry. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/http.ts'
import { writeBehind } from '../../platform/write-behind.ts'
import { insertRequests, pruneRequests, type RequestRow } from './queries.ts'

const FLUSH_MS = 200
const MAX_ENTRIES = 2000
/** Pruning with every batch would cost more than the rows it saves. */
const PRUNE_EVERY = 50
/** Under load only some requests are logged, as the log holds the newest few thousand anyway. */
const MAX_BUFFERED = 100
const MAX_TEXT = 1024

export interface RequestLog {
  /** Writes the buffered entries, so that a query returns them. */
  flush(): Promise<void>
}

export function logRequests({ app, platform }: Http): RequestLog {
  const { db, clock, log } = platform
  let buffer: RequestRow[] = []
  let flushes = 0

  async function write(): Promise<void> {
    if (buffer.length === 0) return
    const rows = buffer
    buffer = []
    await insertRequests(db, rows)
    if (flushes++ % PRUNE_EVERY === 0) await pruneRequests(db, MAX_ENTRIES)
  }

  const { flush, stop } = writeBehind(log, { what: 'request log', everyMs: FLUSH_MS, write })
  app.addHook('onClose', stop)
  const isLogged = (request: FastifyRequest) =>
    buffer.length < MAX_BUFFERED && request.routeOptions.config.operation !== undefined
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && isLogged(request)) request.answerStart = beginningOf(payload)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged(request)) buffer.push(describe(request, reply, clock.now()))
    done()
  })
  return { flush }
}

function describe(request: FastifyRequest, reply: FastifyReply, now: Date): RequestRow {
  // A token request contains a secret and its response a token: neither is logged.
  const secret = request.routeOptions.config.operation?.media === 'form'
  const account = (request.actor ?? request.person)?.account
  return {
    id: request.id,
    application_id: request.actor?.applicationId ?? null,
    user_id: request.person?.userId ?? (request.actor?.session ? request.actor.userId : null),
    brand_id: account?.kind === 'brand' ? account.brandId : null,
    method: request.method,
    // PostgreSQL does not store NUL in a text, and a URL may contain one.
    url: request.url.replaceAll('\0', '').replace(LINK_SIGNATURE, '$1[redacted]').slice(0, MAX_TEXT),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 100) / 100,
    request_body: secret ? null : bodyText(request.body),
    response_body: secret ? null : answerText(request.answerStart),
    requested_at: now,
  }
}

/** The signature of a link grants access to its target. */
const LINK_SIGNATURE = /([?&]signature=)[^&]*/

const SECRET_NAMES = [
  'code',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'clientSecret',
  'client_secret',
]
const MAY_HOLD_SECRET = new RegExp(`"(${SECRET_NAMES.join('|')})"`)

function bodyText(body: unknown): string | null {
  if (body === undefined || body === null) return null
  const text = JSON.stringify(body)
  // The replacer is many times slower, and few bodies contain such a name.
  return beginningOf(MAY_HOLD_SECRET.test(text) ? JSON.stringify(body, withoutSecret) : text)
}

const withoutSecret = (name: string, value: unknown) => (SECRET_NAMES.includes(name) ? '[redacted]' : value)

/** Secrets that a response contains once must not be readable in the log. The text may end inside of the value. */
const RESPONSE_SECRET = /"(password|clientSecret|signingSecret|secret|uri)":"[^"]*/g
/** The links of mails, which the list of mails shows. */
const MAIL_LINK = /(\/dashboard\/(?:invitation|reset)\/)[\w-]+/g
const RECOVERY_CODES = /"recoveryCodes":\[[^\]]*/g

/** Copied, because a slice would keep the whole text in memory. */
const beginningOf = (text: string) => Buffer.from(text.slice(0, MAX_TEXT)).toString()

function answerText(text: string | undefined): string | null {
  if (text === undefined) return null
  return text
    .replaceAll('\0', '')
    .replaceAll(RESPONSE_SECRET, '"$1":"[redacted]')
    .replaceAll(MAIL_LINK, '$1[redacted]')
    .replaceAll(RECOVERY_CODES, '"recoveryCodes":["[redacted]"')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The beginning of the response body, for the request log. */
    answerStart?: string
  }
}
