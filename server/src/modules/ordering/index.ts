import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { seedOrderingDemo } from './demo/demo.ts'
import { orderEvents } from './events.ts'
import { fulfillabilityRoutes } from './fulfillability-routes.ts'
import { approveRejectionJob, scheduleApproval } from './life/approvals.ts'
import { acceptArrivals, acceptOrderJob } from './life/automatic-acceptance.ts'
import { companions } from './life/companions.ts'
import { warehouseService } from './life/fulfillment-requests.ts'
import { shippingMethods } from './life/shipping-methods.ts'
import { masterOrderRoutes } from './master-order-routes.ts'
import { olderActionRoutes } from './older-action-routes.ts'
import { operatorOrder, operatorOrderMove } from './operator-resources.ts'
import { operatorRoutes } from './operator-routes.ts'
import { loadMasterOrders, outsideOrders } from './reading/master-orders.ts'
import { loadBillingItems, loadItems, loadOrders } from './reading/orders.ts'
import { shipmentLoaders } from './reading/shipment.ts'
import {
  billingItem,
  externalOrder,
  historyEntry,
  masterOrder,
  order,
  orderItem,
  shipment,
} from './resources.ts'
import { retailerOrder } from './retailer-resources.ts'
import { retailerRoutes } from './retailer-routes.ts'
import { orderRoutes } from './routes.ts'

export { orderEvents } from './events.ts'
export { fulfillabilityCheck } from './fulfillability-routes.ts'
export { type NewLine, type OrderPlaces, submitOrder } from './intake/intake.ts'
export { editAddresses } from './life/addresses.ts'
export { approveLater } from './life/approvals.ts'
export { acceptArrival } from './life/automatic-acceptance.ts'
export { arrived } from './life/automatic-moves.ts'
export { requestCancellation } from './life/cancellation-requests.ts'
export { advanceOrder, commandOrder } from './life/commands.ts'
export { type Accompanied, companions } from './life/companions.ts'
export {
  type Blocker,
  type BlockerCode,
  blocked,
  blocker,
  blockerProblem,
} from './life/fulfillment-blockers.ts'
export {
  fulfillmentBlockers,
  type OrderedVariant,
  requestFulfillment,
  variantsOfOrder,
  type WarehouseService,
  warehouseService,
} from './life/fulfillment-requests.ts'
export type { BrandOrder, Effects } from './life/locked-order.ts'
export { type Command, MOVES, type Move, partyOf, STATUSES, type Status } from './life/move-table.ts'
export { type LockedOrder, lockOrder, type Mover, moveOrder, moveStock } from './life/moves.ts'
export {
  findQuotable,
  listOpenDestinations,
  listOpenRounds,
  type QuotableOrder,
  saveShipment,
  setShippingMethods,
  showQuoted,
} from './life/shipments.ts'
export { type AddressWork, type Route, shippingMethods } from './life/shipping-methods.ts'
export { CANCELLATION_REQUEST, cancellationBody } from './life/transition-bodies.ts'
export { netAmount, proportion, share, sum } from './money/amounts.ts'
export { type BilledFee, type BilledOrder, billedOrders, countBilledOrders } from './money/billed-orders.ts'
export { BILLING_ITEM_TYPES } from './money/fees.ts'
export { countPaidOrders, listPaidOrders } from './money/paid-orders.ts'
export { billShipping, type ShippingCharge } from './money/shipping-charges.ts'
export {
  findMasterOrder,
  type MasterOrderRow,
  outsideOrders,
  outsideShipment,
  ownerOfMasterOrder,
  readMasterOrder,
} from './reading/master-orders.ts'
export { MAX_LINES, type OrderLine } from './reading/order-lines.ts'
export { findOrder, itemsOfOrder, loadOrders, type OrderRow, ownersOfOrder } from './reading/orders.ts'
export {
  type LatestQuote,
  NO_SHIPMENT,
  type OutsideShipment,
  readSizes,
  roundOf,
  type Shipment,
  type ShipmentRow,
  type ShippedItem,
  type ShownParcel,
  type ShownTracking,
  shipmentLoaders,
  withoutShipment,
  writeSizes,
} from './reading/shipment.ts'
export { listWaitingOrders, type WaitingOrder } from './reading/waiting-orders.ts'
export { ORDER_INCLUDES, order } from './resources.ts'

export const ordering: Module = {
  name: 'ordering',
  schemas: ['ordering'],
  offers: [companions, outsideOrders, shipmentLoaders, shippingMethods, warehouseService],
  tags: {
    Ordering: 'Orders from their arrival to the payout, and billing exports.',
    Retailer: 'Your own orders, whichever brand they are with. For retailers only.',
    ...operatorTag,
  },
  events: Object.values(orderEvents),
  resources: [
    order,
    orderItem,
    billingItem,
    masterOrder,
    externalOrder,
    shipment,
    historyEntry,
    retailerOrder,
    operatorOrder,
    operatorOrderMove,
  ],
  loaders: {
    order: ({ db, actor }, ids) => loadOrders(db, brandOf(actor), ids),
    masterOrder: ({ db, actor }, ids) => loadMasterOrders(db, brandOf(actor), ids),
    orderItem: ({ db, actor }, ids) => loadItems(db, brandOf(actor), ids),
    billingItem: ({ db, actor }, ids) => loadBillingItems(db, brandOf(actor), ids),
  },
  jobs: [approveRejectionJob, acceptOrderJob],
  consumers: [
    { of: orderEvents.created, by: acceptArrivals },
    { of: orderEvents.rejected, by: scheduleApproval },
  ],
  routes(http) {
    orderRoutes(http)
    olderActionRoutes(http)
    fulfillabilityRoutes(http)
    masterOrderRoutes(http)
    retailerRoutes(http)
    operatorRoutes(http)
  },
  demo: seedOrderingDemo,
}
