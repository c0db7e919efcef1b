import { brandOf } from '../../http/actor.ts'
import type { Module } from '../../module.ts'
import { identityEvents } from '../identity/index.ts'
import { joinShippingMethods, loadOutsideShipments, orderEvents } from '../ordering/index.ts'
import { carrierRoutes } from './carrier-routes.ts'
import { seedShippingDemo } from './demo.ts'
import { shippingMetrics } from './metrics.ts'
import { purgeQuotesJob } from './quotes/retention.ts'
import { shippingRoutes } from './routes.ts'
import { labelsOrdered, makeLabelsJob, makeLabelsLater } from './shipments/jobs.ts'
import { methodsOf, updateMethods } from './shipments/methods.ts'
import { loadShipments } from './shipments/queries.ts'
import { cancelShipmentJob, takeBackShipments } from './shipments/take-backs.ts'
import { trackingPage } from './tracking-page/routes.ts'

export { carriersOf } from './carrier-list.ts'
export { TRACKING_STATUSES, type TrackingStatus } from './carriers/carrier.ts'
export { findQuote, loadQuotes, type QuoteRow, quoteExists } from './quotes/queries.ts'
export { showQuote } from './resources.ts'
export { openLabels } from './shipments/labels.ts'
export { wholeStatus } from './shipments/overview.ts'
export { findShipment, type ParcelRow, parcelsOf, type ShipmentRow } from './shipments/queries.ts'
export { commandWithParcels, type ToldParcel, tellParcels } from './shipments/tracking.ts'
export { linkOf } from './shipments/tracking-details.ts'

joinShippingMethods(methodsOf)

export const shipping: Module = {
  name: 'shipping',
  schemas: ['shipping'],
  tags: {
    Shipping: 'Quotes, confirmations, labels and pickups.',
    Carriers: 'What carriers tell. For carriers only.',
  },
  loaders: {
    async shipment({ db, actor }, ids) {
      const load = [loadShipments, loadOutsideShipments]
      return (await Promise.all(load.map((each) => each(db, brandOf(actor), ids)))).flat()
    },
  },
  jobs: [makeLabelsJob, cancelShipmentJob, purgeQuotesJob],
  events: [labelsOrdered],
  consumers: [
    { of: labelsOrdered, by: makeLabelsLater },
    { of: identityEvents.shippingOriginChanged, by: updateMethods },
    { of: orderEvents.labelsGeneratedReverted, by: takeBackShipments },
    { of: orderEvents.acceptedReverted, by: takeBackShipments },
  ],
  metrics: shippingMetrics,
  routes(http) {
    shippingRoutes(http)
    carrierRoutes(http)
    trackingPage(http)
  },
  demo: seedShippingDemo,
}
