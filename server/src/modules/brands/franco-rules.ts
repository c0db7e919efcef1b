/** The rules of free shipping: corridors, the flat fee below the threshold, and the suggested values. Amounts are minor units. */

export const CORRIDORS = ['domestic', 'eu8', 'international'] as const
export type Corridor = (typeof CORRIDORS)[number]

/** Countries of one customs union, which the same carriers serve at similar prices. */
const EU8: ReadonlySet<string> = new Set(['AT', 'BE', 'DE', 'ES', 'FR', 'IT', 'LU', 'NL'])

export function corridorOf({ from, to }: { from: string; to: string }): Corridor {
  if (from === to) return 'domestic'
  return EU8.has(from) && EU8.has(to) ? 'eu8' : 'international'
}

/** Orders below `amountMinor` are charged `feeMinor`. */
export interface FrancoTerms {
  amountMinor: number
  feeMinor: number
}

/** Apply until a brand sets its own terms: no order is charged a fee. */
export const DEFAULT_TERMS: FrancoTerms = { amountMinor: 0, feeMinor: 0 }

/** What the retailer pays for the shipment of an order. `totalMinor` is without VAT. */
export function flatFee({ amountMinor, feeMinor }: FrancoTerms, totalMinor: number): number {
  return totalMinor < amountMinor ? feeMinor : 0
}

/** Ten million in most currencies: larger than any order, and still exact as a double. */
export const MAX_AMOUNT_MINOR = 1_000_000_000

/**
 * Converts the suggested euro amounts to currencies with a much smaller unit. The factors are round and fixed, so that the
 * suggestions do not change with the exchange rate.
 */
const SCALE: Readonly<Record<string, number>> = { CZK: 25, DKK: 10, NOK: 10, PLN: 5, SEK: 10 }
const inCurrency = (euroMinor: number, currency: string) => euroMinor * (SCALE[currency] ?? 1)

/** The fee covers the cost of a parcel and must not become a second price. */
export const maxFee = (currency: string): number => inCurrency(2500, currency)

/** Minor units of euros. The first choice is flagged as a special deal for retailers. */
const AMOUNTS = { choices: [10_000, 20_000, 30_000, 40_000, 50_000], usual: 30_000 }
const FEES = { choices: [500, 1000, 1500, 2000, 2500], usual: 1500 }

export interface FrancoOption {
  amount: number
  currency: string
  isSpecialDeal: boolean
  isDefault: boolean
}

export const amountOptions = (currency: string): FrancoOption[] => optionsOf(AMOUNTS, currency)
export const feeOptions = (currency: string): FrancoOption[] => optionsOf(FEES, currency)

const optionsOf = ({ choices, usual }: typeof AMOUNTS, currency: string): FrancoOption[] =>
  choices.map((choice, i) => ({
    amount: inCurrency(choice, currency),
    currency,
    isSpecialDeal: i === 0,
    isDefault: choice === usual,
  }))
