/**
 * The timeline of an order: its history and the entries of other modules, merged by time. Each source returns its entries
 * beyond a position, so that a page reads at most a page of each source.
 */
import { type Fragment, limitTo, type Queryable } from '../../../platform/database.ts'
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { Status } from '../order/move-table.ts'
import type { BrandOrder } from '../order/order-row.ts'
import type { Place } from './places.ts'

export interface TimelineWalk {
  from: Place | undefined
  backwards: boolean
  limit: number
}

interface TimelineMove {
  command: string
  from: Status | null
  to: Status
  movedBy: string
  userId: string | null
  eventType: string | null
  details: object
}

interface TimelineDelivery {
  event: string
  state: string
  attemptsCount: number
  status: number | null
  durationMs: number | null
  subscriptionId: string
  url: string | null
}

interface TimelinePickup {
  pickupDate: string
  readyTime: string
  closeTime: string
  reference: string
}

export interface TimelineTracking {
  carrierCode: string
  parcelNumber: number | null
  status: string
  details: string | null
}

/** An entry has the member of its kind. */
export interface TimelineRow extends Place {
  kind: 'move' | 'delivery' | 'pickup' | 'tracking'
  occurred_at: Date
  application_id: string | null
  /** The support session that caused it; only moves have one. */
  support_session_id?: string | null
  /** The request that caused it. */
  request_id: string | null
  move?: TimelineMove
  delivery?: TimelineDelivery
  pickup?: TimelinePickup | null
  tracking?: TimelineTracking | null
}

export type TimelineSource = (
  db: Queryable,
  order: BrandOrder,
  walk: TimelineWalk,
) => Promise<readonly TimelineRow[]>

export const timelineSources = extensionPoint<TimelineSource>('ordering.timeline')

/** The last clauses of a source's query. `at` is when an entry happened. */
export const timelinePart = (db: Queryable, walk: TimelineWalk, at: Fragment, id: Fragment): Fragment => {
  const { from, backwards, limit } = walk
  const beyond = from
    ? db`and (${at}, ${id}) ${backwards ? db`>` : db`<`} (platform.from_micros(${from.micros}), ${from.id}::uuid)`
    : db``
  return db`${beyond} order by ${backwards ? db`${at}, ${id}` : db`${at} desc, ${id} desc`} ${limitTo(db, limit)}`
}

/** One page, newest first, or reversed if it is read backwards. */
export async function readTimeline(
  db: Queryable,
  order: BrandOrder,
  walk: TimelineWalk,
): Promise<TimelineRow[]> {
  return await mergeTimeline([movesOfOrder, ...timelineSources.extensions], db, order, walk)
}

/** The sources are read concurrently. */
export async function mergeTimeline<Row extends Place>(
  sources: readonly ((db: Queryable, order: BrandOrder, walk: TimelineWalk) => Promise<readonly Row[]>)[],
  db: Queryable,
  order: BrandOrder,
  walk: TimelineWalk,
): Promise<Row[]> {
  const parts = await Promise.all(sources.map((read) => read(db, order, walk)))
  const sorted = parts.flat().sort((one, other) => compare(other, one))
  return (walk.backwards ? sorted.reverse() : sorted).slice(0, walk.limit)
}

/** The database orders uuids as their texts. */
const compare = (one: Place, other: Place) => one.micros - other.micros || (one.id < other.id ? -1 : 1)

/** Reads the history of one order through moves_number_key; it is short. */
const movesOfOrder: TimelineSource = async (db, { brandId, orderId }, walk) =>
  await db<TimelineRow[]>`
    select id, 'move' as kind, created_at as occurred_at, platform.micros(created_at) as micros,
      case when moved_by = 'brand' then application_id end as application_id, support_session_id, request_id,
      json_build_object(
        'command', command, 'from', from_status, 'to', to_status, 'movedBy', moved_by,
        'userId', case when moved_by = 'brand' then user_id end, 'eventType', event_type, 'details', details
      ) as move
    from ordering.moves
    where brand_id = ${brandId} and order_id = ${orderId} ${timelinePart(db, walk, db`created_at`, db`id`)}`
