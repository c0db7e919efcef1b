/**
 * Accepts new orders and hands them over to the warehouse, for brands with that automation mode. Both are one transaction:
 * an order that the warehouse cannot ship is not accepted either, because the brand would then have to ship it.
 */
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { conflict } from '../../../domain/problems.ts'
import { END } from '../../../modules/ended/groups.ts'
import { loadBrands } from '../../../modules/identity/index.ts'
import { findOrder, lockOrder, moveOrder } from '../../../modules/ordering/index.ts'
import { eventOfStatus } from '../../../modules/ordering/life/commands.ts'
import type { Consumer } from '../../../platform/events/outbox.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { enqueue, job } from '../../../platform/jobs/jobs.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { newestFulfillmentOrder } from './queries.ts'
import { requestFulfillment } from './requests.ts'

const MODE = 'automatic-confirm-and-request-fulfillment'

export const handOverOrderJob = job('hand-over-order', {
  meaning: 'Accepts an order and hands it over to the warehouse, for a brand that wants this.',
  lost: 'The order waits for the decision of the brand.',
  payload: Type.Object({ brandId: uuid(), orderId: uuid(), eventId: uuid() }),
  async run(platform, order) {
    if (platform.clock.now() >= END) return
    try {
      await inTransaction(platform, async (work) => {
        const { status } = await lockOrder(work.db, order.brandId, order.orderId)
        // Orders of trusted retailers are accepted automatically and may be past this status.
        if (status === 'ankor_confirmed') await accept(work, order)
        // The order was taken back from the warehouse before, so a person decides.
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
  /** The id of the event that reported the new order. */
  eventId: string
}

/** Accepts on behalf of the brand, unless the order was moved since the event or the retailer has requested its cancellation. */
async function accept(work: Work, { eventId, ...orderKey }: NewOrder): Promise<void> {
  await moveOrder(work, orderKey, {
    command: 'brand-validates',
    by: { party: 'brand', applicationId: null },
    async decide({ db }, locked) {
      const [event, order] = await Promise.all([
        eventOfStatus(db, locked),
        findOrder(db, orderKey.brandId, orderKey.orderId),
      ])
      if (order?.retailer_cancellation_request_reason != null) {
        throw conflict('The retailer asks for its cancellation.')
      }
      if (event !== eventId) throw conflict('It was decided on since.')
      return { details: { automatic: true } }
    },
  })
}

/** Enqueues the jobs in the transaction of the outbox relay. After the end date all orders wait for their brand. */
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
