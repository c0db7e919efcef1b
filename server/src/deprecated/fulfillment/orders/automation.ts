/**
 * New orders of brands that want them accepted and handed to the warehouse without being asked. Both happen together or
 * not at all: what the warehouse cannot ship is not accepted in the name of a brand that would have to ship it, and waits.
 */
import { Problem } from '@tradehall/jsonapi'
import { loadBrands } from '../../../modules/identity/index.ts'
import { acceptAutomatically, lockOrder, orderEventRef } from '../../../modules/ordering/index.ts'
import { enqueue, job } from '../../../platform/jobs.ts'
import type { Consumer } from '../../../platform/outbox.ts'
import { inTransaction } from '../../../platform/work.ts'
import { END } from '../../end.ts'
import { newestFulfillmentOrder } from './queries.ts'
import { requestFulfillment } from './requests.ts'

const MODE = 'automatic-confirm-and-request-fulfillment'

export const handOverOrderJob = job('hand-over-order', {
  payload: orderEventRef,
  async run(platform, order) {
    if (platform.clock.now() >= END) return
    try {
      await inTransaction(platform, async (work) => {
        const { status } = await lockOrder(work.db, order.brandId, order.orderId)
        // It may have been accepted by itself already, as one of a trusted retailer.
        if (status === 'ankor_confirmed') await acceptAutomatically(work, order)
        // Whoever took it back from the warehouse decides.
        else if (await newestFulfillmentOrder(work.db, order.brandId, order.orderId)) return
        await requestFulfillment(work, order, { party: 'brand', applicationId: null })
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  },
})

/** In the relay's transaction. From the end on all orders wait for their brand. */
export const handOverArrivals: Consumer = async (tx, { clock }, events) => {
  if (clock.now() >= END) return
  const ids = new Set(events.flatMap(({ brandId }) => brandId ?? []))
  const brands = await loadBrands(tx, [...ids])
  const wanted = new Set(brands.filter((one) => one.automation_mode === MODE).map(({ id }) => id))
  await enqueue(
    { db: tx, clock },
    handOverOrderJob,
    events.flatMap(({ brandId, subjectId: orderId, id: eventId }) =>
      brandId !== null && wanted.has(brandId) ? [{ brandId, orderId, eventId }] : [],
    ),
  )
}
