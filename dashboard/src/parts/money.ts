/** Amounts as the API sends them: in the smallest unit of their currency. */
import { LOCALE } from '../words/index.ts'

export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}
