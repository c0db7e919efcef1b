import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { externalOrderSource } from '../../modules/ordering/reading/master-orders.ts'
import { fill } from '../../platform/extension-points.ts'
import { origins, sentForMasterOrder } from '../fulfillment/index.ts'
import { seedExternalOrdersDemo } from './demo.ts'
import { externalOrderEvents } from './events.ts'
import { createExternalOrderJob } from './jobs.ts'
import { applyExternalMove, lockOrThrow } from './moves.ts'
import {
  loadExternalItems,
  loadExternalOrders,
  ownerOfExternalOrder,
  saveLatestShippingDate,
} from './queries.ts'
import { externalOrder, externalOrderItem, operatorExternalOrder } from './resources.ts'
import { externalOrderRoutes } from './routes.ts'
import { deliverExternalOrderJob, scheduleArrival } from './simulation.ts'

export const externalOrders: Module = {
  name: 'external-orders',
  schemas: ['external_orders'],
  fills: [
    fill(externalOrderSource, {
      table: (db) => db`external_orders.orders`,
      includes: ['orderItems'],
      ownerOf: ownerOfExternalOrder,
      setLatest: saveLatestShippingDate,
      async shipmentOf(db, brandId, id) {
        const [[order], sent] = await Promise.all([
          loadExternalOrders(db, brandId, [id]),
          sentForMasterOrder(db, brandId, id),
        ])
        return sent && { ...sent, hasArrived: order?.status === 'arrived' }
      },
    }),
    fill(origins, {
      origin: 'external',
      lock: (work, brandId, id) => lockOrThrow(work, { brandId, id }),
      shipped: async (work, { brand_id: brandId, master_order_id: id, id: shipmentId }) =>
        applyExternalMove(work, await lockOrThrow(work, { brandId, id }), 'ship', {
          shipment_id: shipmentId,
        }),
      cancelled: async (work, { brand_id: brandId, master_order_id: id }) =>
        applyExternalMove(work, await lockOrThrow(work, { brandId, id }), 'cancel'),
    }),
  ],
  tags: operatorTag,
  events: Object.values(externalOrderEvents),
  resources: [externalOrder, externalOrderItem, operatorExternalOrder],
  loaders: {
    externalOrder: ({ db, actor }, ids) => loadExternalOrders(db, brandOf(actor), ids),
    externalOrderItem: ({ db, actor }, ids) => loadExternalItems(db, brandOf(actor), ids),
  },
  jobs: [createExternalOrderJob, deliverExternalOrderJob],
  consumers: [{ of: externalOrderEvents.shipped, by: scheduleArrival }],
  routes: externalOrderRoutes,
  demo: seedExternalOrdersDemo,
}
