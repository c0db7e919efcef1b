/**
 * A warehouse that works by the clock, for the sandbox. Each move of a fulfillment order schedules the next one; a clock
 * that jumps far finds everything done that would have been done meanwhile, at its own moment.
 */
import { createHash } from 'node:crypto'
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant, uuid } from '../../../domain/fields.ts'
import { clockAt } from '../../../platform/clock.ts'
import { enqueue, job } from '../../../platform/jobs.ts'
import type { Consumer } from '../../../platform/outbox.ts'
import { END } from '../../ending.ts'
import type { FulfillmentCommand, FulfillmentStatus } from './move-table.ts'
import { type Carriage, commandFulfillmentOrder } from './moves.ts'
import { findFulfillmentOrder } from './queries.ts'

const MINUTE_MS = 60_000

interface Habit {
  command: FulfillmentCommand
  afterMinutes: number
}

/** About a working day from the request to the parcel. */
const HABITS: Partial<Record<FulfillmentStatus, Habit>> = {
  internal: { command: 'request', afterMinutes: 0 },
  requested: { command: 'acknowledge', afterMinutes: 5 },
  created: { command: 'schedule', afterMinutes: 30 },
  scheduled: { command: 'release', afterMinutes: 120 },
  released: { command: 'ship', afterMinutes: 240 },
  cancellation_requested: { command: 'cancel', afterMinutes: 30 },
}

/** Numbers that follow from the id, so that a second try gets the same ones. */
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
  payload: Type.Object({ brandId: uuid(), id: uuid(), number: Type.Integer(), at: instant('') }),
  async run(platform, { brandId, id, number, at }) {
    const found = await findFulfillmentOrder(platform.db, brandId, id)
    // Something else happened to it since, and scheduled what follows from that.
    if (!found || found.update_count !== number) return
    const habit = HABITS[found.status]
    if (!habit) return
    const work = { ...platform, clock: clockAt(new Date(at)) }
    try {
      await commandFulfillmentOrder(
        work,
        { brandId, id },
        { command: habit.command, carriage: simulatedCarriage(id) },
      )
    } catch (error) {
      // What was decided otherwise since stays.
      if (!(error instanceof Problem)) throw error
    }
  },
})

/**
 * In production the server only asks the warehouse, which then tells what it does. It does so after the end too, for what was
 * accepted before: the operator can bring to an end only what the warehouse knows. Nobody works by the clock from then on.
 */
export const scheduleWork: Consumer = async (tx, { clock, config }, events) => {
  for (const { brandId, subjectId: id, payload, occurredAt } of events) {
    const { status, number } = payload as { status: FulfillmentStatus; number: number }
    const habit = HABITS[status]
    const isAsking = status === 'internal'
    if (!habit || brandId === null || (config.mode !== 'sandbox' && !isAsking)) continue
    const runAt = new Date(occurredAt.getTime() + habit.afterMinutes * MINUTE_MS)
    if (runAt >= END && !isAsking) continue
    const payloads = [{ brandId, id, number, at: runAt.toISOString() }]
    await enqueue({ db: tx, clock }, workOnFulfillmentOrderJob, payloads, { runAt })
  }
}
