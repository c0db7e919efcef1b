/** Executes a row of the move table. No other code changes the status of an order. */

import type { ProblemKind } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import type { Queryable } from '../../../platform/database.ts'
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { noCancellationRequest, transitionFailed, wrongStatus } from '../errors.ts'
import { billShipping } from '../money/shipping-charges.ts'
import { type Command, type Move, moveOf } from '../order/move-table.ts'
import {
  type BrandOrder,
  type Effects,
  type LockedOrder,
  type OrderRow,
  ownersOfOrder,
} from '../order/order-row.ts'
import { roundOf, withoutShipment } from '../order/shipment.ts'
import { type Mover, type RecordedChange, writeHistory, writeHistoryUnlocked } from './history-writer.ts'
import { moveStock } from './order-stock.ts'

export interface MoveOptions {
  command: Command
  by: Mover
  /** The problem that is thrown when the order is in another status. */
  conflict?: ProblemKind
  /** Runs after the status check, with the order locked. May write, or throw to refuse the move. */
  decide?: (work: Work, order: LockedOrder) => Promise<Effects> | Effects
}

interface ExtensionEffects extends Pick<Effects, 'columns' | 'details'> {
  /** The extension has moved the stock of the order's lines itself, because it is at another location. */
  hasMovedStock?: true
}

/** Work of another module in the transaction of a move. */
export interface MoveExtension {
  command: Command
  /** Runs after the status check, with the order locked. May write, or throw to refuse the move. */
  run(work: Work, order: LockedOrder): Promise<ExtensionEffects | undefined>
}

/** One for each command. */
export const moveExtensions = extensionPoint<MoveExtension>('ordering.moves', ({ command }) => command)

const extensionOf = (command: Command): MoveExtension | undefined =>
  moveExtensions.extensions.find((extension) => extension.command === command)

/**
 * Locks the order, checks its status, decides, and writes order, history, event and stock, in one transaction. A move that
 * needs no decision and affects nothing but the order takes one round trip.
 */
export async function moveOrder(
  work: Work,
  { brandId, orderId }: BrandOrder,
  { command, by, conflict = transitionFailed, decide }: MoveOptions,
): Promise<OrderRow> {
  const move = moveOf(command)
  invariant(move.by.includes(by.party), `${by.party} may not give ${command}`)
  const { db, clock } = work
  if ('begin' in db && !decide && !extensionOf(command) && !move.stock && !move.clearsShipment) {
    const key = { brand_id: brandId, id: orderId }
    const moved = await writeHistoryUnlocked({ ...work, db }, key, changeBy(move, by, clock.now()))
    if (moved) return moved
    // The order is missing or in another status; the transaction below reports which.
  }
  return await inTransaction(work, async (work) => {
    const order = await lockOrder(work.db, brandId, orderId)
    refuseMove(command, order, conflict)
    const effects = (await decide?.(work, order)) ?? {}
    const extension = (await extensionOf(command)?.run(work, order)) ?? {}
    const cleared = move.clearsShipment ? await clearShipment(work, order) : {}
    const columns = { ...cleared, ...extension.columns, ...effects.columns }
    const details = { ...extension.details, ...effects.details }
    const change = changeBy(move, by, clock.now(), { ...effects, columns, details })
    const [moved] = await Promise.all([
      writeHistory(work, order, change),
      move.stock && !extension.hasMovedStock && moveStock(work, order, move.stock, move.to),
    ])
    return moved
  })
}

/** A command is possible in the one status that its move starts from. */
export function refuseOtherStatus(
  command: Command,
  order: { id: string; status: string },
  conflict: ProblemKind,
): void {
  if (order.status !== moveOf(command).from) throw wrongStatus(conflict, command, order)
}

/** Refuses a wrong status, and a command that needs a cancellation request if there is none. */
export function refuseMove(
  command: Command,
  order: Pick<LockedOrder, 'id' | 'status' | 'retailer_cancellation_request_reason'>,
  conflict: ProblemKind,
): void {
  refuseOtherStatus(command, order, conflict)
  const isAsked = order.retailer_cancellation_request_reason !== null
  if (moveOf(command).needsCancellationRequest && !isAsked) throw noCancellationRequest(order)
}

export async function lockOrder(tx: Queryable, brandId: BrandId, id: string): Promise<LockedOrder> {
  const [order] = await tx<LockedOrder[]>`
    select brand_id, id, status, move_count, platform_fee_percent, new_customer_fee_percent, fee_vat_percent,
      billing_address, shipping_address, reference, currency, currency_rate, total_minor, total_vat_minor, net_minor,
      shipping_method, shipment, removed_items, retailer_cancellation_request_reason, revert_request_reason
    from ordering.orders
    where brand_id = ${brandId} and id = ${id}
    for update`
  if (!order) throw missing('order', id, { exists: (await ownersOfOrder(tx, id)) !== undefined })
  return order
}

/** Removes the shipment, its charge and, by a new round, its quotes. The available shipping methods stay. */
async function clearShipment(work: Work, order: LockedOrder): Promise<Effects['columns']> {
  if (!order.shipment) return {}
  const shipment = { ...withoutShipment(order.shipment), round: roundOf(order.shipment) + 1 }
  return { shipment, ...(await billShipping(work, order, null)) }
}

/** A move ends the revert request of a brand. The reason of a cancellation request stays, for the brand's next decision. */
const NO_REQUEST = { requested_at: null, revert_request_reason: null, request_decline_reason: null }

/** The columns and the history entry that a move writes. */
const changeBy = (
  { command, from, to, event, sets }: Move,
  by: Mover,
  now: Date,
  { input = {}, columns = {}, details }: Effects = {},
): RecordedChange => ({
  columns: { ...columns, ...sets?.({ now, ...input }), status: to, status_since: now, ...NO_REQUEST },
  entry: { command, from, to, by, event, details },
})
