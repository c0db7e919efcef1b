import { purgeJob, renderJob } from '../../../platform/files/file-jobs.ts'
import { exportFiles } from './queries.ts'
import { produceExport } from './runs.ts'

export const produceExportJob = renderJob('produce-billing-export', 'exportId', produceExport)
export const purgeExportsJob = purgeJob('purge-billing-exports', exportFiles)
