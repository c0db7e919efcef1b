/** What the marketplace, retailers and carriers do to orders. */

import type { Queryable } from '../../../platform/database.ts'
import type { ApplicationId, BrandId, OrderId } from '../../../platform/ids.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { notReachable } from '../errors.ts'
import type { OrderRow } from '../reading/orders.ts'
import type { Mover } from './history-writer.ts'
import type { LockedOrder } from './locked-order.ts'
import { type Command, moveBetween, partyOf, type Status } from './move-table.ts'
import { lockOrder, moveOrder } from './moves.ts'

export async function commandOrder(
  work: Work,
  order: { brandId: BrandId; orderId: OrderId },
  { command, by, reason }: { command: Command; by: Mover; reason?: string | undefined },
): Promise<OrderRow> {
  return await moveOrder(work, order, {
    command,
    by,
    decide: () => ({ input: { reason }, details: reason === undefined ? {} : { reason } }),
  })
}

type GiveCommand = typeof commandOrder

/**
 * Makes whatever move somebody other than the brand can make to a status from the one that the order is in. `give` is for
 * doors behind which more happens than the move.
 */
export async function advanceOrder(
  work: Work,
  order: { brandId: BrandId; orderId: OrderId },
  {
    to,
    applicationId,
    reason,
  }: { to: Status; applicationId: ApplicationId | null; reason?: string | undefined },
  give: GiveCommand = commandOrder,
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const locked = await lockOrder(work.db, order.brandId, order.orderId)
    const move = moveBetween(locked.status, to)
    if (!move) throw notReachable(locked, to)
    const by = { party: partyOf(move.command), applicationId }
    return await give(work, order, { command: move.command, by, reason })
  })
}

/** The event of the move that brought an order into its status. */
export async function eventOfStatus(db: Queryable, order: LockedOrder): Promise<string | null | undefined> {
  const [move] = await db<{ event_id: string | null }[]>`
    select event_id
    from ordering.moves
    where brand_id = ${order.brand_id} and order_id = ${order.id} and from_status is distinct from to_status
    order by number desc
    limit 1`
  return move?.event_id
}
