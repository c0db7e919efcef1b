import { Type } from 'typebox'
import { job } from '../../../platform/jobs.ts'
import { MAX_RUNS, produceExport, purgeExpiredExports } from './runs.ts'

export const produceExportJob = job('produce-billing-export', {
  payload: Type.Object({ brandId: Type.String(), exportId: Type.String() }),
  // The last one tells the brand that all others failed.
  maxAttempts: MAX_RUNS + 1,
  run: (platform, payload) => produceExport(platform, payload),
})

const ONE_DAY_MS = 24 * 3_600_000

export const purgeExportsJob = job('purge-billing-exports', {
  payload: Type.Object({}),
  everyMs: ONE_DAY_MS,
  run: (platform) => purgeExpiredExports(platform),
})
