import { Type } from 'typebox'
import { job } from '../../platform/jobs.ts'
import { blockExpired } from './warehouse/lots.ts'

const MINUTE_MS = 60_000

/** Nobody gets what has expired meanwhile: reading and reserving look at the clock. */
export const blockExpiredLotsJob = job('block-expired-lots', {
  payload: Type.Object({}),
  everyMs: 60 * MINUTE_MS,
  async run(platform) {
    while (await blockExpired(platform));
  },
})
