import { Type } from 'typebox'
import { job } from '../../../platform/jobs/jobs.ts'
import { deleteOldCalls } from './calls.ts'

export const purgeApplicationCallsJob = job('purge-application-calls', {
  meaning: 'Deletes old counts of the calls of applications.',
  payload: Type.Object({}),
  everyMs: 86_400_000,
  run: (platform) => deleteOldCalls(platform),
})
