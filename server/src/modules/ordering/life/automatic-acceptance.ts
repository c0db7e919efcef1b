/** Orders of retailers whose orders the brand wants accepted without being asked. */

import { conflict } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { RetailerId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs.ts'
import type { Consumer, RecordedEvent } from '../../../platform/outbox.ts'
import { acceptedAutomatically } from '../../brands/index.ts'
import { findOrder } from '../reading/orders.ts'
import { type Arrived, type AutomaticMove, automaticMove } from './automatic-moves.ts'

/** The brand's acceptance in its absence. A retailer that asks for a cancellation is answered by people. */
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

/** In the relay's transaction: an order that has arrived is remembered until it is dealt with. */
export const acceptArrivals: Consumer = async (tx, { clock }, events) => {
  const wanted = await acceptedAutomatically(tx, await arrivalsOf(tx, events))
  await enqueue(
    { db: tx, clock },
    acceptOrderJob,
    wanted.map(({ brandId, orderId, eventId }) => ({ brandId, orderId, eventId })),
  )
}

interface Arrival extends Arrived {
  retailerId: RetailerId
}

/** Rides on orders_pkey. */
async function arrivalsOf(db: Queryable, events: readonly RecordedEvent[]): Promise<Arrival[]> {
  return await db<Arrival[]>`
    select brand_id as "brandId", retailer_id as "retailerId", orders.id as "orderId", event.id as "eventId"
    from unnest(
      ${events.map(({ brandId }) => brandId)}::uuid[], ${events.map(({ subjectId }) => subjectId)}::uuid[],
      ${events.map(({ id }) => id)}::uuid[]
    ) as event (owner_id, order_id, id)
    join ordering.orders on brand_id = owner_id and orders.id = order_id`
}
