/** Reads and moves the orders of a retailer, which is their owner here instead of the brand. */
import { missing } from '../../../domain/ownership.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { OrderId, RetailerId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/keyset.ts'
import type { Work } from '../../../platform/work.ts'
import { requestCancellation } from '../life/cancellation-requests.ts'
import { commandOrder } from '../life/commands.ts'
import type { Mover } from '../life/history-writer.ts'
import type { BrandOrder } from '../life/locked-order.ts'
import type { Command, Status } from '../life/move-table.ts'
import {
  linesAsJson,
  type OrderWithLines,
  orderWithLinesVersion,
  type SingleOrderWithLines,
} from './order-lines.ts'
import { listColumns, ownersOfOrder, singleColumns } from './orders.ts'

/** With the shipping fee that the retailer pays; 0 from the brand's free-shipping threshold on. */
export type RetailerOrderRow = OrderWithLines & { shipping_minor: number; shipping_vat_minor: number }

type SingleRetailerOrderRow = RetailerOrderRow & SingleOrderWithLines

/** Depends on the rows of the order and of its lines, and on the shipping fee, which is the sum of other rows. */
export const retailerOrderVersion = (order: SingleRetailerOrderRow): string =>
  orderWithLinesVersion(order, [order.shipping_minor, order.shipping_vat_minor])

/** Uses orders_id_idx. */
export async function readRetailerOrder(
  db: Queryable,
  retailerId: RetailerId,
  id: string,
): Promise<SingleRetailerOrderRow> {
  const [order] = await db<SingleRetailerOrderRow[]>`
    select ${singleColumns(db)}, xmin as row_version, ${shippingFee(db)}, ${linesAsJson(db)} as lines
    from ordering.orders
    where retailer_id = ${retailerId} and id = ${id}`
  if (!order) throw missing('order', id, { exists: (await ownersOfOrder(db, id)) !== undefined })
  return order
}

/** One page, newest first. Uses orders_of_retailer_idx. */
export async function listRetailerOrders(
  db: Queryable,
  retailerId: RetailerId,
  { status }: { status?: Status },
  walk: Walk,
): Promise<RetailerOrderRow[]> {
  return await db<RetailerOrderRow[]>`
    select ${listColumns(db)}, ${shippingFee(db)}
    from ordering.orders
    where retailer_id = ${retailerId}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from ordering.orders where retailer_id = ${retailerId} and id = ${cursor}`)}`
}

export async function hasRetailerOrder(db: Queryable, retailerId: RetailerId, id: string): Promise<boolean> {
  const found = await db`select from ordering.orders where retailer_id = ${retailerId} and id = ${id}`
  return found.length > 0
}

export async function moveRetailerOrder(
  work: Work,
  { retailerId, orderId }: { retailerId: RetailerId; orderId: OrderId },
  move: { command: Command; by: Mover; reason?: string | undefined },
): Promise<RetailerOrderRow> {
  await commandOrder(work, await brandOrderOf(work.db, retailerId, orderId), move)
  return await readRetailerOrder(work.db, retailerId, orderId)
}

export async function requestCancellationAsRetailer(
  work: Work,
  { retailerId, orderId }: { retailerId: RetailerId; orderId: OrderId },
  request: { reason: string; by: Mover },
): Promise<RetailerOrderRow> {
  await requestCancellation(work, await brandOrderOf(work.db, retailerId, orderId), request)
  return await readRetailerOrder(work.db, retailerId, orderId)
}

async function brandOrderOf(db: Queryable, retailerId: RetailerId, orderId: OrderId): Promise<BrandOrder> {
  const owners = await ownersOfOrder(db, orderId)
  if (owners?.retailerId !== retailerId) throw missing('order', orderId, { exists: owners !== undefined })
  return { brandId: owners.brandId, orderId }
}

const shippingFee = (db: Queryable) => db`
  ${shippingSum(db, 'amount_minor')} as shipping_minor, ${shippingSum(db, 'vat_minor')} as shipping_vat_minor`

const shippingSum = (db: Queryable, column: 'amount_minor' | 'vat_minor') => db`
  (
    select coalesce(sum(${db(column)}), 0)
    from ordering.billing_items
    where billing_items.brand_id = orders.brand_id and order_id = orders.id and type = 'brand_flat_shipping_fees'
  )`
