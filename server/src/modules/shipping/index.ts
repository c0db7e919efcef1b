import { brandOf } from '../../http/actor.ts'
import type { Module } from '../../module.ts'
import { orderEvents } from '../ordering/index.ts'
import { carrierRoutes } from './carrier-routes.ts'
import { seedShippingDemo } from './demo.ts'
import { shippingRoutes } from './routes.ts'
import { makeLabelsJob } from './shipments/jobs.ts'
import { noteMethods } from './shipments/methods.ts'
import { loadShipments } from './shipments/queries.ts'
import { cancelShipmentJob, takeBackShipments } from './shipments/take-backs.ts'

export { commandWithParcels } from './shipments/tracking.ts'

export const shipping: Module = {
  name: 'shipping',
  schemas: ['shipping'],
  tags: {
    Shipping: 'Quotes, confirmations, labels and pickups.',
    Carriers: 'What carriers tell. For carriers only.',
  },
  loaders: { shipment: ({ db, actor }, ids) => loadShipments(db, brandOf(actor), ids) },
  jobs: [makeLabelsJob, cancelShipmentJob],
  consumers: [
    { of: orderEvents.created, by: noteMethods },
    { of: orderEvents.shippingAddressUpdated, by: noteMethods },
    { of: orderEvents.labelsGeneratedReverted, by: takeBackShipments },
    { of: orderEvents.acceptedReverted, by: takeBackShipments },
  ],
  routes(http) {
    shippingRoutes(http)
    carrierRoutes(http)
  },
  demo: seedShippingDemo,
}
