/** Amounts as people type them, in the main unit of the currency. */
import { LOCALE } from '../../words/index.ts'

const digitsOf = (currency: string) =>
  new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

export const amountText = (minor: number, currency: string): string => {
  const digits = digitsOf(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

/** In the smallest unit; undefined if it is no amount, or has more decimals than the currency. */
export function parseAmount(text: string, currency: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,7})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  const digits = digitsOf(currency)
  if (whole === undefined || decimals.length > digits) return undefined
  return Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, '0') || 0)
}

export function parseQuantity(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : undefined
}
