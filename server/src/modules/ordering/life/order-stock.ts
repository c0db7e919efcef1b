/** Moves the stock of the lines of an order when the order moves. */
import type { OrderId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { type OrderMovement, release, reserve, ship } from '../../stock/index.ts'
import type { Move, Status } from '../order/move-table.ts'
import type { LockedOrder } from '../order/order-row.ts'

/** Applies the effect of a move to the stock of the order's current lines. */
export async function moveStock(
  work: Work,
  order: Pick<LockedOrder, 'brand_id' | 'id' | 'move_count'>,
  stock: NonNullable<Move['stock']>,
  to: Status,
): Promise<void> {
  const { db: tx } = work
  const lines = await tx<{ variantId: VariantId; quantity: number }[]>`
    select variant_id as "variantId", quantity
    from ordering.items
    where brand_id = ${order.brand_id} and order_id = ${order.id}`
  const movement = stockMovement(order.id, order.move_count + 1, to)
  const outcome =
    stock === 'release'
      ? await release(work, order.brand_id, lines, movement)
      : stock === 'ship'
        ? await ship(work, order.brand_id, lines, movement)
        : await reserve(work, order.brand_id, lines, {
            ...movement,
            mayOversell: stock === 'reserve-anyway',
          })
  invariant(outcome.applied, `the lines of order ${order.id} are in the ledger`)
}

/** The reference and the idempotency key of a stock movement: each entry of an order's history moves stock once. */
export function stockMovement(orderId: OrderId, number: number, transition: string): OrderMovement {
  return {
    relatedId: orderId,
    cause: `order/${orderId}/${number}`,
    metadata: { transition, masterOrderUuid: orderId },
  }
}
