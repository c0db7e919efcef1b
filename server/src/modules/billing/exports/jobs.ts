import { Type } from 'typebox'
import { MAX_RUNS } from '../../../platform/files/stored-files.ts'
import { job } from '../../../platform/jobs.ts'
import { produceExport, purgeExpiredExports } from './runs.ts'

export const produceExportJob = job('produce-billing-export', {
  payload: Type.Object({ brandId: Type.String(), exportId: Type.String() }),
  // After the last run, one more attempt records for the brand that all runs failed.
  maxAttempts: MAX_RUNS + 1,
  run: (platform, payload) => produceExport(platform, payload),
})

const ONE_DAY_MS = 24 * 3_600_000

export const purgeExportsJob = job('purge-billing-exports', {
  payload: Type.Object({}),
  everyMs: ONE_DAY_MS,
  run: (platform) => purgeExpiredExports(platform),
})
