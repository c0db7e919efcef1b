/**
 * The simulated warehouse of the sandbox. Each move of a fulfillment order schedules the next one as a job; if the clock
 * jumps ahead, every step is recorded with the time at which it was due.
 */
import { createHash } from 'node:crypto'
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant, uuid } from '../../../domain/fields.ts'
import { END } from '../../../modules/ended/groups.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { Consumer } from '../../../platform/events/outbox.ts'
import { enqueue, job } from '../../../platform/jobs/jobs.ts'
import type { FulfillmentCommand, FulfillmentStatus } from './move-table.ts'
import { type Carriage, commandFulfillmentOrder } from './moves.ts'
import { findFulfillmentOrder } from './queries.ts'

const MINUTE_MS = 60_000

interface SimulatedStep {
  command: FulfillmentCommand
  afterMinutes: number
}

/** The next command in each status. From request to shipment takes about one working day. */
const SIMULATED_STEPS: Partial<Record<FulfillmentStatus, SimulatedStep>> = {
  internal: { command: 'request', afterMinutes: 0 },
  requested: { command: 'acknowledge', afterMinutes: 5 },
  created: { command: 'schedule', afterMinutes: 30 },
  scheduled: { command: 'release', afterMinutes: 120 },
  released: { command: 'ship', afterMinutes: 240 },
  cancellation_requested: { command: 'cancel', afterMinutes: 30 },
}

/** Derives the tracking number from the id, so that a retry returns the same number. */
export function simulatedCarriage(id: string): Carriage {
  const digits = String(createHash('sha256').update(id).digest().readBigUInt64BE() % 10n ** 12n)
  const trackingNumber = `TW${digits.padStart(12, '0')}`
  return {
    carrierName: 'tradewind',
    trackingNumber,
    trackingLink: `https://tracking.tradewind.test/${trackingNumber}`,
  }
}

export const workOnFulfillmentOrderJob = job('work-on-fulfillment-order', {
  meaning: 'Takes the next step of a fulfillment order in the simulated warehouse.',
  lost: 'The fulfillment order stays as it is until somebody reports its next step.',
  payload: Type.Object({ brandId: uuid(), id: uuid(), number: Type.Integer(), at: instant('') }),
  async run(platform, { brandId, id, number, at }) {
    const found = await findFulfillmentOrder(platform.db, brandId, id)
    // A later move has scheduled its own job.
    if (!found || found.update_count !== number) return
    const step = SIMULATED_STEPS[found.status]
    if (!step) return
    const work = { ...platform, clock: clockAt(new Date(at)) }
    try {
      await commandFulfillmentOrder(
        work,
        { brandId, id },
        { command: step.command, carriage: simulatedCarriage(id) },
      )
    } catch (error) {
      // A concurrent move has won; the simulation does not override it.
      if (!(error instanceof Problem)) throw error
    }
  },
})

/**
 * In production only `request` is scheduled; the warehouse reports the other steps through the operator API. `request` is
 * scheduled after the end date too, because the operator can only complete fulfillment orders that the warehouse knows. The
 * other steps of the simulation stop at the end date.
 */
export const scheduleWork: Consumer = async (tx, { clock, config }, events) => {
  for (const { brandId, subjectId: id, payload, occurredAt } of events) {
    const { status, number } = payload as { status: FulfillmentStatus; number: number }
    const step = SIMULATED_STEPS[status]
    const isRequest = status === 'internal'
    if (!step || brandId === null || (config.mode !== 'sandbox' && !isRequest)) continue
    const runAt = new Date(occurredAt.getTime() + step.afterMinutes * MINUTE_MS)
    if (runAt >= END && !isRequest) continue
    const payloads = [{ brandId, id, number, at: runAt.toISOString() }]
    await enqueue({ db: tx, clock }, workOnFulfillmentOrderJob, payloads, { runAt })
  }
}
