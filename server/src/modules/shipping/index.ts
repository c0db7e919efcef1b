import { brandOf } from '../../domain/actor.ts'
import type { Module } from '../../module.ts'
import { fill } from '../../platform/extension-points.ts'
import { identityEvents } from '../identity/index.ts'
import {
  actionSources,
  orderEvents,
  shipmentLoaders,
  shippingMethods,
  timelineSources,
  trackingSources,
} from '../ordering/index.ts'
import { carrierConduct, conductRoutes } from './carrier-conduct/conduct-routes.ts'
import { carrierRoutes } from './carrier-routes.ts'
import { seedShippingDemo } from './demo.ts'
import { shippingMetrics } from './metrics.ts'
import { shippingActions } from './next-actions.ts'
import { printingRoutes } from './printing-routes.ts'
import { purgeQuotesJob } from './quotes/retention.ts'
import { orderLabels } from './resources.ts'
import { shippingRoutes } from './routes.ts'
import { trackingLoaders } from './shipment-information/loaders.ts'
import {
  trackedItem,
  trackedParcel,
  trackedQuote,
  trackedShipment,
} from './shipment-information/resources.ts'
import { trackingRoutes } from './shipment-information/routes.ts'
import { labelsOrdered, makeLabelsJob, makeLabelsLater } from './shipments/jobs.ts'
import { labelActivity } from './shipments/label-activity.ts'
import { methodsOf, updateMethods } from './shipments/methods.ts'
import { pendingShipments } from './shipments/pending-shipments.ts'
import { loadShipments } from './shipments/queries.ts'
import { cancelShipmentJob, takeBackShipments } from './shipments/take-backs.ts'
import { shippingOfOrder, trackingOfOrder } from './shipments/timeline.ts'
import { trackingPage } from './tracking-page/routes.ts'

export { commandWithParcels } from './shipments/tracking.ts'

export const shipping: Module = {
  name: 'shipping',
  schemas: ['shipping', 'shipments'],
  fills: [
    fill(shippingMethods, methodsOf),
    fill(actionSources, shippingActions),
    fill(timelineSources, shippingOfOrder),
    fill(trackingSources, trackingOfOrder),
  ],
  tags: {
    Shipping: 'Quotes, confirmations, labels and pickups.',
    Shipments: 'Deprecated: what is told of the shipment of an order.',
    Carriers: 'What carriers tell. For carriers only.',
  },
  resources: [carrierConduct, orderLabels, trackedShipment, trackedParcel, trackedItem, trackedQuote],
  loaders: {
    ...trackingLoaders,
    async shipment({ db, actor }, ids) {
      const load = [loadShipments, ...shipmentLoaders.extensions]
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
  activity: [labelActivity],
  pending: pendingShipments,
  metrics: shippingMetrics,
  routes(http) {
    shippingRoutes(http)
    printingRoutes(http)
    carrierRoutes(http)
    trackingRoutes(http)
    trackingPage(http)
  },
  testingRoutes: conductRoutes,
  demo: seedShippingDemo,
}
