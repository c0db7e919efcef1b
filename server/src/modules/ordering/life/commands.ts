/** What the marketplace, retailers and carriers do to orders. */
import { type Queryable, transaction } from '../../../platform/database.ts'
import { noWay } from '../errors.ts'
import type { OrderRow } from '../reading/orders.ts'
import { type Command, moveBetween, partyOf, type Status } from './move-table.ts'
import { type Effects, type LockedOrder, lockOrder, type Mover, moveOrder, type Ports } from './moves.ts'

/** Columns that go with a command, beside the status and the moment that the table names. */
const COLUMNS: Partial<Record<Command, (reason: string | null) => NonNullable<Effects['columns']>>> = {
  // The brand decides anew.
  'refuse-rejection': () => ({ brand_reject_type: null, brand_reject_reason: null }),
  'refuse-reception': (reason) => ({ retailer_reject_reason: reason }),
}

export async function moveForOthers(
  ctx: Ports & { db: Queryable },
  order: { brandId: string; orderId: string },
  { command, by, reason }: { command: Command; by: Mover; reason?: string | undefined },
): Promise<OrderRow> {
  return await moveOrder(ctx, order, {
    command,
    by,
    decide: () => ({
      columns: COLUMNS[command]?.(reason ?? null) ?? {},
      details: reason === undefined ? {} : { reason },
    }),
  })
}

/** Makes whatever move somebody other than the brand can make to a status from the one that the order is in. */
export async function moveToStatus(
  { db, ...ports }: Ports & { db: Queryable },
  order: { brandId: string; orderId: string },
  { to, applicationId, reason }: { to: Status; applicationId: string | null; reason?: string | undefined },
): Promise<OrderRow> {
  return await transaction(db, async (tx) => {
    const locked = await lockOrder(tx, order.brandId, order.orderId)
    const move = moveBetween(locked.status, to)
    if (!move) throw noWay(locked, to)
    const by = { party: partyOf(move.command), applicationId }
    return await moveForOthers({ db: tx, ...ports }, order, { command: move.command, by, reason })
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
