/** How the figures of sentences are written. */
import { formatMoney } from './parts/money.ts'
import { formatDateTime, formatDay } from './parts/time.ts'

export const FORMAT = {
  day: formatDay,
  moment: formatDateTime,
  money: (amount: number, currency: string) => formatMoney({ amount, currency }),
}
