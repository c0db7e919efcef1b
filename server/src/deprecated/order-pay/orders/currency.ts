/** Conversion of amounts between currencies, and formatting of amounts. */
import { proportion } from '../../../modules/ordering/money/amounts.ts'

export interface Currency {
  code: string
  /** Units of this currency per euro. */
  rate: number
}

/** Rounds once, to whole minor units, half away from zero, as all amounts are rounded. */
export function convert(amountMinor: number, from: Currency, to: Currency): number {
  if (from.code === to.code) return amountMinor
  return proportion(amountMinor, {
    by: [to.rate, 10 ** digitsOf(to.code)],
    per: [from.rate, 10 ** digitsOf(from.code)],
  })
}

/** Formats with `Intl` in English. The amount is passed as a string, so that large amounts are formatted exactly. */
export function formatAmount(amountMinor: number, currency: string): string {
  return formatOf(currency).format(`${amountMinor}E-${digitsOf(currency)}` as Intl.StringNumericLiteral)
}

const digitsOf = (currency: string) => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

/** Creating a formatter is slower than formatting, and there are few currencies: formatters are cached. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('en', { style: 'currency', currency })
  formats.set(currency, made)
  return made
}
