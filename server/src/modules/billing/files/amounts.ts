/** Formats amounts as decimal text. Sums are computed in whole minor units before that, so they are exact. */

/** Cached by currency, because creating a number format is slow. */
const digits = new Map<string, number>()

/** The number of digits after the decimal point. Throws for an invalid currency code. */
export function fractionDigits(currency: string): number {
  const known = digits.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const found = format.resolvedOptions().maximumFractionDigits ?? 2
  digits.set(currency, found)
  return found
}

export function decimalText(minor: number, currency: string): string {
  const places = fractionDigits(currency)
  const size = String(Math.abs(minor)).padStart(places + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (places === 0) return sign + size
  return `${sign}${size.slice(0, -places)}.${size.slice(-places)}`
}
