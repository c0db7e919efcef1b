import { Type } from 'typebox'
import { job } from '../../platform/jobs/jobs.ts'
import { reconcileStock } from './ledger/reconciler.ts'

/** The check reads the whole ledger, so it does not run more often than necessary. */
const ONE_DAY_MS = 24 * 3_600_000

export const reconcileStockJob = job('reconcile-stock', {
  meaning: 'Compares the stock of all variants with the ledger.',
  payload: Type.Object({}),
  everyMs: ONE_DAY_MS,
  run: (platform) => reconcileStock(platform),
})
