/**
 * Requests quotes from all carriers concurrently, with a timeout. A carrier that fails does not affect the others; after
 * consecutive failures its circuit breaker opens, and it is skipped until a probe succeeds.
 */

import { causeChain } from '../../../platform/cause-chain.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { type Breaker, createBreaker } from '../../../platform/resilience/breaker.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'
import {
  type CallOptions,
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type QuoteRequest,
  type Service,
} from './carrier.ts'

/** The client waits for the quotes, so the slowest carrier must not delay them for longer. */
const TIMEOUT_MS = 2000
/** Consecutive failures that open the circuit breaker. */
const FAILURE_THRESHOLD = 3
/** While the circuit breaker is open, one request per interval of the clock probes the carrier; no client waits for it. */
const PROBE_INTERVAL_MS = 30_000

export interface CarrierOffer {
  carrier: Carrier
  services: readonly Service[]
}

/** Why a carrier is missing: what it refuses, or how it failed. `suspended`: its circuit breaker is open. */
export const MISSING_REASONS = [
  'route',
  'postal-code',
  'parcel-size',
  'parcel-weight',
  'parcel-count',
  'currency',
  'other',
  'timeout',
  'error',
  'suspended',
] as const
type MissingReason = (typeof MISSING_REASONS)[number]

/** A carrier without an offer. The detail is shown to the brand, so it never contains the message of a failure. */
export interface MissingCarrier {
  carrier: string
  reason: MissingReason
  detail: string
}

export interface CollectedQuotes {
  offers: CarrierOffer[]
  missing: MissingCarrier[]
}

export interface CollectOptions {
  log: Log
  clock: Clock
  tracing?: Tracing | undefined
  /** Creates the timeout; tests replace it to abort manually. */
  deadline?: (ms: number) => AbortSignal
}

/** In the order of the carriers. Those that refuse are logged at debug level, those that fail as a warning. */
export async function collectQuotes(
  carriers: readonly Carrier[],
  request: QuoteRequest,
  { log, clock, tracing, deadline = AbortSignal.timeout }: CollectOptions,
): Promise<CollectedQuotes> {
  let sharedSignal: AbortSignal | undefined
  const results = await Promise.all(
    carriers.map((carrier) => {
      // A local carrier computes its prices synchronously and needs neither a timeout nor a circuit breaker.
      if (isLocal(carrier)) return computeQuote(carrier, request, log)
      const signal = sharedSignal ?? deadline(TIMEOUT_MS)
      sharedSignal = signal
      return askCarrier(carrier, request, { log, clock, call: { signal, tracing } })
    }),
  )
  return {
    offers: results.flatMap((result) => ('services' in result ? [result] : [])),
    missing: results.flatMap((result) => ('reason' in result ? [result] : [])),
  }
}

type Result = CarrierOffer | MissingCarrier

type LocalCarrier = Carrier & Required<Pick<Carrier, 'quoteAtOnce'>>
const isLocal = (carrier: Carrier): carrier is LocalCarrier => carrier.quoteAtOnce !== undefined

function computeQuote(carrier: LocalCarrier, request: QuoteRequest, log: Log): Result {
  try {
    return { carrier, services: carrier.quoteAtOnce(request) }
  } catch (error) {
    logOmission(carrier, error, log)
    return absenceOf(carrier, error)
  }
}

/** The fallback of the circuit breaker distinguishes a failure of this call from a circuit that was already open. */
function askCarrier(
  carrier: Carrier,
  request: QuoteRequest,
  { log, clock, call }: { log: Log; clock: Clock; call: CallOptions },
): Promise<Result> {
  let failure: MissingCarrier | undefined
  return breakerOf(carrier, { log, clock }).run<Result>(
    async () => {
      try {
        return await requestQuote(carrier, request, { log, call })
      } catch (error) {
        failure = absenceOf(carrier, error)
        throw error
      }
    },
    async () => failure ?? absent(carrier, 'suspended'),
  )
}

async function requestQuote(
  carrier: Carrier,
  request: QuoteRequest,
  { log, call }: { log: Log; call: CallOptions },
): Promise<Result> {
  try {
    // The timeout applies even if the adapter ignores the signal.
    return { carrier, services: await withinDeadline(carrier, call.signal, carrier.quote(request, call)) }
  } catch (error) {
    logOmission(carrier, error, log)
    if (error instanceof CarrierRefused) return absenceOf(carrier, error)
    throw error
  }
}

function absenceOf(carrier: Carrier, error: unknown): MissingCarrier {
  if (error instanceof CarrierRefused) {
    const reason = MISSING_REASONS.find((known) => known === error.refusal) ?? 'other'
    return { carrier: carrier.code, reason, detail: error.message }
  }
  const cause = error instanceof CarrierUnavailable ? error.cause : undefined
  return absent(carrier, cause instanceof Error && ABORTED.has(cause.name) ? 'timeout' : 'error')
}

const ABORTED: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError'])

const FAILURES = {
  timeout: 'did not answer in time.',
  error: 'answered with an error, or could not be reached.',
  suspended: 'has failed several times and is not asked for the moment.',
}

const absent = ({ code, name }: Carrier, reason: keyof typeof FAILURES): MissingCarrier => ({
  carrier: code,
  reason,
  detail: `${name} ${FAILURES[reason]} Ask again in a minute.`,
})

function logOmission(carrier: Carrier, error: unknown, log: Log): void {
  const about = { carrier: carrier.code, causes: causeChain(error) }
  if (error instanceof CarrierRefused) log.debug(about, 'carrier refused to quote a shipment')
  else log.warn(about, 'carrier failed to quote; its quotes are omitted')
}

const breakers = new WeakMap<Carrier, Breaker>()

function breakerOf(carrier: Carrier, { log, clock }: { log: Log; clock: Clock }): Breaker {
  const known = breakers.get(carrier)
  if (known) return known
  const breaker = createBreaker({
    log,
    away: `carrier ${carrier.code} does not respond; it is skipped in quotes until it responds again`,
    back: `carrier ${carrier.code} responds again; it is included in quotes`,
    probeMs: PROBE_INTERVAL_MS,
    failures: FAILURE_THRESHOLD,
    now: () => clock.now().getTime(),
  })
  breakers.set(carrier, breaker)
  return breaker
}

/** Whether the circuit breaker of the carrier is open in this process. */
export const isSuspended = (carrier: Carrier): boolean => breakers.get(carrier)?.isAway() ?? false

function withinDeadline<T>({ code }: Carrier, signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(new CarrierUnavailable(code, 'It did not answer in time.', { cause: signal.reason }))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
