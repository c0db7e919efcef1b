/** A carrier that works by the clock, for the sandbox: what was shipped arrives. */
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant, uuid } from '../../domain/fields.ts'
import { clockAt } from '../../platform/clock.ts'
import { enqueue, job } from '../../platform/jobs.ts'
import type { Consumer } from '../../platform/outbox.ts'
import { END } from '../ending.ts'
import { noteArrival } from './moves.ts'

const TRANSIT_MS = 48 * 3_600_000

export const deliverExternalOrderJob = job('deliver-external-order', {
  payload: Type.Object({ brandId: uuid(), id: uuid(), at: instant('') }),
  async run(platform, { at, ...place }) {
    try {
      await noteArrival({ ...platform, clock: clockAt(new Date(at)) }, place)
    } catch (error) {
      // It arrived already.
      if (!(error instanceof Problem)) throw error
    }
  },
})

/** From the end on nobody is told of it any more, and in production the operator tells. */
export const scheduleArrival: Consumer = async (tx, { clock, config }, events) => {
  if (config.mode !== 'sandbox') return
  for (const { brandId, subjectId: id, occurredAt } of events) {
    const runAt = new Date(occurredAt.getTime() + TRANSIT_MS)
    if (brandId === null || runAt >= END) continue
    const payloads = [{ brandId, id, at: runAt.toISOString() }]
    await enqueue({ db: tx, clock }, deliverExternalOrderJob, payloads, { runAt })
  }
}
