/** A retailer's own orders, with whichever brand: the retailer is the owner here, and comes first. */
import { missing } from '../../../http/ownership.ts'
import type { Database, Queryable } from '../../../platform/database.ts'
import { newestFirst, type Walk } from '../../../platform/keyset.ts'
import { commandOrder } from '../life/commands.ts'
import type { Command, Status } from '../life/move-table.ts'
import type { Mover, Ports } from '../life/moves.ts'
import { linesAsJson, type OrderWithLines } from './order-lines.ts'
import { listColumns, type OrderRow, ownersOfOrder, singleColumns } from './orders.ts'

/** Rides on orders_id_idx. */
export async function readRetailerOrder(
  db: Queryable,
  retailerId: string,
  id: string,
): Promise<OrderWithLines> {
  const [order] = await db<OrderWithLines[]>`
    select ${singleColumns(db)}, ${linesAsJson(db)} as lines
    from ordering.orders
    where retailer_id = ${retailerId} and id = ${id}`
  if (!order) throw missing('order', id, { exists: (await ownersOfOrder(db, id)) !== undefined })
  return order
}

/** One page, newest first; rides on orders_of_retailer_idx. */
export async function listRetailerOrders(
  db: Queryable,
  retailerId: string,
  { status }: { status?: Status },
  walk: Walk,
): Promise<OrderRow[]> {
  return await db<OrderRow[]>`
    select ${listColumns(db)}
    from ordering.orders
    where retailer_id = ${retailerId}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from ordering.orders where retailer_id = ${retailerId} and id = ${cursor}`)}`
}

export async function hasRetailerOrder(db: Queryable, retailerId: string, id: string): Promise<boolean> {
  const found = await db`select from ordering.orders where retailer_id = ${retailerId} and id = ${id}`
  return found.length > 0
}

export async function moveRetailerOrder(
  ctx: Ports & { db: Database },
  { retailerId, orderId }: { retailerId: string; orderId: string },
  move: { command: Command; by: Mover; reason?: string | undefined },
): Promise<OrderWithLines> {
  const owners = await ownersOfOrder(ctx.db, orderId)
  if (owners?.retailerId !== retailerId) throw missing('order', orderId, { exists: owners !== undefined })
  await commandOrder(ctx, { brandId: owners.brandId, orderId }, move)
  return await readRetailerOrder(ctx.db, retailerId, orderId)
}
