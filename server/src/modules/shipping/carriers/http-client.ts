/**
 * HTTP client of external label services, by the contract in `docs/integrators/carrier-http-contract.md`.
 *
 * Every call ends within its timeout. Temporary failures (no connection, no response, 429, 5xx) are retried with the same
 * idempotency key. A response that violates the contract is not, because a retry would return the same.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Span, SpanKind, type SpanOptions, SpanStatusCode } from '@opentelemetry/api'
import type { Agent } from 'undici'
import { readBody } from '../../../platform/files/read-body.ts'
import { traceInside } from '../../../platform/tracing/tracing.ts'
import { type CallOptions, CarrierRefused, CarrierUnavailable } from './carrier.ts'
import { type Contract, refusalAnswer } from './http-contract.ts'

const TIMEOUT_MS = 10_000
const ATTEMPTS = 3
/** Initial backoff, doubled with each attempt. Retries over hours are left to the job queue. */
const PAUSE_MS = 100
/** If the service demands a longer `Retry-After`, the call fails without a retry. */
const MAX_PAUSE_MS = 5_000
/** Limits the pool, so that a service that hangs cannot exhaust the sockets of the process. */
const CONNECTIONS = 16
/** A response with the maximum of fifty services has about 20 KB. */
const MAX_BYTES = 1024 * 1024

export interface Endpoint {
  code: string
  name: string
  url: string
  secret: string
  timeoutMs?: number
  attempts?: number
  pauseMs?: number
}

interface CarrierRequest<T> {
  method: 'GET' | 'POST'
  path: string
  body?: object
  idempotencyKey?: string
  answer: Contract<T>
  maxBytes?: number
}

export type CarrierClient = <T>(request: CarrierRequest<T>, call: CallOptions) => Promise<T>

/** The result of one attempt. Permanent failures are thrown instead. */
type Outcome<T> = { answer: T } | { failure: CarrierUnavailable; pauseMs: number }

interface CarrierResponse {
  status: number
  text: string
  retryAfter: unknown
}

export function createCarrierClient(endpoint: Endpoint): CarrierClient {
  const { code, name, timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS, pauseMs = PAUSE_MS } = endpoint
  const base = endpoint.url.replace(/\/+$/, '')
  const options = { connections: CONNECTIONS, connectTimeout: timeoutMs }
  let dispatcher: Agent | undefined
  const unavailable = (sentence: string, cause?: unknown) =>
    new CarrierUnavailable(code, `${name} ${sentence}`, cause === undefined ? {} : { cause })

  return async (request, call) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await tryOnce(request, call)
      if ('answer' in outcome) return outcome.answer
      if (attempt >= attempts || outcome.pauseMs > MAX_PAUSE_MS) throw outcome.failure
      const pause = Math.max(outcome.pauseMs, pauseMs * 2 ** (attempt - 1))
      await wait(pause, undefined, call).catch((error) => {
        throw unavailable('did not answer in time.', error)
      })
    }
  }

  async function tryOnce<T>(
    request: CarrierRequest<T>,
    { signal, tracing }: CallOptions,
  ): Promise<Outcome<T>> {
    let reply: CarrierResponse
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      reply = await traceInside(tracing, `carrier ${code}`, spanOf(request), async (span) => {
        const answer = await send(request, within)
        if (span) describeAnswer(span, answer)
        return answer
      })
    } catch (error) {
      if (signal.aborted) throw unavailable('did not answer in time.', error)
      if (error instanceof RangeError) throw unavailable('sent more than was asked for.', error)
      return { failure: unavailable('could not be reached.', error), pauseMs: 0 }
    }
    const { status, text, retryAfter } = reply
    if (status === 200) return { answer: parse(request.answer, text, unavailable) }
    if (status === 422) {
      const { refusal, detail } = parse(refusalAnswer, text, unavailable)
      throw new CarrierRefused(code, refusal, detail)
    }
    const failure = unavailable(`answered ${status}.`)
    if (status !== 429 && status < 500) throw failure
    return { failure, pauseMs: secondsIn(retryAfter) * 1000 }
  }

  async function send(
    { method, path, body, idempotencyKey, maxBytes = MAX_BYTES }: CarrierRequest<unknown>,
    signal: AbortSignal,
  ): Promise<CarrierResponse> {
    // Loaded on first use: a server whose carriers are all rate cards never needs it.
    const { Agent, request } = await import('undici')
    dispatcher ??= new Agent(options)
    const response = await request(base + path, {
      method,
      dispatcher,
      signal,
      headers: headersOf(endpoint, { body, idempotencyKey }),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = (await readBody(response.body, maxBytes)).toString('utf8')
    return { status: response.statusCode, text, retryAfter: response.headers['retry-after'] }
  }
}

/** Without the path, of which the number of a parcel is a part. */
const spanOf = ({ method, path }: Pick<CarrierRequest<unknown>, 'method' | 'path'>): SpanOptions => ({
  kind: SpanKind.CLIENT,
  attributes: {
    'http.request.method': method,
    'tradehall.carrier.call': path.split('/')[1] ?? '',
  },
})

function describeAnswer(span: Span, { status }: CarrierResponse): void {
  span.setAttribute('http.response.status_code', status)
  if (status === 200 || status === 422) return
  span.setAttribute('error.type', String(status))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const headersOf = (
  { secret }: Endpoint,
  { body, idempotencyKey }: { body: object | undefined; idempotencyKey: string | undefined },
) => ({
  accept: 'application/json',
  authorization: `Bearer ${secret}`,
  ...(body && { 'content-type': 'application/json' }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
})

/** The error names the pointer and the rule, but not the value, which could be confidential. */
function parse<T>(contract: Contract<T>, text: string, fail: (sentence: string) => CarrierUnavailable): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw fail('answered something else than JSON.')
  }
  if (contract.Check(value)) return value
  const [mistake] = contract.Errors(value)
  throw fail(`broke the contract at ${mistake?.instancePath || '/'}: it ${mistake?.message}.`)
}

/** Parses `Retry-After` in seconds. A date or an invalid value counts as 0. */
const secondsIn = (header: unknown) =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : 0
