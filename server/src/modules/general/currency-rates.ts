import type { Platform } from '../../platform/index.ts'
import { saveRates } from './queries.ts'
import { fetchRates } from './rates-feed.ts'

/** Fetches the feed and stores its rates. Idempotent: the rates of a stored day are overwritten. */
export async function refreshRates({ config, db, ids, log }: Platform): Promise<void> {
  if (!config.ratesFeedUrl) return
  const rates = await fetchRates(config.ratesFeedUrl)
  await saveRates(db, ids.next, rates)
  log.info({ rates: rates.length }, 'currency rates refreshed')
}
