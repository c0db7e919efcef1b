/** The request log of the sandbox. Entries are buffered and written in batches, so that no request waits for its entry. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/http.ts'
import { ACTIVITY } from '../../http/limits.ts'
import type { Operation } from '../../http/operation.ts'
import { TESTING_API } from '../../http/testing-api.ts'
import { writeBehind } from '../../platform/write-behind.ts'
import { insertRequests, pruneRequests, type RequestRow } from './queries.ts'

const FLUSH_MS = 200
const MAX_ENTRIES = 2000
/** Pruning with every batch would cost more than the rows it saves. */
const PRUNE_EVERY = 50
/** Under load only some requests are logged, as the log holds the newest few thousand anyway. */
const MAX_BUFFERED = 100
/** Long enough for a page of orders. */
const MAX_TEXT = 65_536
const MAX_URL = 1024
/** The part of a body that is stored when many long ones are buffered already. */
const SHORT_TEXT = 1024
/** Bounds the work of a batch, which is done beside requests: long bodies are cut when the batch has this many characters. */
const MAX_BUFFERED_CHARACTERS = 1_000_000

export const REQUESTS = `${TESTING_API}/requests`

export interface RequestLog {
  /** Writes the buffered entries, so that a query returns them. */
  flush(): Promise<void>
}

export function logRequests({ app, platform }: Http): RequestLog {
  const { db, clock, log } = platform
  let buffer: RequestRow[] = []
  let bufferedCharacters = 0
  let flushes = 0

  async function write(): Promise<void> {
    if (buffer.length === 0) return
    const rows = buffer
    buffer = []
    bufferedCharacters = 0
    await insertRequests(db, rows)
    if (flushes++ % PRUNE_EVERY === 0) await pruneRequests(db, MAX_ENTRIES)
  }

  const { flush, stop } = writeBehind(log, { what: 'request log', everyMs: FLUSH_MS, write })
  app.addHook('onClose', stop)
  const isLogged = ({ routeOptions: { config } }: FastifyRequest) =>
    buffer.length < MAX_BUFFERED && config.operation !== undefined && !isPolled(config.operation)
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && isLogged(request)) request.answerText = payload
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged(request)) {
      const limit = bufferedCharacters < MAX_BUFFERED_CHARACTERS ? MAX_TEXT : SHORT_TEXT
      const row = describe(request, reply, { now: clock.now(), limit })
      bufferedCharacters += (row.request_body?.length ?? 0) + (row.response_body?.length ?? 0)
      buffer.push(row)
    }
    done()
  })
  return { flush }
}

/** Open pages repeat these every few seconds, and would leave no room for anything else. */
const isPolled = ({ path, limit }: Operation) =>
  limit === ACTIVITY || path === REQUESTS || path.startsWith(`${REQUESTS}/`)

function describe(
  request: FastifyRequest,
  reply: FastifyReply,
  { now, limit }: { now: Date; limit: number },
): RequestRow {
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
    url: request.url.replaceAll('\0', '').replace(LINK_SIGNATURE, '$1[redacted]').slice(0, MAX_URL),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 100) / 100,
    request_body: secret ? null : bodyText(request, limit),
    response_body: secret ? null : answerText(request.answerText, limit),
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
const MAY_HOLD_SECRET = new RegExp(`\\\\u|"(${SECRET_NAMES.join('|')})"`)

/** The body as it was sent, unless it may contain a secret, whose name may be spelled with escapes. */
function bodyText({ body, bytes }: FastifyRequest, limit: number): string | null {
  if (body === undefined || body === null) return null
  const sent = bytes?.toString('utf8', 0, Math.min(bytes.length, limit))
  if (sent !== undefined && !MAY_HOLD_SECRET.test(sent)) return sent
  return beginningOf(JSON.stringify(body, withoutSecret), limit)
}

const withoutSecret = (name: string, value: unknown) => (SECRET_NAMES.includes(name) ? '[redacted]' : value)

/** Secrets that a response contains once must not be readable in the log. The text may end inside of the value. */
const RESPONSE_SECRET = /"(password|clientSecret|signingSecret|secret|uri)":"[^"]*/g
/** The links of mails, which the list of mails shows. */
const MAIL_LINK = /(\/dashboard\/(?:invitation|reset)\/)[\w-]+/g
const RECOVERY_CODES = /"recoveryCodes":\[[^\]]*/g

/** Copied, because a slice would keep the whole text in memory. */
const beginningOf = (text: string, limit: number) =>
  text.length <= limit ? text : Buffer.from(text.slice(0, limit)).toString()

/** Each expression reads the text once, whatever it contains. */
function answerText(text: string | undefined, limit: number): string | null {
  if (text === undefined) return null
  return beginningOf(text, limit)
    .replaceAll('\0', '')
    .replaceAll(RESPONSE_SECRET, '"$1":"[redacted]')
    .replaceAll(MAIL_LINK, '$1[redacted]')
    .replaceAll(RECOVERY_CODES, '"recoveryCodes":["[redacted]"')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The response body, for the request log. */
    answerText?: string
  }
}
