/** What brands, the operator and the sandbox do to orders, with what has to follow. */
import { Problem } from '@tradehall/jsonapi'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { inTransaction } from '../../../platform/work.ts'
import { notReachable, wrongStatus } from '../errors.ts'
import { providerOf } from '../payments/book-providers.ts'
import { settlePaymentJob } from '../payments/jobs.ts'
import { decidePayment } from '../payments/settlement.ts'
import { type Command, moveFrom, type Status, wayBetween } from './move-table.ts'
import { moveOrder, type Told } from './moves.ts'
import { readOrder } from './orders.ts'
import type { OrderRow, PlaceOfOrder } from './queries.ts'

/** Gives a command. Whatever it does to a payment is told to the provider by a job that commits with it. */
export async function commandOrder(
  platform: Platform,
  place: PlaceOfOrder,
  command: Command,
  told: Told = {},
): Promise<OrderRow> {
  if (command === 'confirm-payment' || command === 'fail-payment') {
    return await noteOutcome(platform, place, command)
  }
  return await inTransaction(platform, async (work) => {
    const order = await moveOrder(work, place, command, { ...told, provider: providerOf(platform) })
    const isAsked = command === 'confirm' || (command === 'cancel' && order.payment_id !== null)
    if (isAsked) {
      invariant(order.payment_id, 'a confirmed order has a payment')
      const payload = { brandId: place.brandId, paymentId: order.payment_id }
      await enqueue(work, settlePaymentJob, [payload])
    }
    return order
  })
}

/** Money is noted where the provider keeps its books, and the order follows from there, as it always does. */
async function noteOutcome(
  platform: Platform,
  place: PlaceOfOrder,
  command: 'confirm-payment' | 'fail-payment',
): Promise<OrderRow> {
  const order = await readOrder(platform.db, place.brandId, place.orderId)
  const move = moveFrom(order.status, command)
  if (!move || order.payment_id === null) throw wrongStatus(command, order)
  const payment = { brandId: place.brandId, paymentId: order.payment_id }
  await decidePayment(platform, payment, command === 'confirm-payment' ? 'succeeded' : 'failed')
  const after = await readOrder(platform.db, place.brandId, place.orderId)
  // Somebody else was faster, and the other way.
  if (after.status !== move.to) throw wrongStatus(command, after)
  return after
}

/** More than there are statuses; whoever else moves the order meanwhile can only shorten the way. */
const MAX_STEPS = 20

/** Brings an order to a status by all the moves on the way, whoever would make them. */
export async function advanceOrder(platform: Platform, place: PlaceOfOrder, to: Status): Promise<OrderRow> {
  let order = await readOrder(platform.db, place.brandId, place.orderId)
  for (let step = 0; step < MAX_STEPS; step++) {
    const [command] = wayBetween(order.status, to) ?? []
    if (command === undefined) break
    const { status } = order
    try {
      await commandOrder(platform, place, command, madeUp(order))
    } catch (error) {
      order = await readOrder(platform.db, place.brandId, place.orderId)
      // The worker may have made the same move by then.
      if (!(error instanceof Problem) || order.status === status) throw error
    }
    order = await readOrder(platform.db, place.brandId, place.orderId)
  }
  if (order.status !== to) throw notReachable(order, to)
  return order
}

const madeUp = ({ id }: OrderRow): Told => {
  const number = `OP${id.replaceAll('-', '').slice(-10).toUpperCase()}`
  return { tracking: { number, link: `https://track.example.test/${number}` } }
}
