import { Type } from 'typebox'
import { job } from '../../platform/jobs/jobs.ts'
import { blockExpired } from './warehouse/lots.ts'

const MINUTE_MS = 60_000

/** Moves expired batches to `blocked`. The interval is uncritical: queries and reservations compare with the clock. */
export const blockExpiredLotsJob = job('block-expired-lots', {
  meaning: 'Blocks batches in the warehouse that have expired.',
  payload: Type.Object({}),
  everyMs: 60 * MINUTE_MS,
  async run(platform) {
    while (await blockExpired(platform));
  },
})
