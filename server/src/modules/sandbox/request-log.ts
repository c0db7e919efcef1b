/** The request log of the sandbox. Entries are buffered and written in batches, so that no request waits for its entry. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/http.ts'
import { ACTIVITY } from '../../http/limits/limits.ts'
import type { Operation } from '../../http/operation.ts'
import { TESTING_API } from '../../http/testing-api.ts'
import { realNow } from '../../platform/clock.ts'
import { writeBehind } from '../../platform/resilience/write-behind.ts'
import { insertRequests, pruneRequests, type RequestRow } from './queries.ts'
import { answerText, bodyText, MAX_TEXT, SHORT_TEXT, urlText } from './redaction.ts'

const FLUSH_MS = 200
const MAX_ENTRIES = 2000
/** Pruning with every batch would cost more than the rows it saves. */
const PRUNE_EVERY = 50
/** Under load only some requests are logged, as the log holds the newest few thousand anyway. */
const MAX_BUFFERED = 100
const MAX_URL = 1024
/**
 * How many characters of bodies are logged uncut: a maximum at once, and how many are added to the quota with each batch.
 * Bodies beyond the quota are cut, because writing them under constant load would cost as much as handling the requests.
 */
const MAX_WHOLE_CHARACTERS = 1_000_000
const WHOLE_CHARACTERS_OF_BATCH = 100_000

export const REQUESTS = `${TESTING_API}/requests`

export interface RequestLog {
  /** Writes the buffered entries, so that a query returns them. */
  flush(): Promise<void>
}

interface Arrival {
  clockTime: Date
  /** The order of the log. Requests of one process that arrive within a millisecond are ordered by their ids. */
  realTime: Date
}

export function logRequests({ app, platform, onArrival }: Http): RequestLog {
  const { db, clock, log } = platform
  let buffer: RequestRow[] = []
  let wholeCharacters = MAX_WHOLE_CHARACTERS
  let flushes = 0

  async function write(): Promise<void> {
    wholeCharacters = Math.min(MAX_WHOLE_CHARACTERS, wholeCharacters + WHOLE_CHARACTERS_OF_BATCH)
    if (buffer.length === 0) return
    const rows = buffer
    buffer = []
    await insertRequests(db, rows)
    if (flushes++ % PRUNE_EVERY === 0) await pruneRequests(db, MAX_ENTRIES)
  }

  const { flush, stop } = writeBehind(log, { what: 'request log', everyMs: FLUSH_MS, write })
  app.addHook('onClose', stop)
  const isLogged = ({ routeOptions: { config } }: FastifyRequest) =>
    buffer.length < MAX_BUFFERED && config.operation !== undefined && !isPolled(config.operation)
  onArrival((request) => {
    request.arrival = { clockTime: clock.now(), realTime: realNow(clock) }
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && isLogged(request)) request.answerText = payload
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { arrival } = request
    if (arrival && isLogged(request)) {
      const limit = wholeCharacters > 0 ? MAX_TEXT : SHORT_TEXT
      const row = describe(request, reply, { arrival, limit })
      if (wholeCharacters > 0)
        wholeCharacters -= (row.request_body?.length ?? 0) + (row.response_body?.length ?? 0)
      buffer.push(row)
    }
    done()
  })
  return { flush }
}

/** Not logged: open pages repeat these requests every few seconds, which would displace all other entries. */
const isPolled = ({ path, limit }: Operation) =>
  limit === ACTIVITY || path === REQUESTS || path.startsWith(`${REQUESTS}/`)

function describe(
  request: FastifyRequest,
  reply: FastifyReply,
  { arrival, limit }: { arrival: Arrival; limit: number },
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
    url: urlText(request.originalUrl, MAX_URL),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 100) / 100,
    request_body: secret ? null : bodyText(request, limit),
    response_body: secret ? null : answerText(request.answerText, limit),
    requested_at: arrival.clockTime,
    arrived_at: arrival.realTime,
    ignored_members: [...(request.ignoredMembers ?? [])],
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** In the sandbox, for the request log. */
    arrival?: Arrival
    /** The response body, for the request log and recordings. */
    answerText?: string
  }
}
