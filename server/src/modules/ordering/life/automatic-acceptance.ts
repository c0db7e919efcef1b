/** Accepts orders of retailers for which the brand has switched automatic acceptance on. */
import { conflict } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { RetailerId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs.ts'
import type { Consumer, RecordedEvent } from '../../../platform/outbox.ts'
import { acceptedAutomatically } from '../../brands/index.ts'
import { findOrder } from '../reading/orders.ts'
import { type AutomaticMove, automaticMove, type OrderEventRef } from './automatic-moves.ts'

/** The brand's own move. An order with a cancellation request is left to the brand to decide. */
const ACCEPTANCE: AutomaticMove = {
  command: 'brand-validates',
  party: 'brand',
  async check(db, brandId, orderId) {
    const order = await findOrder(db, brandId, orderId)
    if (order?.retailer_cancellation_request_reason != null) {
      throw conflict('The retailer asks for its cancellation.')
    }
  },
}

export const acceptOrderJob = automaticMove('accept-order', ACCEPTANCE)

/** Runs in the transaction of the outbox relay, so no submitted order is missed. */
export const scheduleAcceptance: Consumer = async (tx, { clock }, events) => {
  const wanted = await acceptedAutomatically(tx, await arrivalsOf(tx, events))
  await enqueue(
    { db: tx, clock },
    acceptOrderJob,
    wanted.map(({ brandId, orderId, eventId }) => ({ brandId, orderId, eventId })),
  )
}

interface SubmittedOrder extends OrderEventRef {
  retailerId: RetailerId
}

/** Uses orders_pkey. */
async function arrivalsOf(db: Queryable, events: readonly RecordedEvent[]): Promise<SubmittedOrder[]> {
  return await db<SubmittedOrder[]>`
    select brand_id as "brandId", retailer_id as "retailerId", orders.id as "orderId", event.id as "eventId"
    from unnest(
      ${events.map(({ brandId }) => brandId)}::uuid[], ${events.map(({ subjectId }) => subjectId)}::uuid[],
      ${events.map(({ id }) => id)}::uuid[]
    ) as event (owner_id, order_id, id)
    join ordering.orders on brand_id = owner_id and orders.id = order_id`
}
