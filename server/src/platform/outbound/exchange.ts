/** One request through the guard: the connection goes to what was checked, and time is bounded as a whole. */
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

/** A part of every timeout: a host that does not take connections says so no later than this. */
const CONNECT_MS = 5_000
const MAX_ANSWER_HEADER_BYTES = 16 * 1024

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

export interface Exchange {
  url: string
  method: 'POST' | 'GET'
  headers: Record<string, string>
  body?: Uint8Array | string
  timeoutMs: number
  /** Takes a part of the answer's body; true ends the reading and closes the connection. */
  take: (chunk: Buffer) => boolean
}

/** What came: a status as soon as the other side has answered, and a failure when the answer did not come to its end. */
export interface Exchanged {
  answer?: { status: number; headers: Record<string, string | string[] | undefined> }
  failure?: { failure: Failure; detail: string }
}

export function createGuardedAgent(resolve: Resolve, rules: TargetRules, ca: string | undefined): Agent {
  return new Agent({
    connect: guardedConnect(resolve, rules, ca),
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    // One request at a time on a connection: an answer that drips must not hold up another request.
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
      // An address is connected to without being looked up.
      if (isIP(host) > 0) refuseAddress(host, [host], options.protocol, rules)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connectors[options.protocol as 'http:' | 'https:'](options, callback)
  }
}

export function exchange(agent: Agent, rules: TargetRules, request: Exchange): Promise<Exchanged> {
  const { promise, resolve: settle } = Promise.withResolvers<Exchanged>()
  let answer: Exchanged['answer']
  let controller: Dispatcher.DispatchController | undefined
  let isOver = false

  function end(failure?: Exchanged['failure']): void {
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
      // What is only an announcement comes before the answer.
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
    const url = readTarget(request.url, rules)
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
        // The timer above bounds the whole.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    )
  } catch (error) {
    end(failureOf(error as Error))
  }
  return promise
}

const UNRESOLVED = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EAI_AGAIN', 'ENONAME']
const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|EPROTO|ERR_SSL/

/** Names alone, no texts of the other side: they are shown to whoever gave the address. */
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
