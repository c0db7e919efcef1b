/**
 * Seeds the fulfillment orders of those demo orders that already have the status `fulfillment_requested`. The first one is
 * shipped.
 */
import { DEMO } from '../../../modules/identity/index.ts'
import { type LockedOrder, listWaitingOrders, lockOrder } from '../../../modules/ordering/index.ts'
import { moveStock } from '../../../modules/ordering/life/order-stock.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database.ts'
import { demoIds } from '../../../platform/demo-id.ts'
import { onWorkingDay } from '../../../platform/demo-time.ts'
import { dropEvents } from '../../../platform/events/outbox.ts'
import type { Work } from '../../../platform/work.ts'
import { advanceFulfillmentOrder } from './moves.ts'
import { openForOrder, variantsOf } from './requests.ts'
import { simulatedCarriage } from './simulation.ts'

/** An upper limit above the number of demo orders. */
const MAX_ORDERS = 10
const HOUR_MS = 3_600_000

export async function seedFulfillmentOrdersDemo(tx: Transaction): Promise<void> {
  const waiting = await listWaitingOrders(tx, DEMO.brandId, ['fulfillment_requested'], MAX_ORDERS)
  for (const [i, { id, updated_at }] of waiting.entries()) {
    const ids = demoIds(`fulfillment-order/${id}`)
    const order = await lockOrder(tx, DEMO.brandId, id)
    const made = await handOver({ db: tx, clock: clockAt(updated_at), ids }, order)
    if (made === undefined) continue
    const isShipped = i === 0
    const later = clockAt(onWorkingDay(new Date(updated_at.getTime() + (isShipped ? 7 : 1) * HOUR_MS)))
    const orderKey = { brandId: DEMO.brandId, id: made }
    const to = isShipped ? 'shipped' : 'scheduled'
    await advanceFulfillmentOrder({ db: tx, clock: later, ids }, orderKey, {
      to,
      carriage: simulatedCarriage(made),
    })
    // Without these events nothing is published, and the simulated warehouse does not advance the demo orders; users do.
    await dropEvents(tx, [made, id])
  }
}

/**
 * Repeats the effects of the request that is already in the history. If the warehouse cannot ship an order, its stock stays
 * reserved at the brand.
 */
async function handOver(work: Work, order: LockedOrder): Promise<string | undefined> {
  const outcome = await openForOrder(work, order, await variantsOf(work, order))
  if ('blockers' in outcome) return undefined
  await moveStock(work, { ...order, move_count: order.move_count - 1 }, 'release', 'fulfillment_requested')
  return outcome.opened.id
}
