/** All kinds of work once: labels with their webhook, an import, an export. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../src/platform/database.ts'
import { importProducts } from './catalog.ts'
import { refresh } from './commands.ts'
import { exportBilling } from './files.ts'
import { accept, placeOrder } from './orders.ts'
import { confirmQuote } from './shipping.ts'
import type { Brand, Work } from './work.ts'

/** Of these brands, the first and the last; returns what was not done before the time of the work was over. */
export async function doEachKind(work: Work, db: Database, brands: readonly Brand[]): Promise<string[]> {
  const [first, last] = [brands.at(0) as Brand, brands.at(-1) as Brand]
  const done = await Promise.all([
    makeLabels(work, db, first),
    importProducts(work, first, { chunks: 1 }).then((is) => !is && 'no products were imported'),
    exportBilling(work, last.account).then((is) => !is && 'no export was made'),
  ])
  return done.filter((missing) => missing !== false)
}

/** Moves an order up to its labels and waits for their webhook: a job, an event and a delivery. Returns what is missing. */
async function makeLabels(work: Work, db: Database, brand: Brand): Promise<string | false> {
  const order = await placeOrder(work, brand)
  if (!order) return 'no order was taken'
  await accept(work, order)
  await confirmQuote(work, order, 'marketplace')
  while (!work.until.aborted) {
    await refresh(work, order)
    const told = await db`
      select 1 from webhooks.deliveries
      join webhooks.subscriptions on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id
      where deliveries.brand_id = ${brand.id} and subject_id = ${order.id} and event_type = 'order.shipping_labels_generated' and state = 'delivered'
        and url like '%/answers'`
    if (order.status === 'shipping_labels_generated' && told.length > 0) return false
    await wait(500)
  }
  return order.status === 'shipping_labels_generated'
    ? 'no webhook told of the labels'
    : `no labels were made: the order is ${order.status}`
}
