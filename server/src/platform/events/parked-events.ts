/**
 * Retried and parked events, for operators. The relay does not change parked events, so they can be changed without its
 * lock. An event that is retried keeps its position: it is relayed before all later ones that wait.
 */
import { type Fragment, limitTo, type Queryable } from '../database.ts'
import type { Walk } from '../queries/keyset.ts'
import type { PlatformOutboxRow } from '../rows.ts'
import { wakeRelay } from './outbox.ts'

export const EVENT_STATES = ['parked', 'retrying'] as const
type EventState = (typeof EVENT_STATES)[number]

export type TroubledEvent = Pick<
  PlatformOutboxRow,
  | 'id'
  | 'type'
  | 'brand_id'
  | 'subject_id'
  | 'attempts'
  | 'last_error'
  | 'occurred_at'
  | 'retry_at'
  | 'parked_at'
  | 'request_id'
> & { state: EventState | 'waiting' }

export interface EventFilter {
  state?: EventState | undefined
  type?: string | undefined
  ids?: readonly string[] | undefined
  /** Only events that were parked before this time of the clock. */
  before?: Date | undefined
}

const inState = (db: Queryable, state: EventState): Fragment =>
  ({
    parked: db`parked_at is not null`,
    retrying: db`parked_at is null and attempts > 0`,
  })[state]

const columns = (db: Queryable) => db`
  id, type, brand_id, subject_id, attempts, last_error, occurred_at, retry_at, parked_at, request_id,
  case when parked_at is not null then 'parked' when attempts > 0 then 'retrying' else 'waiting' end as state`

const matching = (db: Queryable, { state, type, ids, before }: EventFilter) => db`
  true
  ${state ? db`and ${inState(db, state)}` : db``}
  ${type === undefined ? db`` : db`and type = ${type}`}
  ${ids ? db`and id = any(${ids as string[]}::uuid[])` : db``}
  ${before ? db`and parked_at < ${before}` : db``}`

/** One page, newest first. Parked ones use outbox_parked_idx. */
export async function listEvents(
  db: Queryable,
  filter: EventFilter,
  { cursor, backwards, limit }: Walk,
): Promise<TroubledEvent[]> {
  const position = (id: string) => db`(select position from platform.outbox where id = ${id} limit 1)`
  return await db<TroubledEvent[]>`
    select ${columns(db)}
    from platform.outbox
    where ${matching(db, filter)}
      ${cursor === undefined ? db`` : db`and position ${backwards ? db`>` : db`<`} ${position(cursor)}`}
    order by ${backwards ? db`position` : db`position desc`}
    ${limitTo(db, limit)}`
}

/** Parked ones use outbox_parked_id_idx; the others are read in the order in which they wait. */
export async function findEvent(db: Queryable, id: string): Promise<TroubledEvent | undefined> {
  const [parked] = await db<TroubledEvent[]>`
    select ${columns(db)} from platform.outbox where id = ${id} and parked_at is not null`
  if (parked) return parked
  const [waiting] = await db<TroubledEvent[]>`select ${columns(db)} from platform.outbox where id = ${id}`
  return waiting
}

/** Locks at most `limit` parked events, in the order of their positions. */
export async function lockParkedEvents(
  tx: Queryable,
  filter: Omit<EventFilter, 'state'>,
  limit: number,
): Promise<TroubledEvent[]> {
  return await tx<TroubledEvent[]>`
    select ${columns(tx)}
    from platform.outbox
    where ${matching(tx, { ...filter, state: 'parked' })}
    order by position
    ${limitTo(tx, limit)}
    for update`
}

export async function countParkedEvents(db: Queryable, filter: Omit<EventFilter, 'state'>): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from platform.outbox where ${matching(db, { ...filter, state: 'parked' })}`
  return row?.count ?? 0
}

/**
 * Returns those of the events that have to wait because an earlier event of the same subject stays parked. Consumers
 * see the events of a subject in order, so somebody has to decide on the earlier one first.
 */
export async function behindOthers(
  tx: Queryable,
  ids: readonly string[],
): Promise<{ id: string; earlier: string }[]> {
  return await tx<{ id: string; earlier: string }[]>`
    select distinct on (later.id) later.id, earlier.id as earlier
    from platform.outbox as later
    join platform.outbox as earlier
      on earlier.parked_at is not null and earlier.subject_id = later.subject_id
      and earlier.position < later.position and earlier.id <> all(${ids as string[]}::uuid[])
    where later.parked_at is not null and later.id = any(${ids as string[]}::uuid[])
    order by later.id, earlier.position`
}

/** Makes the events due at once, with all attempts; returns how many were changed. */
export async function unparkEvents(tx: Queryable, ids: readonly string[]): Promise<number> {
  const changed = await tx`
    update platform.outbox
    set parked_at = null, retry_at = null, attempts = 0
    where id = any(${ids as string[]}::uuid[]) and parked_at is not null
    returning 1`
  await wakeRelay(tx)
  return changed.length
}

export async function deleteParkedEvents(tx: Queryable, ids: readonly string[]): Promise<number> {
  const deleted = await tx`
    delete from platform.outbox where id = any(${ids as string[]}::uuid[]) and parked_at is not null returning 1`
  return deleted.length
}

/** For pages that poll. `since` and `until` are times of the clock. */
export async function parkedEvents(db: Queryable): Promise<{
  count: number
  newest: string | null
  type: string | null
  since: Date | null
  until: Date | null
}> {
  const [row] = await db<
    { count: number; newest: string | null; type: string | null; since: Date | null; until: Date | null }[]
  >`
    select count(*) as count, (array_agg(id order by position desc))[1] as newest,
      (array_agg(type order by position desc))[1] as type, min(parked_at) as since, max(parked_at) as until
    from platform.outbox
    where parked_at is not null`
  return row ?? { count: 0, newest: null, type: null, since: null, until: null }
}
