/**
 * The warehouse of the sandbox: each move of a replenishment schedules the next one, always after the same time. A clock
 * that jumps far finds everything done that would have been done meanwhile, at its own moment.
 */
import { Type } from 'typebox'
import { instant, uuid } from '../../../domain/fields.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { enqueue, job } from '../../../platform/jobs.ts'
import type { Consumer } from '../../../platform/outbox.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { END } from '../../ending.ts'
import { cannotMove } from '../errors.ts'
import { changeItem } from '../warehouse/items.ts'
import type { Arrival } from '../warehouse/lots.ts'
import { changeReplenishment, lockOwn, readOwn } from './drafts.ts'
import {
  type AnnouncedItem,
  type LockedReplenishment,
  loadAnnounced,
  lockReplenishment,
  type ReplenishmentRow,
  STATUSES,
  type Status,
} from './queries.ts'
import { deliverReplenishment, type Received, receiveReplenishment } from './receiving.ts'
import { sendReplenishment } from './sending.ts'

const HOUR_MS = 3_600_000
/** When the warehouse does its part: a lorry takes two days, and boxes are opened in the same shift. */
const AFTER_MS: Partial<Record<Status, number>> = {
  confirmed: 0,
  sent: 48 * HOUR_MS,
  delivered: 4 * HOUR_MS,
}
/** Goods that expire are good for a year, as the sandbox unpacks them. */
const GOOD_FOR_MS = 365 * 24 * HOUR_MS

const status = Type.Enum([...STATUSES])

export const workOnReplenishmentJob = job('work-on-replenishment', {
  payload: Type.Object({ brandId: uuid(), id: uuid(), status, at: instant('') }),
  async run(platform, { brandId, id, status, at }) {
    await inTransaction({ ...platform, clock: clockAt(new Date(at)) }, async (work) => {
      const locked = await lockReplenishment(work.db, brandId, id)
      // Moved by somebody else meanwhile, or deleted.
      if (locked?.status === status) await step(work, locked)
    })
  },
})

/** In production the server only tells the warehouse of what is confirmed. From the end on nobody works. */
export const scheduleReplenishments: Consumer = async (tx, { clock, config }, events) => {
  for (const { brandId, subjectId: id, payload, occurredAt } of events) {
    const { status } = payload as { status: Status }
    const afterMs = AFTER_MS[status]
    if (brandId === null || afterMs === undefined) continue
    if (config.mode !== 'sandbox' && status !== 'confirmed') continue
    const runAt = new Date(occurredAt.getTime() + afterMs)
    if (runAt >= END) continue
    const payloads = [{ brandId, id, status, at: runAt.toISOString() }]
    await enqueue({ db: tx, clock }, workOnReplenishmentJob, payloads, { runAt })
  }
}

/** Everybody's part, in turn, until it is where it should be. */
export async function advanceReplenishment(
  work: Work,
  brandId: BrandId,
  id: string,
  to: Status,
): Promise<ReplenishmentRow> {
  return await inTransaction(work, async (work) => {
    for (let locked = await lockOwn(work.db, brandId, id); locked.status !== to; ) {
      if (STATUSES.indexOf(locked.status) > STATUSES.indexOf(to)) throw cannotMove(locked, to)
      await step(work, locked)
      locked = await lockOwn(work.db, brandId, id)
    }
    return await readOwn(work.db, brandId, id)
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

/** Everything is there, and as the brand wanted it. */
async function unpack(work: Work, locked: LockedReplenishment): Promise<void> {
  const announced = await loadAnnounced(work.db, locked)
  const expiresAt = midnight(work.clock.now().getTime() + GOOD_FOR_MS)
  const items = announced.flatMap((item) => receivedAs(item, expiresAt))
  await receiveReplenishment(work, locked.brand_id, locked.id, { items, isLast: true })
}

const SHELVES: ReadonlySet<string> = new Set<Arrival['status']>([
  'available',
  'blocked',
  'qualityControl',
  'damaged',
])

function receivedAs(
  { item_id, quantity, received, status, expiry_tracked }: AnnouncedItem,
  expiresAt: Date,
): Received[] {
  if (received >= quantity) return []
  return [
    {
      fulfillmentItemId: item_id,
      quantity: quantity - received,
      status: SHELVES.has(status) ? (status as Arrival['status']) : 'available',
      ...(expiry_tracked && { expiresAt }),
    },
  ]
}

const midnight = (ms: number) => new Date(Math.floor(ms / (24 * HOUR_MS)) * 24 * HOUR_MS)

/** How long the warehouse takes to look at what was declared. */
const SYNCED_AFTER_MS = HOUR_MS

export const syncItemJob = job('sync-fulfillment-item', {
  payload: Type.Object({ id: uuid() }),
  async run(platform, { id }) {
    await changeItem(platform, id, { status: 'synced' })
  },
})

export const scheduleItems: Consumer = async (tx, { clock, config }, events) => {
  if (config.mode !== 'sandbox') return
  for (const { subjectId: id, occurredAt } of events) {
    const runAt = new Date(occurredAt.getTime() + SYNCED_AFTER_MS)
    await enqueue({ db: tx, clock }, syncItemJob, [{ id }], { runAt })
  }
}
