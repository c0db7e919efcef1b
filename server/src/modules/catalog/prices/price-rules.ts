/** Prices without a database. Amounts are whole minor units, and a half is rounded up. */
export interface RetailerPriceRow {
  id: string
  currency: string
  original_minor: number
  price_minor: number
  rate_percent: number
}

/** The price after the highest of the discounts that apply: they do not add up. */
export function applyHighestDiscount(
  originalMinor: number,
  ratesPercent: readonly number[],
): { rate_percent: number; price_minor: number } {
  const rate_percent = Math.max(0, ...ratesPercent)
  return { rate_percent, price_minor: discounted(originalMinor, rate_percent) }
}

/** Whole numbers all the way: a fraction such as 0.07 has no exact binary form. */
export function discounted(originalMinor: number, ratePercent: number): number {
  return Math.floor((originalMinor * (100 - ratePercent) + 50) / 100)
}
