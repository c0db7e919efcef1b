/** Carrying out a row of the move table: the one place that writes the status of an order and its history. */

import type { ProblemKind } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { type Queryable, retried } from '../../../platform/database.ts'
import type { ApplicationId, BrandId, OrderId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { type EventType, recordEvents, recording } from '../../../platform/outbox.ts'
import type { OrderingMovesRow, OrderingOrdersRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { transitionFailed, wrongStatus } from '../errors.ts'
import { billShipping } from '../money/shipping-charges.ts'
import { type OrderRow, ownersOfOrder, singleColumns } from '../reading/orders.ts'
import { roundOf, withoutShipment } from '../reading/shipment.ts'
import { companionOf } from './companions.ts'
import type { Effects, LockedOrder } from './locked-order.ts'
import { type Command, type Move, moveOf, type Party, type Status } from './move-table.ts'
import { moveStock } from './order-stock.ts'

export type { Effects, LockedOrder } from './locked-order.ts'

/** Who moves an order. `applicationId` is null where the server acts by itself. */
export interface Mover {
  party: Party
  applicationId: ApplicationId | null
}

export interface MoveOptions {
  command: Command
  by: Mover
  /** The problem for an order that is in another status. */
  conflict?: ProblemKind
  /** Decides about the locked order; its status is the right one by then. May write, and refuse by throwing. */
  decide?: (work: Work, order: LockedOrder) => Promise<Effects> | Effects
}

/**
 * Locks, checks the status, decides, writes, records the event: in one transaction. Where nothing has to be decided one
 * round trip does it all.
 */
export async function moveOrder(
  work: Work,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  { command, by, conflict = transitionFailed, decide }: MoveOptions,
): Promise<OrderRow> {
  const move = moveOf(command)
  invariant(move.by.includes(by.party), `${by.party} may not give ${command}`)
  if (!decide && !companionOf(command) && !move.stock && !move.takesBackShipment) {
    const moved = await moveAtOnce(work, brandId, orderId, move, by)
    if (moved) return moved
  }
  return await inTransaction(work, async (work) => {
    const order = await lockOrder(work.db, brandId, orderId)
    if (order.status !== move.from) throw wrongStatus(conflict, command, order)
    const effects = (await decide?.(work, order)) ?? {}
    const beside = (await companionOf(command)?.run(work, order)) ?? {}
    const takenBack = move.takesBackShipment ? await takeBackShipment(work, order) : {}
    const columns = { ...takenBack, ...beside.columns, ...effects.columns }
    const details = { ...beside.details, ...effects.details }
    const [moved] = await Promise.all([
      applyMove(work, order, move, by, { ...effects, columns, details }),
      move.stock && !beside.hasMovedStock && moveStock(work, order, move.stock, move.to),
    ])
    return moved
  })
}

/** Undefined: the order is not in that status, or this is part of a transaction. */
async function moveAtOnce(
  work: Work,
  brandId: BrandId,
  orderId: OrderId,
  move: Move,
  by: Mover,
): Promise<OrderRow | undefined> {
  const { db } = work
  if (!('begin' in db)) return undefined
  const { command, from, to, event } = move
  const entry = historyRow(
    work,
    { brand_id: brandId, id: orderId, move_count: 0 },
    { command, from, to, by, event },
  )
  const columns = { ...move.sets?.({ now: entry.created_at }), status: to, updated_at: entry.created_at }
  const moving = () => db`
    with moved as (
      update ordering.orders
      set ${db(columns as never)}, move_count = move_count + 1
      where brand_id = ${brandId} and id = ${orderId} and status = ${from}
      returning ${singleColumns(db)}, move_count
    ), entry as (
      insert into ordering.moves (
        brand_id, id, order_id, number, command, from_status, to_status, moved_by, application_id, event_id, event_type,
        details, created_at
      )
      select brand_id, ${entry.id}::uuid, id, move_count, ${command}, ${from}, ${to}, ${by.party},
        ${by.applicationId}::uuid, ${entry.event_id}::uuid, ${entry.event_type}, '{}', ${entry.created_at}
      from moved
    )
    select * from moved`
  const hasMoved = db`exists (select from ordering.moves where brand_id = ${brandId} and moves.id = ${entry.id})`
  const telling = () =>
    event && entry.event_id
      ? [recording(work, [{ id: entry.event_id, type: event, brandId, subjectId: orderId }], hasMoved)]
      : []
  const [moved] = await retried(db, () => db.together<OrderRow[]>([moving(), ...telling()]))
  return moved
}

export async function lockOrder(tx: Queryable, brandId: BrandId, id: string): Promise<LockedOrder> {
  const [order] = await tx<LockedOrder[]>`
    select brand_id, id, status, move_count, platform_fee_percent, new_customer_fee_percent, fee_vat_percent,
      billing_address, shipping_address, reference, currency, currency_rate, total_minor, total_vat_minor,
      shipping_method, shipment
    from ordering.orders
    where brand_id = ${brandId} and id = ${id}
    for update`
  if (!order) throw missing('order', id, { exists: (await ownersOfOrder(tx, id)) !== undefined })
  return order
}

/** What it costs goes with it, and so do all quotes. How the order can be shipped stays true. */
async function takeBackShipment(work: Work, order: LockedOrder): Promise<Effects['columns']> {
  if (!order.shipment) return {}
  const shipment = { ...withoutShipment(order.shipment), round: roundOf(order.shipment) + 1 }
  return { shipment, ...(await billShipping(work, order, null)) }
}

/** Writes status, columns and history, and records the event. */
async function applyMove(
  work: Work,
  order: LockedOrder,
  move: Move,
  by: Mover,
  { told = {}, columns = {}, details }: Effects,
): Promise<OrderRow> {
  return await writeHistory(work, order, {
    columns: { ...columns, ...move.sets?.({ now: work.clock.now(), ...told }), status: move.to },
    entry: { command: move.command, from: order.status, to: move.to, by, event: move.event, details },
  })
}

export interface HistoryEntry {
  command: string
  from: Status | null
  to: Status
  by: Mover
  event?: EventType | undefined
  details?: object | undefined
}

/** One entry of the history, the columns that change with it, and its event. */
export async function writeHistory(
  work: Work,
  order: Pick<LockedOrder, 'brand_id' | 'id' | 'move_count'>,
  { columns, entry }: { columns: Partial<OrderingOrdersRow>; entry: HistoryEntry },
): Promise<OrderRow> {
  const { db: tx } = work
  const row = historyRow(work, order, entry)
  const changed = { ...columns, move_count: row.number, updated_at: row.created_at }
  const written = tx<OrderRow[]>`
    with entry as (insert into ordering.moves ${tx(row as never)})
    update ordering.orders
    set ${tx(changed as never)}
    where brand_id = ${order.brand_id} and id = ${order.id}
    returning ${singleColumns(tx)}`
  const [[saved]] = await Promise.all([written, recordMoveEvent(work, row, entry.event)])
  invariant(saved, 'a locked order is still there')
  return saved
}

export function historyRow(
  { clock, ids }: Work,
  { brand_id, id, move_count }: Pick<LockedOrder, 'brand_id' | 'id' | 'move_count'>,
  { command, from, to, by, event, details = {} }: HistoryEntry,
): OrderingMovesRow {
  return {
    brand_id,
    id: ids.next(),
    order_id: id,
    number: move_count + 1,
    command,
    from_status: from,
    to_status: to,
    moved_by: by.party,
    application_id: by.applicationId,
    event_id: event ? ids.next() : null,
    event_type: event?.name ?? null,
    details,
    created_at: clock.now(),
  }
}

export async function recordMoveEvent(
  work: Work,
  row: OrderingMovesRow,
  type: EventType | undefined,
): Promise<void> {
  if (!row.event_id || !type) return
  await recordEvents(work, [{ id: row.event_id, type, brandId: row.brand_id, subjectId: row.order_id }])
}
