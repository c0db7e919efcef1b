/** Which quote leads where. Sources of the API contradict each other, so the whole of it stands here, as data. */
import type { Config } from '../../../config.ts'
import type { ShippingCharge } from '../../ordering/index.ts'
import { MARKETPLACE } from '../carrier-list.ts'

/** `labels`: the marketplace makes them in the background. `own`: the brand ships by itself, and the order is shipped at once. */
export type Flow = 'labels' | 'own'

/** By the setting that says whose quotes lead to labels: what the marketplace's quote leads to, and a carrier's. */
const FLOWS: Record<Config['labelQuotes'], { marketplace: Flow; carrier: Flow }> = {
  marketplace: { marketplace: 'labels', carrier: 'own' },
  carriers: { marketplace: 'own', carrier: 'labels' },
}

/** Whoever tells how to track a shipment has it carried already. */
export function flowOf(
  { labelQuotes }: Pick<Config, 'labelQuotes'>,
  carrierCode: string,
  hasTracking: boolean,
): Flow {
  if (hasTracking) return 'own'
  return FLOWS[labelQuotes][carrierCode === MARKETPLACE ? 'marketplace' : 'carrier']
}

/** The marketplace pays back what a shipment costs the brand; a carrier's price is paid by the brand. */
export const chargeTypeOf = (carrierCode: string): ShippingCharge['type'] =>
  carrierCode === MARKETPLACE ? 'refund' : 'fee'
