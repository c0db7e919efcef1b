/** Amounts as the API sends them: in the smallest unit of their currency. */
import { LOCALE } from '../words/index.ts'

export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}

const digitsOf = (currency: string) =>
  new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount for a field, with a point. */
export const fromMinor = ({ amount, currency }: { amount: number; currency: string }): string => {
  const digits = digitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/**
 * What was typed into a field, with a point or a comma before the decimals. Undefined if it is no amount or has more decimals
 * than the currency: rounding would change a price, and 1.000 may mean a thousand.
 */
export function toMinor(text: string, currency: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  const digits = digitsOf(currency)
  if (whole === undefined || decimals.length > digits) return undefined
  return Number(whole + decimals.padEnd(digits, '0'))
}
