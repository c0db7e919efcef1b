import { Type } from 'typebox'
import { job } from '../../../platform/jobs.ts'
import { deleteOldCalls } from './calls.ts'

export const purgeApplicationCallsJob = job('purge-application-calls', {
  payload: Type.Object({}),
  everyMs: 86_400_000,
  run: (platform) => deleteOldCalls(platform),
})
