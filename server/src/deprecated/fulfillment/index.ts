import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { orderEvents, shipmentLoaders } from '../../modules/ordering/index.ts'
import { warehouseService } from '../../modules/ordering/life/fulfillment-requests.ts'
import { moveExtensions } from '../../modules/ordering/life/moves.ts'
import { lotProvider } from '../../modules/stock/ledger/lots.ts'
import { levelBreakdowns } from '../../modules/stock/ledger/reconciler.ts'
import { bundleProvider } from '../../modules/stock/reading/bundles.ts'
import { fill } from '../../platform/extension-points.ts'
import { costRoutes, fulfillmentCost } from './costs/routes.ts'
import { seedFulfillmentDemo } from './demo.ts'
import { itemDeclared, replenishmentMoved } from './events.ts'
import { blockExpiredLotsJob } from './jobs.ts'
import { medium, mediumWithContent } from './media/resources.ts'
import { mediaRoutes } from './media/routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { handOverArrivals, handOverOrderJob } from './orders/automation.ts'
import { seedFulfillmentOrdersDemo } from './orders/demo.ts'
import { fulfillmentOrderMoved } from './orders/events.ts'
import { internalOrders, shipWithOrder, takeBackWithOrder } from './orders/internal-orders.ts'
import { operatorFulfillmentRoutes } from './orders/operator-routes.ts'
import { origins } from './orders/origins.ts'
import { loadStatusUpdates, loadWarehouseShipments } from './orders/queries.ts'
import { fulfillmentService } from './orders/requests.ts'
import { fulfillmentOrder, fulfillmentStatusUpdate, operatorFulfillmentOrder } from './orders/resources.ts'
import { fulfillmentOrderRoutes } from './orders/routes.ts'
import { scheduleWork, workOnFulfillmentOrderJob } from './orders/simulation.ts'
import { testingRoutes } from './orders/testing-routes.ts'
import {
  scheduleItems,
  scheduleReplenishments,
  syncItemJob,
  workOnReplenishmentJob,
} from './replenishments/simulation.ts'
import {
  enrolment,
  fulfillable,
  fulfillmentBrand,
  fulfillmentBundle,
  fulfillmentItem,
  fulfillmentLot,
  replenishment,
  warehouse,
} from './resources.ts'
import { fulfillmentRoutes } from './routes.ts'
import { warehouseBundleProvider } from './warehouse/bundles.ts'
import { loadItems } from './warehouse/items.ts'
import { warehouseLotProvider } from './warehouse/ledger-lots.ts'
import { lotTotals } from './warehouse/lot-sums.ts'
import { loadLotsOfFulfillables } from './warehouse/lots.ts'

export { findInvoice, needsInvoice } from './media/media.ts'
export { checkFulfillability } from './orders/blockers.ts'
export { moveProblems } from './orders/errors.ts'
export { deliveryAppointment, deliverySchedule, packingInstruction } from './orders/instructions.ts'
export type { MoveBetween } from './orders/move-table.ts'
export {
  advanceFulfillmentOrder,
  advanceLockedFulfillmentOrder,
  type Carriage,
  commandFulfillmentOrder,
  openFulfillmentOrder,
} from './orders/moves.ts'
export { origins } from './orders/origins.ts'
export {
  type FulfillmentOrderRow,
  type Instructions,
  lockNewestFulfillmentOrder,
  newestFulfillmentOrder,
  type RecipientType,
} from './orders/queries.ts'
export { sentForMasterOrder } from './orders/sent.ts'
export { simulatedCarriage } from './orders/simulation.ts'
export { brandOfPath } from './orders/testing-routes.ts'
export { minimumRemainingShelfLife } from './shared.ts'
export { findEnrolment } from './warehouse/enrolments.ts'
export { existingFulfillables, loadFulfillables } from './warehouse/fulfillables.ts'

export const fulfillment: Module = {
  name: 'fulfillment',
  schemas: ['fulfillment'],
  offers: [origins],
  fills: [
    fill(levelBreakdowns, lotTotals),
    fill(lotProvider, warehouseLotProvider),
    fill(bundleProvider, warehouseBundleProvider),
    fill(origins, internalOrders),
    fill(moveExtensions, { command: 'fulfil', run: shipWithOrder }),
    fill(moveExtensions, { command: 'take-back-fulfillment', run: takeBackWithOrder }),
    fill(shipmentLoaders, loadWarehouseShipments),
    fill(warehouseService, fulfillmentService),
  ],
  tags: {
    Fulfillment:
      'What lies in the warehouse, how it gets there, and what is sent from it. Ends on 1 December 2026.',
    ...operatorTag,
  },
  events: [itemDeclared, replenishmentMoved, fulfillmentOrderMoved],
  resources: [
    fulfillmentItem,
    fulfillmentLot,
    fulfillable,
    fulfillmentBundle,
    warehouse,
    fulfillmentBrand,
    enrolment,
    replenishment,
    fulfillmentOrder,
    fulfillmentStatusUpdate,
    operatorFulfillmentOrder,
    fulfillmentCost,
    medium,
    mediumWithContent,
  ],
  loaders: {
    fulfillmentItem: ({ db, actor }, ids) => loadItems(db, brandOf(actor), ids),
    lotsOfFulfillables: ({ db, actor, clock }, ids) =>
      loadLotsOfFulfillables(db, brandOf(actor), ids, clock.now()),
    updatesOfFulfillmentOrders: ({ db, actor }, ids) => loadStatusUpdates(db, brandOf(actor), ids),
  },
  jobs: [
    workOnReplenishmentJob,
    syncItemJob,
    blockExpiredLotsJob,
    workOnFulfillmentOrderJob,
    handOverOrderJob,
  ],
  consumers: [
    { of: replenishmentMoved, by: scheduleReplenishments },
    { of: itemDeclared, by: scheduleItems },
    { of: fulfillmentOrderMoved, by: scheduleWork },
    { of: orderEvents.created, by: handOverArrivals },
  ],
  routes(http) {
    fulfillmentRoutes(http)
    operatorRoutes(http)
    fulfillmentOrderRoutes(http)
    operatorFulfillmentRoutes(http)
    costRoutes(http)
    mediaRoutes(http)
    if (http.platform.config.mode === 'sandbox') testingRoutes(http)
  },
  async demo(tx, run) {
    await seedFulfillmentDemo(tx, run)
    await seedFulfillmentOrdersDemo(tx)
  },
}
