/** Asks carriers side by side. Nobody waits for one that stalls, and one that fails takes nobody else's quotes away. */
import { causeChain } from '../../../platform/cause-chain.ts'
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

export interface Offer {
  carrier: Carrier
  services: readonly Service[]
}

export interface AskOptions {
  log: Log
  /** Says when it is enough; a test says so by hand. */
  deadline?: (ms: number) => AbortSignal
}

/** In the order of the carriers, without those that refuse (a line for debugging) or do not answer (a warning). */
export async function askAll(
  carriers: readonly Carrier[],
  request: QuoteRequest,
  { log, deadline = AbortSignal.timeout }: AskOptions,
): Promise<Offer[]> {
  const signal = deadline(DEADLINE_MS)
  const offers = await Promise.all(
    carriers.map(async (carrier): Promise<Offer[]> => {
      try {
        // An adapter that does not listen to the signal must not be waited for either.
        return [
          { carrier, services: await withinDeadline(carrier, signal, carrier.quote(request, { signal })) },
        ]
      } catch (error) {
        const about = { carrier: carrier.code, causes: causeChain(error) }
        if (error instanceof CarrierRefused) log.debug(about, 'a carrier does not take a shipment')
        else log.warn(about, 'a carrier is left out of a list of quotes')
        return []
      }
    }),
  )
  return offers.flat()
}

function withinDeadline<T>({ code }: Carrier, signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(new CarrierUnavailable(code, 'It did not answer in time.', { cause: signal.reason }))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
