/** Commands of the marketplace, retailers and carriers. */
import type { Doer } from '../../../domain/actor.ts'
import type { Queryable } from '../../../platform/database.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { notReachable } from '../errors.ts'
import { type Command, moveBetween, partyOf, type Status } from '../order/move-table.ts'
import type { BrandOrder, LockedOrder, OrderRow } from '../order/order-row.ts'
import type { Mover } from './history-writer.ts'
import { lockOrder, moveOrder } from './moves.ts'

export async function commandOrder(
  work: Work,
  order: BrandOrder,
  { command, by, reason }: { command: Command; by: Mover; reason?: string | undefined },
): Promise<OrderRow> {
  return await moveOrder(work, order, {
    command,
    by,
    decide: () => ({ input: { reason }, details: reason === undefined ? {} : { reason } }),
  })
}

/**
 * Moves an order to a status by whichever command a party other than the brand can give in its current status. Callers for
 * which a command does more than the move pass their own `execute`.
 */
export async function advanceOrder(
  work: Work,
  order: BrandOrder,
  { to, doer, reason }: { to: Status; doer: Doer; reason?: string | undefined },
  execute: typeof commandOrder = commandOrder,
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const locked = await lockOrder(work.db, order.brandId, order.orderId)
    const move = moveBetween(locked.status, to)
    if (!move) throw notReachable(locked, to)
    const by = { ...doer, party: partyOf(move.command) }
    return await execute(work, order, { command: move.command, by, reason })
  })
}

/** The id of the event of the move to the current status; null if that move has no event. */
export async function eventOfStatus(db: Queryable, order: LockedOrder): Promise<string | null | undefined> {
  const [move] = await db<{ event_id: string | null }[]>`
    select event_id
    from ordering.moves
    where brand_id = ${order.brand_id} and order_id = ${order.id} and from_status is distinct from to_status
    order by number desc
    limit 1`
  return move?.event_id
}
