import { purgeJob, renderJob } from '../../../platform/files/file-jobs.ts'
import { exportFiles } from './queries.ts'
import { produceExport } from './runs.ts'

export const produceExportJob = renderJob(
  'produce-billing-export',
  {
    id: 'exportId',
    meaning: 'Writes the files of a billing export.',
    lost: 'The export is never finished; the brand has to ask for another one.',
  },
  produceExport,
)
export const purgeExportsJob = purgeJob(
  'purge-billing-exports',
  'Deletes the files of expired billing exports.',
  exportFiles,
)
