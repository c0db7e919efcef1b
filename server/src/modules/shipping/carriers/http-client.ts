/**
 * Puts questions to an external label service, by the contract in `docs/carrier-http-contract.md`.
 *
 * Whatever the service does, a question ends within its time: answered, refused, or unavailable. What may pass by itself
 * (no connection, no answer, 429, 5xx) is tried again with the same idempotency key. An answer that breaks the contract
 * is not: it would come again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Agent } from 'undici'
import { readBody } from '../../../platform/read-body.ts'
import { type Call, CarrierRefused, CarrierUnavailable } from './carrier.ts'
import { type Contract, refusalAnswer } from './http-contract.ts'

const TIMEOUT_MS = 10_000
const ATTEMPTS = 3
/** Doubled with each attempt. Retries over hours are the job queue's. */
const PAUSE_MS = 100
/** A service that asks for a longer pause is tried no more for this question. */
const MAX_PAUSE_MS = 5_000
/** One service that hangs must not use up the sockets of the process. */
const CONNECTIONS = 16
/** A list of fifty services has about 20 KB. */
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

export interface Question<T> {
  method: 'GET' | 'POST'
  path: string
  body?: object
  idempotencyKey?: string
  answer: Contract<T>
  maxBytes?: number
}

export type Ask = <T>(question: Question<T>, call: Call) => Promise<T>

/** How one try ended, unless it threw what no other try would mend. */
type Outcome<T> = { answer: T } | { failure: CarrierUnavailable; pauseMs: number }

interface Reply {
  status: number
  text: string
  retryAfter: unknown
}

export function createAsk(endpoint: Endpoint): Ask {
  const { code, name, timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS, pauseMs = PAUSE_MS } = endpoint
  const base = endpoint.url.replace(/\/+$/, '')
  const options = { connections: CONNECTIONS, connectTimeout: timeoutMs }
  let dispatcher: Agent | undefined
  const unavailable = (sentence: string, cause?: unknown) =>
    new CarrierUnavailable(code, `${name} ${sentence}`, cause === undefined ? {} : { cause })

  return async (question, call) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await tryOnce(question, call)
      if ('answer' in outcome) return outcome.answer
      if (attempt >= attempts || outcome.pauseMs > MAX_PAUSE_MS) throw outcome.failure
      const pause = Math.max(outcome.pauseMs, pauseMs * 2 ** (attempt - 1))
      await wait(pause, undefined, call).catch((error) => {
        throw unavailable('did not answer in time.', error)
      })
    }
  }

  async function tryOnce<T>(question: Question<T>, { signal }: Call): Promise<Outcome<T>> {
    let reply: Reply
    try {
      reply = await send(question, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    } catch (error) {
      if (signal.aborted) throw unavailable('did not answer in time.', error)
      if (error instanceof RangeError) throw unavailable('sent more than was asked for.', error)
      return { failure: unavailable('could not be reached.', error), pauseMs: 0 }
    }
    const { status, text, retryAfter } = reply
    if (status === 200) return { answer: parse(question.answer, text) }
    if (status === 422) {
      const { refusal, detail } = parse(refusalAnswer, text)
      throw new CarrierRefused(code, refusal, detail)
    }
    const failure = unavailable(`answered ${status}.`)
    if (status !== 429 && status < 500) throw failure
    return { failure, pauseMs: secondsIn(retryAfter) * 1000 }
  }

  async function send(
    { method, path, body, idempotencyKey, maxBytes = MAX_BYTES }: Question<unknown>,
    signal: AbortSignal,
  ): Promise<Reply> {
    // Loaded with the first question: where all carriers are rate cards nobody asks any.
    const { Agent, request } = await import('undici')
    dispatcher ??= new Agent(options)
    const response = await request(base + path, {
      method,
      dispatcher,
      signal,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${endpoint.secret}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = (await readBody(response.body, maxBytes)).toString('utf8')
    return { status: response.statusCode, text, retryAfter: response.headers['retry-after'] }
  }

  /** Names the place and the rule. The value itself may be anything, and stays out of the log. */
  function parse<T>(contract: Contract<T>, text: string): T {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      throw unavailable('answered something else than JSON.')
    }
    if (contract.Check(value)) return value
    const [mistake] = contract.Errors(value)
    throw unavailable(`broke the contract at ${mistake?.instancePath || '/'}: it ${mistake?.message}.`)
  }
}

/** As a number of seconds; a date, or nonsense, is no pause. */
const secondsIn = (header: unknown) =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : 0
