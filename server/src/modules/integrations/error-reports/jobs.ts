import { purgeJob, renderJob } from '../../../platform/files/file-jobs.ts'
import { reportFiles } from './queries.ts'
import { produceReport } from './runs.ts'

export const produceReportJob = renderJob('produce-error-report', 'reportId', produceReport)
export const purgeReportsJob = purgeJob('purge-error-reports', reportFiles)
