/** Accepts orders of retailers for which the brand has switched automatic acceptance on. */
import { conflict } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { Consumer, RecordedEvent } from '../../../platform/events/outbox.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { findOrder } from '../order/order-row.ts'
import { type AutomaticMove, automaticMove, type OrderEventRef } from './automatic-moves.ts'

/** Returns those of the orders that are accepted automatically, by the settings of their brands. */
export type SelectAccepted = <Order extends { brandId: BrandId; retailerId: RetailerId }>(
  db: Queryable,
  orders: readonly Order[],
) => Promise<Order[]>

/** Filled by the module in which brands choose these retailers. Without it, brands decide on every order. */
export const automaticAcceptance = singleExtensionPoint<SelectAccepted>('ordering.automatic-acceptance')

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

export const acceptOrderJob = automaticMove(
  'accept-order',
  {
    meaning: 'Accepts an order of a retailer whose orders the brand accepts at once.',
    lost: 'The order waits for the decision of the brand.',
  },
  ACCEPTANCE,
)

/** Runs in the transaction of the outbox relay, so no submitted order is missed. */
export const scheduleAcceptance: Consumer = async (tx, { clock }, events) => {
  const selectAccepted = automaticAcceptance.extension
  if (!selectAccepted) return
  const wanted = await selectAccepted(tx, await arrivalsOf(tx, events))
  await enqueue(
    { db: tx, clock },
    acceptOrderJob,
    wanted.map(({ brandId, orderId, eventId, requestId }) => ({ brandId, orderId, eventId, requestId })),
  )
}

interface SubmittedOrder extends OrderEventRef {
  retailerId: RetailerId
  requestId: string | null
}

/** Uses orders_pkey. The list of brands lets a distributed database ask their nodes only. */
async function arrivalsOf(db: Queryable, events: readonly RecordedEvent[]): Promise<SubmittedOrder[]> {
  const brandIds = [...new Set(events.map(({ brandId }) => brandId))]
  return await db<SubmittedOrder[]>`
    select brand_id as "brandId", retailer_id as "retailerId", orders.id as "orderId", event.id as "eventId",
      event.request_id as "requestId"
    from unnest(
      ${events.map(({ brandId }) => brandId)}::uuid[], ${events.map(({ subjectId }) => subjectId)}::uuid[],
      ${events.map(({ id }) => id)}::uuid[], ${events.map(({ requestId }) => requestId)}::uuid[]
    ) as event (owner_id, order_id, id, request_id)
    join ordering.orders on brand_id = owner_id and orders.id = order_id
    where brand_id = any(${brandIds}::uuid[])`
}
