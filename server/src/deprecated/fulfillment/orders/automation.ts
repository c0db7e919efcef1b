/**
 * New orders of brands that want them accepted and handed to the warehouse without being asked. Both happen together or
 * not at all: what the warehouse cannot ship is not accepted in the name of a brand that would have to ship it, and waits.
 */
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { conflict } from '../../../domain/problems.ts'
import { loadBrands } from '../../../modules/identity/index.ts'
import { findOrder, lockOrder, moveOrder } from '../../../modules/ordering/index.ts'
import { eventOfStatus } from '../../../modules/ordering/life/commands.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { enqueue, job } from '../../../platform/jobs.ts'
import type { Consumer } from '../../../platform/outbox.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { END } from '../../ending.ts'
import { newestFulfillmentOrder } from './queries.ts'
import { requestFulfillment } from './requests.ts'

const MODE = 'automatic-confirm-and-request-fulfillment'

export const handOverOrderJob = job('hand-over-order', {
  payload: Type.Object({ brandId: uuid(), orderId: uuid(), eventId: uuid() }),
  async run(platform, order) {
    if (platform.clock.now() >= END) return
    try {
      await inTransaction(platform, async (work) => {
        const { status } = await lockOrder(work.db, order.brandId, order.orderId)
        // It may have been accepted by itself already, as one of a trusted retailer.
        if (status === 'ankor_confirmed') await accept(work, order)
        // Whoever took it back from the warehouse decides.
        else if (await newestFulfillmentOrder(work.db, order.brandId, order.orderId)) return
        await requestFulfillment(work, order, { party: 'brand', applicationId: null })
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  },
})

interface NewOrder {
  brandId: BrandId
  orderId: OrderId
  /** The event of its arrival. */
  eventId: string
}

/** Accepts in the name of the brand, unless somebody has decided on the order since, or the retailer asks for its cancellation. */
async function accept(work: Work, { eventId, ...place }: NewOrder): Promise<void> {
  await moveOrder(work, place, {
    command: 'brand-validates',
    by: { party: 'brand', applicationId: null },
    async decide({ db }, locked) {
      const [event, order] = await Promise.all([
        eventOfStatus(db, locked),
        findOrder(db, place.brandId, place.orderId),
      ])
      if (order?.retailer_cancellation_request_reason != null) {
        throw conflict('The retailer asks for its cancellation.')
      }
      if (event !== eventId) throw conflict('It was decided on since.')
      return { details: { automatic: true } }
    },
  })
}

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
