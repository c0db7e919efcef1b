/** Which flow the confirmation of a quote starts. Sources of the API contradict each other, so the rules are data in one place. */
import type { Config } from '../../../config.ts'
import type { ShippingCharge } from '../../ordering/index.ts'
import { MARKETPLACE, OWN_CARRIER } from '../carrier-list.ts'

/** `labels`: the marketplace creates labels in a background job. `own`: the brand ships itself, and the order is `shipped` immediately. */
export type Flow = 'labels' | 'own'

/** By the setting that decides whose quotes lead to labels: the flow of each kind of quote. */
const FLOWS: Record<Config['labelQuotes'], Record<QuoteKind, Flow>> = {
  marketplace: { marketplace: 'labels', carrier: 'own', custom: 'own' },
  carriers: { marketplace: 'own', carrier: 'labels', custom: 'own' },
}

type QuoteKind = typeof MARKETPLACE | typeof OWN_CARRIER | 'carrier'

const kindOf = (carrierCode: string): QuoteKind =>
  carrierCode === MARKETPLACE || carrierCode === OWN_CARRIER ? carrierCode : 'carrier'

/** A confirmation with tracking details means that the brand has already handed over the parcels. */
export function flowOf(
  { labelQuotes }: Pick<Config, 'labelQuotes'>,
  carrierCode: string,
  hasTracking: boolean,
): Flow {
  if (hasTracking) return 'own'
  return FLOWS[labelQuotes][kindOf(carrierCode)]
}

/** The marketplace refunds the brand's shipping cost for its own quotes; the price of a carrier is charged to the brand. */
export const chargeTypeOf = (carrierCode: string): ShippingCharge['type'] =>
  carrierCode === MARKETPLACE ? 'refund' : 'fee'
