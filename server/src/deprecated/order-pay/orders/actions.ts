/** Commands of brands, the operator and the sandbox on orders, with the jobs that must follow them. */
import { Problem } from '@tradehall/jsonapi'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { inTransaction } from '../../../platform/work.ts'
import { notReachable, wrongStatus } from '../errors.ts'
import { providerOf } from '../payments/book-providers.ts'
import { settlePaymentJob } from '../payments/jobs.ts'
import { decidePayment } from '../payments/settlement.ts'
import { moveFrom, type OrderPayCommand, type OrderPayStatus, shortestPath } from './move-table.ts'
import { type CommandParameters, moveOrder } from './moves.ts'
import { readOrder } from './orders.ts'
import type { OrderPayOrder, OrderPayOrderKey } from './queries.ts'

/** Executes a command. If it affects a payment, a job that commits in the same transaction notifies the provider. */
export async function commandOrder(
  platform: Platform,
  key: OrderPayOrderKey,
  command: OrderPayCommand,
  parameters: CommandParameters = {},
): Promise<OrderPayOrder> {
  if (command === 'confirm-payment' || command === 'fail-payment') {
    return await recordOutcome(platform, key, command)
  }
  return await inTransaction(platform, async (work) => {
    const order = await moveOrder(work, key, command, { ...parameters, provider: providerOf(platform) })
    const isAsked = command === 'confirm' || (command === 'cancel' && order.payment_id !== null)
    if (isAsked) {
      invariant(order.payment_id, 'a confirmed order has a payment')
      const payload = { brandId: key.brandId, paymentId: order.payment_id }
      await enqueue(work, settlePaymentJob, [payload])
    }
    return order
  })
}

/** Records the outcome of a payment at the provider first; the order then follows through the regular settlement. */
async function recordOutcome(
  platform: Platform,
  key: OrderPayOrderKey,
  command: 'confirm-payment' | 'fail-payment',
): Promise<OrderPayOrder> {
  const order = await readOrder(platform.db, key.brandId, key.orderId)
  const move = moveFrom(order.status, command)
  if (!move || order.payment_id === null) throw wrongStatus(command, order)
  const payment = { brandId: key.brandId, paymentId: order.payment_id }
  await decidePayment(platform, payment, command === 'confirm-payment' ? 'succeeded' : 'failed')
  const after = await readOrder(platform.db, key.brandId, key.orderId)
  // A concurrent request has already recorded the opposite outcome.
  if (after.status !== move.to) throw wrongStatus(command, after)
  return after
}

/** Exceeds the number of statuses. Concurrent moves can only shorten the path. */
const MAX_STEPS = 20

/** Moves an order to a status through all moves on the path, regardless of who would normally make them. */
export async function advanceOrder(
  platform: Platform,
  key: OrderPayOrderKey,
  to: OrderPayStatus,
): Promise<OrderPayOrder> {
  let order = await readOrder(platform.db, key.brandId, key.orderId)
  for (let step = 0; step < MAX_STEPS; step++) {
    const [command] = shortestPath(order.status, to) ?? []
    if (command === undefined) break
    const { status } = order
    try {
      await commandOrder(platform, key, command, simulatedParameters(order))
    } catch (error) {
      order = await readOrder(platform.db, key.brandId, key.orderId)
      // The worker may have made the same move concurrently.
      if (!(error instanceof Problem) || order.status === status) throw error
    }
    order = await readOrder(platform.db, key.brandId, key.orderId)
  }
  if (order.status !== to) throw notReachable(order, to)
  return order
}

const simulatedParameters = ({ id }: OrderPayOrder): CommandParameters => {
  const number = `OP${id.replaceAll('-', '').slice(-10).toUpperCase()}`
  return { tracking: { number, link: `https://track.example.test/${number}` } }
}
