/** Simulated carrier of the sandbox: shipped external orders arrive after a fixed transit time. */
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant, uuid } from '../../domain/fields.ts'
import { END } from '../../modules/ended/groups.ts'
import { clockAt } from '../../platform/clock.ts'
import type { Consumer } from '../../platform/events/outbox.ts'
import { enqueue, job } from '../../platform/jobs/jobs.ts'
import { recordArrival } from './moves.ts'

const TRANSIT_MS = 48 * 3_600_000

export const deliverExternalOrderJob = job('deliver-external-order', {
  meaning: 'Records that an external order has arrived.',
  lost: 'The order stays on its way until somebody reports its arrival.',
  payload: Type.Object({ brandId: uuid(), id: uuid(), at: instant('') }),
  async run(platform, { at, ...key }) {
    try {
      await recordArrival({ ...platform, clock: clockAt(new Date(at)) }, key)
    } catch (error) {
      // The order has already arrived.
      if (!(error instanceof Problem)) throw error
    }
  },
})

/**
 * Schedules nothing after the end of the group, whose events are no longer published, nor in production, where the operator
 * reports arrivals.
 */
export const scheduleArrival: Consumer = async (tx, { clock, config }, events) => {
  if (config.mode !== 'sandbox') return
  for (const { brandId, subjectId: id, occurredAt } of events) {
    const runAt = new Date(occurredAt.getTime() + TRANSIT_MS)
    if (brandId === null || runAt >= END) continue
    const payloads = [{ brandId, id, at: runAt.toISOString() }]
    await enqueue({ db: tx, clock }, deliverExternalOrderJob, payloads, { runAt })
  }
}
