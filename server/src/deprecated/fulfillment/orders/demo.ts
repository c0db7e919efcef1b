/**
 * The demo orders that wait for the warehouse, written after the fact: they have been handed over already. The warehouse has
 * shipped the first one since, and the order with it.
 */
import type { Address } from '../../../domain/postal-address.ts'
import { DEMO } from '../../../modules/identity/index.ts'
import { type LockedOrder, listWaitingOrders, lockOrder } from '../../../modules/ordering/index.ts'
import { moveStock } from '../../../modules/ordering/life/order-stock.ts'
import { itemsOfOrder } from '../../../modules/ordering/reading/orders.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database.ts'
import { demoIds } from '../../../platform/demo-id.ts'
import { dropEvents } from '../../../platform/outbox.ts'
import type { Work } from '../../../platform/work.ts'
import { checkFulfillability } from './blockers.ts'
import { advanceFulfillmentOrder, openInternalOrder } from './moves.ts'
import { simulatedCarriage } from './simulation.ts'

/** More than there are. */
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
    const later = clockAt(new Date(updated_at.getTime() + (isShipped ? 7 : 1) * HOUR_MS))
    const place = { brandId: DEMO.brandId, id: made }
    const to = isShipped ? 'shipped' : 'scheduled'
    await advanceFulfillmentOrder({ db: tx, clock: later, ids }, place, {
      to,
      carriage: simulatedCarriage(made),
    })
    // Nobody works on what is made up, or is told of it: it is moved on by hand.
    await dropEvents(tx, [made, id])
  }
}

/** As the request did it, whose entry in the history is there. What the warehouse never had stays at the brand. */
async function handOver(work: Work, order: LockedOrder): Promise<string | undefined> {
  const { brand_id: brandId, id: masterOrderId, move_count } = order
  const shipTo = order.shipping_address as Address
  const items = await itemsOfOrder(work.db, brandId, masterOrderId)
  const variants = items.map(({ variant_id: variantId, quantity: batches }) => ({ variantId, batches }))
  const { blockers, lines } = await checkFulfillability(work, brandId, {
    country: shipTo.countryCode,
    variants,
  })
  if (blockers.length > 0) return undefined
  const outcome = await openInternalOrder(work, order, lines)
  if ('unavailable' in outcome) return undefined
  await moveStock(work, { ...order, move_count: move_count - 1 }, 'release', 'fulfillment_requested')
  return outcome.opened.id
}
