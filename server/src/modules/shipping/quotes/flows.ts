/** Which quote leads where. Sources of the API contradict each other, so the whole of it stands here, as data. */
import type { Config } from '../../../config.ts'
import type { ShippingCharge } from '../../ordering/index.ts'
import { MARKETPLACE, OWN_CARRIER } from '../carrier-list.ts'

/** `labels`: the marketplace makes them in the background. `own`: the brand ships by itself, and the order is shipped at once. */
export type Flow = 'labels' | 'own'

/** By the setting that says whose quotes lead to labels: what the quote of each kind leads to. */
const FLOWS: Record<Config['labelQuotes'], Record<Kind, Flow>> = {
  marketplace: { marketplace: 'labels', carrier: 'own', custom: 'own' },
  carriers: { marketplace: 'own', carrier: 'labels', custom: 'own' },
}

type Kind = typeof MARKETPLACE | typeof OWN_CARRIER | 'carrier'

const kindOf = (carrierCode: string): Kind =>
  carrierCode === MARKETPLACE || carrierCode === OWN_CARRIER ? carrierCode : 'carrier'

/** Whoever tells how to track a shipment has it carried already. */
export function flowOf(
  { labelQuotes }: Pick<Config, 'labelQuotes'>,
  carrierCode: string,
  hasTracking: boolean,
): Flow {
  if (hasTracking) return 'own'
  return FLOWS[labelQuotes][kindOf(carrierCode)]
}

/** The marketplace pays back what a shipment costs the brand; a carrier's price is paid by the brand. */
export const chargeTypeOf = (carrierCode: string): ShippingCharge['type'] =>
  carrierCode === MARKETPLACE ? 'refund' : 'fee'
