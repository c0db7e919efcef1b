/**
 * Asks carriers side by side. Nobody waits for one that stalls, and one that fails takes nobody else's quotes away. After
 * a few failures in a row a carrier is not waited for at all, until it has answered again.
 */
import { type Breaker, createBreaker } from '../../../platform/breaker.ts'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import {
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type QuoteRequest,
  type Service,
} from './carrier.ts'

/** As long as somebody waits for a list of offers. */
const DEADLINE_MS = 2000
/** One or two may be bad luck. */
const FAILURES = 3
/** How long it is left in peace, by the clock; then one question in so long is put to it, and nobody waits for it. */
const REST_MS = 30_000

export interface Offer {
  carrier: Carrier
  services: readonly Service[]
}

export interface AskOptions {
  log: Log
  clock: Clock
  /** Says when it is enough; a test says so by hand. */
  deadline?: (ms: number) => AbortSignal
}

/** In the order of the carriers, without those that refuse (a line for debugging) or do not answer (a warning). */
export async function askAll(
  carriers: readonly Carrier[],
  request: QuoteRequest,
  { log, clock, deadline = AbortSignal.timeout }: AskOptions,
): Promise<Offer[]> {
  let common: AbortSignal | undefined
  const offers = await Promise.all(
    carriers.map((carrier) => {
      // Nobody waits for it: there is nothing to bound, and nothing to save by leaving it in peace.
      if (isPrompt(carrier)) return askNow(carrier, request, log)
      const signal = common ?? deadline(DEADLINE_MS)
      common = signal
      return breakerOf(carrier, { log, clock }).run(
        () => ask(carrier, request, { log, signal }),
        async () => [],
      )
    }),
  )
  return offers.flat()
}

type Prompt = Carrier & Required<Pick<Carrier, 'quoteAtOnce'>>
const isPrompt = (carrier: Carrier): carrier is Prompt => carrier.quoteAtOnce !== undefined

function askNow(carrier: Prompt, request: QuoteRequest, log: Log): Offer[] {
  try {
    return [{ carrier, services: carrier.quoteAtOnce(request) }]
  } catch (error) {
    noteLeftOut(carrier, error, log)
    return []
  }
}

async function ask(
  carrier: Carrier,
  request: QuoteRequest,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<Offer[]> {
  try {
    // An adapter that does not listen to the signal must not be waited for either.
    return [{ carrier, services: await withinDeadline(carrier, signal, carrier.quote(request, { signal })) }]
  } catch (error) {
    noteLeftOut(carrier, error, log)
    if (error instanceof CarrierRefused) return []
    throw error
  }
}

function noteLeftOut(carrier: Carrier, error: unknown, log: Log): void {
  const about = { carrier: carrier.code, causes: causeChain(error) }
  if (error instanceof CarrierRefused) log.debug(about, 'a carrier does not take a shipment')
  else log.warn(about, 'a carrier is left out of a list of quotes')
}

const breakers = new WeakMap<Carrier, Breaker>()

function breakerOf(carrier: Carrier, { log, clock }: { log: Log; clock: Clock }): Breaker {
  const known = breakers.get(carrier)
  if (known) return known
  const breaker = createBreaker({
    log,
    away: `${carrier.code} does not answer; it is left out of quotes at once`,
    back: `${carrier.code} answers again; it is asked for quotes`,
    probeMs: REST_MS,
    failures: FAILURES,
    now: () => clock.now().getTime(),
  })
  breakers.set(carrier, breaker)
  return breaker
}

/** Whether a carrier is left out without being waited for, by this process. */
export const isLeftOut = (carrier: Carrier): boolean => breakers.get(carrier)?.isAway() ?? false

function withinDeadline<T>({ code }: Carrier, signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(new CarrierUnavailable(code, 'It did not answer in time.', { cause: signal.reason }))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
