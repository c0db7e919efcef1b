/** The operator's actions on parked events. */
import { unknown } from '../../domain/ownership.ts'
import {
  behindOthers,
  countParkedEvents,
  deleteParkedEvents,
  type EventFilter,
  findEvent,
  lockParkedEvents,
  type TroubledEvent,
  unparkEvents,
} from '../../platform/events/parked-events.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import { type Author, writeMarketplaceAudit } from '../identity/index.ts'
import { eventIsBehind, eventIsNotParked } from './errors.ts'
import { type Changed, changedDetail, MAX_CHANGED } from './queued-jobs.ts'

/** Lets the relay retry a parked event. An event that is not parked is not changed. */
export async function retryEvent(work: Work, by: Author, id: string): Promise<TroubledEvent> {
  return await inTransaction(work, async (work) => {
    const { db: tx } = work
    const [event] = await lockParkedEvents(tx, { ids: [id] }, 1)
    if (!event) return await readEvent(tx, id)
    const [behind] = await behindOthers(tx, [id])
    if (behind) throw eventIsBehind(id, behind.earlier)
    await unparkEvents(tx, [id])
    await writeMarketplaceAudit(work, by, 'retry-events', detailOf([event]))
    return await readEvent(tx, id)
  })
}

export async function discardEvent(work: Work, by: Author, id: string, reason: string): Promise<void> {
  await inTransaction(work, async (work) => {
    const { db: tx } = work
    const [event] = await lockParkedEvents(tx, { ids: [id] }, 1)
    if (!event) {
      await readEvent(tx, id)
      throw eventIsNotParked(id)
    }
    await deleteParkedEvents(tx, [id])
    await writeMarketplaceAudit(work, by, 'discard-events', detailOf([event], reason))
  })
}

export async function readEvent(db: Work['db'], id: string): Promise<TroubledEvent> {
  const event = await findEvent(db, id)
  if (!event) throw unknown('event', id)
  return event
}

export type ParkedEvents = Omit<EventFilter, 'state'>

/** Skips events behind an earlier event of the same subject that stays parked. */
export async function retryEvents(work: Work, by: Author, which: ParkedEvents): Promise<Changed> {
  return await inTransaction(work, async (work) => {
    const { db: tx } = work
    const events = await lockParkedEvents(tx, which, MAX_CHANGED)
    const behind = new Set((await behindOthers(tx, idsOf(events))).map(({ id }) => id))
    const free = events.filter(({ id }) => !behind.has(id))
    const changed = free.length === 0 ? 0 : await unparkEvents(tx, idsOf(free))
    if (changed > 0) await writeMarketplaceAudit(work, by, 'retry-events', detailOf(free))
    const skipped = events.length - free.length
    return { changed, skipped, remaining: (await countParkedEvents(tx, which)) - skipped }
  })
}

export async function discardEvents(
  work: Work,
  by: Author,
  which: ParkedEvents,
  reason: string,
): Promise<Changed> {
  return await inTransaction(work, async (work) => {
    const { db: tx } = work
    const events = await lockParkedEvents(tx, which, MAX_CHANGED)
    const changed = events.length === 0 ? 0 : await deleteParkedEvents(tx, idsOf(events))
    if (changed > 0) await writeMarketplaceAudit(work, by, 'discard-events', detailOf(events, reason))
    return { changed, skipped: 0, remaining: await countParkedEvents(tx, which) }
  })
}

const idsOf = (events: readonly TroubledEvent[]) => events.map(({ id }) => id)

const detailOf = (events: readonly TroubledEvent[], reason?: string) =>
  changedDetail(events, ({ type }) => type, reason)
