import { Type } from 'typebox'
import { MAX_RUNS } from '../../../platform/files/stored-files.ts'
import { job } from '../../../platform/jobs.ts'
import { produceReport, purgeExpiredReports } from './runs.ts'

export const produceReportJob = job('produce-error-report', {
  payload: Type.Object({ brandId: Type.String(), reportId: Type.String() }),
  // The additional attempt only records that all runs failed.
  maxAttempts: MAX_RUNS + 1,
  run: (platform, payload) => produceReport(platform, payload),
})

const ONE_DAY_MS = 24 * 3_600_000

export const purgeReportsJob = job('purge-error-reports', {
  payload: Type.Object({}),
  everyMs: ONE_DAY_MS,
  run: (platform) => purgeExpiredReports(platform),
})
