/** Sends one request through the SSRF guard, with a timeout for the whole exchange. */
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

/** The connect timeout, within the timeout of the request. */
const CONNECT_MS = 5_000
const MAX_ANSWER_HEADER_BYTES = 16 * 1024

/** Why no status was received. */
export type Failure =
  /** The guard refused the target. */
  | 'refused'
  /** The host name does not resolve. */
  | 'unresolved'
  | 'unreachable'
  | 'bad_certificate'
  | 'timed_out'
  /** The connection was closed early, or the response was not valid HTTP. */
  | 'broken_off'

export interface ExchangeRequest {
  url: string
  method: 'POST' | 'GET'
  headers: Record<string, string>
  body?: Uint8Array | string
  timeoutMs: number
  /** Receives a chunk of the response body; returning true stops reading and closes the connection. */
  take: (chunk: Buffer) => boolean
}

/** The status, if a response was received, and a failure, if the response was incomplete. */
export interface ExchangeResult {
  answer?: { status: number; headers: Record<string, string | string[] | undefined> }
  failure?: { failure: Failure; detail: string }
}

export function createGuardedAgent(resolve: Resolve, rules: TargetRules, ca: string | undefined): Agent {
  return new Agent({
    connect: guardedConnect(resolve, rules, ca),
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    // One request at a time per connection, so that a slow response does not block another request.
    pipelining: 1,
  })
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
      // An IP address is connected to without a lookup, so it is checked here.
      if (isIP(host) > 0) refuseAddress(host, [host], options.protocol, rules)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connectors[options.protocol as 'http:' | 'https:'](options, callback)
  }
}

export function exchange(
  agent: Agent,
  rules: TargetRules,
  request: ExchangeRequest,
): Promise<ExchangeResult> {
  const { promise, resolve: settle } = Promise.withResolvers<ExchangeResult>()
  let answer: ExchangeResult['answer']
  let controller: Dispatcher.DispatchController | undefined
  let isOver = false

  function end(failure?: ExchangeResult['failure']): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    settle({ ...(answer && { answer }), ...(failure && { failure }) })
  }
  const timer = setTimeout(() => {
    end({ failure: 'timed_out', detail: `No answer within ${request.timeoutMs} ms.` })
    controller?.abort(new Error('too late'))
  }, request.timeoutMs)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (isOver) started.abort(new Error('too late'))
    },
    onResponseStart(_controller, status, headers) {
      // Informational responses (1xx) precede the final one.
      if (status >= 200) answer = { status, headers }
    },
    onResponseData(started, chunk) {
      if (isOver || !request.take(chunk)) return
      end()
      started.abort(new Error('enough'))
    },
    onResponseEnd() {
      end(answer ? undefined : { failure: 'broken_off', detail: 'The answer has no status.' })
    },
    onResponseError(_controller, error) {
      end(failureOf(error))
    },
  }
  try {
    agent.dispatch(dispatchOptions(request, rules), handler)
  } catch (error) {
    end(failureOf(error as Error))
  }
  return promise
}

/** Throws if the guard refuses the URL. */
function dispatchOptions(
  { url, method, headers, body }: ExchangeRequest,
  rules: TargetRules,
): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = readTarget(url, rules)
  return {
    origin,
    path: pathname + search,
    method,
    headers,
    ...(body !== undefined && { body }),
    // The timer of the exchange bounds all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
}

const UNRESOLVED = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EAI_AGAIN', 'ENONAME']
const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|EPROTO|ERR_SSL/

/** Only error codes, no text of the other side, because the details are displayed to the user who provided the URL. */
function failureOf(error: Error): { failure: Failure; detail: string } {
  if (error instanceof TargetRefused) return { failure: 'refused', detail: error.message }
  const { code = '' } = error as { code?: string }
  if (UNRESOLVED.includes(code) && 'syscall' in error && !/connect|read|write/.test(String(error.syscall))) {
    return { failure: 'unresolved', detail: `The name of the host has no address (${code}).` }
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { failure: 'unreachable', detail: 'Nobody took the connection in time.' }
  }
  if (error instanceof AggregateError || UNREACHABLE.test(code)) {
    return { failure: 'unreachable', detail: `The connection failed (${code || 'on every address'}).` }
  }
  if (CERTIFICATE.test(code)) return { failure: 'bad_certificate', detail: `TLS failed (${code}).` }
  return { failure: 'broken_off', detail: `The connection broke off (${code || error.name}).` }
}
