/** The events in the outbox that wait: how many, since when, and behind which others. */
import type { Database, Fragment, Queryable } from '../database.ts'

/**
 * The position of the first event of the same subject that is retried or parked. Uses outbox_troubled_idx once for each event:
 * for a join PostgreSQL would have to estimate how many are troubled, which changes at once when a consumer fails.
 */
const firstTroubled = (db: Queryable): Fragment => db`(
  select position
  from platform.outbox as troubled
  where troubled.subject_id = outbox.subject_id and (troubled.retry_at is not null or troubled.parked_at is not null)
  order by position
  limit 1
)`

/** Whether no earlier event of its subject is retried or parked. */
export const isFirstOfSubject = (db: Queryable): Fragment =>
  db`position <= coalesce(${firstTroubled(db)}, position)`

/** For metrics: the numbers of waiting and parked events. */
export async function outboxCounts(db: Database): Promise<{ waiting: number; parked: number }> {
  const [row] = await db<{ waiting: number; parked: number }[]>`
    select count(*) filter (where parked_at is null) as waiting, count(parked_at) as parked
    from platform.outbox`
  return row ?? { waiting: 0, parked: 0 }
}

/** When the oldest event that can be relayed happened, by the clock; null while there is none. */
export async function oldestWaitingEvent(db: Database): Promise<Date | null> {
  const [row] = await db<{ occurred_at: Date }[]>`
    select occurred_at
    from platform.outbox
    where parked_at is null and ${isFirstOfSubject(db)}
    order by position
    limit 1`
  return row?.occurred_at ?? null
}

/** An event that is retried or parked, with the number of later events of its subject. */
export interface BlockingEvent {
  id: string
  type: string
  waiting: number
}

/** Sorted by the number of events that wait, the largest number first. */
export async function blockingEvents(db: Database): Promise<BlockingEvent[]> {
  return await db<BlockingEvent[]>`
    with waiting as (
      select position, ${firstTroubled(db)} as behind from platform.outbox where parked_at is null
    ), blocking as (
      select behind, count(*) as waiting from waiting where behind < position group by behind
    )
    select id, type, waiting
    from blocking
    join platform.outbox on position = behind
    order by waiting desc, position`
}
