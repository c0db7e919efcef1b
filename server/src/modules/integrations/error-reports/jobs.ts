import { purgeJob, renderJob } from '../../../platform/files/file-jobs.ts'
import { reportFiles } from './queries.ts'
import { produceReport } from './runs.ts'

export const produceReportJob = renderJob(
  'produce-error-report',
  {
    id: 'reportId',
    meaning: 'Writes the error report of a catalog operation.',
    lost: 'The report is never finished; the brand has to ask for another one.',
  },
  produceReport,
)
export const purgeReportsJob = purgeJob(
  'purge-error-reports',
  'Deletes the files of expired error reports.',
  reportFiles,
)
