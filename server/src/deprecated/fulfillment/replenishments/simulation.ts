/**
 * The simulated warehouse of the sandbox. Each move of a replenishment schedules the next one as a job, after a fixed delay;
 * if the clock jumps ahead, every step is recorded with the time at which it was due.
 */
import { Type } from 'typebox'
import { instant, uuid } from '../../../domain/fields.ts'
import { END } from '../../../modules/ended/groups.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { Consumer } from '../../../platform/events/outbox.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { enqueue, job } from '../../../platform/jobs/jobs.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { replenishmentMoveNotAllowed } from '../errors.ts'
import { changeItem } from '../warehouse/items.ts'
import type { Arrival } from '../warehouse/lots.ts'
import { changeReplenishment, lockOwnReplenishment, readOwnReplenishment } from './drafts.ts'
import {
  type AnnouncedItem,
  type LockedReplenishment,
  loadAnnounced,
  lockReplenishment,
  REPLENISHMENT_STATUSES,
  type ReplenishmentRow,
  type ReplenishmentStatus,
} from './queries.ts'
import { deliverReplenishment, type ReceivedBatches, receiveReplenishment } from './receiving.ts'
import { sendReplenishment } from './sending.ts'

const HOUR_MS = 3_600_000
/** The delay before the next step in each status: two days of transport, four hours until receipt. */
const DELAYS_MS: Partial<Record<ReplenishmentStatus, number>> = {
  confirmed: 0,
  sent: 48 * HOUR_MS,
  delivered: 4 * HOUR_MS,
}
/** The shelf life of simulated batches whose expiry is tracked: one year. */
const SHELF_LIFE_MS = 365 * 24 * HOUR_MS

const status = Type.Enum([...REPLENISHMENT_STATUSES])

export const workOnReplenishmentJob = job('work-on-replenishment', {
  meaning: 'Takes the next step of a replenishment in the simulated warehouse.',
  lost: 'The replenishment stays as it is until somebody reports its next step.',
  payload: Type.Object({ brandId: uuid(), id: uuid(), status, at: instant('') }),
  async run(platform, { brandId, id, status, at }) {
    await inTransaction({ ...platform, clock: clockAt(new Date(at)) }, async (work) => {
      const locked = await lockReplenishment(work.db, brandId, id)
      // Otherwise the replenishment was moved or deleted since.
      if (locked?.status === status) await step(work, locked)
    })
  },
})

/** In production only sending is scheduled; the warehouse reports the other steps. Nothing is scheduled after the end date. */
export const scheduleReplenishments: Consumer = async (tx, { clock, config }, events) => {
  for (const { brandId, subjectId: id, payload, occurredAt } of events) {
    const { status } = payload as { status: ReplenishmentStatus }
    const delayMs = DELAYS_MS[status]
    if (brandId === null || delayMs === undefined) continue
    if (config.mode !== 'sandbox' && status !== 'confirmed') continue
    const runAt = new Date(occurredAt.getTime() + delayMs)
    if (runAt >= END) continue
    const payloads = [{ brandId, id, status, at: runAt.toISOString() }]
    await enqueue({ db: tx, clock }, workOnReplenishmentJob, payloads, { runAt })
  }
}

/** Applies the steps of the brand and the warehouse until the replenishment has the status. */
export async function advanceReplenishment(
  work: Work,
  brandId: BrandId,
  id: string,
  to: ReplenishmentStatus,
): Promise<ReplenishmentRow> {
  return await inTransaction(work, async (work) => {
    for (let locked = await lockOwnReplenishment(work.db, brandId, id); locked.status !== to; ) {
      if (REPLENISHMENT_STATUSES.indexOf(locked.status) > REPLENISHMENT_STATUSES.indexOf(to))
        throw replenishmentMoveNotAllowed(locked, to)
      await step(work, locked)
      locked = await lockOwnReplenishment(work.db, brandId, id)
    }
    return await readOwnReplenishment(work.db, brandId, id)
  })
}

async function step(work: Work, locked: LockedReplenishment): Promise<void> {
  const { brand_id: brandId, id } = locked
  if (locked.status === 'created') {
    await changeReplenishment(work, brandId, id, { status: 'confirmed' }, 'data')
  } else if (locked.status === 'confirmed') await sendReplenishment(work, brandId, id)
  else if (locked.status === 'sent') await deliverReplenishment(work, brandId, id)
  else await unpack(work, locked)
}

/** Receives all outstanding batches in the status that the brand requested. */
async function unpack(work: Work, locked: LockedReplenishment): Promise<void> {
  const announced = await loadAnnounced(work.db, locked)
  const expiresAt = midnight(work.clock.now().getTime() + SHELF_LIFE_MS)
  const items = announced.flatMap((item) => receivedAs(item, expiresAt))
  await receiveReplenishment(work, locked.brand_id, locked.id, { items, isLast: true })
}

const RECEIVABLE_STATUSES: ReadonlySet<string> = new Set<Arrival['status']>([
  'available',
  'blocked',
  'qualityControl',
  'damaged',
])

function receivedAs(
  { item_id, quantity, received, status, expiry_tracked }: AnnouncedItem,
  expiresAt: Date,
): ReceivedBatches[] {
  if (received >= quantity) return []
  return [
    {
      fulfillmentItemId: item_id,
      quantity: quantity - received,
      status: RECEIVABLE_STATUSES.has(status) ? (status as Arrival['status']) : 'available',
      ...(expiry_tracked && { expiresAt }),
    },
  ]
}

const midnight = (ms: number) => new Date(Math.floor(ms / (24 * HOUR_MS)) * 24 * HOUR_MS)

/** The delay until a declared item is synced. */
const SYNC_DELAY_MS = HOUR_MS

export const syncItemJob = job('sync-fulfillment-item', {
  meaning: 'Marks an item as known to the warehouse.',
  lost: 'The item stays unknown to the warehouse.',
  payload: Type.Object({ id: uuid() }),
  async run(platform, { id }) {
    await changeItem(platform, id, { status: 'synced' })
  },
})

export const scheduleItems: Consumer = async (tx, { clock, config }, events) => {
  if (config.mode !== 'sandbox') return
  for (const { subjectId: id, occurredAt } of events) {
    const runAt = new Date(occurredAt.getTime() + SYNC_DELAY_MS)
    await enqueue({ db: tx, clock }, syncItemJob, [{ id }], { runAt })
  }
}
