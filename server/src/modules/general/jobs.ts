import { Type } from 'typebox'
import { job } from '../../platform/jobs.ts'
import { refreshRates } from './currency-rates.ts'

/** The feed changes once each working day; four looks a day see a late one soon. */
const SIX_HOURS_MS = 6 * 3_600_000

export const refreshRatesJob = job('refresh-currency-rates', {
  payload: Type.Object({}),
  everyMs: SIX_HOURS_MS,
  run: (platform) => refreshRates(platform),
})
