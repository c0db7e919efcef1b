/** Builds the shipment document of an order from the tables of this module. */
import type { Queryable } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { LockedOrder, Shipment } from '../../ordering/index.ts'
import { findQuote } from '../quotes/queries.ts'
import { confirmedDocument } from './overview.ts'
import { findShipment, parcelsOf } from './queries.ts'

/** For an order with a confirmed shipment. */
export async function readDocument(db: Queryable, order: LockedOrder): Promise<Shipment> {
  const shipmentId = order.shipment?.id
  invariant(shipmentId, 'the order has a shipment')
  const [shipment, parcels] = await Promise.all([
    findShipment(db, order.brand_id, shipmentId),
    parcelsOf(db, order.brand_id, shipmentId),
  ])
  invariant(shipment, 'the shipment of an order exists')
  const quote = await findQuote(db, order.brand_id, shipment.quote_id)
  invariant(quote, 'a shipment has a quote')
  return confirmedDocument(shipment, parcels, quote, order)
}
