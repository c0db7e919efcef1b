/** Carrying out a row of the move table: the one place that writes the status of an order. */
import { joinProblems } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { release, reserve, ship } from '../../../modules/stock/index.ts'
import type { Queryable } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findCustomer } from '../customers/queries.ts'
import { shortItem, wrongStatus } from '../errors.ts'
import { endPayment, insertPayment } from '../payments/queries.ts'
import { type Command, type Move, moveFrom } from './move-table.ts'
import {
  findOrder,
  findOrderOfAnyBrand,
  holdOrder,
  type OrderHead,
  type OrderRow,
  type PlaceOfOrder,
  updateOrder,
} from './queries.ts'
import { askWarehouse, isFulfilled, moveInWarehouse } from './warehouse.ts'

/** Parameters of a command. */
export interface Told {
  /** Of a cancellation. */
  reason?: string | undefined
  /** Of a shipment. */
  tracking?: { number: string; link: string | null } | undefined
  /** Who is to take the money, and how, unless the customer is known to pay otherwise. */
  provider?: { name: string; usualMethod: string }
}

/** Locks, checks the status, writes: in one transaction. */
export async function moveOrder(
  work: Work,
  place: PlaceOfOrder,
  command: Command,
  told: Told = {},
): Promise<OrderRow> {
  return await inTransaction(work, async (work) =>
    applyMove(work, await lockOrder(work.db, place), command, told),
  )
}

export async function lockOrder(tx: Queryable, place: PlaceOfOrder): Promise<OrderRow> {
  await holdOrder(tx, place)
  const order = await findOrder(tx, place.brandId, place.orderId)
  if (order) return order
  const exists = (await findOrderOfAnyBrand(tx, place.orderId)) !== undefined
  throw missing('order', place.orderId, { exists })
}

/** The order must be locked. */
export async function applyMove(
  work: Work,
  order: OrderRow,
  command: Command,
  told: Told = {},
): Promise<OrderRow> {
  const move = moveFrom(order.status, command)
  if (!move) throw wrongStatus(command, order)
  const moveCount = order.move_count + 1
  const columns: Partial<OrderHead> = {
    status: move.to,
    move_count: moveCount,
    updated_at: work.clock.now(),
    ...(move.to === 'cancelled' && { cancel_reason: told.reason ?? null }),
    ...(move.to === 'shipped' &&
      told.tracking && { tracking_number: told.tracking.number, tracking_link: told.tracking.link }),
    ...(move.payment && (await movePayment(work, order, move.payment, told))),
  }
  await updateOrder(work.db, order, columns)
  if (move.stock && isFulfilled(order)) await moveInWarehouse(work, order, move.stock, told.tracking)
  else if (move.stock) await moveStock(work, order, move.stock, { to: move.to, number: moveCount })
  if (move.asksWarehouse && isFulfilled(order)) await askWarehouse(work, order)
  return { ...order, ...columns }
}

async function movePayment(
  work: Work,
  order: OrderRow,
  effect: NonNullable<Move['payment']>,
  told: Told,
): Promise<Partial<OrderHead>> {
  if (effect === 'open') return { payment_id: await openPayment(work, order, told.provider) }
  invariant(order.payment_id, 'a confirmed order has a payment')
  const status = effect === 'succeed' ? 'succeeded' : 'cancelled'
  const place = { brand_id: order.brand_id, id: order.payment_id }
  const hasEnded = await endPayment(work.db, place, { status, at: work.clock.now() })
  invariant(hasEnded, 'the payment of an order that waits for it is pending')
  return {}
}

async function openPayment(work: Work, order: OrderRow, provider: Told['provider']): Promise<string> {
  invariant(provider, 'somebody takes the money')
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
  order: OrderRow,
  effect: NonNullable<Move['stock']>,
  { to, number }: { to: string; number: number },
): Promise<void> {
  const lines = order.items.map(({ variant_id, quantity }) => ({ variantId: variant_id, quantity }))
  const outcome = await STOCK_VERBS[effect](work, order.brand_id, lines, {
    relatedId: order.id,
    // The ledger takes each cause once.
    cause: `order-pay/${order.id}/${number}`,
    metadata: { transition: to, orderPayOrderUuid: order.id },
  })
  if (outcome.applied) return
  invariant(outcome.short.length > 0, 'variants that were for sale have levels')
  throw joinProblems(
    outcome.short.map(({ variantId, wanted, available }) => shortItem(variantId, wanted, available)),
  )
}
