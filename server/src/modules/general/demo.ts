/** Currency rates of the demo data. */
import type { DemoRun } from '../../module.ts'
import type { Queryable } from '../../platform/database.ts'
import { demoId } from '../../platform/demo-id.ts'
import { saveRates } from './queries.ts'
import type { Rate } from './rates-feed.ts'

/** Invented but realistic rates, the same in every sandbox. */
const EURO_IN: Record<string, number> = {
  CHF: 0.94,
  CZK: 25.1,
  DKK: 7.46,
  GBP: 0.8605,
  NOK: 11.6,
  PLN: 4.28,
  SEK: 11.2,
  USD: 1.085,
}
const DAY = '2026-01-05'

export async function seedGeneralDemo(db: Queryable, { endingTime }: DemoRun): Promise<void> {
  const day = endingTime.on(DAY)
  const rates: Rate[] = Object.entries(EURO_IN).flatMap(([currency, rate]) => [
    { fromCurrency: 'EUR', toCurrency: currency, rate, day },
    { fromCurrency: currency, toCurrency: 'EUR', rate: Number((1 / rate).toFixed(6)), day },
  ])
  let count = 0
  await saveRates(db, () => demoId(`currency-rate/${count++}`), rates)
}
