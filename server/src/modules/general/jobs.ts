import { Type } from 'typebox'
import { job } from '../../platform/jobs/jobs.ts'
import { refreshRates } from './currency-rates.ts'

/** The feed changes once each working day; polling four times a day picks up a late update soon. */
const SIX_HOURS_MS = 6 * 3_600_000

export const refreshRatesJob = job('refresh-currency-rates', {
  meaning: 'Reads the currency rates of the day.',
  payload: Type.Object({}),
  everyMs: SIX_HOURS_MS,
  run: (platform) => refreshRates(platform),
})
