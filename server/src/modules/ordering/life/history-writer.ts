/** Appends to the history of an order: one statement changes the order and inserts the entry, with one event at most. */
import type { Doer } from '../../../domain/actor.ts'
import { type Database, onNodeOf, type Queryable, retried } from '../../../platform/database.ts'
import { type EventType, recordEvents, recording } from '../../../platform/events/outbox.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { OrderingMovesRow, OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import type { Party, Status } from '../order/move-table.ts'
import { type LockedOrder, type OrderRow, withSelectedIds, writtenColumns } from '../order/order-row.ts'

/** Who moves an order, and for which party. */
export interface Mover extends Doer {
  party: Party
}

export interface NewHistoryEntry {
  command: string
  from: Status | null
  to: Status
  by: Mover
  event?: EventType | undefined
  details?: object | undefined
}

/** A change of an order: its columns with their new values, and the entry that records the change. */
export interface RecordedChange {
  columns: Partial<OrderingOrdersRow>
  entry: NewHistoryEntry
}

type OrderKey = Pick<LockedOrder, 'brand_id' | 'id'>

/** The entry without its number, which follows from the order's `move_count`. */
type UnnumberedEntry = Omit<OrderingMovesRow, 'number'>

/** Writes a change of an order that the transaction has locked, and records its event. */
export async function writeHistory(
  work: Work,
  order: OrderKey,
  { columns, entry }: RecordedChange,
): Promise<OrderRow> {
  const row = historyRow(work, order, entry)
  const [[saved]] = await Promise.all([
    changeStatement(work.db, row, columns),
    recordMoveEvent(work, row, entry.event),
  ])
  invariant(saved, 'a locked order exists')
  return await withSelectedIds(work.db, saved)
}

/**
 * Writes a change without locking the order first: one round trip, which is a transaction of its own. An order that is not
 * in `entry.from` is left unchanged, and the result is undefined.
 */
export async function writeHistoryUnlocked(
  work: Work & { db: Database },
  order: OrderKey,
  { columns, entry }: RecordedChange,
): Promise<OrderRow | undefined> {
  const { db } = work
  const row = historyRow(work, order, entry)
  const isWritten = db`exists (select 1 from ordering.moves where brand_id = ${row.brand_id} and moves.id = ${row.id})`
  const statements = () => [
    changeStatement(db, row, columns, db`and status = ${entry.from}`),
    ...eventsOf(row, entry.event).map((event) => recording(work, [event], isWritten)),
  ]
  const [saved] = await retried(db, () => db.together<OrderRow[]>(statements()))
  return await withSelectedIds(db, saved)
}

/** The order counts its entries, so the number of an entry needs no earlier read of the order. */
const changeStatement = (
  db: Queryable,
  row: UnnumberedEntry,
  columns: Partial<OrderingOrdersRow>,
  condition = db``,
) =>
  onNodeOf(
    row.brand_id,
    db<OrderRow[]>`
  with changed as (
    update ordering.orders
    set ${db({ ...columns, updated_at: row.created_at } as never)}, move_count = move_count + 1
    where brand_id = ${row.brand_id} and id = ${row.order_id} ${condition}
    returning ${writtenColumns(db)}, move_count
  ), entry as (
    insert into ordering.moves (
      brand_id, id, order_id, number, command, from_status, to_status, moved_by, application_id, user_id, support_session_id,
      event_id, event_type, details, request_id, created_at
    )
    select brand_id, ${row.id}::uuid, id, move_count, ${row.command}, ${row.from_status}, ${row.to_status},
      ${row.moved_by}, ${row.application_id}::uuid, ${row.user_id}::uuid, ${row.support_session_id}::uuid, ${row.event_id}::uuid, ${row.event_type},
      ${db.json(row.details as never)}, ${row.request_id}::uuid, ${row.created_at}
    from changed
  )
  select * from changed`,
  )

export function historyRow(
  { clock, ids, requestId }: Work,
  { brand_id, id }: OrderKey,
  { command, from, to, by, event, details = {} }: NewHistoryEntry,
): UnnumberedEntry {
  return {
    brand_id,
    id: ids.next(),
    order_id: id,
    command,
    from_status: from,
    to_status: to,
    moved_by: by.party,
    application_id: by.applicationId,
    user_id: by.userId ?? null,
    support_session_id: by.supportSessionId ?? null,
    event_id: event ? ids.next() : null,
    event_type: event?.name ?? null,
    details,
    request_id: requestId ?? null,
    created_at: clock.now(),
  }
}

export async function recordMoveEvent(
  work: Work,
  row: UnnumberedEntry,
  type: EventType | undefined,
): Promise<void> {
  const events = eventsOf(row, type)
  if (events.length > 0) await recordEvents(work, events)
}

const eventsOf = ({ event_id, brand_id, order_id }: UnnumberedEntry, type: EventType | undefined) =>
  type && event_id ? [{ id: event_id, type, brandId: brand_id, subjectId: order_id }] : []
