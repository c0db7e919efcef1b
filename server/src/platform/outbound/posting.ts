/** Posting through the guard: the connection goes to what was checked, and time and bytes are bounded as a whole. */
import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import {
  guardedLookup,
  hostOf,
  type Resolve,
  readTarget,
  refuseAddress,
  TargetRefused,
  type TargetRules,
} from './targets.ts'

/** Of an answer, what is looked at; the connection of one that goes on is given up. */
const MAX_ANSWER_BYTES = 64 * 1024
/** What a log keeps of it. */
const EXCERPT_BYTES = 1024
/** A part of every timeout: a host that does not take connections says so no later than this. */
const CONNECT_MS = 5_000
const MAX_ANSWER_HEADER_BYTES = 16 * 1024
export interface OutboundRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array | string
  timeoutMs: number
}

/** Why there is no status. */
export type Failure =
  /** The guard did not let it through. */
  | 'refused'
  /** The name has no address. */
  | 'unresolved'
  | 'unreachable'
  | 'bad_certificate'
  | 'timed_out'
  /** The connection ended, or what came was no HTTP. */
  | 'broken_off'

export type Outcome = { ms: number } & (
  | { status: number; retryAfter: string | undefined; excerpt: string }
  | { failure: Failure; detail: string }
)

export interface Posting {
  post(request: OutboundRequest): Promise<Outcome>
  close(): Promise<void>
}

export function createPosting(resolve: Resolve, rules: TargetRules, ca: string | undefined): Posting {
  const agent = new Agent({
    connect: guardedConnect(resolve, rules, ca),
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    // One request at a time on a connection: an answer that drips must not hold up another request.
    pipelining: 1,
  })
  return {
    async post(request) {
      const startedAt = performance.now()
      const outcome = await dispatch(agent, rules, request)
      return { ...outcome, ms: Math.round(performance.now() - startedAt) }
    },
    close: () => agent.destroy(),
  }
}

function guardedConnect(
  resolve: Resolve,
  rules: TargetRules,
  ca: string | undefined,
): buildConnector.connector {
  const connectorFor = (protocol: string) =>
    buildConnector({
      timeout: CONNECT_MS,
      lookup: guardedLookup(resolve, protocol, rules),
      ...(ca !== undefined && { ca }),
    } as buildConnector.BuildOptions)
  const connectors = { 'http:': connectorFor('http:'), 'https:': connectorFor('https:') }
  return (options, callback) => {
    const host = hostOf(options)
    try {
      // An address is connected to without being looked up.
      if (isIP(host) > 0) refuseAddress(host, [host], options.protocol, rules)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connectors[options.protocol as 'http:' | 'https:'](options, callback)
  }
}

type Bare = Outcome extends infer One ? (One extends Outcome ? Omit<One, 'ms'> : never) : never

function dispatch(agent: Agent, rules: TargetRules, request: OutboundRequest): Promise<Bare> {
  const { promise, resolve: settle } = Promise.withResolvers<Bare>()
  let status: number | undefined
  let retryAfter: string | undefined
  let bytes = 0
  let kept = Buffer.alloc(0)
  let controller: Dispatcher.DispatchController | undefined
  let isOver = false

  function end(outcome: Bare): void {
    isOver = true
    clearTimeout(timer)
    settle(outcome)
  }
  /** With a status the other side has spoken, whatever becomes of the rest. */
  function endWith(failure: Failure, detail: string): void {
    end(status === undefined ? { failure, detail } : answered(status))
  }
  const answered = (status: number): Bare => ({ status, retryAfter, excerpt: kept.toString('utf8') })
  const timer = setTimeout(() => {
    endWith('timed_out', `No answer within ${request.timeoutMs} ms.`)
    controller?.abort(new Error('too late'))
  }, request.timeoutMs)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (isOver) started.abort(new Error('too late'))
    },
    onResponseStart(_controller, code, headers) {
      // What is only an announcement comes before the answer.
      if (code < 200) return
      status = code
      const after = headers['retry-after']
      retryAfter = Array.isArray(after) ? after[0] : after
    },
    onResponseData(started, chunk) {
      if (isOver) return
      bytes += chunk.length
      if (kept.length < EXCERPT_BYTES) {
        kept = Buffer.concat([kept, chunk.subarray(0, EXCERPT_BYTES - kept.length)])
      }
      if (bytes <= MAX_ANSWER_BYTES) return
      endWith('broken_off', 'The answer is too large.')
      started.abort(new Error('enough'))
    },
    onResponseEnd() {
      if (!isOver) endWith('broken_off', 'The answer has no status.')
    },
    onResponseError(_controller, error) {
      if (!isOver) endWith(...failureOf(error))
    },
  }
  try {
    const url = readTarget(request.url, rules)
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: request.headers,
        body: request.body,
        // The timer above bounds the whole.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    )
  } catch (error) {
    endWith(...failureOf(error as Error))
  }
  return promise
}

const UNRESOLVED = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EAI_AGAIN', 'ENONAME']
const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|EPROTO|ERR_SSL/

/** Names alone, no texts of the other side: they are shown to whoever gave the address. */
function failureOf(error: Error): [Failure, string] {
  if (error instanceof TargetRefused) return ['refused', error.message]
  const { code = '' } = error as { code?: string }
  if (UNRESOLVED.includes(code) && 'syscall' in error && !/connect|read|write/.test(String(error.syscall))) {
    return ['unresolved', `The name of the host has no address (${code}).`]
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return ['unreachable', 'Nobody took the connection in time.']
  if (error instanceof AggregateError || UNREACHABLE.test(code)) {
    return ['unreachable', `The connection failed (${code || 'on every address'}).`]
  }
  if (CERTIFICATE.test(code)) return ['bad_certificate', `TLS failed (${code}).`]
  return ['broken_off', `The connection broke off (${code || error.name}).`]
}
