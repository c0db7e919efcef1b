/** From which amount of an order a brand ships for nothing, and what the retailer pays below it. Amounts are minor units. */

export const CORRIDORS = ['domestic', 'eu8', 'international'] as const
export type Corridor = (typeof CORRIDORS)[number]

/** Neighbours without customs between them, to which the same carriers go at similar prices. */
const EU8: ReadonlySet<string> = new Set(['AT', 'BE', 'DE', 'ES', 'FR', 'IT', 'LU', 'NL'])

/** By the countries from which and to which goods travel. */
export function corridorOf({ from, to }: { from: string; to: string }): Corridor {
  if (from === to) return 'domestic'
  return EU8.has(from) && EU8.has(to) ? 'eu8' : 'international'
}

export interface Terms {
  amountMinor: number
  feeMinor: number
}

/** What holds until a brand says otherwise: every order is free of a fee. */
export const UNSET: Terms = { amountMinor: 0, feeMinor: 0 }

/** What the retailer pays for the shipment of an order with this total without VAT. */
export function flatFee({ amountMinor, feeMinor }: Terms, totalMinor: number): number {
  return totalMinor < amountMinor ? feeMinor : 0
}

/** Ten million in most currencies: more than any order, and still exact. */
export const MAX_AMOUNT_MINOR = 1_000_000_000

/**
 * What the choices are worth elsewhere, where a unit of money buys about a tenth or less of a euro. Round, and not by
 * the rate of the day, so that the choices stay what they are.
 */
const SCALE: Readonly<Record<string, number>> = { CZK: 25, DKK: 10, NOK: 10, PLN: 5, SEK: 10 }
const inCurrency = (euroMinor: number, currency: string) => euroMinor * (SCALE[currency] ?? 1)

/** A fee covers a parcel; one that is larger would be a price of its own. */
export const maxFee = (currency: string): number => inCurrency(2500, currency)

/** The first choice is a deal that is better for retailers than what is usual. */
const AMOUNTS = { choices: [10_000, 20_000, 30_000, 40_000, 50_000], usual: 30_000 }
const FEES = { choices: [500, 1000, 1500, 2000, 2500], usual: 1500 }

export interface Option {
  amount: number
  currency: string
  isSpecialDeal: boolean
  isDefault: boolean
}

export const amountOptions = (currency: string): Option[] => optionsOf(AMOUNTS, currency)
export const feeOptions = (currency: string): Option[] => optionsOf(FEES, currency)

const optionsOf = ({ choices, usual }: typeof AMOUNTS, currency: string): Option[] =>
  choices.map((choice, i) => ({
    amount: inCurrency(choice, currency),
    currency,
    isSpecialDeal: i === 0,
    isDefault: choice === usual,
  }))
