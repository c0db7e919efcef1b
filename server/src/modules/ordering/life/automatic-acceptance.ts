/** Orders of retailers whose orders the brand wants accepted without being asked. */

import { conflict } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs.ts'
import type { Consumer, RecordedEvent } from '../../../platform/outbox.ts'
import type { Work } from '../../../platform/work.ts'
import { findOrder, type OrderRow } from '../reading/orders.ts'
import { type Arrived, type AutomaticMove, automaticMove, moveAutomatically } from './automatic-moves.ts'

/** Returns those of the orders that their brand wants accepted without a decision of its own. */
export type SelectAccepted = <Order extends { brandId: BrandId; retailerId: RetailerId }>(
  db: Queryable,
  orders: readonly Order[],
) => Promise<Order[]>

/** Filled by the module in which brands choose these retailers. Without it, brands decide on every order. */
export const automaticAcceptance = singleExtensionPoint<SelectAccepted>('ordering.automatic-acceptance')

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

/** For whoever does more with an order that has arrived. Refuses when somebody has decided on it, or has to. */
export const acceptArrival = (work: Work, order: Arrived): Promise<OrderRow> =>
  moveAutomatically(work, order, ACCEPTANCE)

/** In the relay's transaction: an order that has arrived is remembered until it is dealt with. */
export const acceptArrivals: Consumer = async (tx, { clock }, events) => {
  const selectAccepted = automaticAcceptance.extension
  if (!selectAccepted) return
  const wanted = await selectAccepted(tx, await arrivalsOf(tx, events))
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
