/** What a brand may do now to ship an order. */
import { type ActionSource, judge, type OriginData, originData, originOf } from '../ordering/index.ts'
import { noQuotes } from './errors.ts'
import { findQuoteWithRequest } from './quotes/queries.ts'
import { refuseQuotes } from './quotes/quotes.ts'
import { confirmable, refuseConfirmation } from './shipments/confirmations.ts'
import { refusePickup } from './shipments/pickups.ts'

export const shippingActions: ActionSource = async ({ db }, order) => {
  const { brand_id: brandId, id } = order
  const quoteId = order.shipment?.latestQuote?.id
  const [[origin], offer] = await Promise.all([
    db<[{ data: OriginData }]>`select ${originData(db, brandId)} as data`,
    quoteId === undefined ? undefined : findQuoteWithRequest(db, brandId, quoteId),
  ])
  const confirm = { method: 'POST', path: `/api/v1/shipping-quotes/${quoteId ?? '{quote}'}/confirm` } as const
  const refuseShipping = () => {
    refuseConfirmation(order)
    if (!offer) throw noQuotes(id)
    confirmable(order, offer)
  }
  return [
    judge({ action: 'request-quotes', method: 'POST', path: `/api/v1/orders/${id}/shipping-quotes` }, () =>
      refuseQuotes(order, originOf(origin.data)),
    ),
    judge({ action: 'confirm-quote', ...confirm }, refuseShipping),
    judge({ action: 'ship-with-tracking', ...confirm }, refuseShipping),
    judge(
      { action: 'schedule-pickup', method: 'POST', path: `/api/v1/orders/${id}/ship/schedule-pickup` },
      () => refusePickup(order),
    ),
  ]
}
