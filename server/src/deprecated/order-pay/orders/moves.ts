/** Executes rows of the move table. No other code writes the status of an OrderPay order. */
import { joinProblems } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { release, reserve, ship } from '../../../modules/stock/index.ts'
import type { Queryable } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findCustomer } from '../customers/queries.ts'
import { itemOutOfStock, wrongStatus } from '../errors.ts'
import { endPayment, insertPayment } from '../payments/queries.ts'
import { moveFrom, type OrderPayCommand, type OrderPayMove } from './move-table.ts'
import {
  findOrder,
  findOrderOfAnyBrand,
  lockOrderRow,
  type OrderHead,
  type OrderPayOrder,
  type OrderPayOrderKey,
  updateOrder,
} from './queries.ts'
import { isFulfilled, moveInWarehouse, requestWarehouseShipment } from './warehouse.ts'

/** Parameters of a command. */
export interface CommandParameters {
  /** Reason of a cancellation. */
  reason?: string | undefined
  /** Tracking number and link of a shipment. */
  tracking?: { number: string; link: string | null } | undefined
  /** Provider of the payment and its default method, used unless the customer has a stored payment method. */
  provider?: { name: string; usualMethod: string }
}

/** Locks the order, checks the status and writes, in one transaction. */
export async function moveOrder(
  work: Work,
  key: OrderPayOrderKey,
  command: OrderPayCommand,
  parameters: CommandParameters = {},
): Promise<OrderPayOrder> {
  return await inTransaction(work, async (work) =>
    applyMove(work, await lockOrder(work.db, key), command, parameters),
  )
}

export async function lockOrder(tx: Queryable, key: OrderPayOrderKey): Promise<OrderPayOrder> {
  await lockOrderRow(tx, key)
  const order = await findOrder(tx, key.brandId, key.orderId)
  if (order) return order
  const exists = (await findOrderOfAnyBrand(tx, key.orderId)) !== undefined
  throw missing('order', key.orderId, { exists })
}

/** The caller must hold the lock on the order. */
export async function applyMove(
  work: Work,
  order: OrderPayOrder,
  command: OrderPayCommand,
  parameters: CommandParameters = {},
): Promise<OrderPayOrder> {
  const move = moveFrom(order.status, command)
  if (!move) throw wrongStatus(command, order)
  const moveCount = order.move_count + 1
  const columns: Partial<OrderHead> = {
    status: move.to,
    move_count: moveCount,
    updated_at: work.clock.now(),
    ...(move.to === 'cancelled' && { cancel_reason: parameters.reason ?? null }),
    ...(move.to === 'shipped' &&
      parameters.tracking && {
        tracking_number: parameters.tracking.number,
        tracking_link: parameters.tracking.link,
      }),
    ...(move.payment && (await movePayment(work, order, move.payment, parameters))),
  }
  await updateOrder(work.db, order, columns)
  if (move.stock && isFulfilled(order)) await moveInWarehouse(work, order, move.stock, parameters.tracking)
  else if (move.stock) await moveStock(work, order, move.stock, { to: move.to, number: moveCount })
  if (move.requestsWarehouse && isFulfilled(order)) await requestWarehouseShipment(work, order)
  return { ...order, ...columns }
}

async function movePayment(
  work: Work,
  order: OrderPayOrder,
  effect: NonNullable<OrderPayMove['payment']>,
  parameters: CommandParameters,
): Promise<Partial<OrderHead>> {
  if (effect === 'open') return { payment_id: await openPayment(work, order, parameters.provider) }
  invariant(order.payment_id, 'a confirmed order has a payment')
  const status = effect === 'succeed' ? 'succeeded' : 'cancelled'
  const key = { brand_id: order.brand_id, id: order.payment_id }
  const hasEnded = await endPayment(work.db, key, { status, at: work.clock.now() })
  invariant(hasEnded, 'an order that awaits its payment has a pending payment')
  return {}
}

async function openPayment(
  work: Work,
  order: OrderPayOrder,
  provider: CommandParameters['provider'],
): Promise<string> {
  invariant(provider, 'a command that opens a payment names its provider')
  const { db, clock, ids } = work
  const customer = await findCustomer(db, order.brand_id, order.customer_id)
  const id = ids.next()
  const now = clock.now()
  await insertPayment(db, {
    brand_id: order.brand_id,
    id,
    order_id: order.id,
    customer_id: order.customer_id,
    psp: provider.name,
    status: 'pending',
    amount_minor: order.amounts.grandTotal.amountWithVat,
    currency: order.customer_currency,
    currency_rate: order.customer_currency_rate,
    payment_method: customer?.payment_methods[0]?.type ?? provider.usualMethod,
    created_at: now,
    updated_at: now,
  })
  return id
}

const STOCK_VERBS = { reserve, release, ship }

async function moveStock(
  work: Work,
  order: OrderPayOrder,
  effect: NonNullable<OrderPayMove['stock']>,
  { to, number }: { to: string; number: number },
): Promise<void> {
  const lines = order.items.map(({ variant_id, quantity }) => ({ variantId: variant_id, quantity }))
  const outcome = await STOCK_VERBS[effect](work, order.brand_id, lines, {
    relatedId: order.id,
    // The stock ledger accepts each cause once, so a move needs a cause of its own.
    cause: `order-pay/${order.id}/${number}`,
    metadata: { transition: to, orderPayOrderUuid: order.id },
  })
  if (outcome.applied) return
  invariant(outcome.short.length > 0, 'variants that were for sale have stock levels')
  throw joinProblems(
    outcome.short.map(({ variantId, wanted, available }) => itemOutOfStock(variantId, wanted, available)),
  )
}
