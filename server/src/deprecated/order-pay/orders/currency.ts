/** Amounts from one currency to another, and as people read them. */
import { proportion } from '../../../modules/ordering/money/amounts.ts'

export interface Currency {
  code: string
  /** What a euro is in it. */
  rate: number
}

/** The same rounding as everywhere: once, to whole minor units, a half away from zero. */
export function convert(amountMinor: number, from: Currency, to: Currency): number {
  if (from.code === to.code) return amountMinor
  return proportion(amountMinor, {
    by: [to.rate, 10 ** digitsOf(to.code)],
    per: [from.rate, 10 ** digitsOf(from.code)],
  })
}

/** As `Intl` writes it in English. The number is handed over as text, so that large amounts keep their last digits. */
export function formatAmount(amountMinor: number, currency: string): string {
  return formatOf(currency).format(`${amountMinor}E-${digitsOf(currency)}` as Intl.StringNumericLiteral)
}

const digitsOf = (currency: string) => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

/** To make one takes longer than to format with it, and there are few currencies. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('en', { style: 'currency', currency })
  formats.set(currency, made)
  return made
}
